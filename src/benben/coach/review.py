"""The review of a match: every decision of every seat judged from the view of its seat, at the level of a learner.

The part of the review about a seat depends on that seat's views and moves and on nothing else: dealing what was hidden
from the seat differently changes no byte of it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import islice, pairwise
from typing import Any

from benben.bots.bot import warm
from benben.coach.chances import DIGITS, Cancelled, result
from benben.coach.judging import FORCED, INEXACT, MISTAKE, Effort, judge, level_named, next_level
from benben.coach.points import points
from benben.coach.reasons import Advantage, reasons
from benben.core.contract import NOBODY
from benben.core.game import Level
from benben.core.position import Position

VERSION = 5  # raise it when the review of any match would come out differently with the same advice
HALVED = 0.05  # a decision that loses this much counts half in the accuracy

Progress = Callable[[int, int], None]  # decisions done, decisions in all


@dataclass(frozen=True)
class ReviewedDecision:
    """One decision of the match, as the coach sees it."""

    ply: int  # moves made before it
    seat: int
    move: str
    best: str
    verdict: str  # forced, best, right (within the error), inexact, mistake
    chances: tuple[float, ...]  # of the seats, before it, with the best move
    loss: float  # in chances of its seat
    error: float  # standard error of the loss
    avoided: float | None  # share of the next level's runs that avoid the move
    line: tuple[str, ...]  # the best move, and what is expected to follow
    reasons: tuple[Advantage, ...] = ()  # of a mistake: why the best move is better
    points: tuple[float, float] | None = None  # the loss in points, with its standard error; None: not known

    @property
    def counted_loss(self) -> float:
        """The loss; 0 where it is within its error."""
        return self.loss if self.verdict in (INEXACT, MISTAKE) else 0.0


@dataclass(frozen=True)
class Review:
    """The coach's opinion of a match."""

    level: str  # of the learner
    teacher: str  # the level that shows what to learn
    decisions: tuple[ReviewedDecision, ...]
    result: tuple[float, ...]  # the share of the victory by seat; empty while the match goes on

    @cached_property
    def turning_points(self) -> tuple[ReviewedDecision, ...]:
        """The mistakes, the most expensive first."""
        found = [decision for decision in self.decisions if decision.verdict == MISTAKE]
        return tuple(sorted(found, key=lambda decision: (-decision.loss, decision.ply)))

    def accuracy(self, seat: int) -> float | None:
        """0 to 100: the mean of 100 * 2 ** (-loss / 0.05) over the decisions of a seat that had a choice.

        A loss within its error counts as none. None for a seat that never had a choice.
        """
        own = [one for one in self.decisions if one.seat == seat and one.verdict != FORCED]
        return sum(100 * 2 ** (-one.counted_loss / HALVED) for one in own) / len(own) if own else None

    def as_json(self) -> dict[str, Any]:
        """Without any language: to keep and to send."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Review:
        """The inverse of `as_json`, also after its way through text."""
        decisions = tuple(_decision_from(one) for one in kept["decisions"])
        return cls(kept["level"], kept["teacher"], decisions, tuple(kept["result"]))


def _decision_from(kept: dict[str, Any]) -> ReviewedDecision:
    lists = {"chances": tuple(kept["chances"]), "line": tuple(kept["line"])}
    reasons = tuple(Advantage(**reason) for reason in kept["reasons"])
    points = None if kept["points"] is None else (kept["points"][0], kept["points"][1])
    return ReviewedDecision(**kept | lists | {"reasons": reasons, "points": points})


def digest(last: Position, level: str) -> str:
    """Identifies a review: the match with its deal, the level, the advice of the game, and the version of the coach."""
    setup, game = last.setup, last.game
    told = f"{VERSION} {advice_digest(game.package)} {level} {game.name} {game.version} {game.box} {setup.players} "
    told += f"{dict(setup.options)} "
    moves = " ".join(last.moves)
    return sha256(told.encode() + (setup.seed or b"") + moves.encode()).hexdigest()


@cache
def advice_digest(package: str) -> str:
    """Identifies the advice of a game. The bots that judge depend on all its files, even maps of chances."""
    read = sha256()
    waiting: list[Traversable] = [resources.files(package) / "advice"]
    while waiting:
        entry = waiting.pop()
        if entry.is_dir():
            waiting.extend(sorted(entry.iterdir(), key=lambda inner: inner.name))
        elif entry.name.endswith((".py", ".json")):
            read.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return read.hexdigest()


def review(
    last: Position,
    level: str,
    *,
    effort: Effort | None = None,
    report: Progress | None = None,
    stop: threading.Event | None = None,
    threads: int | None = None,
    pool: Executor | None = None,
) -> Review:
    """Review the match that led to `last`, for a learner of a level.

    At most `threads` decisions are thought over at the same time, in threads of the pool, or else in new ones.
    Cancelled if `stop` is set before the end. The first call may wait for the compiler. BadOptions if the game has no
    such level.
    """
    game, stopped = last.game, stop or threading.Event()
    spent = (effort or Effort()).shared_by(len(last.moves))
    learner = level_named(game, level)
    teacher = next_level(game, learner)
    warm(game)
    most = threads or os.cpu_count() or 1
    work = [partial(decide, *known, teacher, spent, stopped) for known in _known(last)]
    with nullcontext(pool) if pool is not None else ThreadPoolExecutor(most, "benben-review") as workers:
        decisions = _done(work, workers, most, report or (lambda done, of: None), stopped)
    return Review(learner.name, teacher.name, decisions, result(last) if last.is_over else ())


def _done(
    work: Sequence[Callable[[], ReviewedDecision]], pool: Executor, most: int, report: Progress, stop: threading.Event
) -> tuple[ReviewedDecision, ...]:
    """The results in order. Never more than `most` wait in the pool: others use it too."""
    results: dict[int, ReviewedDecision] = {}
    waiting: dict[Future[ReviewedDecision], int] = {}
    left = iter(enumerate(work))
    try:
        while len(results) < len(work):
            for number, decide in islice(left, most - len(waiting)):
                waiting[pool.submit(decide)] = number
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                results[waiting.pop(future)] = future.result()
                report(len(results), len(work))
            if stop.is_set():
                raise Cancelled
    except RuntimeError as error:  # the pool was shut down
        raise Cancelled from error
    finally:
        wait(waiting)
    return tuple(results[number] for number in range(len(work)))


def _known(last: Position) -> Iterator[tuple[int, Position, int]]:
    """The decisions whose seat's view is known: number, view, move. Of a match on a real table, these are the ones
    whose seat saw no more than the person who entered it."""
    for ply, (before, after) in enumerate(pairwise(last.line())):
        assert after.last_move is not None
        if (view := known_view(before)) is not None:
            yield ply, view, after.last_move.number


def known_view(position: Position) -> Position | None:
    """The view of the seat to act; None if it saw more than the person who entered the match of a real table."""
    assert position.actor is not None
    view, entered = position.view(position.actor), position.setup.entered
    if entered is None or position.game.open or entered.eyes == position.actor:
        return view
    eyes = position.view(None if entered.eyes == NOBODY else entered.eyes)
    return view if eyes.state.record.tobytes() == view.state.record.tobytes() else None


def decide(
    ply: int, view: Position, move: int, teacher: Level, effort: Effort, stop: threading.Event
) -> ReviewedDecision:
    """Judge one decision, from the view of its seat. Cancelled if `stop` is set before the end."""
    if stop.is_set():
        raise Cancelled
    assert view.actor is not None
    found = judge(view, move, teacher, effort, stop)
    return ReviewedDecision(
        ply,
        view.actor,
        view.notation(move),
        view.notation(found.best),
        found.verdict,
        tuple(round(chance, DIGITS) for chance in found.chances),
        found.loss,
        found.error,
        found.avoided,
        found.line,
        reasons(found.difference, view.actor) if found.verdict == MISTAKE and found.difference else (),
        points(found.difference, view.actor) if found.verdict in (INEXACT, MISTAKE) and found.difference else None,
    )
