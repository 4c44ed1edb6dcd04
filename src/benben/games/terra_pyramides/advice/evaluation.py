"""Evaluation of a position, and the search cut-off."""

from __future__ import annotations

from math import exp
from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.scratch import scratch
from benben.core.kit.seats import make_chances
from benben.games.terra_pyramides.advice.analysis import (
    MOST_PLANNED,
    ON_PLACE,
    ROUND,
    built,
    make_plan,
    pyramid_units,
    rounds_after,
    turns_left,
    wanted,
)
from benben.games.terra_pyramides.advice.expected_points import foresee
from benben.games.terra_pyramides.advice.yields import means
from benben.games.terra_pyramides.box.components import NEEDS, POINTS_OF, TO_BUILD, TOP_LEVEL
from benben.games.terra_pyramides.rules.board_tables import SITES
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import LAY, OVER, PHASES, PICK, TEAM, Board, player, stones, top_level

TASK_SPREAD = 15.0  # logistic scale in units: this much above the needs of a task is a chance of 73 %
POINT_SPREAD = 14.0  # logistic scale in points, at the end of a match …
SPREAD_A_TURN = 1.5  # … plus this per remaining turn
POINTS_FROM = 26.0  # task 2: from this turn on count points, before that pyramids
CLOSE = 2.0  # with at most this many turns left, only points count …
STEADY = 0.5  # … before that, the weight of the collected units as opposed to the levels they will reach
POINTS_A_UNIT = 2.3  # a 60-point pyramid takes 26 units
FORESIGHT_SPREAD = 3.0  # tasks: logistic scale of the network's error in points, at the end …
FORESIGHT_A_TURN = 0.4  # … plus this per remaining turn
TRUST_IN_NETWORK = 0.5  # tasks: weight of the network; the rest is the evaluation
OUTLOOK_SPREAD = 0.25  # relative spread of future income, over which `outlook` averages


@kernel
def harvest(s: Board, who: int, goal: int, plan: Any, count: int, pool: float, partial: float) -> float:
    """Points from spending `pool` units on the levels of the plan, the most advanced site first."""
    top = top_level(s)
    tips = int(s.tips[who])
    points = 0.0
    for k in range(goal):
        level = s.level[plan[k]] if k < count else 0
        here = float(ON_PLACE * waiting_at(s, plan[k])) if k < count else 0.0
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
def waiting_at(s: Board, site: int) -> int:
    """Workers on a site that count for the next level."""
    return int(s.workers[site] - (1 if s.level[site] > 0 else 0))


@kernel
def outlook(s: Board, who: int) -> float:
    """A player's expected final points."""
    points: float = 1.0 * points_of(s, who)
    left = turns_left(s, who)
    if left == 0 and not (who == player(s) and s.row != 0):
        return points
    plan = scratch(MOST_PLANNED)
    planned = scratch(SITES)
    goal = wanted(s, who)
    count = make_plan(s, who, goal, plan, planned)
    coming = ROUND * rounds_after(s, who)
    held = means(s, who, goal, plan, count, planned)
    partial = left / (left + 0.6) if left > 0 else 0.35
    if left > 0:
        points -= stones(s, who) + s.gold[who]
    for k in range(-1, 2):
        points += harvest(s, who, goal, plan, count, held + coming * (1.0 + OUTLOOK_SPREAD * k), partial) / 3
    if left <= CLOSE:
        return points
    return (1.0 - STEADY) * points + STEADY * POINTS_A_UNIT * (held + coming + built(s, who, planned))


@kernel
def task_chance(s: Board) -> float:
    """The estimated chance that the team solves its task."""
    if s.task == 2 and s.turns >= POINTS_FROM:
        return logistic((outlook(s, TEAM) - NEEDS[2]) / (POINT_SPREAD + SPREAD_A_TURN * turns_left(s, TEAM)))
    plan = scratch(MOST_PLANNED)
    planned = scratch(SITES)
    goal = wanted(s, TEAM)
    count = make_plan(s, TEAM, goal, plan, planned)
    units = built(s, TEAM, planned) + means(s, TEAM, goal, plan, count, planned) + ROUND * rounds_after(s, TEAM)
    top = top_level(s)
    if s.task == 2:  # four pyramids of 60 and one of 35
        return logistic((units - 4 * pyramid_units(top) - pyramid_units(top - 1)) / TASK_SPREAD)
    return logistic((units - NEEDS[s.task] * pyramid_units(top)) / TASK_SPREAD)


@kernel
def quiet(s: Board) -> int:
    """Cut-off at the start of a turn and after a stack was opened: what follows depends on unseen tiles.

    In task 2 also at the end of the match, because points matter even if the task is lost. The id contains the turn:
    building or taking workers back before laying stays at the same cut-off point.
    """
    if s.phase == LAY or s.phase == PICK or (s.phase == OVER and s.task == 2):
        return int(s.turns) * PHASES + int(s.phase) + 1
    return 0


@kernel
def judge_quiet(s: Board, out: Any) -> None:
    """Like `evaluate`; in the tasks, the weighted mean of `evaluate` and the network.

    Both overrate some positions, but not the same ones.
    """
    evaluate(s, out)
    if not s.task:
        return
    is_over = s.phase == OVER
    points = float(points_of(s, TEAM)) if is_over else foresee(s)
    spread = FORESIGHT_SPREAD + FORESIGHT_A_TURN * turns_left(s, TEAM)
    chance = logistic((points - NEEDS[2] + 0.5) / spread)
    for seat in range(s.players):
        out[seat] = chance if is_over else TRUST_IN_NETWORK * chance + (1 - TRUST_IN_NETWORK) * out[seat]


@kernel
def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@kernel
def evaluate(s: Board, out: Any) -> None:
    """In competition, the softmax of the expected points; in a task, the chance to solve it."""
    if s.task:
        chance = task_chance(s)
        for seat in range(s.players):
            out[seat] = chance
        return
    spread = POINT_SPREAD + SPREAD_A_TURN * turns_left(s, s.turn)
    for seat in range(s.players):
        out[seat] = outlook(s, seat) / spread
    make_chances(out, s.players, 1.0)
