"""The guided first game: a committed deal, goals in order, and the moves between them.

A game declares one `Lesson` in `words/lesson.py`. Each move of the learner belongs to a `Step`; the other moves, of the
opponents and in turns that are skipped, are written down. Whether a move does what a step asks for is decided by the
positions before and after it, which the game's kernels make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benben.core.shuffle import seed_bytes
from benben.core.text import Message

if TYPE_CHECKING:
    from benben.core.position import Position

Cells = Callable[[Any, int], tuple[str, ...]]  # (learner's state, learner's seat) -> ids of elements


def moves(text: str) -> tuple[str, ...]:
    """Moves in notation, written with semicolons between them."""
    return tuple(move.strip() for move in text.split(";"))


def _no_cells(s: Any, seat: int) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Step:
    """One decision of the learner."""

    touch: tuple[Message, ...]  # what to touch, by the number of elements touched already; the last one stays
    accepts: Callable[[Any, Any, int], bool]  # (state before, state after, seat), both as the learner sees them


@dataclass(frozen=True)
class Goal:
    """A task for the learner, and what there is to learn from it."""

    name: str
    task: Message  # "Lay a domino so that two red blocks touch."
    steps: tuple[Step | str, ...]  # the learner's decisions; between them moves of others, in notation
    learned: Message  # said when the goal is reached, before anything else happens
    cells: Cells = _no_cells  # what `learned` is about
    rule: str = ""
    then: tuple[str, ...] = ()  # the moves that follow by themselves, shown one after the other
    later: tuple[str, ...] = ()  # after those: turns that are skipped

    @property
    def length(self) -> int:
        """The number of moves up to the next goal."""
        return len(self.steps) + len(self.then) + len(self.later)


@dataclass(frozen=True)
class Lesson:
    """The guided first game of a game, at its usual table."""

    seed: int
    welcome: Message  # what the game is about; said before the first goal
    goals: tuple[Goal, ...]
    cells: Cells = _no_cells  # what `welcome` is about
    seat: int = 0  # the learner's
    opening: tuple[str, ...] = ()  # moves before the first goal

    @cached_property
    def plan(self) -> tuple[Step | str, ...]:
        """Each move in order: a decision of the learner, or a move in notation."""
        planned: list[Step | str] = [*self.opening]
        for goal in self.goals:
            planned += [*goal.steps, *goal.then, *goal.later]
        return tuple(planned)

    @cached_property
    def _begins(self) -> tuple[int, ...]:
        """The number of moves before each goal."""
        begins = [len(self.opening)]
        for goal in self.goals:
            begins.append(begins[-1] + goal.length)
        return tuple(begins)

    def reached(self, ply: int) -> int:
        """The number of goals that are reached after `ply` moves."""
        return sum(begin + len(goal.steps) <= ply for begin, goal in zip(self._begins, self.goals, strict=False))

    def skips(self, ply: int) -> bool:
        """True if the next move belongs to turns that are skipped."""
        return any(
            begin + goal.length - len(goal.later) <= ply < begin + goal.length
            for begin, goal in zip(self._begins, self.goals, strict=False)
        )

    def is_of(self, position: Position) -> bool:
        """True for a match of the lesson: the usual table with the committed deal."""
        setup = position.setup
        is_usual = (setup.players, dict(setup.options)) == setup.game.usual_table()
        return is_usual and setup.seed == seed_bytes(self.seed)

    def due(self, position: Position, ply: int) -> Step | str | None:
        """The move after `ply` moves; None after the lesson, or if the written move is not possible."""
        planned = self.plan[ply] if ply < len(self.plan) else None
        return None if isinstance(planned, str) and planned not in position.legal_moves else planned


def accepted(step: Step, view: Position, chance: int = 0) -> list[int]:
    """The legal moves that do what the step asks for, judged in a random world that fits the learner's view: so nothing
    hidden can matter."""
    seat, before, world = view.seat, view.state, view.imagine(chance)
    assert seat is not None
    legal = view.legal_moves.numbers
    return [move for move in legal if step.accepts(before, world.play(move).view(seat).state, seat)]
