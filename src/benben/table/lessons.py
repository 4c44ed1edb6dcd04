"""Guided games: which moves the learner may make."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from benben.core.errors import Reason
from benben.core.lesson import Goal, Lesson, Step, accepted
from benben.core.position import Position
from benben.core.text import texts
from benben.table.match import MatchState

_ = texts(__package__)

NOT_NOW = "lesson.not-now"


@lru_cache(maxsize=64)
def accepted_moves(step: Step, view: Position) -> tuple[int, ...]:
    """The moves that the learner may make: all legal ones if none does what the step asks for, so that nobody is stuck.

    Kept, because the page, the check of a move and the answer to "why not?" all ask.
    """
    return tuple(accepted(step, view)) or view.legal_moves.numbers


def current_goal(lesson: Lesson, ply: int) -> Goal | None:
    """The goal that the learner is on; None when all are reached."""
    reached = lesson.reached(ply)
    return lesson.goals[reached] if reached < len(lesson.goals) else None


def lesson_objection(state: MatchState, move: int) -> Reason | None:
    """Why the learner of a guided game should not make this legal move now; None at other tables."""
    lesson, due = state.lesson, state.lesson_due
    if state.lesson_waits:
        return Reason(NOT_NOW, "", _("First read on: touch “Go on”."))
    if lesson is None or not isinstance(due, Step):
        return None
    goal = current_goal(lesson, state.ply)
    if goal is None or move in accepted_moves(due, state.position.view(lesson.seat)):
        return None
    return Reason(NOT_NOW, goal.rule, _("That is allowed. But now: {task}", task=goal.task))


def lesson_reason(state: MatchState, view: Position, touched: Sequence[str]) -> Reason | None:
    """What to tell the learner who has touched elements that are no move: None at other tables."""
    lesson, path = state.lesson, tuple(touched)
    goal = current_goal(lesson, state.ply) if lesson is not None and state.lesson_due is not None else None
    if goal is None:
        return None
    begun = (move for move in view.legal_moves.numbers if path and view.path(move)[: len(path)] == path)
    objections = filter(None, (lesson_objection(state, move) for move in begun))
    return next(objections, Reason(NOT_NOW, goal.rule, goal.task))
