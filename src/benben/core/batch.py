"""Batches: many matches of one game, stepped together in compiled code on all cores, for simulation and learning."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Game
from benben.core.position import Position, Setup
from benben.core.rng import new_rng
from benben.core.state import Records
from benben.core.text import texts

_ = texts(__package__)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, "benben-batch")


class Batch:
    """N parallel matches. `play` and `reset` overwrite the arrays: copy what you keep.

    Each match has its own random stream: the same seed gives the same matches on any number of cores.
    """

    def __init__(
        self, game: Game, n: int, players: int = 2, *, seed: int = 0, threads: int | None = None, **options: object
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.check_options(players, options)
        self._engine = game.warm()
        self._states = game.new_records(n)
        self._rngs = np.array([new_rng(stream) for stream in np.random.SeedSequence(seed).spawn(n)])
        most = max(game.players)
        self.actors: NDArray[np.int8] = np.zeros(n, np.int8)  #: the seat to act, -1 where the match is over
        self.counts: NDArray[np.int32] = np.zeros(n, np.int32)  #: number of legal moves
        self.masks: NDArray[np.bool_] = np.zeros((n, game.moves), np.bool_)  #: legal moves as flags, by move number
        self._scores: NDArray[np.int64] = np.zeros((n, most), np.int64)
        self._shares: NDArray[np.float64] = np.zeros((n, players), np.float64)
        self._chosen: NDArray[np.int64] = np.zeros(n, np.int64)
        threads = min(threads or os.cpu_count() or 1, max(1, n))
        edges = [n * part // threads for part in range(threads + 1)]
        self._parts = list(pairwise(edges))
        self.reset()

    def __len__(self) -> int:
        return len(self._states)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Flags of the matches that are over."""
        return self.actors < 0

    @property
    def scores(self) -> NDArray[np.int64]:
        """Current points, by match and seat."""
        self._rate()
        return self._scores[:, : self.players]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of the win by match and seat, summing to 1; all zero if the match is not over or nobody won."""
        self._rate()
        return self._shares

    def reset(self, where: ArrayLike | None = None) -> None:
        """Deal new matches: all of them, or those flagged in `where`."""
        self._deal(np.ones(len(self), np.bool_) if where is None else np.asarray(where, np.bool_))
        self._look()

    @property
    def states(self) -> Records:
        """The records of all matches: the whole truth, not a copy."""
        return self._states

    def _deal(self, which: NDArray[np.bool_]) -> None:
        if not which.any():
            return
        options = self.game.option_record(self.options)
        ranges = self.game.card_ranges(self.players, self.options)
        blank = self.game.new_records(1)

        def part(start: int, end: int) -> None:
            cards = self.game.card_record()
            numbers = cards.view(np.int16)
            self._engine.deal_many(
                self._states, start, end, which, self.players, options, cards, numbers, ranges, self._rngs, blank
            )

        self.everywhere(part)

    def play(self, moves: ArrayLike, renew: ArrayLike | None = None) -> None:
        """Play one move in each match; -1 skips a match. If any move is illegal, none is played. Matches flagged in
        `renew` get a new deal instead: give them -1."""
        chosen = np.asarray(moves, np.int64)
        if chosen.shape != (len(self),) or chosen.max(initial=-1) >= self.game.moves:
            raise MalformedMove(_("Expected {n} move numbers below {moves}.", n=len(self), moves=self.game.moves))
        moving = np.flatnonzero(chosen >= 0)
        illegal = moving[~self.masks[moving, chosen[moving]]]
        if illegal.size:
            raise IllegalMove(self.position(int(illegal[0])).why_not(int(chosen[illegal[0]])))
        if renew is not None:
            self._deal(np.asarray(renew, np.bool_))
        self._step(chosen)

    def random_moves(self) -> NDArray[np.int64]:
        """A random legal move for each match, -1 if it is over. The next call overwrites the array."""
        self.everywhere(
            lambda start, end: self._engine.choose_many(self.masks, self.counts, start, end, self._rngs, self._chosen)
        )
        return self._chosen

    def position(self, i: int) -> Position:
        """A copy of match i as a Position."""
        return Position(Setup(self.game, self.players, self.options, seed=None), self._states[i : i + 1].copy())

    def _step(self, chosen: NDArray[np.int64]) -> None:
        self.everywhere(lambda start, end: self._engine.play_many(self._states, start, end, chosen))
        self._look()

    def _look(self) -> None:
        self.everywhere(
            lambda start, end: self._engine.look_many(
                self._states, start, end, self.actors, self.counts, self.masks, self.game.move_room()
            )
        )

    def _rate(self) -> None:
        def part(start: int, end: int) -> None:
            flags = np.zeros(max(self.game.players), np.int64)
            self._engine.score_many(self._states, start, end, self._scores, self._shares, flags)

        self.everywhere(part)

    def everywhere(self, work: Callable[[int, int], None]) -> None:
        """Run `work(start, end)` on each part of the batch in parallel."""
        if len(self._parts) == 1 or not self._engine.compiled:
            work(0, len(self))
        else:
            list(_pool().map(lambda part: work(*part), self._parts))
