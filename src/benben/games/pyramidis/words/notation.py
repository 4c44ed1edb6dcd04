"""Moves of Pyramidis as text: `c4`, `a4:3`."""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.games.pyramidis.box.components import FIELDS, INDEX, MOST_TAKEN, START
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.reasons import one_to_five, only_from_own_start

_MOVE = re.compile(r"([a-h][1-8])(?::(\d+))?")


def write(s: Board, move: int) -> str:
    """The field; for the own start field, with the number taken."""
    if move < len(FIELDS):
        return FIELDS[move]
    return f"{FIELDS[START[s.turn]]}:{move - len(FIELDS) + 1}"


def read(s: Board, text: str) -> int:
    """Raises IllegalMove for a number that no move can have."""
    found = _MOVE.fullmatch(text.lower())
    if found is None or found[1] not in INDEX:
        raise MalformedMove(
            _(
                "“{text}” is not a move: type a field, like c4, or a number from your start field, like a4:3.",
                text=text[:40],
            )
        )
    field, taken = INDEX[found[1]], found[2]
    if taken is None:
        return field
    if field != START[s.turn]:
        raise IllegalMove(only_from_own_start(s, field))
    if not 1 <= int(taken[:4]) <= MOST_TAKEN:
        raise IllegalMove(one_to_five(field))
    return len(FIELDS) + int(taken) - 1
