"""Who acts, and the legal moves.

The phases of a turn: LAY the tile, choose a ROW (STOCK if there are too few workers), MOVE the workers, FINISH with a
draw. Extra actions are allowed in all of these except STOCK. PAY, EXCHANGE and PICK complete another decision.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import each_bit
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    IS_OPEN_STACK,
    MOST_GOLD,
    MOST_STONES,
    PRICE,
    STACKS_A_HALF,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules import moves, state
from benben.games.terra_pyramides.rules.board_tables import (
    AXIS_COUNT,
    BOTH,
    FIELDS_OF,
    LAY_FROM,
    MOST_WAYS,
    OVER,
    REACH_CLEAR,
    REACH_FROM,
    REACH_SITE,
    ROW_AXES,
    ROW_FIELD,
    ROW_LENGTH,
    WORD,
    WORDS,
)
from benben.games.terra_pyramides.rules.state import Board, player, stones


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == state.OVER else s.turn


@kernel
def legal(s: Board, out: Any) -> int:
    phase = s.phase
    n = 0
    if phase == state.LAY:
        n = lays(s, out)
    elif phase == state.ROW:
        n = rows(s, out)
    elif phase == state.MOVE:
        n = worker_moves(s, out)
    elif phase in (state.FINISH, state.EXCHANGE):
        n = endings(s, out)
    elif phase == state.STOCK:
        n = tiles_to_stock(s, out)
    elif phase == state.PAY:
        n = payments(s, out)
    elif phase == state.PICK:
        n = tiles_to_take(s, out)
    if phase <= state.LAST_WITH_EXTRAS:
        n = extras(s, out, n)
    return n


@inlined
def bound_to(s: Board, who: int) -> int:
    """TER-26: the half on which the tile in hand must be laid without payment; -1 if it may go anywhere."""
    if s.symbols == 0:
        return -1
    half = (s.source[who] - 1) // STACKS_A_HALF
    return half if s.free[half] > 0 else -1


@inlined
def lays(s: Board, out: Any) -> int:
    """TER-6: any free tile field, with the stairs towards any adjacent site."""
    who = player(s)
    half = -1 if s.gold[who] > 0 else bound_to(s, who)
    n = 0
    for word in range(WORDS):
        for bit in each_bit(s.free_fields[word] & FIELDS_OF[half if half >= 0 else BOTH, word]):
            field = WORD * word + bit
            for k in range(MOST_WAYS):
                if LAY_FROM[field] + k < LAY_FROM[field + 1]:
                    out[n] = moves.LAY(LAY_FROM[field] + k)
                    n += 1
    return n


@inlined
def rows(s: Board, out: Any) -> int:
    """TER-8: the rows through the tile just laid; axes with the same fields count once."""
    n = 0
    for axis in range(AXIS_COUNT):
        out[n] = moves.ROW(axis)
        n += ROW_AXES[s.laid - 1] >> axis & 1
    return n


@inlined
def tiles_to_stock(s: Board, out: Any) -> int:
    """TER-9: tiles for a worker if there are too few; in row order, so that each set of tiles is reached only once."""
    row = s.row - 1
    symbols = 0
    for place in range(s.stock_from, ROW_LENGTH[row]):
        if s.tile[ROW_FIELD[row, place]] & WORKER:
            symbols += 1
    n = 0
    for place in range(s.stock_from, ROW_LENGTH[row]):
        field = ROW_FIELD[row, place]
        if s.tile[field] & WORKER and symbols >= s.to_stock:
            out[n] = moves.STOCK(field)
            n += 1
            symbols -= 1
    return n


@inlined
def worker_moves(s: Board, out: Any) -> int:
    """TER-11, TER-14: each worker on the row along a line of tiles to a place with room, or back to the supply."""
    places = sites_with_room(s, player(s))
    n = 0
    for place in each_bit(s.waiting):
        field = ROW_FIELD[s.row - 1, place]
        for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
            out[n] = moves.MOVE(way)
            n += places >> REACH_SITE[way] & is_paved(s, way)
        out[n] = moves.RETURN(field)
        n += 1
    return n


@inlined
def can_move(s: Board, who: int) -> bool:
    """Whether there is a way for one of the workers on the row."""
    places = sites_with_room(s, who)
    for place in each_bit(s.waiting):
        field = ROW_FIELD[s.row - 1, place]
        for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
            if places >> REACH_SITE[way] & is_paved(s, way):
                return True
    return False


@inlined
def is_paved(s: Board, way: int) -> bool:
    """Whether all fields of the way have tiles."""
    missing = 0
    for word in range(WORDS):
        missing |= OVER[way, word] & s.free_fields[word]
    return bool(REACH_CLEAR[way] & (missing == 0))


@inlined
def sites_with_room(s: Board, who: int) -> int:
    """TER-11 to TER-13, TER-18: the free foundations and own places that take a worker, as a set."""
    return int(s.room[who] | s.vacant & (1 << s.entered - 1 if s.entered else -1))


@inlined
def extras(s: Board, out: Any, n: int) -> int:
    """TER-14 to TER-19: workers back, build, buy.

    A move is written before it is known whether it counts; MOST_LEGAL leaves room for that.
    """
    who = player(s)
    rich = s.gold[who] >= PRICE
    leaving = int(s.spare[who])
    hiring = sites_with_room(s, who) if rich and s.supply[who] > 0 else 0
    for site in each_bit(leaving | hiring):
        out[n] = moves.BACK(site)
        n += leaving >> site & 1
        if s.workers[site] == TO_BUILD:
            n = builds(s, out, n, who, site)
        out[n] = moves.HIRE(site)
        n += hiring >> site & 1
    out[n] = moves.BUY()
    n += rich
    return n


@inlined
def builds(s: Board, out: Any, n: int, who: int, site: int) -> int:
    """TER-15 to TER-17: the next level of a place with three workers."""
    level = s.level[site]
    if level == 0:
        if stones(s, who) > 0:
            for colour in range(1, STONE_KINDS):
                if s.first_left[colour] > 0:
                    out[n] = moves.FOUND(site, colour)
                    n += 1
    elif pieces_left(s, who, level) > 0 and s.stone[who, s.colour[site]] + s.stone[who, WHITE] > level:
        out[n] = moves.RAISE(site)
        n += 1
    return n


@inlined
def pieces_left(s: Board, who: int, level: int) -> int:
    """TER-3, TER-17: the number of pieces left to put on a pyramid of this level (at least 1)."""
    return int(s.tips[who] if level == TOP_LEVEL - 1 else s.level_left[level - 1])


@inlined
def payments(s: Board, out: Any) -> int:
    """TER-16: a first level can be paid with any stone."""
    who = player(s)
    n = 0
    for colour in range(STONE_KINDS):
        if s.stone[who, colour] > 0:
            out[n] = moves.PAY(colour)
            n += 1
    return n


@inlined
def can_search(s: Board, stack: int) -> bool:
    """TER-21, TER-27: whether this is a face-down stack with tiles."""
    return bool((s.height[stack] > 0) & ((s.open == 0) | (IS_OPEN_STACK[stack] == 0)))


@inlined
def most_gold(s: Board) -> int:
    """TER-20: the most gold with which the turn can end: 4, plus 1 for a search if possible."""
    for stack in range(STACKS):
        if can_search(s, stack):
            return MOST_GOLD + 1
    return MOST_GOLD


@inlined
def endings(s: Board, out: Any) -> int:
    """TER-20, TER-21: exchange while there are more than 7 stones, then draw; both only within the gold limit."""
    who = player(s)
    gold = s.gold[who]
    if stones(s, who) > MOST_STONES:
        return exchanges(s, out, who) if gold <= most_gold(s) else 0
    n = 0
    for stack in range(STACKS):
        out[n] = moves.DRAW(stack)
        n += (s.height[stack] > 0) & (gold <= MOST_GOLD)
    if 1 <= gold <= MOST_GOLD + 1:
        for stack in range(STACKS):
            out[n] = moves.LOOK(stack)
            n += can_search(s, stack)
    if n == 0 and gold <= MOST_GOLD:
        out[0] = moves.END()
        n = 1
    return n


@inlined
def exchanges(s: Board, out: Any, who: int) -> int:
    """TER-20: any two stones."""
    n = 0
    pair = 0
    for one in range(STONE_KINDS):
        for other in range(one, STONE_KINDS):
            out[n] = moves.SWAP(pair)
            n += (s.stone[who, one] > (other == one)) & (s.stone[who, other] > 0)
            pair += 1
    return n


@inlined
def tiles_to_take(s: Board, out: Any) -> int:
    """TER-21: any tile of the stack; of equal adjacent tiles only the topmost, because they are interchangeable."""
    stack = s.looking - 1
    top = s.height[stack] - 1
    n = 0
    for above in range(top + 1):
        if above == 0 or s.stack[stack, top - above] != s.stack[stack, top - above + 1]:
            out[n] = moves.TAKE(above)
            n += 1
    return n
