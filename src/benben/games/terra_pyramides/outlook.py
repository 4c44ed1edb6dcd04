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
FUTURE_TURNS = 16
PLENTY = 9  # workers: more than any row takes
GOAL_OF_TASK = np.array([3, 4, 4, 6], np.int64)  # pyramids worked on side by side, by task; the first: in competition

# Units.
BUILT_STONE = 1.06  # a stone in a pyramid: what is built cannot be lost …
BUILT_WORKER = 0.8  # … and a worker that it took …
BUILT_LEVEL = 0.5  # … and the level: the next one brings more points
ON_PLACE = 0.8  # a worker on a place of the plan
ELSEWHERE = 0.3  # a worker on another place
BEYOND = 0.25  # of what is built beyond the plan: a part
HELD = 0.94  # a stone in a colour of the plan: less than when it is built in
LATER = 0.75  # … and one that only a level after the next can use
JOKER = 0.97  # a white one
UNDECIDED = 0.6  # a stone whose colour a new pyramid could have
SPARE = 0.42  # any other: two make a white one, one pays for a first level
GOLD = 0.30
WAITING = 0.63  # a worker on the row that can still go to a place of the plan
CROWDED = 0.1  # a worker whose place is full as long as stones are missing
LOOSE = 0.35  # a worker that can only go to a place beyond the plan
REACHABLE = 0.10  # a worker symbol on the board with a paved way to a place of the plan
FULL_SUPPLY, MISSING = 3, 0.4  # fewer workers than this in the supply cannot stock a good row
FUTURE = 0.2  # what rows through the best free fields give already, for each of the next turns …
FAR_FUTURE, FAR = 0.1, 9  # … and less from this turn on
# There a stone and a worker count by what they can be used for in the long run, not by what is needed now: otherwise
# whoever gets what is needed loses by it.
LASTING_WANTED, LASTING_OPEN, LASTING_OTHER = 1.0, 0.75, 0.4
LASTING_WORKER = 0.8
ROUND = 4.0  # what a turn brings on average


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
def make_plan(s: Board, who: int, goal: int, plan: Any, planned: Any) -> int:
    """The places worth working on, the most advanced first: `plan[k]` is a site, `planned[site]` tells if it is one.

    As many as there are, up to `goal`; how many is returned.
    """
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
def stones_to(level: int) -> int:
    """TER-15: what a pyramid of this level has taken."""
    return level * (level + 1) // 2


@kernel
def workers_to(level: int) -> int:
    """The workers that had to come for a pyramid of this level; the first needs one more, which stays."""
    return (TO_BUILD - 1) * level + (1 if level > 0 else 0)


@kernel
def pyramid_units(level: int) -> float:
    """What a pyramid is worth."""
    return BUILT_STONE * stones_to(level) + BUILT_WORKER * workers_to(level) + BUILT_LEVEL * level


@kernel
def built(s: Board, who: int, planned: Any) -> float:
    """What is built, and the workers on places."""
    top = top_level(s)
    value = 0.0
    colours = 0
    for site in range(SITES):
        if s.owner[site] == who + 1:
            level = s.level[site]
            pyramid = pyramid_units(level)
            if level == top:
                value += BEYOND * pyramid if s.task == 3 and colours >> s.colour[site] & 1 else pyramid  # TER-31
                colours |= 1 << s.colour[site]
            elif planned[site]:
                value += pyramid + ON_PLACE * (s.workers[site] - (1 if level > 0 else 0))
            else:
                value += BEYOND * pyramid + ELSEWHERE * s.workers[site]
    return value


