"""Touch paths: the elements to touch for a move, and the other way round."""

from __future__ import annotations

from benben.core.errors import MalformedMove
from benben.games.pyramidis.box.components import FIELDS, INDEX, MOST_TAKEN, START
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _


def path(s: Board, move: int) -> tuple[str, ...]:
    """The stack; on the own start field, then the number to take."""
    field = FIELDS[origin(s, move)]
    return (field,) if move < len(FIELDS) else (field, f"take-{move - len(FIELDS) + 1}")


def aim(s: Board, path: tuple[str, ...]) -> int:
    match path:
        case (field,) if field in INDEX:
            return INDEX[field]
        case (field, take) if field == FIELDS[START[s.turn]] and take in _TAKES:
            return len(FIELDS) + _TAKES.index(take)
    raise MalformedMove(_("Touch a stack. On your start field, then touch the number to take."))


_TAKES = [f"take-{n}" for n in range(1, MOST_TAKEN + 1)]
