"""A hint in words, and what a page must know to offer hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benben.coach.hints import Hint
from benben.coach.reasons import amount, sentence
from benben.core.position import Position
from benben.core.text import Message, texts
from benben.table.hints import hint_refusal, not_agreed
from benben.table.match import PERSON, Match
from benben.web.names import Names
from benben.web.schemas import line_schema

_ = texts(__package__)


def hint_schema(view: Position, hint: Hint, names: Names, language: str) -> dict[str, Any]:
    """A hint in a language. Everything comes from the view of its seat."""
    assert view.actor is not None
    lines = [sentence(view.game, reason, view.actor, names.of_seats) for reason in hint.reasons]
    return {
        "look": {"cells": list(hint.look), "text": look_text(hint).say(language)},
        "move": _move_schema(view, hint.move, language),
        "why": {
            "text": why_text(view, hint, language).say(language),
            "other": None if hint.other is None else _move_schema(view, hint.other, language),
            "gain": hint.gain,
            "error": hint.error,
            "lines": [line_schema(line, language) for line in lines],
        },
    }


def look_text(hint: Hint) -> Message:
    if len(hint.look) > 1:
        return _("Look at the marked places: the best move begins with one of them.")
    return _("Look here: the best move begins with this.")


def why_text(view: Position, hint: Hint, language: str) -> Message:
    """How the move compares with another one."""
    if len(view.legal_moves) == 1:
        return _("There is no other move.")
    if hint.other is None:
        return _("There was no time to compare it with other moves.")
    other = _said(view, hint.other, language)
    if not hint.is_better:
        return _("Another move is about as good: {move}", move=other)
    gain, error = amount(100 * hint.gain), amount(100 * hint.error)
    return _("{gain} ± {error} percentage points better than: {move}", gain=gain, error=error, move=other)


def _move_schema(view: Position, move: int, language: str) -> dict[str, Any]:
    return {"move": view.notation(move), "path": list(view.path(move)), "text": _said(view, move, language)}


def _said(view: Position, move: int, language: str) -> str:
    intent = view.intent(move)
    return intent.say(language) if intent is not None else view.notation(move)


def hints_here(
    match: Match, seat: int | None, own: Sequence[int], names: Names, language: str
) -> dict[str, Any] | None:
    """What a page must know: may its person ask, and if not, why; who asks for an agreement, and who has not agreed."""
    if seat is None or match.is_over or not match.is_full or not match.game.advice:
        return None
    mine = {seat, *own}
    refusal = hint_refusal(match, mine)
    asking = [other for other in sorted(match.state.agreed - mine) if match.occupants[other].kind == PERSON]
    is_asked = bool(asking) and not mine & match.state.agreed
    return {
        "allowed": refusal is None,
        "why": None if refusal is None else refusal.details["why"],
        "reason": "" if refusal is None else refusal.say(language),
        "agreed": seat in match.state.agreed,
        "asked": _("{name} asks to allow hints at this table.", name=names.of_seats[asking[0]]).say(language)
        if is_asked
        else "",
        "missing": [_name(names.of_seats[other], language) for other in not_agreed(match, mine)],
    }


def _name(name: Message | str, language: str) -> str:
    return name.say(language) if isinstance(name, Message) else name
