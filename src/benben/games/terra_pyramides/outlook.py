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
    STONE,
    STONE_KINDS,
    TILES,
    TO_BUILD,
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
    stones,
    top_level,
)
from benben.games.terra_pyramides.state import PICK, ROW, STOCK, Board

MOST_PLANNED = 6
ROWS = len(ROW_LENGTH)
FUTURE_TURNS = 5
GOAL_OF_TASK = np.array([3, 4, 4, 6], np.int64)  # pyramids worked on side by side, by task; the first: in competition

# Units.
ON_PLACE = 0.8  # a worker on a place of the plan
WAITING = 0.63  # a worker on the row that can still go to one
HELD = 0.94  # a stone in a colour of the plan: less than when it is built in
JOKER = 0.97  # a white one
UNDECIDED = 0.75  # a stone whose colour a new pyramid could have
SPARE = 0.42  # any other: two make a white one, one pays for a first level
GOLD = 0.30
REACHABLE = 0.10  # a worker symbol on the board with a paved way to a place of the plan …
ENOUGH = 8  # … up to so many a place
CROWDED = 0.1  # a worker whose place is full as long as stones are missing
LOOSE = 0.35  # a worker that can only go to a place beyond the plan
FUTURE = 0.10  # what rows through free fields give already, for each of the next turns
ROUND = 4.0  # what a turn brings on average
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
def finished(s: Board, who: int) -> int:
    """How many pyramids are done with; of a colour only one, where that counts (TER-31)."""
    count = 0
    colours = 0
    top = top_level(s)
    for site in range(SITES):
        if s.owner[site] == who + 1 and s.level[site] == top:
            if not (s.task == 3 and colours >> s.colour[site] & 1):
                count += 1
            colours |= 1 << s.colour[site]
    return count


@kernel
def wanted(s: Board, who: int) -> int:
    """How many pyramids are still to be worked on."""
    return max(1, int(GOAL_OF_TASK[s.task]) - finished(s, who))


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
def cost_from(s: Board, level: int, top: int) -> float:
    """Units from a pyramid of this level, with the one worker that stays, to the top."""
    cost = 0.0
    for step in range(level, top):
        cost += step + 1 + (TO_BUILD - 1) * ON_PLACE
    return cost + (ON_PLACE if level == 0 else 0.0)


@kernel
def on_place(s: Board, site: int) -> float:
    """Units of the workers that stand there for the next level."""
    return float(ON_PLACE * (s.workers[site] - (1 if s.level[site] > 0 else 0)))


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
def has_room(s: Board, who: int, site: int) -> bool:
    """Can an own place take a worker, if need be after it has been built on?"""
    if s.workers[site] < TO_BUILD:
        return True
    if s.level[site] == 0:
        return stones(s, who) > 0
    return bool(s.stone[who, s.colour[site]] + s.stone[who, WHITE] > s.level[site])


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
                use = WAITING if has_room(s, who, site) else CROWDED
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
def row_units(s: Board, row: int, supply: int, prices: Any, uses: Any) -> float:
    """What a row gives as it is."""
    value = GOLD * ROW_OASES[row]
    for place in range(ROW_LENGTH[row]):
        field = ROW_FIELD[row, place]
        symbols = s.tile[field]
        if symbols != NO_TILE:
            if symbols & WORKER and supply <= 0:
                symbols -= WORKER
            value += tile_units(s, symbols, field, prices, uses)
            supply -= 1 if symbols & WORKER else 0
    return float(value)


@kernel
def tile_units(s: Board, tile: int, field: int, prices: Any, uses: Any) -> float:
    """What the symbols of a tile give on a field."""
    value = 0.0
    if tile & STONE:
        value += prices[tile & STONE]
    if tile & EYE:
        value += GOLD
    if tile & WORKER:
        value += uses[field]
    return value


@kernel
def price_fields(s: Board, who: int, prices: Any, uses: Any, yields: Any) -> None:
    """`yields[field]`: what the best row through a field gives beside the tile on it; -1 where one lies."""
    rows = np.zeros(ROWS)
    for row in range(ROWS):
        rows[row] = row_units(s, row, s.supply[who], prices, uses)
    for field in range(FIELDS):
        yields[field] = -1.0
        if s.tile[field] == NO_TILE:
            for axis in range(AXIS_COUNT):
                yields[field] = max(yields[field], rows[ROW_OF[field, axis]])


@kernel
def best_lay(s: Board, who: int, tile: int, prices: Any, uses: Any, yields: Any) -> float:
    """The best that a tile can bring anywhere."""
    best = 0.0
    for field in range(FIELDS):
        if yields[field] >= 0:
            best = max(best, yields[field] + tile_units(s, tile, field, prices, uses))
    return best


@kernel
def future(s: Board, turns: int, yields: Any) -> float:
    """What the best fields leave for the turns to come. Uses up `yields`."""
    value = 0.0
    for _ in range(min(turns, FUTURE_TURNS)):
        best = 0
        for field in range(FIELDS):
            if yields[field] > yields[best]:
                best = field
        value += max(0.0, yields[best])
        yields[best] = -1.0
    return FUTURE * value


@kernel
def prospect(s: Board, who: int, prices: Any, uses: Any, yields: Any) -> float:
    """What is about to come: from the tile in hand, the row to be chosen, the workers that wait."""
    if who == player(s):
        best = 0.0
        if s.phase == ROW:
            for axis in range(AXIS_COUNT):
                best = max(best, row_units(s, ROW_OF[s.laid - 1, axis], s.supply[who], prices, uses))
            return best
        if s.row != 0 and (s.phase == STOCK or s.waiting):
            row = s.row - 1
            for place in range(ROW_LENGTH[row]):
                if s.waiting >> place & 1:
                    best += uses[ROW_FIELD[row, place]]
            if s.phase == STOCK:
                best += row_units(s, row, s.to_stock, prices, uses)
            return best
        if s.phase == PICK:
            stack = s.looking - 1
            for place in range(s.height[stack]):
                best = max(best, best_lay(s, who, s.stack[stack, place], prices, uses, yields))
            return best
    if s.hand[who] > NO_TILE:
        return best_lay(s, who, s.hand[who], prices, uses, yields)
    return 0.0
