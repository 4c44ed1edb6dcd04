"""The moves of Pyramido.

A turn is up to four moves: lay, mark, card, refill. Steps without a choice are part of the move before.
"""

from __future__ import annotations

from benben.core.kernels import inlined
from benben.core.kit.moves import Families
from benben.games.pyramido.box.components import COLOURS, MOST_PLAYERS, QUARRY, STACKS, TURNS, TURNS_OF
from benben.games.pyramido.rules.layers import BELOW, GROWING_ACROSS, GROWING_DOWN, RIGHT, WINDOW
from benben.games.pyramido.rules.state import NO_DOMINO, Board

FAMILIES = Families()
# A quarry domino, turned by quarter turns clockwise; `place`: of its upper or left block, in the window (see layers).
LAY_ON = FAMILIES.family("lay a domino", quarry=QUARRY, turn=4, place=WINDOW)
MARK_ON = FAMILIES.family("mark a new block", half=2)
NO_CARD = FAMILIES.family("no card")
CARD_ON = FAMILIES.family("lay a card on a new block", half=2, colour=COLOURS, quarter=4)  # `quarter`: of its jewel
REFILL_FROM = FAMILIES.family("refill from a stack", pile=STACKS)
FILL_WITH = FAMILIES.family("fill the first empty cell with a card", colour=COLOURS, quarter=4)  # PDO-12

# Each quarry domino in two orientations at each pair of places that keeps the first layer in its rectangle.
_PAIRS = zip(GROWING_ACROSS.flat, GROWING_DOWN.flat, strict=True)
MOST_LEGAL = 2 * QUARRY * max(int(across).bit_count() + int(down).bit_count() for across, down in _PAIRS)
LONGEST = 4 * MOST_PLAYERS * int(TURNS.sum())  # four decisions per turn; filling takes two


@inlined
def ends(turn: int, place: int) -> tuple[int, int]:
    """The places of the left and of the right block of a domino."""
    last = place + (BELOW if turn & 1 else RIGHT)
    return (place, last) if turn < 2 else (last, place)


def lay_move(s: Board, quarry: int, left: int, right: int) -> int | None:
    """The move that lays a quarry domino with its blocks on these places; None if they are not neighbours.

    PDO-4: where a half turn changes nothing, both ways are one move.
    """
    turn = {RIGHT: 0, BELOW: 1, -RIGHT: 2, -BELOW: 3}.get(right - left)
    if turn is None:
        return None
    if s.quarry[quarry] != NO_DOMINO and TURNS_OF[s.quarry[quarry]] == 2:
        turn &= 1
    return LAY_ON(quarry, turn, min(left, right))
