"""What the page shows of a guided first game."""

from __future__ import annotations

from typing import Any

from benben.core.lesson import Goal, Step
from benben.core.position import Position
from benben.core.text import Message
from benben.table.lessons import accepted_moves
from benben.table.match import MatchState

WELCOME = "welcome"


def lesson_schema(state: MatchState, view: Position, language: str) -> dict[str, Any] | None:
    """The lesson as its learner sees it now; None for everybody else."""
    lesson, due = state.lesson, state.lesson_due
    if lesson is None or view.seat != lesson.seat:
        return None
    reached = lesson.reached(state.ply)
    return {
        "goals": [{"task": goal.task.say(language), "rule": goal.rule} for goal in lesson.goals],
        "reached": reached,
        "note": note_schema(
            *(_goal_note(lesson.goals[reached - 1]) if reached else (WELCOME, lesson.welcome, "")),
            cells=(lesson.goals[reached - 1].cells if reached else lesson.cells)(view.state, lesson.seat),
            language=language,
        ),
        "touch": [text.say(language) for text in due.touch] if isinstance(due, Step) else [],
        "waits": isinstance(due, str),
        "later": lesson.skips(state.ply),
        "passing": lesson.skips(state.ply - 1) and lesson.skips(state.ply),
    }


def lesson_progress(state: MatchState) -> dict[str, int] | None:
    """How far a guided game is, for the start page; None if there is none, or it has taught everything."""
    lesson = state.lesson
    if lesson is None or lesson.reached(state.ply) == len(lesson.goals):
        return None
    return {"reached": lesson.reached(state.ply), "goals": len(lesson.goals)}


def _goal_note(goal: Goal) -> tuple[str, Message, str]:
    return goal.name, goal.learned, goal.rule


def note_schema(name: str, text: Message, rule: str, *, cells: tuple[str, ...], language: str) -> dict[str, Any]:
    """What there is to read before the lesson goes on."""
    return {"name": name, "text": text.say(language), "rule": rule or None, "cells": list(cells)}


def guided(due: Step, view: Position, choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Only the moves that begin like one that reaches the goal; those that reach it are marked."""
    wanted = set(accepted_moves(due, view))
    marked = [
        {**choice, "goal": move in wanted} for move, choice in zip(view.legal_moves.numbers, choices, strict=True)
    ]
    first = {_beginning(choice) for choice in marked if choice["goal"]}
    return [choice for choice in marked if _beginning(choice) in first]


def _beginning(choice: dict[str, Any]) -> str:
    """The element that says most of a move: where one alone says enough, that one."""
    return str(choice["direct"] or choice["path"][0])
