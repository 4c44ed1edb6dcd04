"""Kernels that analyse a pyramid in progress, for the bots.

Every cell of the current layer will be covered, so blocks under its empty cells no longer count: the survey shows the
lower layers around the current layer, its blocks, and its open cells, as a grid of quarters like that of `score`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import lowest_bit
from benben.core.kit.scratch import scratch
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, JEWELS_OF, LONG, NOTHING, SHORT, TURNS
from benben.games.pyramido.rules.layers import (
    FIELD,
    FIRST_CELL,
    MARGIN,
    block_at,
    column_of,
    place_at,
    row_of,
)
from benben.games.pyramido.rules.score import EDGE, QUARTER, VIEW, WIDE, corner_of, quarter_at
from benben.games.pyramido.rules.state import CARD, MARK, REFILL, Board

NONE, OPEN = 0, 1  # a quarter that stays empty, one that will get a block; else 2 + 2 x colour + jewel
STEPS = np.array([1, -1, WIDE, -WIDE])
# Offsets of the quarters adjacent to a block.
AROUND = np.array([-WIDE, -WIDE + 1, -1, WIDE - 1, 2, WIDE + 2, 2 * WIDE, 2 * WIDE + 1])


_SHAPES = ((SHORT, LONG), (LONG, SHORT))  # rows and columns of the first layer


def _rectangles(rows: int, columns: int) -> list[tuple[int, int, int, int]]:
    """Top, left, height and width of the rectangles that can contain a first layer of this current size."""
    return [
        (top, left, height, width)
        for height, width in _SHAPES
        for top in range(rows - height, 1)
        for left in range(columns - width, 1)
        if rows <= height and columns <= width
    ]


def _open_cells(rows: int, columns: int) -> int:
    places = 0
    for top, left, height, width in _rectangles(rows, columns):
        for row in range(max(top, -MARGIN), min(top + height, LONG)):
            for column in range(max(left, -MARGIN), min(left + width, LONG)):
                places |= 1 << place_at(row, column)
    return places


def _outer(rows: int, columns: int) -> list[float]:
    """For each quarter, the fraction of the rectangles in which it is on the rim, which no layer hides."""
    chances = [0.0] * VIEW
    found = _rectangles(rows, columns)
    for top, left, height, width in found:
        for row in range(2 * height):
            for column in range(2 * width):
                at_rim = row in (0, 2 * height - 1) or column in (0, 2 * width - 1)
                y, x = 2 * top + row + EDGE, 2 * left + column + EDGE
                if at_rim and 0 <= y < WIDE and 0 <= x < WIDE:
                    chances[y * WIDE + x] += 1 / len(found)
    return chances


_SIZES = range(LONG + 1)
# Tables by the current rows and columns of the first layer.
OPEN_CELLS = np.array([[_open_cells(rows, columns) for columns in _SIZES] for rows in _SIZES], np.int64)
OUTER = np.array([[_outer(rows, columns) for columns in _SIZES] for rows in _SIZES], np.float64)


@kernel
def paint(view: Any, corner: int, number: int) -> None:
    for quarter in range(4):
        view[corner + QUARTER[quarter]] = 2 + 2 * COLOUR_OF[number] + (JEWELS_OF[number] >> quarter & 1)


@kernel
def look(s: Board, seat: int, view: Any) -> None:
    """Fill the grid with the quarters that stay visible and the open ones."""
    for quarter in range(VIEW):
        view[quarter] = NONE
    rows = s.rows[seat]
    columns = s.columns[seat]
    for stage in range(s.stage):  # the rims of the lower layers: first or last row or column
        for row in range(rows - stage):
            step = 1 if row == 0 or row == rows - stage - 1 else max(1, columns - stage - 1)
            for column in range(0, columns - stage, step):
                number = s.block[seat, FIRST_CELL[stage] + row * (LONG - stage) + column]
                if number != NOTHING:
                    paint(view, corner_of(stage, row, column), number)
    places = int(FIELD[rows - s.stage, columns - s.stage] if s.stage > 0 else OPEN_CELLS[rows, columns])
    while places:
        place = lowest_bit(places)
        places &= places - 1
        if s.occupied[seat] >> place & 1:
            paint(view, corner_at(s.stage, place), block_at(s, seat, place))
        else:
            for k in QUARTER:
                view[corner_at(s.stage, place) + k] = OPEN


@kernel
def lasts(s: Board, seat: int, quarter: int) -> float:
    """Probability that this quarter stays visible to the end, if it is filled."""
    if s.stage == 0:
        return float(OUTER[s.rows[seat], s.columns[seat], quarter])
    if s.stage == 3:
        return 1.0
    row = quarter // WIDE - EDGE
    column = quarter % WIDE - EDGE
    inside = s.stage + 1
    if inside <= row < 2 * s.rows[seat] - inside and inside <= column < 2 * s.columns[seat] - inside:
        return 0.0
    return 1.0


@kernel
def at_edge(s: Board, seat: int, quarter: int) -> float:
    """Probability that this quarter is adjacent to the next layer, if it is filled."""
    if s.stage == 0:
        return float(OUTER[s.rows[seat], s.columns[seat], quarter])
    if s.stage == 3:
        return 0.0
    row = quarter // WIDE - EDGE
    column = quarter % WIDE - EDGE
    last_row = 2 * s.rows[seat] - 1 - s.stage
    last_column = 2 * s.columns[seat] - 1 - s.stage
    if row < s.stage or row > last_row or column < s.stage or column > last_column:
        return 0.0
    return 1.0 if row == s.stage or row == last_row or column == s.stage or column == last_column else 0.0


# Entries of an area: jewels, lasting jewels, sides towards open cells, quarters at the edge of the next layer.
AREA_COLOUR, AREA_JEWELS, AREA_LASTING, AREA_OPEN, AREA_EDGE = range(5)
AREA = 5
MOST_AREAS = 81


@kernel
def find_areas(s: Board, seat: int, view: Any, label: Any, areas: Any) -> int:
    """Number the areas of the view from 1: `label` by quarter, `areas` by number; return their number."""
    heap = scratch(VIEW)  # flood-fill stack of quarters
    for quarter in range(VIEW):
        label[quarter] = 0
    count = 0
    for start in range(WIDE + 1, VIEW - WIDE - 1):
        if view[start] <= OPEN or label[start] > 0:
            continue
        count += 1
        colour = view[start] >> 1
        areas[count, AREA_COLOUR] = colour - 1
        areas[count, AREA_JEWELS] = 0.0
        areas[count, AREA_LASTING] = 0.0
        areas[count, AREA_OPEN] = 0.0
        areas[count, AREA_EDGE] = 0.0
        label[start] = count
        heap[0] = start
        size = 1
        while size > 0:
            size -= 1
            here = heap[size]
            areas[count, AREA_EDGE] += at_edge(s, seat, here)
            if view[here] & 1:
                areas[count, AREA_JEWELS] += 1.0
                areas[count, AREA_LASTING] += lasts(s, seat, here)
            for step in STEPS:
                there = here + step
                if view[there] == OPEN:
                    areas[count, AREA_OPEN] += 1.0
                elif label[there] == 0 and view[there] >> 1 == colour:
                    label[there] = count
                    heap[size] = there
                    size += 1
    return count


@kernel
def turns_left(s: Board, seat: int) -> int:
    """A seat's remaining turns in this stage, without the one in progress."""
    left = TURNS[s.stage] - s.turns[seat]
    if seat == s.turn and (s.phase == MARK or s.phase == CARD or s.phase == REFILL):
        left -= 1
    return int(left)


@kernel
def survey(s: Board, seat: int, view: Any, label: Any, areas: Any, marks: Any) -> int:
    """Fill in the survey of a pyramid; return the number of areas."""
    look(s, seat, view)
    for colour in range(COLOURS):
        cell = s.mark[seat, s.stage, colour] - 1
        marks[colour] = quarter_at(s.stage, cell) if cell >= 0 else 0
    return find_areas(s, seat, view, label, areas)


@kernel
def corner_at(stage: int, place: int) -> int:
    """The upper left quarter of a place."""
    return corner_of(stage, row_of(place), column_of(place))
