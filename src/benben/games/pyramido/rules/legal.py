"""Who acts in Pyramido, and the legal moves."""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import each_bit
from benben.games.pyramido.box.components import COLOUR_OF, QUARRY, TURNS_OF, side_of
from benben.games.pyramido.rules.layers import block_at, cell_of, room
from benben.games.pyramido.rules.moves import CARD_ON, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, NO_DOMINO, OVER, REFILL, Board


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def legal(s: Board, out: Any) -> int:
    if s.phase == LAY:
        return legal_lays(s, out)
    if s.phase == MARK:  # PDO-8: both blocks are possible, else `play` has placed the marker
        out[0] = MARK_ON(0)
        out[1] = MARK_ON(1)
        return 2
    if s.phase == CARD:
        return legal_cards(s, out)
    if s.phase == REFILL:  # PDO-10: one of the two stacks behind the empty place
        place = empty_quarry_place(s)
        out[0] = REFILL_FROM(place)
        out[1] = REFILL_FROM(place + 1)
        return 2
    if s.phase == FILL:
        return legal_fills(s, out)
    return 0


@inlined
def legal_lays(s: Board, out: Any) -> int:
    """PDO-4: each quarry domino at each free pair of places, in all distinct directions."""
    across, down = room(s, s.turn)
    one_way = s.occupied[s.turn] == 0 and s.stage == 0  # PDO-5: the first domino lies unturned
    n = 0
    for k in range(QUARRY):
        ways = 1 if one_way else TURNS_OF[s.quarry[k]] >> 1
        for turn in range(2):
            for place in each_bit(across if turn == 0 else down):
                out[n + ways - 1] = LAY_ON(k, turn + 2, place)
                out[n] = LAY_ON(k, turn, place)  # with one way only, in its place
                n += ways
    return n


@inlined
def legal_cards(s: Board, out: Any) -> int:
    """PDO-9: no card, or any side in any rotation on a new block without a marker."""
    out[0] = NO_CARD()
    n = 1
    for half in range(2):
        for card in each_bit(0 if is_marked(s, s.turn, s.new[half]) else s.cards[s.turn]):
            for side in range(2):
                for quarter in range(4):
                    out[n] = CARD_ON(half, side_of(card, side), quarter)
                    n += 1
    return n


@inlined
def legal_fills(s: Board, out: Any) -> int:
    """PDO-12: any side in any rotation."""
    n = 0
    for card in each_bit(s.cards[s.turn]):
        for side in range(2):
            for quarter in range(4):
                out[n] = FILL_WITH(side_of(card, side), quarter)
                n += 1
    return n


@inlined
def empty_quarry_place(s: Board) -> int:
    """The only one, while a refill is due."""
    place = 0
    for k in range(QUARRY):
        place += k if s.quarry[k] == NO_DOMINO else 0
    return place


@inlined
def is_marked(s: Board, seat: int, place: int) -> bool:
    colour = COLOUR_OF[block_at(s, seat, place)]
    return bool(s.mark[seat, s.stage, colour] == cell_of(s.stage, place) + 1)
