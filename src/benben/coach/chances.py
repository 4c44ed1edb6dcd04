"""Chances of the seats, as the search bot sees them: of a view, and after each of two moves in the same worlds."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt

from benben.bots.bot import Thought
from benben.bots.levels import SETTINGS
from benben.bots.search import SearchBot, summary
from benben.core.position import Position

FEWEST_WORLDS = 4  # before a comparison may end early
DIGITS = 4  # of chances, losses and errors: decided as they are told
SURE = 2.0  # standard errors: a smaller difference counts as none


class Cancelled(Exception):
    """Nobody waits for the result any more."""


def seed_of(view: Position, purpose: str = "") -> int:
    """A seed from what the view holds and nothing else: the same view is always thought over in the same way."""
    game = view.game
    told = f"{game.name} {game.version} {game.box} {view.players} {dict(view.options)} {view.seat} {purpose}"
    return int.from_bytes(sha256(told.encode() + view.state.record.tobytes()).digest()[:8], "big")


def chances(view: Position, iterations: int, seed: int, stop: threading.Event) -> Thought:
    """The search bot's thought about the view of the seat to act, forced moves too: one tree, a fixed number of
    iterations. Cancelled if `stop` is set meanwhile."""
    advice = view.game.advice
    assert advice is not None, f"{view.game.name} has no advice for bots"
    settings = {name: getattr(advice, name) for name in SETTINGS}
    trees = SearchBot(iterations=iterations, trees=1, keeps=False, **settings).new_trees(view, seed)
    trees[0].run(iterations, None, stop)
    if stop.is_set():
        raise Cancelled
    return summary(trees)


def result(position: Position) -> tuple[float, ...]:
    """Each seat's share of the victory, once the match is over: as the search counts it."""
    share = 1 / max(1, len(position.winners))
    return tuple(share if seat in position.winners else 0.0 for seat in range(position.players))


@dataclass(frozen=True)
class Future:
    """What follows a move in one world: the chances, and the moves that the search expects."""

    world: Position  # after the move
    chances: tuple[float, ...]
    line: tuple[int, ...] = ()


def future(world: Position, move: int, iterations: int, seed: int, stop: threading.Event) -> Future:
    """The next seat to act thinks from its own view of the world."""
    after = world.play(move)
    if after.actor is None:
        return Future(after, result(after))
    thought = chances(after.view(after.actor), iterations, seed, stop)
    return Future(after, thought.chances, thought.line)


@dataclass(frozen=True)
class Difference:
    """A move compared with another in the same imagined worlds: the mean advantage of its seat, with its standard
    error, and the futures behind it."""

    mean: float
    error: float
    futures: tuple[tuple[Future, Future], ...]

    @property
    def is_sure(self) -> bool:
        """Whether the other move is worse by more than the error."""
        return self.mean > SURE * self.error


class Imagined:
    """Worlds that fit a view, and what follows moves of the seat to act in them. Every future is thought over once;
    another `purpose` imagines other worlds."""

    def __init__(self, view: Position, iterations: int, stop: threading.Event, purpose: str = "") -> None:
        self._view = view
        self._iterations = iterations
        self._stop = stop
        self._purpose = purpose
        self._futures: dict[tuple[int, int], Future] = {}

    def future(self, number: int, move: int) -> Future:
        """What follows a move in the world of this number."""
        if (number, move) not in self._futures:
            seed = seed_of(self._view, f"world {number} {self._purpose}")
            world = self._view.imagine(seed)
            self._futures[number, move] = future(world, move, self._iterations, seed, self._stop)
        return self._futures[number, move]

    def differences(self, better: int, other: int, worlds: int) -> Iterator[Difference]:
        """How much `better` is better than `other`: after each world from the fewest on."""
        assert self._view.actor is not None
        both: list[tuple[Future, Future]] = []
        for number in range(worlds):
            both.append((self.future(number, better), self.future(number, other)))
            if len(both) >= min(FEWEST_WORLDS, worlds):
                yield _difference(both, self._view.actor)


def compare(
    view: Position, better: int, other: int, worlds: int, iterations: int, stop: threading.Event, purpose: str = ""
) -> Difference:
    """How much `better` is better than `other` for the seat to act. Ends early where no difference shows; another
    `purpose` imagines other worlds."""
    for found in Imagined(view, iterations, stop, purpose).differences(better, other, worlds):
        if not found.is_sure:
            break
    return found


def _difference(futures: list[tuple[Future, Future]], seat: int) -> Difference:
    gains = [best.chances[seat] - other.chances[seat] for best, other in futures]
    return Difference(*mean_and_error(gains), tuple(futures))


def mean_and_error(gains: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, rounded as they are told."""
    mean, n = sum(gains) / len(gains), len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, n - 1)
    return round(mean, DIGITS), round(sqrt(variance / n), DIGITS)
