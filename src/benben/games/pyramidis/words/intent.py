"""What a move will do, said to the player before it is made."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.text import Message
from benben.games.pyramidis.box.components import FIELDS
from benben.games.pyramidis.rules.moves import FAMILIES, MOVE_STACK, TAKE
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.narration import trace


def _move(s: Board, field: int) -> Message:
    return _("Move the stack on {field}: {fields}.", field=FIELDS[field], fields=_stops(s, MOVE_STACK(field)))


def _take(s: Board, taken: int) -> Message:
    return _("Take {n} from the start field: {fields}.", n=taken, fields=_stops(s, TAKE(taken)))


def _stops(s: Board, move: int) -> str:
    return ", ".join(FIELDS[step.field] for step in trace(s, move))


intent: Callable[[Board, int], Message] = FAMILIES.dispatch({MOVE_STACK: _move, TAKE: _take})
