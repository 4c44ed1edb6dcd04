"""The yields of workers, rows and fields, beside slow twins that look at every way and every row."""

import random

import pytest

import benben
from benben.core.kit.scratch import float_scratch, scratch
from benben.games.terra_pyramides.advice.analysis import (
    CROWDED,
    FAR,
    FAR_FUTURE,
    FUTURE,
    FUTURE_TURNS,
    LASTING_WORKER,
    LOOSE,
    MOST_PLANNED,
    PLENTY,
    ROWS,
    WAITING,
    make_plan,
    wanted,
)
from benben.games.terra_pyramides.advice.yields import future, has_room, price_fields, price_workers, row_units
from benben.games.terra_pyramides.box.components import NO_TILE, STONE_KINDS, WORKER
from benben.games.terra_pyramides.rules.board_tables import FIELDS, REACH_FROM, REACH_SITE, ROW_OF, SITES
from benben.games.terra_pyramides.rules.legal import is_paved
from benben.games.terra_pyramides.rules.state import Board, player
from benben.testing import Table
from tests.games.terra_pyramides.drawn import board


def slowly(s: Board, who: int, planned: list[int], more: bool) -> tuple[list[float], list[float], int]:
    """The best use of a worker on each field, now and later, and the number of symbols with a way."""
    uses, lasting, reached = [0.0] * FIELDS, [0.0] * FIELDS, 0
    for field in range(FIELDS):
        for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
            site = REACH_SITE[way]
            if not is_paved(s, way):
                continue
            if planned[site]:
                uses[field] = max(uses[field], WAITING if has_room(s, who, site) else CROWDED)
                lasting[field] = max(lasting[field], LASTING_WORKER)
            elif s.owner[site] == 0 and s.foundation[site] > 0:
                uses[field] = max(uses[field], WAITING if more else LOOSE)
                lasting[field] = max(lasting[field], LASTING_WORKER if more else LOOSE)
        reached += bool(s.tile[field] & WORKER and lasting[field] > 0)
    return uses, lasting, reached


def test_workers_are_worth_what_the_best_way_is_worth() -> None:
    valued = 0
    for position in Table(benben.find("terra_pyramides"), 2).match(51)[:-1:23]:
        s = board(position)
        who = player(s)
        plan, planned = scratch(MOST_PLANNED), scratch(SITES)
        more = wanted(s, who) > make_plan(s, who, wanted(s, who), plan, planned)
        uses, lasting = float_scratch(FIELDS), float_scratch(FIELDS)
        reached = price_workers(s, who, planned, more, uses, lasting)
        assert (list(uses), list(lasting), reached) == slowly(s, who, planned, more)
        valued += reached
    assert valued


def test_a_free_field_yields_what_its_best_row_yields() -> None:
    """Also with fewer workers in the supply than a row has symbols."""
    chance = random.Random(3)
    lacking = 0
    for position in Table(benben.find("terra_pyramides"), 2).match(52)[:-1:23]:
        s = board(position)
        prices = [chance.random() for _colour in range(STONE_KINDS)]
        uses = [chance.random() for _field in range(FIELDS)]
        for supply in (0, 1, 2, PLENTY):
            rows = [row_units(s, row, supply, prices, uses) for row in range(ROWS)]
            yields = float_scratch(FIELDS)
            price_fields(s, supply, prices, uses, yields)
            free = [field for field in range(FIELDS) if s.tile[field] == NO_TILE]
            assert [yields[field] for field in free] == [max(rows[row] for row in ROW_OF[field]) for field in free]
            lacking += rows != [row_units(s, row, PLENTY, prices, uses) for row in range(ROWS)]
    assert lacking


def test_later_turns_use_the_best_free_fields() -> None:
    chance = random.Random(4)
    for position in Table(benben.find("terra_pyramides"), 2).match(53)[:-1:40]:
        s = board(position)
        yields = [float(chance.randrange(5)) for _field in range(FIELDS)]
        best = sorted((yields[field] for field in range(FIELDS) if s.tile[field] == NO_TILE), reverse=True)
        for turns in (0, 1, 5, FUTURE_TURNS, FUTURE_TURNS + 3):
            used = best[: min(turns, FUTURE_TURNS)]
            expected = sum((FUTURE if turn < FAR else FAR_FUTURE) * each for turn, each in enumerate(used))
            assert future(s, turns, yields) == pytest.approx(expected)
