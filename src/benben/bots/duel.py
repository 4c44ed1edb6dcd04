"""The bot for two-player games without hidden information: alpha-beta with iterative deepening."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benben.bots import duel_kernels
from benben.bots.bot import JudgingBot, Report, Thought
from benben.bots.duel_kernels import DECIDED, LIMIT, NODES, STOP, UNIT, WON
from benben.core.game import Game
from benben.core.kernels import Kernel
from benben.core.position import Position

DEEPEST = 60
TABLE = 1 << 20  # entries of the transposition table
_WITHOUT_END = 1 << 60


@cache
def _look_deeper(game: Game, compiled: bool) -> Kernel:
    return game.specialise(duel_kernels.FUNCTIONS, compiled)["look_deeper"]


class DuelBot(JudgingBot):
    """Iterative deepening within `nodes`, `seconds` or `depth`.

    A bot keeps its transposition table from decision to decision. Without `seconds`, a new bot gives the same result
    for the same view and seed. `keeps` and `finishes` False: as in release 0.1, each decision begins with an empty
    table, and what was found within the depth at which the budget ends is dropped.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        depth: int = DEEPEST,
        keeps: bool = True,
        finishes: bool = True,
    ) -> None:
        if nodes is None and seconds is None and depth == DEEPEST:
            raise ValueError("a search needs a budget: nodes, seconds or depth")
        self.nodes = nodes
        self.seconds = seconds
        self.depth = min(depth, DEEPEST)
        self.keeps = keeps
        self.finishes = finishes
        self._kept: tuple[Position, NDArray[np.int64]] | None = None

    def decide(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        numbers = view.legal_moves.numbers
        if len(numbers) == 1:
            return Thought(numbers[0], line=(numbers[0],))
        hunt = _Hunt(view, self.nodes, seed, self._table(view))
        timer = threading.Timer(self.seconds, hunt.interrupt) if self.seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        watcher = threading.Thread(target=_forward, args=(stop, hunt), daemon=True) if stop else None
        if watcher:
            watcher.start()
        try:
            return hunt.run(self.depth, report, self.finishes)
        finally:
            hunt.over.set()
            if timer:
                timer.cancel()

    def _table(self, view: Position) -> NDArray[np.int64]:
        """The table of the last decision, or a new one. The same question is answered like the first time."""
        if not self.keeps or self._kept is None or self._kept[0] == view:
            table = np.zeros((TABLE, 2), np.int64)
        else:
            table = self._kept[1]
        self._kept = view, table
        return table


def _forward(stop: threading.Event, hunt: _Hunt) -> None:
    while not hunt.over.is_set():
        if stop.wait(0.05):
            hunt.interrupt()
            return


class _Hunt:
    """One search."""

    def __init__(self, view: Position, nodes: int | None, seed: int, table: NDArray[np.int64]) -> None:
        game = view.game
        assert game.open, "only where nothing is hidden"
        assert view.players == 2, "only for two"
        self.look = _look_deeper(game, game.warm().compiled)
        self.view = view
        self.states = game.new_records(DEEPEST + 2)
        self.states[0] = view.state.record[0]
        self.words = self.states.view(np.int64).reshape(DEEPEST + 2, -1)
        self.moves = np.zeros((DEEPEST + 2, game.most_legal), np.int32)
        self.ranks = np.zeros((DEEPEST + 2, game.most_legal), np.int64)
        self.table = table
        # random initial move order, so that ties between equal moves vary with the seed
        self.history = np.random.default_rng(seed).permuted(np.tile(np.arange(game.moves), (2, 1)), axis=1)
        self.best = np.zeros(DEEPEST + 2, np.int32)
        self.control = np.zeros(3, np.int64)
        self.control[LIMIT] = nodes or _WITHOUT_END
        self.utility = np.zeros(2)
        self.flags = np.zeros(max(game.players), np.int64)
        self.over = threading.Event()

    def interrupt(self) -> None:
        self.control[STOP] = 1

    def run(self, deepest: int, report: Report | None, finishes: bool) -> Thought:
        thought = Thought(self.view.legal_moves.numbers[0])
        for depth in range(1, deepest + 1):
            value = self.look(
                self.states, self.words, self.moves, self.ranks, 0, depth, -2 * WON, 2 * WON,
                self.table, self.history, self.best, self.control, self.utility, self.flags,
            )  # fmt: skip
            if self.control[STOP]:
                if (
                    finishes and self.best[0] >= 0
                ):  # it begins with the best move so far, so a better one is better at this depth
                    move = int(self.best[0])
                    thought = replace(thought, move=move, line=(move,), simulated=int(self.control[NODES]))
                break
            thought = self._thought(int(value), depth)
            if report:
                report(thought)
            if abs(value) >= DECIDED:
                break
        return thought

    def _thought(self, value: int, depth: int) -> Thought:
        move = int(self.best[0])
        chance = min(1.0, max(0.0, (value / UNIT + 1) / 2))
        return Thought(move, (chance, 1 - chance), {move: depth}, (move,), depth, int(self.control[NODES]))
