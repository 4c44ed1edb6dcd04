"""Evaluation kernels for Terra Pyramides: what a player needs and holds, in units.

One unit is a stone of a needed colour. A worker on a place is worth about one unit, a gold a third, because stones and
workers cost three gold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.core.kit.scratch import scratch
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import NO_TILE, STONE_KINDS, TILES, TO_BUILD, WHITE
from benben.games.terra_pyramides.rules.board_tables import ROW_LENGTH, SITES, STARTS
from benben.games.terra_pyramides.rules.state import PICK, STOCK, Board, player, top_level

MOST_PLANNED = 6
ROWS = len(ROW_LENGTH)
FUTURE_TURNS = 16
PLENTY = 9  # workers: more than any row can use
GOAL_OF_TASK = np.array([3, 4, 4, 6], np.int64)  # pyramids in the plan, by task; index 0: competition

# In units.
BUILT_STONE = 1.06  # a stone in a pyramid: it cannot be lost
BUILT_WORKER = 0.8  # a worker used for a pyramid
BUILT_LEVEL = 0.5  # a level: the next one scores more points
ON_PLACE = 0.8  # a worker on a place of the plan
ELSEWHERE = 0.3  # a worker on another place
BEYOND = 0.25  # factor for pyramids outside the plan
HELD = 0.94  # a stone in a colour of the plan: less than a built one
LATER = 0.75  # … that only a level after the next can use
JOKER = 0.97  # a white stone
UNDECIDED = 0.6  # a stone in a colour that a new pyramid could have
SPARE = 0.42  # any other stone: two make a white one, one pays for a first level
GOLD = 0.30
WAITING = 0.63  # a worker on the row that can still go to a place of the plan
CROWDED = 0.1  # a worker whose place is full until more stones arrive
LOOSE = 0.35  # a worker that can only go to a place outside the plan
FREE_FROM = 3  # a worker on a tile to be laid counts if this many fields lie between it and the site
REACHABLE = 0.10  # a worker symbol on the board with a paved way to a place of the plan
FULL_SUPPLY, MISSING = 3, 0.4  # fewer workers than this in the supply cannot stock a good row
FUTURE = 0.2  # factor for the current yield of the best free fields, for each of the next turns …
FAR_FUTURE, FAR = 0.1, 9  # … and from this turn on
# For future yields, stones and workers have long-term prices, not those of the current needs: otherwise satisfying a
# need would lower the evaluation.
LASTING_WANTED, LASTING_OPEN, LASTING_OTHER = 1.0, 0.75, 0.4
LASTING_WORKER = 0.8
ROUND = 4.0  # mean yield of a turn


@kernel
def turns_left(s: Board, who: int) -> int:
    """The number of rows that a player will still activate."""
    seats = 1 if s.task else int(s.players)
    whole = TILES - STARTS - (STACKS if s.task or s.players == 2 else 0)  # TER-22
    ahead = (who - player(s)) % seats
    left = (whole - s.turns - ahead + seats - 1) // seats
    return left - (1 if ahead == 0 and is_taken(s) else 0)


@kernel
def is_taken(s: Board) -> bool:
    """Whether the row of this turn has been activated."""
    return s.row != 0 and s.phase != STOCK


@kernel
def finished(s: Board, who: int) -> int:
    """The number of finished pyramids; in task 3 only one per colour (TER-31)."""
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
    """The number of pyramids to plan for."""
    return max(1, int(GOAL_OF_TASK[s.task]) - finished(s, who))


@kernel
def make_plan(s: Board, who: int, goal: int, plan: Any, planned: Any) -> int:
    """Choose the most advanced places: fill `plan` with up to `goal` sites in order, and set their flags in `planned`.

    Returns the number of sites.
    """
    top = top_level(s)
    taken = 0  # bit set of colours that do not count again (TER-31)
    open_places = 0  # bit set of the own sites that can grow
    for site in range(SITES):
        planned[site] = 0
        open_places |= int((s.owner[site] == who + 1) & (s.level[site] < top)) << site
        if s.task == 3 and s.level[site] == top:
            taken |= 1 << s.colour[site]
    count = 0
    while count < goal:
        best = -1
        most = -1
        for site in each_bit(open_places):
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
        open_places &= ~(1 << best)
        count += 1
        if s.task == 3 and s.level[best] > 0:
            taken |= 1 << s.colour[best]
    return count


@kernel
def stones_to(level: int) -> int:
    """TER-15: the stones in a pyramid of this level."""
    return level * (level + 1) // 2


@kernel
def workers_to(level: int) -> int:
    """The workers used for a pyramid of this level; the first level needs one more, which stays."""
    return (TO_BUILD - 1) * level + (1 if level > 0 else 0)


@kernel
def pyramid_units(level: int) -> float:
    """The value of a pyramid of this level."""
    return BUILT_STONE * stones_to(level) + BUILT_WORKER * workers_to(level) + BUILT_LEVEL * level


@kernel
def built(s: Board, who: int, planned: Any) -> float:
    """The value of pyramids and of workers on places."""
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
    """The value of the stones held. Fills in the prices of one more stone, now and later, and the plan's needs."""
    top = top_level(s)
    soon = scratch(STONE_KINDS)
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
def rounds_after(s: Board, who: int) -> int:
    """The number of turns whose tile is still unknown."""
    left = turns_left(s, who)
    known = s.hand[who] > NO_TILE or (who == player(s) and s.phase == PICK)
    if who == player(s) and not is_taken(s):
        known = True
    return max(0, left - 1) if known else left
