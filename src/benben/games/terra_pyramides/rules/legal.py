"""Who acts, and the legal moves.

The phases of a turn: LAY the tile, choose a ROW (STOCK if there are too few workers), MOVE the workers, FINISH with a
draw. Extra actions are allowed in all of these except STOCK. PAY, EXCHANGE and PICK complete another decision.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.terra_pyramides.box.board import LONGEST_ROW, STACKS
from benben.games.terra_pyramides.box.components import (
    IS_OPEN_STACK,
    MOST_GOLD,
    MOST_STONES,
    NO_TILE,
    PRICE,
    STACKS_A_HALF,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules.board_tables import (
    AXIS_COUNT,
    HALF,
    LAY_FIELD,
    LAYS,
    REACH_CLEAR,
    REACH_FROM,
    REACH_OVER,
    REACH_SITE,
    ROW_FIELD,
    ROW_LENGTH,
    ROW_OF,
    SITES,
)
from benben.games.terra_pyramides.rules.moves import (
    BACK_AT,
    BUY,
    DRAW_AT,
    END,
    FOUND_AT,
    HIRE_AT,
    LAY_AT,
    LOOK_AT,
    MOVE_AT,
    PAINTS,
    PAY_AT,
    RAISE_AT,
    RETURN_AT,
    ROW_AT,
    STOCK_AT,
    SWAP_AT,
    TAKE_AT,
)
from benben.games.terra_pyramides.rules.state import (
    EXCHANGE,
    FINISH,
    LAST_WITH_EXTRAS,
    LAY,
    MOVE,
    OVER,
    PAY,
    PICK,
    ROW,
    STOCK,
    Board,
    player,
    stones,
    top_level,
)


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def legal(s: Board, out: Any) -> int:
    phase = s.phase
    n = 0
    if phase == LAY:
        n = lays(s, out)
    elif phase == ROW:
        n = rows(s, out)
    elif phase == MOVE:
        n = worker_moves(s, out)
    elif phase in (FINISH, EXCHANGE):
        n = endings(s, out)
    elif phase == STOCK:
        n = tiles_to_stock(s, out)
    elif phase == PAY:
        n = payments(s, out)
    elif phase == PICK:
        n = tiles_to_take(s, out)
    if phase <= LAST_WITH_EXTRAS:
        n = extras(s, out, n)
    return n


@kernel
def bound_to(s: Board, who: int) -> int:
    """TER-26: the half on which the tile in hand must be laid without payment; -1 if it may go anywhere."""
    if s.symbols == 0:
        return -1
    half = (s.source[who] - 1) // STACKS_A_HALF
    return half if s.free[half] > 0 else -1


@kernel
def lays(s: Board, out: Any) -> int:
    """TER-6: any free tile field, with the stairs towards any adjacent site."""
    who = player(s)
    half = -1 if s.gold[who] > 0 else bound_to(s, who)
    n = 0
    for lay in range(LAYS):
        field = LAY_FIELD[lay]
        if s.tile[field] == NO_TILE and (half < 0 or HALF[field] == half):
            out[n] = LAY_AT + lay
            n += 1
    return n


@kernel
def rows(s: Board, out: Any) -> int:
    """TER-8: the rows through the tile just laid; axes with the same fields count once."""
    field = s.laid - 1
    n = 0
    for axis in range(AXIS_COUNT):
        new = True
        for earlier in range(axis):
            new = new and ROW_OF[field, earlier] != ROW_OF[field, axis]
        if new:
            out[n] = ROW_AT + axis
            n += 1
    return n


@kernel
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
            out[n] = STOCK_AT + field
            n += 1
            symbols -= 1
    return n


@kernel
def worker_moves(s: Board, out: Any) -> int:
    """TER-11, TER-14: each worker on the row along a line of tiles to a place with room, or back to the supply."""
    who = player(s)
    row = s.row - 1
    n = 0
    for place in range(ROW_LENGTH[row]):
        if s.waiting >> place & 1:
            field = ROW_FIELD[row, place]
            for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
                if takes_worker(s, who, REACH_SITE[way]) and is_paved(s, way):
                    out[n] = MOVE_AT + way
                    n += 1
            out[n] = RETURN_AT + field
            n += 1
    return n


@kernel
def is_paved(s: Board, way: int) -> bool:
    """Whether all fields of the way have tiles."""
    if not REACH_CLEAR[way]:
        return False
    for k in range(LONGEST_ROW - 1):
        if s.tile[REACH_OVER[way, k]] == NO_TILE:
            return False
    return True


@kernel
def takes_worker(s: Board, who: int, site: int) -> bool:
    """TER-11 to TER-13, TER-18: a free foundation, or an own place with room."""
    if s.owner[site] == 0:
        if s.foundation[site] == 0:
            return False
        return s.entered == 0 or s.entered == site + 1
    return bool(s.owner[site] == who + 1 and s.workers[site] < TO_BUILD and s.level[site] < top_level(s))


@kernel
def extras(s: Board, out: Any, n: int) -> int:
    """TER-14 to TER-19: workers back, build, buy."""
    who = player(s)
    rich = s.gold[who] >= PRICE
    hiring = rich and s.supply[who] > 0
    for site in range(SITES):
        if s.owner[site] == who + 1:
            if s.workers[site] > (1 if s.level[site] > 0 else 0):
                out[n] = BACK_AT + site
                n += 1
            if s.workers[site] == TO_BUILD:
                n = builds(s, out, n, who, site)
            elif hiring and takes_worker(s, who, site):
                out[n] = HIRE_AT + site
                n += 1
        elif hiring and takes_worker(s, who, site):
            out[n] = HIRE_AT + site
            n += 1
    if rich:
        out[n] = BUY
        n += 1
    return n


@kernel
def builds(s: Board, out: Any, n: int, who: int, site: int) -> int:
    """TER-15 to TER-17: the next level of a place with three workers."""
    level = s.level[site]
    if level == 0:
        if stones(s, who) > 0:
            for colour in range(1, STONE_KINDS):
                if s.first_left[colour] > 0:
                    out[n] = FOUND_AT + PAINTS * site + colour - 1
                    n += 1
    elif pieces_left(s, who, level) > 0 and s.stone[who, s.colour[site]] + s.stone[who, WHITE] > level:
        out[n] = RAISE_AT + site
        n += 1
    return n


@kernel
def pieces_left(s: Board, who: int, level: int) -> int:
    """TER-3, TER-17: the number of pieces left to put on a pyramid of this level (at least 1)."""
    return int(s.tips[who] if level == TOP_LEVEL - 1 else s.level_left[level - 1])


@kernel
def payments(s: Board, out: Any) -> int:
    """TER-16: a first level can be paid with any stone."""
    who = player(s)
    n = 0
    for colour in range(STONE_KINDS):
        if s.stone[who, colour] > 0:
            out[n] = PAY_AT + colour
            n += 1
    return n


@kernel
def can_search(s: Board, stack: int) -> bool:
    """TER-21, TER-27: whether this is a face-down stack with tiles."""
    return s.height[stack] > 0 and not (s.open and IS_OPEN_STACK[stack])


@kernel
def most_gold(s: Board) -> int:
    """TER-20: the most gold with which the turn can end: 4, plus 1 for a search if possible."""
    for stack in range(STACKS):
        if can_search(s, stack):
            return MOST_GOLD + 1
    return MOST_GOLD


@kernel
def endings(s: Board, out: Any) -> int:
    """TER-20, TER-21: exchange while there are more than 7 stones, then draw; both only within the gold limit."""
    who = player(s)
    gold = s.gold[who]
    n = 0
    if stones(s, who) > MOST_STONES:
        if gold <= most_gold(s):
            n = exchanges(s, out, who)
        return n
    left = False
    for stack in range(STACKS):
        if s.height[stack] > 0:
            left = True
            if gold <= MOST_GOLD:
                out[n] = DRAW_AT + stack
                n += 1
    if 1 <= gold <= MOST_GOLD + 1:
        for stack in range(STACKS):
            if can_search(s, stack):
                out[n] = LOOK_AT + stack
                n += 1
    if not left and gold <= MOST_GOLD:
        out[0] = END
        n = 1
    return n


@kernel
def exchanges(s: Board, out: Any, who: int) -> int:
    """TER-20: any two stones."""
    n = 0
    pair = 0
    for one in range(STONE_KINDS):
        for other in range(one, STONE_KINDS):
            if s.stone[who, one] > (1 if other == one else 0) and s.stone[who, other] > 0:
                out[n] = SWAP_AT + pair
                n += 1
            pair += 1
    return n


@kernel
def tiles_to_take(s: Board, out: Any) -> int:
    """TER-21: any tile of the stack; of equal adjacent tiles only the topmost, because they are interchangeable."""
    stack = s.looking - 1
    top = s.height[stack] - 1
    n = 0
    for above in range(top + 1):
        if above == 0 or s.stack[stack, top - above] != s.stack[stack, top - above + 1]:
            out[n] = TAKE_AT + above
            n += 1
    return n
