"""Evaluation kernels: what rows, tiles and workers yield, in the units of `analysis`.

Yields of fields are those of free fields only; other entries mean nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.kit.tables import table
from benben.games.terra_pyramides.advice.analysis import (
    CROWDED,
    FAR,
    FAR_FUTURE,
    FREE_FROM,
    FULL_SUPPLY,
    FUTURE,
    FUTURE_TURNS,
    GOLD,
    LASTING_WORKER,
    LOOSE,
    MISSING,
    PLENTY,
    REACHABLE,
    ROWS,
    WAITING,
    price_stones,
    rounds_after,
)
from benben.games.terra_pyramides.box.components import (
    EYE,
    NO_TILE,
    STONE,
    STONE_KINDS,
    TABLES,
    TO_BUILD,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules.board_tables import (
    AXIS_COUNT,
    BOTH,
    FIELDS,
    FIELDS_OF,
    REACH_CLEAR,
    REACH_FIELD,
    REACH_SITE,
    ROW_FIELD,
    ROW_LENGTH,
    ROW_OASES,
    ROW_OF,
    SITES,
    WORD,
    WORDS,
)
from benben.games.terra_pyramides.rules.state import PICK, ROW, STOCK, Board, player, stones

# Rows of equal length, so that they add up without a branch: beyond the last place is a field that yields nothing.
SPOTS = FIELDS + 1
LONGEST_ROW = int(ROW_LENGTH.max())
ROW_SPOT = table(np.where(ROW_FIELD < 0, FIELDS, ROW_FIELD))


def _lines(site: int) -> list[list[int]]:
    """The fields from which workers can go straight to a site, line by line, the nearest field first."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for way in np.flatnonzero((site == REACH_SITE) & (REACH_CLEAR == 1)):
        field = int(REACH_FIELD[way])
        between = [int(over) for over in TABLES.reach_over[way] if over != field]
        lines.setdefault(between[-1] if between else field, []).append((len(between), field))
    return [[field for _distance, field in sorted(line)] for line in lines.values()]


_LINES = [_lines(site) for site in range(SITES)]
LINES_FROM = table(np.cumsum([0, *map(len, _LINES)]))  # by site: its first line
_EACH_LINE = [line for lines in _LINES for line in lines]
LINE_FROM = table(np.cumsum([0, *map(len, _EACH_LINE)]))  # by line: its first field …
LINE_FIELD = table([field for line in _EACH_LINE for field in line])  # … in this list


@kernel
def laid_fields(s: Board, word: int) -> int:
    """The fields with a tile, as a set."""
    return int(FIELDS_OF[BOTH, word] & ~s.free_fields[word])


@kernel
def has_room(s: Board, who: int, site: int) -> bool:
    """Whether an own place has room for a worker, if necessary after building."""
    if s.workers[site] < TO_BUILD:
        return True
    if s.level[site] == 0:
        return stones(s, who) > 0
    return bool(s.stone[who, s.colour[site]] + s.stone[who, WHITE] > s.level[site])


@kernel
def price_workers(s: Board, who: int, planned: Any, more: bool, uses: Any, lasting: Any) -> int:
    """Fill in the value of a worker on each field, now and later; return the number of symbols with a way.

    `uses` and `lasting` are empty before.
    """
    for site in range(SITES):
        if planned[site]:
            use = WAITING if has_room(s, who, site) else CROWDED
            later = LASTING_WORKER
        elif s.vacant >> site & 1:
            use = WAITING if more else LOOSE
            later = LASTING_WORKER if more else LOOSE
        else:
            continue
        for line in range(LINES_FROM[site], LINES_FROM[site + 1]):
            for k in range(LINE_FROM[line], LINE_FROM[line + 1]):
                field = LINE_FIELD[k]
                is_free = s.tile[field] == NO_TILE
                if not is_free or k - LINE_FROM[line] >= FREE_FROM:
                    uses[field] = max(uses[field], use)
                    lasting[field] = max(lasting[field], later)
                if is_free:  # no way over it from the fields behind
                    break
    reached = 0
    for word in range(WORDS):
        for bit in each_bit(laid_fields(s, word)):
            field = WORD * word + bit
            if s.tile[field] & WORKER and lasting[field] > 0:
                reached += 1
    return reached


