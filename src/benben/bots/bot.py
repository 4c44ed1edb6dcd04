"""The bot interface: a bot gets a seat's view, never the true position, and returns a `Thought`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

import numpy as np

from benben.bots import kernels
from benben.bots.calibration import ChanceMap
from benben.core.contract import NOBODY
from benben.core.game import Advice, Game
from benben.core.kernels import Kernel, can_compile
from benben.core.position import Position, start
from benben.core.rng import new_rng

BLUNDER = 3.0  # multiple of the noise: moves that look worse than this are never played


@dataclass(frozen=True)
class Thought:
    """A bot's decision: the move and the search results behind it."""

    move: int
    chances: tuple[float, ...] = ()  # estimated chance of each seat to win after the move
    visits: Mapping[int, int] = field(default_factory=dict)  # search visits of each move
    line: tuple[int, ...] = ()  # principal variation, beginning with its own move
    iterations: int = 0
    simulated: int = 0  # moves played in simulations


Report = Callable[[Thought], None]


class Bot(Protocol):
    """Chooses a move for the seat to act. The same view, seed and number of iterations give the same choice."""

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought: ...


def check_view(view: Position) -> None:
    """Raise ValueError unless this is the view of the seat to act."""
    if view.seat is None or view.seat == NOBODY or view.seat != view.actor:
        raise ValueError("a bot needs the view of the seat to act")


@cache
def functions(game: Game, compiled: bool, plain: bool = False) -> dict[str, Kernel]:
    """The bots' kernels for a game; `plain` uses none of its advice except `evaluate`."""
    if plain and game.advice:
        game = replace(game, advice=Advice(game.advice.evaluate), box=f"{game.box}-plain")
    return game.specialise(kernels.FUNCTIONS, compiled)


_ready: set[Game] = set()  # games whose greedy bot is compiled
_searched: set[Game] = set()  # games whose search bots are compiled too


def warm(game: Game, *, search: bool = True) -> None:
    """Compile a game and its bots, so that later decisions do not wait for the compiler. Search takes the longest."""
    from benben.bots.levels import searchers  # here: levels imports this module

    compiled = game.warm().compiled
    if not compiled or not game.advice or game in _searched or (game in _ready and not search):
        return
    players, options = game.usual_table()
    position = start(game, players, bytes(32), **options)
    assert position.actor is not None
    view = position.view(position.actor)
    rated(view, 0, 1, functions(game, True))
    _ready.add(game)
    if search:
        for bot in searchers(game, players):
            bot.think(view, 0)
        _searched.add(game)


def is_ready(game: Game) -> bool:
    """Whether all bots of this game are compiled."""
    return game in _searched or game.advice is None or not can_compile()


def rated(view: Position, seed: int, samples: int, kernel: Mapping[str, Kernel]) -> tuple[Any, Any]:
    """The legal moves, and the actor's estimated chance to win after each."""
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


def sparing(view: Position, moves: Any, rates: Any) -> tuple[Any, Any]:
    """The moves that destroy nothing, and their rates; all if every move destroys something."""
    keeps = np.array([not view.destroys(move) for move in moves.tolist()])
    return (moves[keeps], rates[keeps]) if keeps.any() else (moves, rates)


def even(chances: Any) -> Any:
    """Win probabilities as log-odds / 4: differences stay comparable when a seat is far ahead or behind, and around 0.5
    they equal differences of probability."""
    within = np.clip(chances, 1e-9, 1 - 1e-9)
    return np.log(within / (1 - within)) / 4


class JudgingBot:
    """Base of the bots that say chances. They leave the bot here, calibrated if it has a map for that; what it plays
    does not depend on the map."""

    chance_map: ChanceMap | None = None

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        if self.chance_map is None or view.game.together(view.players, view.options):
            return self.decide(view, seed, report, stop)

        def calibrated(thought: Thought) -> Thought:
            assert self.chance_map is not None
            assert view.actor is not None
            return replace(thought, chances=self.chance_map(thought.chances, view.actor))

        said = (lambda thought: report(calibrated(thought))) if report is not None else None
        return calibrated(self.decide(view, seed, said, stop))

    def decide(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        """The thought with the chances as they were found."""
        raise NotImplementedError


class RandomBot:
    """Plays a random legal move."""

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        numbers = view.legal_moves.numbers
        return Thought(int(np.random.default_rng(seed).choice(numbers)))


class GreedyBot(JudgingBot):
    """Plays the move with the best evaluation one decision ahead; ties are broken at random.

    With noise it plays weaker moves now and then: one that looks `noise` worse is played e times less often, one
    that looks worse by more than BLUNDER * noise never. Never waits for the compiler. It destroys nothing of its own
    where it may do something else: what such a move is worth shows only in the decisions after it.
    """

    def __init__(self, noise: float = 0.0, samples: int = 8) -> None:
        self.noise = noise
        self.samples = samples  # imagined worlds per move, in games with hidden information

    def decide(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        samples = 1 if view.game.open else self.samples
        moves, rates = sparing(view, *rated(view, seed, samples, functions(view.game, view.game in _ready)))
        behind = (worth := even(rates)).max() - worth
        weights = (behind <= max(1e-9, BLUNDER * self.noise)) * np.exp(-behind / (self.noise or 1.0))
        chosen = int(np.random.default_rng(seed).choice(len(moves), p=weights / weights.sum()))
        return Thought(int(moves[chosen]), _chances(view, float(rates[chosen])))


def _chances(view: Position, own: float) -> tuple[float, ...]:
    """Of both seats, from that of the actor; with more seats those of the others are not known."""
    return (own, 1 - own)[:: -1 if view.actor else 1] if view.players == 2 else ()
