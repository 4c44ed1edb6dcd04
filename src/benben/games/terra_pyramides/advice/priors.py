"""Move ordering and rollout policy for Terra Pyramides: weights of moves without playing them."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.rng import below
from benben.games.terra_pyramides.advice.analysis import MOST_PLANNED, make_plan, price_stones, wanted
from benben.games.terra_pyramides.advice.yields import best_lay, price_fields, price_workers, row_units, tile_units
from benben.games.terra_pyramides.box.components import STONE_KINDS, WHITE
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.board_tables import FIELDS, LAY_FIELD, LAY_SITE, REACH_SITE, ROW_OF, SITES
from benben.games.terra_pyramides.rules.moves import MOST_LEGAL
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
def weigh(s: Board, legal: Any, n: int, out: Any) -> None:
    who = player(s)
    plan = scratch(MOST_PLANNED)
    planned = scratch(SITES)
    prices = float_scratch(STONE_KINDS)
    room = scratch(STONE_KINDS)
    uses = float_scratch(FIELDS)
    lasting = float_scratch(STONE_KINDS)
    goal = wanted(s, who)
    count = make_plan(s, who, goal, plan, planned)
    price_stones(s, who, goal, plan, count, prices, lasting, room)
    yields = float_scratch(FIELDS)
    if s.phase == LAY or s.phase == ROW or s.phase == PICK:
        price_workers(s, who, planned, goal > count, uses, float_scratch(FIELDS))
    if s.phase == LAY or s.phase == PICK:
        price_fields(s, s.supply[who], prices, uses, yields)
    early = TOO_EARLY if s.phase == LAY or s.phase == ROW else 0.0
    for k in range(n):
        move = int(legal[k])
        out[k] = 0.0
        if move in moves.LAY:
            way = moves.LAY.row(move)
            field = LAY_FIELD[way]
            out[k] = yields[field] + tile_units(s, s.hand[who], field, prices, uses)
            if planned[LAY_SITE[way]]:
                out[k] += PAVES
        elif move in moves.ROW:
            out[k] = row_units(s, ROW_OF[s.laid - 1, moves.ROW.axis(move)], s.supply[who], prices, uses)
        elif move in moves.MOVE:
            out[k] = RAISES + 1.0 + of_place(s, planned, REACH_SITE[moves.MOVE.row(move)])
        elif move in moves.BACK:
            out[k] = USELESS
        elif move in moves.FOUND:
            colour = moves.FOUND.colour(move)
            out[k] = early + FOUNDS + s.stone[who, colour] - 1.5 * min(room[colour], 2)
        elif move in moves.RAISE:
            out[k] = early + RAISES + s.level[moves.RAISE.site(move)]
        elif move in moves.PAY:
            out[k] = -prices_of_last(s, who, moves.PAY.colour(move), room)
        elif move in moves.HIRE:
            out[k] = early + HIRES * of_place(s, planned, moves.HIRE.site(move))
        elif move in moves.BUY:
            out[k] = early + BUYS
        elif move in moves.SWAP:
            pair = moves.SWAP.row(move)
            one, other = moves.PAIRS[pair, 0], moves.PAIRS[pair, 1]
            out[k] = -prices_of_last(s, who, one, room) - prices_of_last(s, who, other, room)
        elif move in moves.DRAW:
            stack = moves.DRAW.stack(move)
            out[k] = DRAWS + 0.1 * s.height[stack] - 0.01 * stack
        elif move in moves.LOOK:
            stack = moves.LOOK.stack(move)
            out[k] = LOOKS + 0.1 * s.height[stack] - 0.01 * stack
        elif move in moves.TAKE:
            stack = s.looking - 1
            tile = s.stack[stack, s.height[stack] - 1 - moves.TAKE.above(move)]
            out[k] = best_lay(s, tile, prices, uses, yields)


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
def prefer(s: Board, legal: Any, n: int, rng: Any) -> int:
    """A random one of the moves with the highest weight."""
    weights = float_scratch(MOST_LEGAL)
    weigh(s, legal, n, weights)
    best = 0
    for k in range(1, n):
        if weights[k] + 0.001 * below(rng, 1000) > weights[best]:
            best = k
    return int(legal[best])
