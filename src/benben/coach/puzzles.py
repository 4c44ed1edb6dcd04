"""Puzzles: positions in which one move is clearly right, as the seat to act sees them.

A game keeps its puzzles in `puzzles.jsonl`: a line about the whole, then one line for each puzzle. `benben lab puzzles`
mines them and `benben lab collect` writes the file. A puzzle is made from a view and from nothing else.
"""

from __future__ import annotations

import json
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from typing import Any
from zlib import compress, decompress

from benben.bots.ask import opinion
from benben.bots.bot import Thought
from benben.coach.chances import DIGITS, Difference, Imagined, chances, compare, seed_of
from benben.coach.judging import AVOIDED, Effort, runs_of
from benben.coach.reasons import Advantage, reasons
from benben.core.game import Game, Level
from benben.core.position import Position, Setup

FILE = "puzzles.jsonl"
SURE = 3.0  # standard errors by which every other move must be worse
FOUND = AVOIDED  # the share of a level's runs that must find the move
FEWEST_MOVES = 3  # to choose from
FAVOURITE = 0.4  # of the visits: a first search that divides them more evenly saw no clear move
CLOSEST = 4  # moves that are compared in all worlds; the others until they are clearly worse
TRIVIAL = 6  # of the positions in which the weakest level always finds the move, one in six is kept


@dataclass(frozen=True)
class Standard:
    """When a position is a puzzle."""

    effort: Effort = field(default_factory=lambda: Effort(runs=8, run=4_000))
    deeper: int = 10  # times the budget at which the move must still be the best
    margin: float = 0.05  # in chances: the second best move must be worse by this much

    def is_clear(self, difference: Difference) -> bool:
        """True if a difference is large enough, and larger than chance explains."""
        return difference.mean >= self.margin and difference.mean > SURE * difference.error


