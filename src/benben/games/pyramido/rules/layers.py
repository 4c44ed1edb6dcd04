"""Kernels for the layers of a pyramid: cells, placements of dominoes, growth of the first layer.

A place is a bit in a window of 7 rows and 8 columns. The layer's upper left cell is always at row 2, column 2: two rows
above and two columns to the left leave room for a domino beside the first layer, and the last column stays empty so
that neighbours never wrap around. When the first layer grows upwards or to the left, all its blocks shift, so that
equal layers have equal bits wherever they began.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.pyramido.box.components import COLOURS, LONG, NOTHING, SHORT
from benben.games.pyramido.rules.state import OVER, Board

MARGIN = 2
STRIDE = 8
WINDOW = 7 * STRIDE
ORIGIN = MARGIN * STRIDE + MARGIN  # the place of a layer's upper left cell
RIGHT, BELOW = 1, STRIDE  # offset from a place to its neighbour

FIRST_CELL = np.array(
    [0, 25, 41, 50], np.int64
)  # first index of each layer in `Board.block`; layer k is a square of 5 - k cells


def place_at(row: int, column: int) -> int:
    return (row + MARGIN) * STRIDE + column + MARGIN


def _fits_some_rectangle(rows: int, columns: int) -> bool:
    """PDO-5: 5x4 or 4x5."""
    return max(rows, columns) <= LONG and min(rows, columns) <= SHORT


def _pairs(step: int, allowed: Any) -> int:
    """Bit set of the upper or left places of the allowed dominoes in one direction."""
    pairs = 0
    for row in range(-MARGIN, LONG):
        for column in range(-MARGIN, LONG):
            last_row, last_column = (row, column + 1) if step == RIGHT else (row + 1, column)
            if max(last_row, last_column) < LONG and allowed(row, column, last_row, last_column):
                pairs |= 1 << place_at(row, column)
    return pairs


def _growing(step: int, rows: int, columns: int) -> int:
    """Placements that keep a first layer of this size inside a 5x4 or 4x5 rectangle."""
    if rows == 0:  # the first domino lies unturned: the rules are symmetric
        return 1 << ORIGIN if step == RIGHT else 0

    def allowed(top: int, left: int, bottom: int, right: int) -> bool:
        height = max(bottom, rows - 1) - min(top, 0) + 1
        width = max(right, columns - 1) - min(left, 0) + 1
        return _fits_some_rectangle(height, width)

    return _pairs(step, allowed)


def _inside(step: int, rows: int, columns: int) -> int:
    """Placements inside a layer of this size."""
    return _pairs(step, lambda top, left, bottom, right: min(top, left) >= 0 and bottom < rows and right < columns)


def _table(of: Any, step: int) -> Any:
    return np.array([[of(step, rows, columns) for columns in range(LONG + 1)] for rows in range(LONG + 1)], np.int64)


# Tables by the rows and columns of the layer.
GROWING_ACROSS, GROWING_DOWN = _table(_growing, RIGHT), _table(_growing, BELOW)
INSIDE_ACROSS, INSIDE_DOWN = _table(_inside, RIGHT), _table(_inside, BELOW)
FIELD = np.array(
    [
        [sum(1 << place_at(row, column) for row in range(rows) for column in range(columns)) for columns in range(6)]
        for rows in range(6)
    ],
    np.int64,
)


@kernel
def cell_of(stage: int, place: int) -> int:
    """The index of a place's cell within its layer."""
    return ((place >> 3) - MARGIN) * (LONG - stage) + (place & 7) - MARGIN


@kernel
def block_at(s: Board, seat: int, place: int) -> int:
    """The content of a place of the current layer."""
    return int(s.block[seat, FIRST_CELL[s.stage] + cell_of(s.stage, place)])


@kernel
def put_block(s: Board, seat: int, place: int, number: int) -> None:
    s.block[seat, FIRST_CELL[s.stage] + cell_of(s.stage, place)] = number
    s.occupied[seat] |= 1 << place


