"""Prompts of Pyramidis: what the seat to act must do."""

from __future__ import annotations

from benben.core.game import Ask
from benben.core.text import Message
from benben.games.pyramidis.box.components import MOST_TAKEN, START
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _


def ask(s: Board) -> Ask:
    then = _("Then the stack drops one pyramid on each field of your course, the bottom one first.")
    return Ask(_now(s), then, _short(s))


def _short(s: Board) -> Message:
    start = 1 << int(START[s.turn])
    if not s.control[s.turn] & start:
        return _("Move a stack")
    most = min(MOST_TAKEN, s.height[START[s.turn]])
    if s.control[s.turn] == start:
        return _("Take 1 to {most} from the start", most=most) if most > 1 else _("Move your last pyramid")
    return _("Move a stack, or take 1 to {most}", most=most) if most > 1 else _("Move a stack or the pyramid")


def _now(s: Board) -> Message:
    """PDS-6, PDS-7."""
    start = 1 << int(START[s.turn])
    mine = s.control[s.turn]
    if not mine & start:
        return _("Move a stack that has your colour on top.")
    most = min(MOST_TAKEN, s.height[START[s.turn]])
    if mine == start:
        if most == 1:
            return _("Move your last pyramid off its start field.")
        return _("Take 1 to {most} pyramids from the top of your start field.", most=most)
    if most == 1:
        return _("Move a stack that has your colour on top, or the pyramid on your start field.")
    return _("Move a stack that has your colour on top, or take 1 to {most} from your start field.", most=most)