@dataclass(frozen=True)
class Puzzle:
    """A position, its one right move, and what is known of both."""

    players: int
    options: Mapping[str, str]
    seat: int
    view: str  # the record of the seat's view, compressed, as text
    move: str  # the right one
    second: str  # the best of the others …
    margin: float  # … and how much worse it is, in chances
    error: float  # standard error of the margin
    grade: str  # the weakest level that finds the move
    found: Mapping[str, tuple[int, int]]  # by level: runs that found it, runs made
    chances: tuple[float, ...]  # by seat, with the right move
    line: tuple[str, ...]  # the right move and what is expected to follow
    reasons: tuple[Advantage, ...]  # why the second best move is worse
    losses: tuple[tuple[float, float], ...]  # by legal move, in their order: in chances, and the standard error

    @cached_property
    def id(self) -> str:
        """The same for the same position, wherever the puzzle stands in a file."""
        told = f"{self.players} {dict(self.options)} {self.seat} {self.view}"
        return sha256(told.encode()).hexdigest()[:12]

    def position(self, game: Game) -> Position:
        """The view of the seat to act."""
        record = game.state.from_bytes(decompress(b64decode(self.view))).record
        return Position(Setup(game, self.players, self.options, seed=None), record, self.seat)

    def as_text(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> Puzzle:
        """The inverse of `as_text`."""
        kept: dict[str, Any] = json.loads(text)
        tuples = {name: tuple(kept[name]) for name in ("chances", "line")}
        pairs = {"losses": tuple(map(_pair, kept["losses"]))}
        levels = {"found": {level: _pair(runs) for level, runs in kept["found"].items()}}
        return cls(**kept | tuples | pairs | levels | {"reasons": tuple(Advantage(**one) for one in kept["reasons"])})


def _pair(values: Sequence[Any]) -> tuple[Any, Any]:
    first, second = values
    return first, second


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game; `about` says how they were made."""

    about: Mapping[str, Any]
    puzzles: tuple[Puzzle, ...]

    def numbered(self, grade: str) -> list[tuple[int, Puzzle]]:
        """The puzzles of a grade, with their numbers from 1."""
        return [(number, puzzle) for number, puzzle in enumerate(self.puzzles, 1) if puzzle.grade == grade]

    def as_text(self) -> str:
        """The content of the file."""
        lines = [json.dumps(dict(self.about), ensure_ascii=False), *(puzzle.as_text() for puzzle in self.puzzles)]
        return "\n".join(lines) + "\n"


NONE = Collection({}, ())


@cache
def puzzles_of(game: Game) -> Collection:
    """The puzzles of a game; none if it has no file, or one of other rules or another box."""
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        return NONE
    first, *lines = file.read_text("utf-8").splitlines()
    about = json.loads(first)
    if (about["rules"], about["box"]) != (game.version, game.box):
        return NONE
    return Collection(about, tuple(map(Puzzle.from_text, lines)))


def find_puzzle(view: Position, standard: Standard, stop: threading.Event) -> Puzzle | None:
    """The puzzle in the view of the seat to act; None if there is none."""
    assert view.actor is not None
    solved = _clear_move(view, standard, stop)
    found = _findings(view, solved.best, standard.effort, stop) if solved is not None else {}
    grade = next((level for level, (hits, _runs) in found.items() if hits >= FOUND * standard.effort.runs), None)
    if solved is None or grade is None:
        return None
    margin = solved.losses[solved.second]
    nothing = Difference(0.0, 0.0, ())
    losses = [solved.losses.get(move, nothing) for move in view.legal_moves.numbers]
    return Puzzle(
        players=view.players,
        options=dict(view.options),
        seat=view.actor,
        view=b64encode(compress(view.state.record.tobytes(), 9)).decode(),
        move=view.notation(solved.best),
        second=view.notation(solved.second),
        margin=margin.mean,
        error=margin.error,
        grade=grade,
        found=found,
        chances=tuple(round(chance, DIGITS) for chance in solved.thought.chances),
        line=tuple(map(str, opinion(view, solved.thought).line)),
        reasons=reasons(margin, view.actor),
        losses=tuple((loss.mean, loss.error) for loss in losses),
    )


@dataclass(frozen=True)
class _Solved:
    """The one right move, what the deep search thinks of it, and how much worse the others are."""

    thought: Thought
    second: int
    losses: dict[int, Difference]

    @property
    def best(self) -> int:
        return self.thought.move


def _clear_move(view: Position, standard: Standard, stop: threading.Event) -> _Solved | None:
    """The cheapest tests come first: most positions fail them."""
    if len(view.legal_moves) < FEWEST_MOVES:
        return None
    effort = standard.effort
    thought = chances(view, effort.search, seed_of(view), stop)
    best = thought.move
    if thought.visits[best] < FAVOURITE * effort.search:
        return None
    imagined = Imagined(view, effort.ahead, stop, "puzzle")
    if _loss(imagined, best, _rivals(view, thought)[0], standard, is_close=True) is None:
        return None
    if _is_trivial(view, best, effort, stop):
        return None
    deep = chances(view, standard.deeper * effort.search, seed_of(view, "deeper"), stop)
    if deep.move != best:
        return None
    losses: dict[int, Difference] = {}
    for place, rival in enumerate(_rivals(view, deep)):
        loss = _loss(imagined, best, rival, standard, is_close=place < CLOSEST)
        if loss is None:
            return None
        losses[rival] = loss
    # In new worlds, so that the margin is not overstated because it was large enough to be looked at again.
    again: set[int] = set()
    while (second := min(losses, key=lambda move: losses[move].mean)) not in again:
        losses[second] = compare(view, best, second, effort.worlds, effort.again, stop, "again")
        again.add(second)
        if not standard.is_clear(losses[second]):
            return None
    return _Solved(deep, second, losses)


def _rivals(view: Position, thought: Thought) -> list[int]:
    """All moves but the best, the most visited first."""
    others = [move for move in view.legal_moves.numbers if move != thought.move]
    return sorted(others, key=lambda move: -thought.visits.get(move, 0))


def _loss(imagined: Imagined, best: int, rival: int, standard: Standard, *, is_close: bool) -> Difference | None:
    """The loss by a move; None if it is not clear. A move that is not close is compared until it is twice as
    much worse as it must be."""
    for found in imagined.differences(best, rival, standard.effort.worlds):
        if not found.is_sure:
            return None
        if not is_close and standard.is_clear(found) and found.mean >= 2 * standard.margin:
            return found
    return found if standard.is_clear(found) else None


def _is_trivial(view: Position, best: int, effort: Effort, stop: threading.Event) -> bool:
    """True if the weakest level always finds the move; one in TRIVIAL such positions is kept as an easy puzzle."""
    always = all(move == best for move in runs_of(view, levels_of(view.game)[0], effort, stop))
    return always and seed_of(view, "trivial") % TRIVIAL != 0


def levels_of(game: Game) -> tuple[Level, ...]:
    """The grades of puzzles, the easiest first."""
    assert game.advice is not None, f"{game.name} has no advice for bots"
    return game.advice.levels


def _findings(view: Position, best: int, effort: Effort, stop: threading.Event) -> dict[str, tuple[int, int]]:
    """The runs that find the move, by level: from the weakest to the first that does, and the best one. Empty if the
    best level does not find it."""
    levels = levels_of(view.game)
    found: dict[str, tuple[int, int]] = {}
    for level in levels:
        found[level.name] = _hits(runs_of(view, level, effort, stop), best, effort)
        if found[level.name][0] >= FOUND * effort.runs:
            break
    last = levels[-1]
    if last.name not in found:
        found[last.name] = _hits(runs_of(view, last, effort, stop), best, effort)
    return found if found[last.name][0] >= FOUND * effort.runs else {}


def _hits(moves: Iterator[int], best: int, effort: Effort) -> tuple[int, int]:
    """Runs that play the move, and runs made: no more than it takes to know that they are too few."""
    hits = made = 0
    for move in moves:
        hits, made = hits + (move == best), made + 1
        if made - hits > (1 - FOUND) * effort.runs + 1e-9:
            break
    return hits, made
