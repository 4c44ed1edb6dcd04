"""Who acts in Pyramidis, and the legal moves."""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.games.pyramidis.box.components import MOST_TAKEN, START
from benben.games.pyramidis.rules.moves import MOVE_STACK, TAKE
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, seat_of


@kernel
def is_over(s: Board) -> bool:
    return s.winner != NO_COLOUR or s.moves >= s.limit


@kernel
def actor(s: Board) -> int:
    return NOBODY if is_over(s) else seat_of(s, s.turn)


@kernel
def legal(s: Board, out: Any) -> int:
    """PDS-6, PDS-7: every stack whose top is yours; from the own start field 1 to 5 from the top, else whole."""
    if is_over(s):
        return 0
    n = 0
    mine = s.control[s.turn]
    start = START[s.turn]
    if mine >> start & 1:
        for taken in range(1, MOST_TAKEN + 1):
            out[taken - 1] = TAKE(taken)
        n = min(MOST_TAKEN, s.height[start])  # what is beyond is overwritten
        mine ^= 1 << start
    for field in each_bit(mine):
        out[n] = MOVE_STACK(field)
        n += 1
    return n
