"""Hidden information kernels of Terra Pyramides.

Hidden: the tiles in other hands, the order of the stacks and of the foundations. A searched stack is visible to the
searching player until a tile is taken, and is not remembered (TER-21).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.core.rng import shuffle
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    FOUNDATION_OF,
    FOUNDATIONS,
    IS_OPEN_STACK,
    MOST_GOLD,
    NO_TILE,
    STONE_KINDS,
    TILE_KINDS,
    TILE_OF,
    TILES,
    UNKNOWN,
)
from benben.games.terra_pyramides.rules.board_tables import FIELDS, LAY_SITE, SITES
from benben.games.terra_pyramides.rules.moves import DRAW_AT, END, ROW_AT, SOME_TILE, SWAP_AT, TAKE_AT
from benben.games.terra_pyramides.rules.state import PICK, SEATS, Board, player

MOST_VALUE = 5  # foundations are below this


@kernel
def sees_hand(s: Board, seat: int, other: int) -> bool:
    """Whether a seat sees a tile in hand: its own, the team's (TER-28), or one drawn from an open stack (TER-27)."""
    if seat == other or s.task:
        return True
    return bool(s.open and s.source[other] > 0 and IS_OPEN_STACK[s.source[other] - 1])


@kernel
def sees_stack(s: Board, seat: int, stack: int) -> bool:
    """TER-21: whether a seat sees this searched stack: the searching player, in a task every seat."""
    if s.phase != PICK or s.looking != stack + 1:
        return False
    return seat == s.turn or (s.task > 0 and seat != NOBODY)


@kernel
def veil(s: Board, seat: int, out: Board) -> None:
    for field in range(FIELDS):
        out.tile[field] = s.tile[field]
        out.stairs[field] = s.stairs[field]
    out.free[0] = s.free[0]
    out.free[1] = s.free[1]
    for site in range(SITES):
        out.foundation[site] = s.foundation[site]
        out.level[site] = s.level[site]
        out.colour[site] = s.colour[site]
        out.owner[site] = s.owner[site]
        out.workers[site] = s.workers[site]
    for other in range(SEATS):
        for colour in range(STONE_KINDS):
            out.stone[other, colour] = s.stone[other, colour]
        out.gold[other] = s.gold[other]
        out.supply[other] = s.supply[other]
        out.tips[other] = s.tips[other]
        out.source[other] = s.source[other]
        if s.hand[other] != NO_TILE:
            out.hand[other] = s.hand[other] if sees_hand(s, seat, other) else UNKNOWN
    for stack in range(STACKS):
        out.height[stack] = s.height[stack]
        whole = sees_stack(s, seat, stack)
        for place in range(s.height[stack]):
            top = s.open and IS_OPEN_STACK[stack] and place == s.height[stack] - 1
            out.stack[stack, place] = s.stack[stack, place] if whole or top else UNKNOWN
    for place in range(s.deck_left):
        out.deck[place] = UNKNOWN
    out.deck_left = s.deck_left
    for colour in range(STONE_KINDS):
        out.first_left[colour] = s.first_left[colour]
    for k in range(3):
        out.level_left[k] = s.level_left[k]
    out.phase = s.phase
    out.laid = s.laid
    out.row = s.row
    out.waiting = s.waiting
    out.to_stock = s.to_stock
    out.stock_from = s.stock_from
    out.entered = s.entered
    out.building = s.building
    out.painting = s.painting
    out.resume = s.resume
    out.looking = s.looking
    out.turn = s.turn
    out.turns = s.turns
    out.players = s.players
    out.task = s.task
    out.symbols = s.symbols
    out.open = s.open


@kernel
def imagine(s: Board, rng: Any) -> None:
    """Deal the unseen tiles and foundations at random; leftover tiles are those out of the game."""
    imagine_tiles(s, rng)
    imagine_foundations(s, rng)


@kernel
def imagine_tiles(s: Board, rng: Any) -> None:
    unseen = np.zeros(TILE_KINDS, np.int64)
    for k in range(TILES):
        unseen[TILE_OF[k]] += 1
    for field in range(FIELDS):
        if s.tile[field] != NO_TILE:
            unseen[s.tile[field]] -= 1
    for seat in range(SEATS):
        if s.hand[seat] > NO_TILE:
            unseen[s.hand[seat]] -= 1
    for stack in range(STACKS):
        for place in range(s.height[stack]):
            if s.stack[stack, place] > NO_TILE:
                unseen[s.stack[stack, place]] -= 1
    pool = np.zeros(TILES, np.int64)
    n = 0
    for tile in range(TILE_KINDS):
        for _ in range(unseen[tile]):
            pool[n] = tile
            n += 1
    shuffle(rng, pool, 0, n)
    for seat in range(SEATS):
        if s.hand[seat] == UNKNOWN:
            n -= 1
            s.hand[seat] = pool[n]
    for stack in range(STACKS):
        for place in range(s.height[stack]):
            if s.stack[stack, place] == UNKNOWN:
                n -= 1
                s.stack[stack, place] = pool[n]


@kernel
def imagine_foundations(s: Board, rng: Any) -> None:
    unseen = np.zeros(MOST_VALUE, np.int64)
    for k in range(FOUNDATIONS):
        unseen[FOUNDATION_OF[k]] += 1
    for site in range(SITES):
        if s.foundation[site] > 0:
            unseen[s.foundation[site]] -= 1
    for place in range(s.deck_left):
        if s.deck[place] > 0:
            unseen[s.deck[place]] -= 1
    pool = np.zeros(FOUNDATIONS, np.int64)
    n = 0
    for value in range(MOST_VALUE):
        for _ in range(unseen[value]):
            pool[n] = value
            n += 1
    shuffle(rng, pool, 0, n)
    for place in range(s.deck_left):
        if s.deck[place] == UNKNOWN:
            n -= 1
            s.deck[place] = pool[n]


@kernel
def seen(s: Board, seat: int, move: int) -> int:
    """Only seats that see the stack see which tile was taken."""
    if TAKE_AT <= move < END and not sees_stack(s, seat, s.looking - 1):
        return SOME_TILE
    return move


@kernel
def reveals(s: Board, move: int) -> bool:
    """True for a new foundation, a drawn tile or a searched stack.

    Conservative for forced follow-ups: with only one stack left, any move may end in a draw, and an exchange of stones
    with too much gold forces a search.
    """
    if move < ROW_AT and s.foundation[LAY_SITE[move]] == 0:
        return True
    if DRAW_AT <= move < TAKE_AT:
        return True
    if SWAP_AT <= move < DRAW_AT and s.gold[player(s)] > MOST_GOLD:
        return True
    left = 0
    for stack in range(STACKS):
        left += 1 if s.height[stack] > 0 else 0
    return left == 1
