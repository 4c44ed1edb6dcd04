"""Kernels: can dominoes still fill the layer? If not, its builder may lose (PDO-12)."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.scratch import scratch
from benben.games.pyramido.box.components import LONG, SHORT
from benben.games.pyramido.rules.layers import BELOW, FIELD, ORIGIN, RIGHT
from benben.games.pyramido.rules.state import Board

_ROW = (1 << BELOW) - 1
_COLUMN = sum(1 << row * BELOW for row in range(7))
_SPARE = 58
_PLACES = (1 << _SPARE) - 1
MOST_TODO = 2 * SHORT * LONG + 2
_DARK = sum(1 << place for place in range(_SPARE) if (place // BELOW + place) & 1)  # places as on a chessboard


@kernel
def fillable(empty: int, spare: int) -> bool:
    """Whether dominoes can fill all but `spare` places. (Iterative: Numba cannot cache recursion, issue 6061.)"""
    unbalanced = 2 * count_bits(empty & _DARK) - count_bits(empty)  # a domino covers a dark and a light place
    beside = empty << RIGHT | empty >> RIGHT | empty << BELOW | empty >> BELOW
    if abs(unbalanced) > spare or count_bits(empty & ~beside) > spare:
        return False
    todo = scratch(MOST_TODO)  # places to fill; high bits: allowed empty places
    todo[0] = empty | spare << _SPARE
    n = 1
    while n > 0:
        n -= 1
        here = int(todo[n])
        places = here & _PLACES
        if places == 0:
            return True
        first = places & -places
        if here >> _SPARE:
            todo[n] = here - first - (1 << _SPARE)
            n += 1
        if places & first << BELOW:
            todo[n] = here - first - (first << BELOW)
            n += 1
        if places & first << RIGHT:
            todo[n] = here - first - (first << RIGHT)
            n += 1
    return False


@kernel
def can_finish(s: Board, seat: int, occupied: int, spare: int) -> bool:
    """Whether dominoes can fill all but `spare` cells of the layer, with these places occupied."""
    if s.stage > 0:
        return fillable(int(FIELD[s.rows[seat] - s.stage, s.columns[seat] - s.stage]) & ~occupied, spare)
    if occupied == 0:
        return True
    while not occupied & _ROW:
        occupied >>= BELOW
    while not occupied & _COLUMN:
        occupied >>= RIGHT
    height = 1  # the upper left corner of the occupied places is now place 0
    while occupied >> height * BELOW:
        height += 1
    width = 1
    while occupied & (_COLUMN << width * RIGHT):
        width += 1
    for across in range(2):
        rows = SHORT if across else LONG
        columns = LONG if across else SHORT
        field = int(FIELD[rows, columns]) >> ORIGIN
        for down in range(rows - height + 1):
            for aside in range(columns - width + 1):
                if fillable(field & ~(occupied << (down * BELOW + aside * RIGHT)), spare):
                    return True
    return False