@kernel
def tile_units(s: Board, tile: int, field: int, prices: Any, uses: Any) -> float:
    """The yield of a tile's symbols on a field."""
    value = 0.0
    if tile & STONE:
        value += prices[tile & STONE]
    if tile & EYE:
        value += GOLD
    if tile & WORKER:
        value += uses[field]
    return value


@kernel
def row_units(s: Board, row: int, supply: int, prices: Any, uses: Any) -> float:
    """The current yield of a row."""
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
def price_fields(s: Board, supply: int, prices: Any, uses: Any, yields: Any) -> None:
    """Fill `yields[field]` with the yield of the best row through a free field, without the tile to be laid there.

    Adds up rows as `row_units` does, all of them at once.
    """
    whole = float_scratch(SPOTS)  # yields of tiles: with their worker …
    bare = float_scratch(SPOTS)  # … and without
    takes = scratch(SPOTS)  # workers
    for word in range(WORDS):
        for bit in each_bit(laid_fields(s, word)):
            field = WORD * word + bit
            tile = s.tile[field]
            whole[field] = tile_units(s, tile, field, prices, uses)
            bare[field] = tile_units(s, tile & (STONE | EYE), field, prices, uses)
            takes[field] = 1 if tile & WORKER else 0
    rows = float_scratch(ROWS)
    for row in range(ROWS):
        value = GOLD * ROW_OASES[row]
        left = supply
        for place in range(LONGEST_ROW):
            field = ROW_SPOT[row, place]
            value += whole[field] if left > 0 else bare[field]
            left -= takes[field]
        rows[row] = value
    for word in range(WORDS):
        for bit in each_bit(s.free_fields[word]):
            field = WORD * word + bit
            best = -1.0
            for axis in range(AXIS_COUNT):
                best = max(best, rows[ROW_OF[field, axis]])
            yields[field] = best


@kernel
def best_lay(s: Board, tile: int, prices: Any, uses: Any, yields: Any) -> float:
    """The best yield of a tile on any free field."""
    best = 0.0
    for word in range(WORDS):
        for bit in each_bit(s.free_fields[word]):
            field = WORD * word + bit
            best = max(best, yields[field] + tile_units(s, tile, field, prices, uses))
    return best


@kernel
def future(s: Board, turns: int, yields: Any) -> float:
    """The expected yield of later turns from the best free fields."""
    best = float_scratch(FUTURE_TURNS)
    count = min(turns, FUTURE_TURNS)
    if count > 0:
        for word in range(WORDS):
            for bit in each_bit(s.free_fields[word]):
                insert(best, count, yields[WORD * word + bit])
    value = 0.0
    for turn in range(count):
        value += (FUTURE if turn < FAR else FAR_FUTURE) * best[turn]
    return value


@kernel
def insert(ranking: Any, count: int, value: float) -> None:
    """Insert into a descending list of `count` entries; drop the smallest."""
    k = count - 1
    if value <= ranking[k]:
        return
    while k > 0 and ranking[k - 1] < value:
        ranking[k] = ranking[k - 1]
        k -= 1
    ranking[k] = value


@kernel
def prospect(s: Board, who: int, prices: Any, uses: Any, yields: Any) -> float:
    """The value of the tile in hand, the pending row choice and the waiting workers."""
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
                best = max(best, best_lay(s, s.stack[stack, place], prices, uses, yields))
            return best
    if s.hand[who] > NO_TILE:
        return best_lay(s, s.hand[who], prices, uses, yields)
    return 0.0


@kernel
def means(s: Board, who: int, goal: int, plan: Any, count: int, planned: Any) -> float:
    """The value of holdings and of the current turn, without pyramids and later turns."""
    room = scratch(STONE_KINDS)
    prices = float_scratch(STONE_KINDS)
    lasting = float_scratch(STONE_KINDS)
    uses = float_scratch(FIELDS)
    lasting_uses = float_scratch(FIELDS)
    yields = float_scratch(FIELDS)
    value = price_stones(s, who, goal, plan, count, prices, lasting, room)
    value += GOLD * s.gold[who] - MISSING * max(0, FULL_SUPPLY - s.supply[who])
    value += REACHABLE * price_workers(s, who, planned, goal > count, uses, lasting_uses)
    price_fields(s, s.supply[who], prices, uses, yields)
    value += prospect(s, who, prices, uses, yields)
    price_fields(s, PLENTY, lasting, lasting_uses, yields)
    return float(value + future(s, rounds_after(s, who), yields))
