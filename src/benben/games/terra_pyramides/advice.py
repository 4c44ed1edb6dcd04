"""What the bots know of Terra Pyramides: chances from what is built, held and in reach."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from benben.core.game import Level
from benben.core.kernels import kernel
from benben.core.text import texts
from benben.games.terra_pyramides.components import NEEDS, NO_TILE, POINTS_OF, STONE_KINDS, TO_BUILD, TOP_LEVEL
from benben.games.terra_pyramides.outlook import (
    FULL_SUPPLY,
    GOAL_OF_TASK,
    GOLD,
    MISSING,
    MOST_PLANNED,
    ON_PLACE,
    ROUND,
    cost_from,
    finished,
    future,
    is_taken,
    make_plan,
    on_place,
    price_fields,
    price_stones,
    price_workers,
    prospect,
    turns_left,
    wanted,
)
from benben.games.terra_pyramides.rules import FIELDS, SITES, player, points_of, stones, top_level
from benben.games.terra_pyramides.state import LAY, PICK, TEAM, Board

_ = texts(__package__)

LEVELS = (
    Level("novice", _("Novice"), noise=0.08),
    Level("casual", _("Casual player"), noise=0.0),
    Level("club", _("Club player"), effort=100),
    Level("expert", _("Expert"), effort=1_500),
    Level("master", _("Master"), seconds=1.0),
)

TASK_SPREAD = 15.0  # units of lead over the needs of a task that turn an even chance into 73 %
POINT_SPREAD = 14.0  # points of lead that do so at the end of a match …
SPREAD_A_TURN = 1.5  # … and more for every turn that is left
POINTS_FROM = 26.0  # task 2: from this turn on points are counted, before it pyramids
CLOSE = 2.0  # turns before the end from which only points count …
STEADY = 0.5  # … before: how much the outlook is what was gathered, whatever levels it will just reach
POINTS_A_UNIT = 2.3  # a pyramid of 60 takes 26 units
BUILT = 0.4  # points for every level that stands: what is built cannot be lost
OUTLOOK_SPREAD = 0.25  # how far fortune may be off: the outlook is a mean over more and less of what will come


@kernel
def means(s: Board, who: int, plan: Any, count: int, planned: Any) -> float:
    """Units in hand and about to come, beside those of the turns after."""
    prices = np.zeros(STONE_KINDS)
    room = np.zeros(STONE_KINDS, np.int64)
    uses = np.zeros(FIELDS)
    yields = np.zeros(FIELDS)
    value = price_stones(s, who, plan, count, prices, room)
    value += GOLD * s.gold[who]
    value += price_workers(s, who, plan, count, planned, uses)
    price_fields(s, who, prices, uses, yields)
    value += prospect(s, who, prices, uses, yields)
    value += future(s, rounds_after(s, who), yields)
    value -= MISSING * max(0, FULL_SUPPLY - s.supply[who])
    return float(value)


@kernel
def rounds_after(s: Board, who: int) -> int:
    """Turns whose tile is not known yet."""
    left = turns_left(s, who)
    known = s.hand[who] > NO_TILE or (who == player(s) and s.phase == PICK)
    if who == player(s) and not is_taken(s):
        known = True
    return max(0, left - 1) if known else left


@kernel
def needs(s: Board, plan: Any, count: int) -> float:
    """Units until all that is planned stands: for task 2, four pyramids of 60 and then another."""
    top = top_level(s)
    cost = (wanted(s, TEAM) - count) * cost_from(s, 0, top)
    for k in range(count):
        cost += cost_from(s, s.level[plan[k]], top) - on_place(s, plan[k])
    if s.task == 2 and finished(s, TEAM) < GOAL_OF_TASK[2]:
        cost += cost_from(s, 0, top - 1)
    return cost


@kernel
def harvest(s: Board, who: int, plan: Any, count: int, pool: float, partial: float) -> float:
    """Points that so many units will bring: levels of the plan, the most advanced place first."""
    top = top_level(s)
    tips = int(s.tips[who])
    points = 0.0
    for k in range(wanted(s, who)):
        level = s.level[plan[k]] if k < count else 0
        here = on_place(s, plan[k]) if k < count else 0.0
        while level < top:
            if level == TOP_LEVEL - 1:
                if tips == 0:
                    break
                tips -= 1
            cost = level + 1 + (TO_BUILD - 1) * ON_PLACE + (ON_PLACE if level == 0 else 0.0)
            gain = POINTS_OF[level + 1] - POINTS_OF[level]
            if pool + here < cost:
                points += partial * gain * max(0.0, pool + here) / cost
                pool = 0.0
                break
            pool -= cost - here
            here = 0.0
            points += gain
            level += 1
    return points


@kernel
def outlook(s: Board, who: int) -> float:
    """Points that a player will have in the end, as it looks."""
    plan = np.zeros(MOST_PLANNED, np.int64)
    planned = np.zeros(SITES, np.int64)
    count = make_plan(s, who, plan, planned)
    left = turns_left(s, who)
    after = rounds_after(s, who)
    own_turn = who == player(s) and s.row != 0
    points: float = 1.0 * points_of(s, who)
    if left == 0 and not own_turn:
        return points
    partial = left / (left + 0.6) if left > 0 else 0.35
    held = means(s, who, plan, count, planned)
    for site in range(SITES):
        if s.owner[site] == who + 1:
            points += BUILT * s.level[site]
    if left > 0:
        points -= stones(s, who) + s.gold[who]
    total = 0.0
    for k in range(-1, 2):
        pool = held + ROUND * after * (1.0 + OUTLOOK_SPREAD * k)
        total += harvest(s, who, plan, count, pool, partial)
    points += total / 3
    if left <= CLOSE:
        return points
    return (1.0 - STEADY) * points + STEADY * POINTS_A_UNIT * (held + ROUND * after + invested(s, who, plan, count))


@kernel
def invested(s: Board, who: int, plan: Any, count: int) -> float:
    """Units that stand on places of the plan and in finished pyramids."""
    top = top_level(s)
    value = finished(s, who) * cost_from(s, 0, top)
    for k in range(count):
        value += cost_from(s, 0, top) - cost_from(s, s.level[plan[k]], top) + on_place(s, plan[k])
    return value


@kernel
def task_chance(s: Board) -> float:
    """The chance that the team solves its task."""
    if s.task == 2 and s.turns >= POINTS_FROM:
        return logistic((outlook(s, TEAM) - NEEDS[2]) / (POINT_SPREAD + SPREAD_A_TURN * turns_left(s, TEAM)))
    plan = np.zeros(MOST_PLANNED, np.int64)
    planned = np.zeros(SITES, np.int64)
    count = make_plan(s, TEAM, plan, planned)
    slack = means(s, TEAM, plan, count, planned) + ROUND * rounds_after(s, TEAM) - needs(s, plan, count)
    return logistic(slack / TASK_SPREAD)


@kernel
def quiet(s: Board) -> bool:
    """Where a turn begins or a stack has been opened: from here on it depends on tiles not seen yet."""
    return s.phase == LAY or s.phase == PICK


@kernel
def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Each seat against all others by the points that they can expect; together, the chance of the task."""
    if s.task:
        chance = task_chance(s)
        for seat in range(s.players):
            out[seat] = chance
        return
    spread = POINT_SPREAD + SPREAD_A_TURN * turns_left(s, s.turn)
    most = -1e9
    for seat in range(s.players):
        out[seat] = outlook(s, seat) / spread
        most = max(most, out[seat])
    total = 0.0
    for seat in range(s.players):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total