@kernel
def price_stones(s: Board, who: int, goal: int, plan: Any, count: int, prices: Any, lasting: Any, room: Any) -> float:
    """What the stones in hand are worth; what one more would be, now and in later turns; how many the plan takes."""
    top = top_level(s)
    soon = np.zeros(STONE_KINDS, np.int64)
    for colour in range(STONE_KINDS):
        room[colour] = 0
    taken = 0
    undecided = goal - count
    for k in range(count):
        level = s.level[plan[k]]
        if level == 0:
            undecided += 1
        else:
            room[s.colour[plan[k]]] += stones_to(top) - stones_to(level)
            soon[s.colour[plan[k]]] += level + 1
    if s.task == 3:
        for site in range(SITES):
            if s.level[site] > 0:
                taken |= 1 << s.colour[site]
    value: float = JOKER * s.stone[who, WHITE]
    prices[WHITE] = JOKER
    for colour in range(1, STONE_KINDS):
        held = s.stone[who, colour]
        used = min(held, room[colour])
        free = room[colour] == 0 and undecided > 0 and s.first_left[colour] > 0 and not taken >> colour & 1
        value += HELD * min(used, soon[colour]) + LATER * max(0, used - soon[colour])
        value += (UNDECIDED if free else SPARE) * (held - used)
        prices[colour] = HELD if held < soon[colour] else LATER if held < room[colour] else UNDECIDED if free else SPARE
        lasting[colour] = LASTING_WANTED if room[colour] > 0 else LASTING_OPEN if free else LASTING_OTHER
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
def price_workers(s: Board, who: int, planned: Any, more: bool, uses: Any, lasting: Any) -> int:
    """What a worker on each field is worth, now and in later turns; returned: how many symbols have a way."""
    reached = 0
    for field in range(FIELDS):
        uses[field] = 0.0
        lasting[field] = 0.0
        for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
            site = REACH_SITE[way]
            use = 0.0
            later = 0.0
            if planned[site]:
                use = WAITING if has_room(s, who, site) else CROWDED
                later = LASTING_WORKER
            elif s.owner[site] == 0 and s.foundation[site] > 0:
                use = WAITING if more else LOOSE
                later = LASTING_WORKER if more else LOOSE
            if (use > uses[field] or later > lasting[field]) and is_paved(s, way):
                uses[field] = max(uses[field], use)
                lasting[field] = max(lasting[field], later)
        if s.tile[field] & WORKER and lasting[field] > 0:
            reached += 1
    return reached


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
def price_fields(s: Board, supply: int, prices: Any, uses: Any, yields: Any) -> None:
    """`yields[field]`: what the best row through a field gives beside the tile on it; -1 where one lies."""
    rows = np.zeros(ROWS)
    for row in range(ROWS):
        rows[row] = row_units(s, row, supply, prices, uses)
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
    for turn in range(min(turns, FUTURE_TURNS)):
        best = 0
        for field in range(FIELDS):
            if yields[field] > yields[best]:
                best = field
        value += (FUTURE if turn < FAR else FAR_FUTURE) * max(0.0, yields[best])
        yields[best] = -1.0
    return value


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


@kernel
def rounds_after(s: Board, who: int) -> int:
    """Turns whose tile is not known yet."""
    left = turns_left(s, who)
    known = s.hand[who] > NO_TILE or (who == player(s) and s.phase == PICK)
    if who == player(s) and not is_taken(s):
        known = True
    return max(0, left - 1) if known else left


@kernel
def means(s: Board, who: int, plan: Any, count: int, planned: Any) -> float:
    """What a player holds and what is about to come, beside what is built and what turns bring on average."""
    room = np.zeros(STONE_KINDS, np.int64)
    prices = np.zeros(STONE_KINDS)
    lasting = np.zeros(STONE_KINDS)
    uses = np.zeros(FIELDS)
    lasting_uses = np.zeros(FIELDS)
    yields = np.zeros(FIELDS)
    goal = wanted(s, who)
    value = price_stones(s, who, goal, plan, count, prices, lasting, room)
    value += GOLD * s.gold[who] - MISSING * max(0, FULL_SUPPLY - s.supply[who])
    value += REACHABLE * price_workers(s, who, planned, goal > count, uses, lasting_uses)
    price_fields(s, s.supply[who], prices, uses, yields)
    value += prospect(s, who, prices, uses, yields)
    price_fields(s, PLENTY, lasting, lasting_uses, yields)
    return float(value + future(s, rounds_after(s, who), yields))