@kernel
def room(s: Board, seat: int) -> tuple[int, int]:
    """Bit sets of the placements in the current layer, by upper or left place: horizontal, vertical."""
    occupied = s.occupied[seat]
    free = ~occupied
    across = free & (free >> RIGHT)
    down = free & (free >> BELOW)
    rows = s.rows[seat]
    columns = s.columns[seat]
    if s.stage > 0:  # PDO-6: any two neighbouring cells
        rows -= s.stage
        columns -= s.stage
        return across & INSIDE_ACROSS[rows, columns], down & INSIDE_DOWN[rows, columns]
    across &= GROWING_ACROSS[rows, columns]
    down &= GROWING_DOWN[rows, columns]
    if occupied:  # PDO-5: beside a block
        near = occupied << RIGHT | occupied >> RIGHT | occupied << BELOW | occupied >> BELOW
        across &= near | near >> RIGHT
        down &= near | near >> BELOW
    return across, down


@kernel
def empty_places(s: Board, seat: int) -> int:
    """The empty cells of the current layer, once its rectangle is fixed."""
    return int(FIELD[s.rows[seat] - s.stage, s.columns[seat] - s.stage] & ~s.occupied[seat])


@kernel
def lowest(places: int) -> int:
    """The first place of a bit set, in reading order."""
    place = 0
    while not places >> place & 1:
        place += 1
    return place


@kernel
def grow(s: Board, seat: int, first: int, last: int) -> int:
    """Extend the first layer for a domino at these places; return the shift of all places."""
    top = (first >> 3) - MARGIN
    left = (first & 7) - MARGIN
    up = max(0, -top)
    aside = max(0, -left)
    if up > 0 or aside > 0:
        for row in range(s.rows[seat] - 1, -1, -1):
            for column in range(s.columns[seat] - 1, -1, -1):
                cell = row * LONG + column
                number = s.block[seat, cell]
                s.block[seat, cell] = NOTHING
                s.block[seat, cell + up * LONG + aside] = number
        for colour in range(COLOURS):
            if s.mark[seat, 0, colour] > 0:
                s.mark[seat, 0, colour] += up * LONG + aside
        s.occupied[seat] <<= up * BELOW + aside * RIGHT
        s.corner[seat, 0] -= up
        s.corner[seat, 1] -= aside
    s.rows[seat] = max(s.rows[seat], (last >> 3) - MARGIN + 1) + up
    s.columns[seat] = max(s.columns[seat], (last & 7) - MARGIN + 1) + aside
    return up * BELOW + aside * RIGHT


# Plain Python, for words and pictures


def places(bits: int) -> Iterator[int]:
    """The places of a set, in reading order."""
    return (place for place in range(WINDOW) if bits >> place & 1)


def layer(s: Board, seat: int, stage: int) -> Iterator[tuple[int, int]]:
    """Each filled cell of a layer and what lies there."""
    first = int(FIRST_CELL[stage])
    for cell, number in enumerate(list(s.block[seat])[first : first + (LONG - stage) ** 2]):
        if number != NOTHING:
            yield cell, number


def open_cells(s: Board, seat: int) -> int:
    """The empty cells of the layer being built: in the first one those that a domino beside its blocks may reach."""
    return 0 if s.phase == OVER or s.lost >> seat & 1 else empty_cells(s, seat)


def empty_cells(s: Board, seat: int) -> int:
    """The same of a seat that goes on building."""
    rows, columns = s.rows[seat], s.columns[seat]
    if s.stage > 0:
        return int(FIELD[rows - s.stage, columns - s.stage] & ~s.occupied[seat])
    across, down = int(GROWING_ACROSS[rows, columns]), int(GROWING_DOWN[rows, columns])
    near = sum(
        1 << place_at(row, column)
        for row in range(-MARGIN, min(LONG, max(rows, 1) + MARGIN))
        for column in range(-MARGIN, min(LONG, max(columns, 2) + MARGIN))
    )
    return int((across | across << RIGHT | down | down << BELOW) & near & ~s.occupied[seat])
