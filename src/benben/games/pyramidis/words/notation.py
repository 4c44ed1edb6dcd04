"""Moves of Pyramidis as text: `c4`, `a4:3`."""

from __future__ import annotations

from benben.core.errors import IllegalMove
from benben.core.kit.notation import Names, Notation, Word
from benben.games.pyramidis.box.components import FIELDS, INDEX, MOST_TAKEN, START
from benben.games.pyramidis.rules.moves import FAMILIES, MOVE_STACK, TAKE
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.reasons import not_a_part, one_to_five


def _check_start(s: Board, name: str) -> None:
    if INDEX[name] != START[s.turn]:
        raise IllegalMove(not_a_part(s, INDEX[name]))


def _read_taken(s: Board, number: str) -> int:
    if not 1 <= int(number) <= MOST_TAKEN:
        raise IllegalMove(one_to_five(int(START[s.turn])))
    return int(number)


_FIELD = Names(FIELDS)
NOTATION = Notation(
    FAMILIES,
    {MOVE_STACK: "{field}", TAKE: "{start}:{taken}"},
    field=_FIELD,
    start=Word(_FIELD.pattern, lambda s, _none: FIELDS[START[s.turn]], _check_start),
    taken=Word(r"0|[1-9]\d{0,3}", lambda s, taken: str(taken), _read_taken),
    otherwise=lambda text: _(
        "“{text}” is not a move: type a field, like c4, or a number from your start field, like a4:3.", text=text
    ),
)
write, read = NOTATION.write, NOTATION.read
