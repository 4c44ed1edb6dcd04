"""What the bots know of Terra Pyramides: what a player still needs, holds and can get, in one currency.

The unit is a stone of a wanted colour. A worker on a place is worth about one too; gold a third, as both cost three.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.terra_pyramides.board import STACKS
from benben.games.terra_pyramides.choices import is_paved
from benben.games.terra_pyramides.components import (
    EYE,
    NO_TILE,
    POINTS_OF,
    STONE,
    STONE_KINDS,
    TILES,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules import (
    AXIS_COUNT,
    FIELDS,
    REACH_FROM,
    REACH_SITE,
    ROW_FIELD,
    ROW_LENGTH,
    ROW_OASES,
    ROW_OF,
    SITES,
    STARTS,
    player,
    top_level,
)
from benben.games.terra_pyramides.state import LAY, MOVE, PICK, ROW, STOCK, TEAM, Board

MOST_PLANNED = 6
GOAL_OF_TASK = np.array([3, 4, 5, 6], np.int64)  # pyramids worked on side by side, by task; the first: in competition

# Units.
ON_PLACE = 0.95  # a worker on a place of the plan
WAITING = 0.75  # a worker on the row that can still go to one
HELD = 0.94  # a stone in a colour of the plan: less than when it is built in
JOKER = 0.97  # a white one
UNDECIDED = 0.75  # a stone whose colour a new pyramid could have
SPARE = 0.42  # any other: two make a white one, one pays for a first level
GOLD = 0.30
REACHABLE = 0.10  # a worker symbol on the board with a paved way to a place of the plan …
ENOUGH = 8  # … up to so many a place
LOOSE = 0.35  # a worker that can only go to a place beyond the plan
ROUND = 4.6  # what a turn brings on average
FULL_SUPPLY, MISSING = 3, 0.4  # fewer workers than this in the supply cannot stock a good row


@kernel
def turns_left(s: Board, who: int) -> int:
    """How many rows a player will still activate."""
    seats = 1 if s.task else int(s.players)
    whole = TILES - STARTS - (STACKS if s.task or s.players == 2 else 0)  # TER-22
    ahead = (who - player(s)) % seats
    left = (whole - s.turns - ahead + seats - 1) // seats
    return left - (1 if ahead == 0 and is_taken(s) else 0)


@kernel
def is_taken(s: Board) -> bool:
    """Has the row of this turn been activated?"""
    return s.row != 0 and s.phase != STOCK


@kernel
def wanted(s: Board, who: int) -> int:
    """How many pyramids are still to be worked on."""
    finished = 0
    colours = 0
    top = top_level(s)
    for site in range(SITES):
        if s.owner[site] == who + 1 and s.level[site] == top:
            if not (s.task == 3 and colours >> s.colour[site] & 1):
                finished += 1
            colours |= 1 << s.colour[site]
    goal = GOAL_OF_TASK[s.task] - finished
    return max(1, int(goal))


@kernel
def make_plan(s: Board, who: int, plan: Any, planned: Any) -> int:
    """The places worth working on, the most advanced first: `plan[k]` is a site, `planned[site]` tells if it is one."""
    goal = wanted(s, who)
    top = top_level(s)
    taken = 0  # colours that are no use again (TER-31)
    for site in range(SITES):
        planned[site] = 0
        if s.task == 3 and s.level[site] == top:
            taken |= 1 << s.colour[site]
    count = 0
    while count < goal:
        best = -1
        most = -1
        for site in range(SITES):
            if s.owner[site] == who + 1 and planned[site] == 0 and s.level[site] < top:
                if s.level[site] > 0 and taken >> s.colour[site] & 1:
                    continue
                rank = 100 * s.level[site] + 10 * s.workers[site] + s.foundation[site]
                if rank > most:
                    most = rank
                    best = site
        if best < 0:
            break
        plan[count] = best
        planned[best] = 1
        count += 1
        if s.task == 3 and s.level[best] > 0:
            taken |= 1 << s.colour[best]
    return count


@kernel
def cost_from(level: int, top: int) -> float:
    """Units from a pyramid of this level, with the one worker that stays, to the top."""
    cost = 0.0
    for step in range(level, top):
        cost += step + 1 + (TO_BUILD - 1) * ON_PLACE
    return cost + (ON_PLACE if level == 0 else 0.0)


@kernel
def on_place(s: Board, site: int) -> float:
    """Units of the workers that stand there for the next level."""
    return ON_PLACE * (s.workers[site] - (1 if s.level[site] > 0 else 0))


@kernel
def price_stones(s: Board, who: int, plan: Any, count: int, prices: Any, room: Any) -> float:
    """What the stones in hand are worth; `prices[colour]` is what one more would be."""
    top = top_level(s)
    for colour in range(STONE_KINDS):
        room[colour] = 0
    taken = 0
    undecided = wanted(s, who) - count
    for k in range(count):
        level = s.level[plan[k]]
        if level == 0:
            undecided += 1
        else:
            room[s.colour[plan[k]]] += top * (top + 1) // 2 - level * (level + 1) // 2
    if s.task == 3:
        for site in range(SITES):
            if s.level[site] > 0:
                taken |= 1 << s.colour[site]
    value: float = JOKER * s.stone[who, WHITE]
    prices[WHITE] = JOKER
    for colour in range(1, STONE_KINDS):
        held = s.stone[who, colour]
        used = min(held, room[colour])
        value += HELD * used
        open_colour = room[colour] == 0 and undecided > 0 and s.first_left[colour] > 0 and not taken >> colour & 1
        value += (UNDECIDED if open_colour else SPARE) * (held - used)
        prices[colour] = HELD if held < room[colour] else UNDECIDED if open_colour else SPARE
    return value


@kernel
def price_workers(s: Board, who: int, plan: Any, count: int, planned: Any, uses: Any) -> float:
    """`uses[field]`: what a worker there is worth to the player; returned: what the symbols on the board promise."""
    reached = np.zeros(SITES, np.int64)
    more = wanted(s, who) > count
    for field in range(FIELDS):
        uses[field] = 0.0
        for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
            site = REACH_SITE[way]
            use = 0.0
            if planned[site]:
                use = WAITING
            elif s.owner[site] == 0 and s.foundation[site] > 0:
                use = WAITING if more else LOOSE
            if use > 0 and (use > uses[field] or planned[site]) and is_paved(s, way):
                uses[field] = max(uses[field], use)
                if planned[site] and s.tile[field] & WORKER:
                    reached[site] += 1
    value = 0.0
    for k in range(count):
        value += REACHABLE * min(reached[plan[k]], ENOUGH)
    return value


@kernel
def row_units(s: Board, row: int, field: int, tile: int, supply: int, prices: Any, uses: Any) -> float:
    """What a row gives, in units, if `tile` lies on `field` (or as it is, for field -1)."""
    value = GOLD * ROW_OASES[row]
    for place in range(ROW_LENGTH[row]):
        here = ROW_FIELD[row, place]
        symbols = tile if here == field else s.tile[here]
        if symbols & STONE:
            value += prices[symbols & STONE]
        if symbols & EYE:
            value += GOLD
        if symbols & WORKER and supply > 0:
            value += uses[here]
            supply -= 1
    return value


@kernel
def best_row(s: Board, who: int, field: int, tile: int, prices: Any, uses: Any) -> float:
    """The best of the rows through a field."""
    best = 0.0
    for axis in range(AXIS_COUNT):
        best = max(best, row_units(s, ROW_OF[field, axis], field, tile, s.supply[who], prices, uses))
    return best


@kernel
def best_lay(s: Board, who: int, tile: int, prices: Any, uses: Any) -> float:
    """The best that a tile can bring anywhere."""
    best = 0.0
    for field in range(FIELDS):
        if s.tile[field] == NO_TILE:
            best = max(best, best_row(s, who, field, tile, prices, uses))
    return best


@kernel
def prospect(s: Board, who: int, prices: Any, uses: Any) -> float:
    """What is about to come: from the tile in hand, the row to be chosen, the workers that wait."""
    if who == player(s):
        if s.phase == ROW:
            return best_row(s, who, s.laid - 1, s.tile[s.laid - 1], prices, uses)
        if s.row != 0 and (s.phase == STOCK or s.waiting):
            value = 0.0
            row = s.row - 1
            for place in range(ROW_LENGTH[row]):
                if s.waiting >> place & 1:
                    value += uses[ROW_FIELD[row, place]]
            if s.phase == STOCK:
                value += row_units(s, row, -1, NO_TILE, s.to_stock, prices, uses)
            return value
        if s.phase == PICK:
            best = 0.0
            stack = s.looking - 1
            for place in range(s.height[stack]):
                best = max(best, best_lay(s, who, s.stack[stack, place], prices, uses))
            return best
    if s.hand[who] > NO_TILE:
        return best_lay(s, who, s.hand[who], prices, uses)
    return 0.0
