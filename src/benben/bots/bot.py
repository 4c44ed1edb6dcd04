"""What a bot is: it gets a view, never the truth, and answers with a thought."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

import numpy as np

from benben.bots import kernels
from benben.core.contract import NOBODY
from benben.core.game import Advice, Game
from benben.core.kernels import Kernel, can_compile
from benben.core.position import Position, start
from benben.core.rng import new_rng

BLUNDER = 3.0  # times the noise: a move that looks worse by more is not an error that people make


@dataclass(frozen=True)
class Thought:
    """What a bot found: its move, and how it got there."""

    move: int
    chances: tuple[float, ...] = ()  # by seat, as the bot sees them after its move
    visits: Mapping[int, int] = field(default_factory=dict)  # how much it looked at each move
    line: tuple[int, ...] = ()  # what it expects, its own move first
    iterations: int = 0
    simulated: int = 0  # moves made in imagined worlds


Report = Callable[[Thought], None]


class Bot(Protocol):
    """Chooses a move for the seat to act. The same view, seed and number of iterations give the same choice."""

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought: ...


def check_view(view: Position) -> None:
    """A bot that is handed the truth is a fault of whoever seats it."""
    if view.seat is None or view.seat == NOBODY or view.seat != view.actor:
        raise ValueError("a bot thinks on the view of the seat to act")


@cache
def functions(game: Game, compiled: bool, plain: bool = False) -> dict[str, Kernel]:
    """The bots' kernels for a game; plain: all moves are alike to them."""
    if plain and game.advice:
        game = replace(game, advice=Advice(game.advice.evaluate), box=f"{game.box}-plain")
    return game.specialise(kernels.FUNCTIONS, compiled)


_ready: set[Game] = set()  # games whose compiled greedy bot has played once
_searched: set[Game] = set()  # … and whose searching bots have


def warm(game: Game) -> None:
    """Compile a game and its bots now, so that nobody waits for it later."""
    from benben.bots.levels import searchers  # they are made of what is here

    compiled = game.warm().compiled
    if compiled and game.advice and game not in _searched:
        players, options = game.usual_table()
        position = start(game, players, bytes(32), **options)
        assert position.actor is not None
        view = position.view(position.actor)
        rated(view, 0, 1, functions(game, True))
        _ready.add(game)
        for bot in searchers(game, players):
            bot.think(view, 0)
        _searched.add(game)


def is_ready(game: Game) -> bool:
    """Would no bot of this game wait for the compiler?"""
    return game in _searched or game.advice is None or not can_compile()


def rated(view: Position, seed: int, samples: int, kernel: Mapping[str, Kernel]) -> tuple[Any, Any]:
    """The legal moves, and the chances after each."""
    game = view.game
    moves, rates = game.move_room(), np.zeros(game.most_legal)
    count = kernel["rate_moves"](
        view.state.record,
        game.new_records(2),
        new_rng(seed),
        samples,
        moves,
        np.zeros(view.players),
        np.zeros(max(game.players), np.int64),
        rates,
    )
    return moves[:count], rates[:count]


def even(chances: Any) -> Any:
    """Chances on a scale that is the same for whoever is far ahead, far behind or level: a quarter of the logarithm of
    the odds, so that for an even match differences are differences of chances."""
    within = np.clip(chances, 1e-9, 1 - 1e-9)
    return np.log(within / (1 - within)) / 4


class RandomBot:
    """Any legal move."""

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        numbers = view.legal_moves.numbers
        return Thought(int(np.random.default_rng(seed).choice(numbers)))


class GreedyBot:
    """The move after which its chances look best, one decision ahead; among equals at random.

    With noise it errs as people do: a move that looks worse by that much is played e times as rarely, one that looks
    worse by far never. Never waits for the compiler.
    """

    def __init__(self, noise: float = 0.0, samples: int = 8) -> None:
        self.noise = noise
        self.samples = samples  # imagined worlds, where something is hidden

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        samples = 1 if view.game.open else self.samples
        moves, rates = rated(view, seed, samples, functions(view.game, view.game in _ready))
        behind = (worth := even(rates)).max() - worth
        weights = (behind <= max(1e-9, BLUNDER * self.noise)) * np.exp(-behind / (self.noise or 1.0))
        return Thought(int(np.random.default_rng(seed).choice(moves, p=weights / weights.sum())))
