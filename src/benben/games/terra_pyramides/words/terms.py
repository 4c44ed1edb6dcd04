"""The terms of the evaluation of Terra Pyramides, named: for the coach, which says what the better move has more of."""

from __future__ import annotations

import numpy as np

from benben.core.game import Line
from benben.core.text import Message
from benben.games.terra_pyramides.advice.analysis import (
    ELSEWHERE,
    FULL_SUPPLY,
    GOLD,
    MISSING,
    MOST_PLANNED,
    ON_PLACE,
    PLENTY,
    REACHABLE,
    built,
    make_plan,
    price_stones,
    rounds_after,
    wanted,
)
from benben.games.terra_pyramides.advice.evaluation import POINTS_A_UNIT, outlook
from benben.games.terra_pyramides.advice.yields import future, price_fields, price_workers, prospect
from benben.games.terra_pyramides.box.components import STONE_KINDS
from benben.games.terra_pyramides.rules.board_tables import FIELDS, SITES
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import OVER, TEAM, Board, stones, top_level
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES

IN_POINTS = True
LESS: set[str] = set()  # terms of which less is better: none

NAMES = {
    "levels": Line(_("Levels of the pyramids"), rule="TER-15"),
    "workers": Line(_("Workers on the most advanced sites"), rule="TER-12"),
    "others": Line(_("Workers on other sites"), rule="TER-12"),
    "stones": Line(_("Stones"), rule="TER-16"),
    "gold": Line(_("Gold"), rule="TER-19"),
    "supply": Line(_("Workers in the supply"), rule="TER-9"),
    "ways": Line(_("Workers on the board with a way to a site"), rule="TER-11"),
    "turn": Line(_("Stones' worth of the tile in hand and of this turn"), rule="TER-10"),
    "fields": Line(_("Stones' worth of the best free fields, later"), rule="TER-8"),
    "points": Line(_("Points"), rule="TER-23"),
}


def terms(better: Board, worse: Board, seat: int) -> dict[str, tuple[float, float, float]]:
    """By term: its amount in each of two states, and what the difference is worth to the seat, in points."""
    if OVER in (better.phase, worse.phase):
        who = TEAM if better.task else seat
        one, other = points_of(better, who), points_of(worse, who)
        return {"points": (one, other, one - other)}
    mine, theirs = units(better, seat), units(worse, seat)
    return {name: (mine[name][0], theirs[name][0], POINTS_A_UNIT * (mine[name][1] - theirs[name][1])) for name in mine}


def details(s: Board, seat: int) -> dict[str, dict[str, float]]:
    """The amounts of some terms by what they consist of: the stones by colour."""
    who = TEAM if s.task else seat
    return {"stones": {str(colour): float(s.stone[who, colour]) for colour in range(STONE_KINDS)}}


def detail_in_words(_term: str, detail: str) -> Message:
    """A key of `details`."""
    return COLOUR_NAMES[int(detail)]


def points(s: Board, seat: int) -> float:
    """The expected final points of a seat, or of the team."""
    return float(outlook(s, TEAM if s.task else seat))


def units(s: Board, seat: int) -> dict[str, tuple[float, float]]:
    """By term: the amount, and its worth in units. Together what `built` and `means` say."""
    who = TEAM if s.task else seat
    goal = wanted(s, who)
    plan, planned = [0] * MOST_PLANNED, [0] * SITES
    count = make_plan(s, who, goal, plan, planned)
    prices, lasting, room = np.zeros(STONE_KINDS), np.zeros(STONE_KINDS), [0] * STONE_KINDS
    uses, lasting_uses, yields = np.zeros((3, FIELDS))
    own = [site for site in range(SITES) if s.owner[site] == who + 1]
    growing = [site for site in own if s.level[site] < top_level(s)]
    here = sum(_next_workers(s, site) for site in growing if planned[site])
    elsewhere = sum(int(s.workers[site]) for site in growing if not planned[site])
    workers = ON_PLACE * here + ELSEWHERE * elsewhere
    held = float(price_stones(s, who, goal, plan, count, prices, lasting, room))
    ways = int(price_workers(s, who, planned, goal > count, uses, lasting_uses))
    price_fields(s, s.supply[who], prices, uses, yields)
    turn = float(prospect(s, who, prices, uses, yields))
    price_fields(s, PLENTY, lasting, lasting_uses, yields)
    later = float(future(s, rounds_after(s, who), yields))
    return {
        "levels": (sum(int(s.level[site]) for site in own), float(built(s, who, planned)) - workers),
        "workers": (here, ON_PLACE * here),
        "others": (elsewhere, ELSEWHERE * elsewhere),
        "stones": (int(stones(s, who)), held),
        "gold": (int(s.gold[who]), GOLD * s.gold[who]),
        "supply": (int(s.supply[who]), -MISSING * max(0, FULL_SUPPLY - s.supply[who])),
        "ways": (ways, REACHABLE * ways),
        "turn": (turn, turn),
        "fields": (later, later),
    }


def _next_workers(s: Board, site: int) -> int:
    """The workers on a place that count for its next level."""
    return int(s.workers[site] - (1 if s.level[site] > 0 else 0))
