"""Who acts in Pyramido, and the legal moves."""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, QUARRY, TURNS_OF
from benben.games.pyramido.rules.layers import WINDOW, block_at, cell_of, room
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, LAYS, MARKS, NO_CARD, REFILLS, SIDES
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, NO_DOMINO, OVER, REFILL, Board


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def legal(s: Board, out: Any) -> int:
    if s.phase == LAY:
        return legal_lays(s, out)
    if s.phase == CARD:
        return legal_cards(s, out)
    if s.phase == REFILL:  # PDO-10: one of the two stacks behind the empty place
        out[0] = REFILLS + empty_quarry_place(s)
        out[1] = out[0] + 1
        return 2
    if s.phase == MARK:  # PDO-8: both blocks are possible, else `play` has placed the marker
        out[0] = MARKS
        out[1] = MARKS + 1
        return 2
    if s.phase == FILL:
        return list_sides(s, FILLS, out, 0)
    return 0


@kernel
def legal_lays(s: Board, out: Any) -> int:
    """PDO-4: each quarry domino at each free pair of places, in all distinct directions."""
    across, down = room(s, s.turn)
    one_way = s.occupied[s.turn] == 0 and s.stage == 0  # PDO-5: the first domino lies unturned
    n = 0
    for k in range(QUARRY):
        both_ways = TURNS_OF[s.quarry[k]] == 4 and not one_way
        first = LAYS + 4 * k * WINDOW
        for turn in range(2):
            places = across if turn == 0 else down
            move = first + turn * WINDOW
            while places:
                if places & 1:
                    out[n] = move
                    n += 1
                    if both_ways:
                        out[n] = move + 2 * WINDOW
                        n += 1
                places >>= 1
                move += 1
    return n


@kernel
def legal_cards(s: Board, out: Any) -> int:
    """PDO-9: no card, or any side in any rotation on a new block without a marker."""
    out[0] = NO_CARD
    n = 1
    for half in range(2):
        if not is_marked(s, s.turn, s.new[half]):
            n = list_sides(s, CARDS_ON + half * SIDES, out, n)
    return n


@kernel
def list_sides(s: Board, first: int, out: Any, n: int) -> int:
    """List each side of each card in hand, with its jewel in each quarter."""
    cards = s.cards[s.turn]
    for colour in range(COLOURS):
        if cards >> (colour >> 1) & 1:
            for quarter in range(4):
                out[n] = first + 4 * colour + quarter
                n += 1
    return n


@kernel
def empty_quarry_place(s: Board) -> int:
    for k in range(QUARRY):
        if s.quarry[k] == NO_DOMINO:
            return k
    return NO_DOMINO


@kernel
def is_marked(s: Board, seat: int, place: int) -> bool:
    colour = COLOUR_OF[block_at(s, seat, place)]
    return bool(s.mark[seat, s.stage, colour] == cell_of(s.stage, place) + 1)
