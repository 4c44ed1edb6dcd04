"""Move ordering and rollout policy for Terra Pyramides: weights of moves without playing them."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.rng import below
from benben.games.terra_pyramides.advice.analysis import (
    MOST_PLANNED,
    best_lay,
    make_plan,
    price_fields,
    price_stones,
    price_workers,
    row_units,
    tile_units,
    wanted,
)
from benben.games.terra_pyramides.box.components import STONE_KINDS, WHITE
from benben.games.terra_pyramides.rules.board_tables import FIELDS, LAY_FIELD, LAY_SITE, REACH_SITE, ROW_OF, SITES
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
    SWAP_ONE,
    SWAP_OTHER,
    TAKE_AT,
)
from benben.games.terra_pyramides.rules.state import LAY, PICK, ROW, Board, player

# Weights in units; search tries the highest first.
RAISES = 9.0
FOUNDS = 5.0
HIRES = 2.0
BUYS = 1.5
LOOKS = 1.2
DRAWS = 1.0
TOO_EARLY = -8.0  # an action that can wait until after the row
USELESS = -20.0
PAVES = 0.3  # a tile beside a place of the plan


@kernel
def weigh(s: Board, moves: Any, n: int, out: Any) -> None:
    who = player(s)
    plan = np.zeros(MOST_PLANNED, np.int64)
    planned = np.zeros(SITES, np.int64)
    prices = np.zeros(STONE_KINDS)
    room = np.zeros(STONE_KINDS, np.int64)
    uses = np.zeros(FIELDS)
    lasting = np.zeros(STONE_KINDS)
    goal = wanted(s, who)
    count = make_plan(s, who, goal, plan, planned)
    price_stones(s, who, goal, plan, count, prices, lasting, room)
    yields = np.zeros(FIELDS)
    if s.phase == LAY or s.phase == ROW or s.phase == PICK:
        price_workers(s, who, planned, goal > count, uses, np.zeros(FIELDS))
        price_fields(s, s.supply[who], prices, uses, yields)
    early = TOO_EARLY if s.phase == LAY or s.phase == ROW else 0.0
    for k in range(n):
        move = int(moves[k])
        if move < ROW_AT:
            field = LAY_FIELD[move - LAY_AT]
            out[k] = yields[field] + tile_units(s, s.hand[who], field, prices, uses)
            if planned[LAY_SITE[move - LAY_AT]]:
                out[k] += PAVES
        elif move < STOCK_AT:
            out[k] = row_units(s, ROW_OF[s.laid - 1, move - ROW_AT], s.supply[who], prices, uses)
        elif move < MOVE_AT:
            out[k] = 0.0
        elif move < RETURN_AT:
            out[k] = RAISES + 1.0 + of_place(s, planned, REACH_SITE[move - MOVE_AT])
        elif move < BACK_AT:
            out[k] = 0.0
        elif move < FOUND_AT:
            out[k] = USELESS
        elif move < RAISE_AT:
            colour = (move - FOUND_AT) % PAINTS + 1
            out[k] = early + FOUNDS + s.stone[who, colour] - 1.5 * min(room[colour], 2)
        elif move < PAY_AT:
            out[k] = early + RAISES + s.level[move - RAISE_AT]
        elif move < HIRE_AT:
            out[k] = -prices_of_last(s, who, move - PAY_AT, room)
        elif move < BUY:
            site = move - HIRE_AT
            out[k] = early + HIRES * of_place(s, planned, site)
        elif move == BUY:
            out[k] = early + BUYS
        elif move < DRAW_AT:
            one, other = SWAP_ONE[move - SWAP_AT], SWAP_OTHER[move - SWAP_AT]
            out[k] = -prices_of_last(s, who, one, room) - prices_of_last(s, who, other, room)
        elif move < LOOK_AT:
            out[k] = DRAWS + 0.1 * s.height[move - DRAW_AT] - 0.01 * (move - DRAW_AT)
        elif move < TAKE_AT:
            out[k] = LOOKS + 0.1 * s.height[move - LOOK_AT] - 0.01 * (move - LOOK_AT)
        elif move < END:
            stack = s.looking - 1
            out[k] = best_lay(s, who, s.stack[stack, s.height[stack] - 1 - (move - TAKE_AT)], prices, uses, yields)
        else:
            out[k] = 0.0


@kernel
def of_place(s: Board, planned: Any, site: int) -> float:
    """The weight of a worker on this site."""
    if planned[site]:
        return float(1.0 + 0.3 * s.level[site] + 0.3 * s.workers[site])
    return float(0.3 + 0.1 * s.foundation[site])


@kernel
def prices_of_last(s: Board, who: int, colour: int, room: Any) -> float:
    """The cost of giving up a stone."""
    if colour == WHITE:
        return 3.0
    if s.stone[who, colour] <= room[colour]:
        return 2.0
    return float(0.1 * s.stone[who, colour])


@kernel
def prefer(s: Board, moves: Any, n: int, rng: Any) -> int:
    """A random one of the moves with the highest weight."""
    weights = np.zeros(n)
    weigh(s, moves, n, weights)
    best = 0
    for k in range(1, n):
        if weights[k] + 0.001 * below(rng, 1000) > weights[best]:
            best = k
    return int(moves[best])
