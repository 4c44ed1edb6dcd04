"""Input features of the task networks.

Computed at the start of a turn: the tile in hand is known, later tiles are not. No feature depends on a particular
colour or region of the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.scratch import float_scratch, scratch
from benben.games.terra_pyramides.advice.analysis import (
    FAR,
    FAR_FUTURE,
    FULL_SUPPLY,
    FUTURE,
    GOLD,
    MISSING,
    MOST_PLANNED,
    REACHABLE,
    ROUND,
    ROWS,
    built,
    finished,
    make_plan,
    price_stones,
    rounds_after,
    turns_left,
)
from benben.games.terra_pyramides.advice.yields import insert, price_workers
from benben.games.terra_pyramides.box.components import (
    EYE,
    MOST_STONES,
    NO_TILE,
    STONE,
    STONE_KINDS,
    TILE_KINDS,
    TILE_OF,
    TILES,
    TO_BUILD,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules.board_tables import (
    AXIS_COUNT,
    FIELDS,
    REACH_FROM,
    REACH_SITE,
    ROW_FIELD,
    ROW_LENGTH,
    ROW_OASES,
    ROW_OF,
    SITES,
)
from benben.games.terra_pyramides.rules.legal import is_paved
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import TEAM, Board, stones

TURNS = 28.0  # TER-28
# Per task: total number of pyramids; minimum number in the plan, however many are finished.
GOAL, FEWEST = np.array([0, 4, 5, 6], np.int64), np.array([0, 1, 2, 1], np.int64)

# First index of each feature group.
TIME = 0  # turns left, and gold per turn left
HOLDINGS = 2  # gold, workers in the supply, white stones, stones, whether near the stone limit, points
HAND = 8  # the symbols of the tile in hand
LEVELS = 11  # number of places of each level
UNSEEN = 17  # workers and eyes on the unseen tiles
WORTH = 19  # value of the stones to the plan; worker symbols with a way to the plan
PLACES = 21  # features of each place of the plan, the most advanced first …
A_PLACE = 12  # … this many per place
COLOURS = PLACES + MOST_PLANNED * A_PLACE  # useless stones, and sources of useful ones
TILE = COLOURS + 4  # the best yield of the tile in hand
FIELD_KINDS = 4  # yields of rows through free fields: now, in later turns, in workers, in useful stones
ROWS_AT = TILE + 1
A_KIND = 5  # of the best field, and the means of the best 2, 4, 8, 16
UNITS = ROWS_AT + FIELD_KINDS * A_KIND  # in units, like `analysis`: total, built, expected from rows
SENDERS = UNITS + 3  # for the first places of the plan: the most workers that one row can send there
SENT_TO = 5
SPACE = SENDERS + SENT_TO  # good rows with room for at least two tiles; workers in the supply relative to the time left
FEATURES = SPACE + 2

BEST_FIELDS = 16
NOW, LATER, WORKERS, WANTED = range(FIELD_KINDS)
MANY = 8
GOOD_ROW = 2.0


@kernel
def describe(s: Board, out: Any) -> None:
    """Fill `out[:FEATURES]`."""
    for k in range(FEATURES):
        out[k] = 0.0
    plan = scratch(MOST_PLANNED)
    planned = scratch(SITES)
    prices = float_scratch(STONE_KINDS)
    lasting = float_scratch(STONE_KINDS)
    room = scratch(STONE_KINDS)
    uses = float_scratch(FIELDS)
    later = float_scratch(FIELDS)
    goal = max(FEWEST[s.task], GOAL[s.task] - finished(s, TEAM))
    count = make_plan(s, TEAM, goal, plan, planned)
    describe_holdings(s, out)
    out[WORTH] = price_stones(s, TEAM, goal, plan, count, prices, lasting, room)
    reached = price_workers(s, TEAM, planned, goal > count, uses, later)
    out[WORTH + 1] = reached / 4

    rows = float_scratch(ROWS, FIELD_KINDS)
    colours = scratch(ROWS, STONE_KINDS)
    best = float_scratch(FIELD_KINDS, BEST_FIELDS)
    describe_rows(s, prices, lasting, room, uses, later, rows, colours)
    out[TILE] = rank_fields(s, prices, uses, rows, best)
    for kind in range(FIELD_KINDS):
        describe_fields(best[kind], out, ROWS_AT + A_KIND * kind)
    describe_colours(s, plan, count, room, planned, colours, out)

    coming = 0.0
    for turn in range(min(rounds_after(s, TEAM), BEST_FIELDS)):
        coming += (FUTURE if turn < FAR else FAR_FUTURE) * best[LATER, turn]
    stands = built(s, TEAM, planned)
    units = stands + out[WORTH] + GOLD * s.gold[TEAM] - MISSING * max(0, FULL_SUPPLY - s.supply[TEAM])
    units += REACHABLE * reached + out[TILE] + coming + ROUND * rounds_after(s, TEAM)
    out[UNITS] = units / 10
    out[UNITS + 1] = stands / 10
    out[UNITS + 2] = coming
    describe_space(s, plan, min(count, SENT_TO), rows, out)


@kernel
def describe_holdings(s: Board, out: Any) -> None:
    left = turns_left(s, TEAM) / TURNS
    held = stones(s, TEAM)
    out[TIME] = s.gold[TEAM] * left
    out[TIME + 1] = left
    out[HOLDINGS] = s.gold[TEAM]
    out[HOLDINGS + 1] = s.supply[TEAM]
    out[HOLDINGS + 2] = s.stone[TEAM, WHITE]
    out[HOLDINGS + 3] = held
    out[HOLDINGS + 4] = 1.0 if held >= MOST_STONES - 1 else 0.0
    out[HOLDINGS + 5] = points_of(s, TEAM) / 50
    hand = max(NO_TILE, int(s.hand[TEAM]))
    out[HAND] = 1.0 if hand & STONE else 0.0
    out[HAND + 1] = 1.0 if hand & WORKER else 0.0
    out[HAND + 2] = 1.0 if hand & EYE else 0.0
    for site in range(SITES):
        if s.owner[site] == TEAM + 1:
            out[LEVELS + s.level[site]] += 1


@kernel
def describe_rows(
    s: Board, prices: Any, lasting: Any, room: Any, uses: Any, later: Any, rows: Any, colours: Any
) -> None:
    """The current yield of each row by kind, and its stones by colour."""
    for row in range(ROWS):
        supply = s.supply[TEAM]
        rows[row, NOW] = rows[row, LATER] = GOLD * ROW_OASES[row]
        for place in range(ROW_LENGTH[row]):
            field = ROW_FIELD[row, place]
            tile = s.tile[field]
            colour = tile & STONE
            if colour:
                rows[row, NOW] += prices[colour]
                rows[row, LATER] += lasting[colour]
                rows[row, WANTED] += 1 if room[colour] > 0 else 0
                colours[row, colour] += 1
            if tile & EYE:
                rows[row, NOW] += GOLD
                rows[row, LATER] += GOLD
            if tile & WORKER:
                rows[row, LATER] += later[field]
                rows[row, WORKERS] += later[field]
                rows[row, NOW] += uses[field] if supply > 0 else 0.0
                supply -= 1


@kernel
def rank_fields(s: Board, prices: Any, uses: Any, rows: Any, best: Any) -> float:
    """Fill `best[kind]` with the yields of the best rows through free fields, in descending order. Returns the best
    yield of the tile in hand."""
    tile = max(NO_TILE, int(s.hand[TEAM]))
    most = 0.0
    for field in range(FIELDS):
        if s.tile[field] == NO_TILE:
            for kind in range(FIELD_KINDS):
                value = 0.0
                for axis in range(AXIS_COUNT):
                    value = max(value, rows[ROW_OF[field, axis], kind])
                insert(best[kind], BEST_FIELDS, value)
                if kind == NOW and tile != NO_TILE:
                    value += prices[tile & STONE] if tile & STONE else 0.0
                    value += GOLD if tile & EYE else 0.0
                    value += uses[field] if tile & WORKER else 0.0
                    most = max(most, value)
    return most


@kernel
def describe_fields(ranking: Any, out: Any, first: int) -> None:
    """The maximum, and the means of the best 2, 4, 8 and 16."""
    total = 0.0
    many = 1
    for k in range(len(ranking)):
        total += ranking[k]
        if k + 1 == many:
            out[first] = total / many
            first += 1
            many *= 2


@kernel
def describe_colours(s: Board, plan: Any, count: int, room: Any, planned: Any, colours: Any, out: Any) -> None:
    """For each place of the plan: level, workers, stones, and sources of its colour."""
    on_board = scratch(STONE_KINDS)
    unseen = scratch(STONE_KINDS)
    ways = scratch(SITES)
    unseen_tiles = count_stones(s, on_board, unseen, out)
    count_ways(s, planned, ways)
    spare = stones(s, TEAM) - s.stone[TEAM, WHITE]
    wanted_unseen = 0
    wanted_on_board = 0
    counted = 0
    for k in range(count):
        site = plan[k]
        level = s.level[site]
        first = PLACES + A_PLACE * k
        out[first] = 1.0
        out[first + 1] = level
        out[first + 2] = s.workers[site] - (1 if level > 0 else 0)
        out[first + 8] = ways[site]
        out[first + 9] = 1.0 if s.workers[site] == TO_BUILD else 0.0
        if level == 0:
            continue
        colour = s.colour[site]
        held = s.stone[TEAM, colour]
        out[first + 3] = min(held, level + 1)
        out[first + 4] = max(0, level + 1 - held - s.stone[TEAM, WHITE])
        out[first + 5] = max(0, held - level - 1)
        out[first + 6] = on_board[colour]
        out[first + 7] = unseen[colour]
        most = 0
        fields = 0
        for field in range(FIELDS):
            if s.tile[field] == NO_TILE:
                here = 0
                for axis in range(AXIS_COUNT):
                    here = max(here, colours[ROW_OF[field, axis], colour])
                if here > most:
                    most = here
                    fields = 0
                fields += 1 if here == most else 0
        out[first + 10] = most
        out[first + 11] = min(MANY, fields)
        if not counted >> colour & 1:
            spare -= held
            wanted_unseen += unseen[colour]
            wanted_on_board += on_board[colour]
        counted |= 1 << colour
    out[COLOURS] = spare
    for colour in range(1, STONE_KINDS):
        if room[colour] == 0:
            out[COLOURS + 1] = max(out[COLOURS + 1], s.stone[TEAM, colour])
    out[COLOURS + 2] = wanted_unseen / max(1, unseen_tiles)
    out[COLOURS + 3] = wanted_on_board / 6


@kernel
def describe_space(s: Board, plan: Any, places: int, rows: Any, out: Any) -> None:
    """Features of the rows that can still be chosen, beyond their yield."""
    reached = scratch(FIELDS)  # by field with a worker symbol: bit set of the places it can reach
    for field in range(FIELDS):
        if s.tile[field] & WORKER:
            for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
                for k in range(places):
                    if plan[k] == REACH_SITE[way] and is_paved(s, way):
                        reached[field] |= 1 << k
    for row in range(ROWS):
        free = 0
        for place in range(ROW_LENGTH[row]):
            free += 1 if s.tile[ROW_FIELD[row, place]] == NO_TILE else 0
        if free == 0:
            continue
        if free > 1 and rows[row, LATER] >= GOOD_ROW:
            out[SPACE] += 1
        for k in range(places):
            sent = 0
            for place in range(ROW_LENGTH[row]):
                sent += reached[ROW_FIELD[row, place]] >> k & 1
            out[SENDERS + k] = max(out[SENDERS + k], sent)
    out[SPACE + 1] = s.supply[TEAM] * turns_left(s, TEAM) / TURNS


@kernel
def count_stones(s: Board, on_board: Any, unseen: Any, out: Any) -> int:
    """Count stones by colour on the board and on the unseen tiles; return the number of unseen tiles."""
    seen = scratch(TILE_KINDS)
    for field in range(FIELDS):
        tile = s.tile[field]
        if tile != NO_TILE:
            on_board[tile & STONE] += 1
            seen[tile] += 1
    if s.hand[TEAM] > NO_TILE:
        seen[s.hand[TEAM]] += 1
    tiles = 0
    workers = 0
    eyes = 0
    for k in range(TILES):
        tile = TILE_OF[k]
        if seen[tile] > 0:
            seen[tile] -= 1
        else:
            tiles += 1
            unseen[tile & STONE] += 1
            workers += 1 if tile & WORKER else 0
            eyes += 1 if tile & EYE else 0
    out[UNSEEN] = workers / max(1, tiles)
    out[UNSEEN + 1] = eyes / max(1, tiles)
    return tiles


@kernel
def count_ways(s: Board, planned: Any, ways: Any) -> None:
    """Fill `ways[site]` with the number of worker symbols that have a paved way to this place of the plan."""
    for field in range(FIELDS):
        if s.tile[field] & WORKER:
            for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
                if planned[REACH_SITE[way]] and is_paved(s, way):
                    ways[REACH_SITE[way]] += 1
