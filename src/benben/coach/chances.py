"""Chances of the seats, as the search bot sees them: of a view, and after each of two moves in the same worlds."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import sqrt

from benben.bots.bot import Thought
from benben.bots.duel import DEEPEST, DuelBot
from benben.bots.levels import SETTINGS
from benben.bots.search import SearchBot, summary
from benben.core.position import Position

FEWEST_WORLDS = 4  # before a comparison may end early
DIGITS = 4  # of chances, losses and errors: decided as they are told
SURE = 2.0  # standard errors: a smaller difference counts as none
NODES = 20  # of alpha-beta, in the place of one iteration of tree search
REPLIES = 2  # moves after the best one, in the line of alpha-beta
REPLY_NODES = 500
DEPTHS = 3  # to which alpha-beta looks in turn, in one world after the other


class Cancelled(Exception):
    """Nobody waits for the result any more."""


def seed_of(view: Position, purpose: str = "") -> int:
    """A seed from what the view holds and nothing else: the same view is always thought over in the same way."""
    game = view.game
    told = f"{game.name} {game.version} {game.box} {view.players} {dict(view.options)} {view.seat} {purpose}"
    return int.from_bytes(sha256(told.encode() + view.state.record.tobytes()).digest()[:8], "big")


def is_duel(view: Position) -> bool:
    """True if alpha-beta says more than tree search: two players, nothing hidden."""
    return view.game.open and view.players == 2


def chances(view: Position, iterations: int, seed: int, stop: threading.Event) -> Thought:
    """The chances in the view of the seat to act, by a search of a fixed number of iterations; forced moves too.

    In a duel, alpha-beta finds the move, the chances and the line; the visits are those of tree search everywhere.
    Cancelled if `stop` is set meanwhile.
    """
    thought = by_tree(view, iterations, seed, stop)
    return replace(_by_duel(view, iterations, seed), visits=thought.visits) if is_duel(view) else thought


def by_tree(view: Position, iterations: int, seed: int, stop: threading.Event) -> Thought:
    """The chances by the search bot: one tree."""
    advice = view.game.advice
    assert advice is not None, f"{view.game.name} has no advice for bots"
    settings = {name: getattr(advice, name) for name in SETTINGS}
    trees = SearchBot(iterations=iterations, trees=1, keeps=False, **settings).new_trees(view, seed)
    trees[0].run(iterations, None, stop)
    if stop.is_set():
        raise Cancelled
    return summary(trees)


def _by_duel(view: Position, iterations: int, seed: int, depth: int = DEEPEST) -> Thought:
    """Each search is too short to be stopped."""
    thought = DuelBot(nodes=NODES * iterations, depth=depth).decide(view, seed)
    line, after = [thought.move], view.imagine(seed).play(thought.move)
    if not thought.chances:  # the only move
        known = result(after) if after.actor is None else _by_duel(_next_view(after), iterations, seed, depth).chances
        thought = replace(thought, chances=known)
    while after.actor is not None and len(line) <= REPLIES:
        line.append(DuelBot(nodes=REPLY_NODES).decide(_next_view(after), seed).move)
        after = after.play(line[-1])
    return replace(thought, line=tuple(line))


def _next_view(position: Position) -> Position:
    return position.view(position.actor)


def result(position: Position) -> tuple[float, ...]:
    """Each seat's share of the victory, once the match is over: as the search counts it."""
    share = 1 / max(1, len(position.winners))
    return tuple(share if seat in position.winners else 0.0 for seat in range(position.players))


@dataclass(frozen=True)
class Future:
    """The future after a move in one world: the chances, and the moves that the search expects."""

    world: Position  # after the move
    chances: tuple[float, ...]
    line: tuple[int, ...] = ()


def future(world: Position, move: int, iterations: int, seed: int, stop: threading.Event, number: int = 0) -> Future:
    """The next seat to act thinks from its own view of the world, which has this number.

    Where nothing is hidden all worlds are the same. There it looks ahead to another depth in each, the same after all
    moves, so that a difference that depends on the depth shows in the error.
    """
    after = world.play(move)
    if after.actor is None:
        return Future(after, result(after))
    view = _next_view(after)
    if not is_duel(view):
        thought = by_tree(view, iterations, seed, stop)
    elif stop.is_set():
        raise Cancelled
    else:
        thought = _by_duel(view, iterations, seed, iterations.bit_length() - 2 + number % DEPTHS)
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
        """True if the other move is worse by more than the error."""
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
        """The future after a move in the world of this number."""
        if (number, move) not in self._futures:
            seed = seed_of(self._view, f"world {number} {self._purpose}")
            world = self._view.imagine(seed)
            self._futures[number, move] = future(world, move, self._iterations, seed, self._stop, number)
        return self._futures[number, move]

    def differences(self, better: int, other: int, worlds: int) -> Iterator[Difference]:
        """The difference between `better` and `other`: after each world from the fewest on."""
        assert self._view.actor is not None
        both: list[tuple[Future, Future]] = []
        for number in range(worlds):
            both.append((self.future(number, better), self.future(number, other)))
            if len(both) >= min(FEWEST_WORLDS, worlds):
                yield _difference(both, self._view.actor)


def compare(
    view: Position, better: int, other: int, worlds: int, iterations: int, stop: threading.Event, purpose: str = ""
) -> Difference:
    """The difference of `better` and `other` for the seat to act. Ends early where no difference shows; another
    `purpose` imagines other worlds."""
    for found in Imagined(view, iterations, stop, purpose).differences(better, other, worlds):
        if not found.is_sure:
            break
    return found


def _difference(futures: list[tuple[Future, Future]], seat: int) -> Difference:
    """In a duel, what alpha-beta has proved at one depth holds at all."""
    gains = [best.chances[seat] - other.chances[seat] for best, other in futures]
    if is_duel(futures[0][0].world):
        best, other = ([future.chances[seat] for future in column] for column in zip(*futures, strict=True))
        gains = [one - two for one, two in zip(_proved(best), _proved(other), strict=True)]
    return Difference(*mean_and_error(gains), tuple(futures))


def _proved(chances: list[float]) -> list[float]:
    known = next((chance for chance in chances if chance in (0.0, 1.0)), None)
    return chances if known is None else [known] * len(chances)


def mean_and_error(gains: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, rounded as they are told."""
    mean, n = sum(gains) / len(gains), len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, n - 1)
    return round(mean, DIGITS), round(sqrt(variance / n), DIGITS)
