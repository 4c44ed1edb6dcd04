"""Kernels for the layers of a pyramid: cells, placements of dominoes, growth of the first layer.

A place is a bit in a window of 7 rows and 8 columns. The layer's upper left cell is always at row 2, column 2: two rows
above and two columns to the left leave room for a domino beside the first layer, and the last column stays empty so
that neighbours never wrap around. When the first layer grows upwards or to the left, all its blocks shift, so that
equal layers have equal bits wherever they began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import lowest_bit
from benben.core.kit.grid import EVERYWHERE, neighbours
from benben.core.kit.tables import table
from benben.games.pyramido.box.components import COLOURS, LONG, NOTHING, SHORT
from benben.games.pyramido.rules.state import OVER, Board, has_lost

MARGIN = 2
STRIDE = 8
WINDOW = 7 * STRIDE
ORIGIN = MARGIN * STRIDE + MARGIN  # the place of a layer's upper left cell
RIGHT, BELOW = 1, STRIDE  # offset from a place to its neighbour

FIRST_CELL = table([0, 25, 41, 50])  # of each layer in `Board.block`; layer k is a square of 5 - k cells
_SIZES = range(LONG + 1)


def place_at(row: int, column: int) -> int:
    return (row + MARGIN) * STRIDE + column + MARGIN


def _by_size(of: Callable[[int, int], int]) -> Any:
    """A table by the rows and columns of the layer."""
    return table([[of(rows, columns) for columns in _SIZES] for rows in _SIZES])


def _pairs(step: int, allowed: Callable[[int, int, int, int], bool]) -> int:
    """Bit set of the upper or left places of the allowed dominoes in one direction."""
    pairs = 0
    for row, column in product(range(-MARGIN, LONG), repeat=2):
        bottom, right = (row, column + 1) if step == RIGHT else (row + 1, column)
        if max(bottom, right) < LONG and allowed(row, column, bottom, right):
            pairs |= 1 << place_at(row, column)
    return pairs


def _growing(step: int, rows: int, columns: int) -> int:
    """PDO-5: placements that keep a first layer of this size inside a 5x4 or 4x5 rectangle."""
    if rows == 0:  # the first domino lies unturned: the rules are symmetric
        return 1 << ORIGIN if step == RIGHT else 0

    def allowed(top: int, left: int, bottom: int, right: int) -> bool:
        height = max(bottom, rows - 1) - min(top, 0) + 1
        width = max(right, columns - 1) - min(left, 0) + 1
        return max(height, width) <= LONG and min(height, width) <= SHORT

    return _pairs(step, allowed)


def _inside(step: int, rows: int, columns: int) -> int:
    """PDO-6: placements inside a layer of this size."""
    return _pairs(step, lambda top, left, bottom, right: min(top, left) >= 0 and bottom < rows and right < columns)


GROWING_ACROSS, GROWING_DOWN = (_by_size(partial(_growing, step)) for step in (RIGHT, BELOW))
INSIDE_ACROSS, INSIDE_DOWN = (_by_size(partial(_inside, step)) for step in (RIGHT, BELOW))
FIELD = _by_size(lambda rows, columns: sum(1 << place_at(*cell) for cell in product(range(rows), range(columns))))


@inlined
def row_of(place: int) -> int:
    """Counted from the layer's first row."""
    return (place >> 3) - MARGIN


@inlined
def column_of(place: int) -> int:
    return (place & 7) - MARGIN


@inlined
def cell_of(stage: int, place: int) -> int:
    """The index of a place's cell within its layer."""
    return row_of(place) * (LONG - stage) + column_of(place)


@inlined
def block_at(s: Board, seat: int, place: int) -> int:
    """The content of a place of the current layer."""
    return int(s.block[seat, FIRST_CELL[s.stage] + cell_of(s.stage, place)])


@inlined
def put_block(s: Board, seat: int, place: int, number: int) -> None:
    s.block[seat, FIRST_CELL[s.stage] + cell_of(s.stage, place)] = number
    s.occupied[seat] |= 1 << place


@inlined
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
        near = neighbours(occupied, BELOW, EVERYWHERE, EVERYWHERE)
        across &= near | near >> RIGHT
        down &= near | near >> BELOW
    return across, down


@kernel
def empty_places(s: Board, seat: int) -> int:
    """The empty cells of the current layer, once its rectangle is fixed."""
    return int(FIELD[s.rows[seat] - s.stage, s.columns[seat] - s.stage] & ~s.occupied[seat])


@kernel
def place_to_fill(s: Board, seat: int) -> int:
    """PDO-12: the first empty cell of the current layer, in reading order."""
    return lowest_bit(empty_places(s, seat))


@inlined
def grow(s: Board, seat: int, first: int, last: int) -> int:
    """Extend the first layer for a domino at these places; return the shift of all places."""
    up = max(0, -row_of(first))
    aside = max(0, -column_of(first))
    if up > 0 or aside > 0:
        cells = up * LONG + aside  # what would leave the square is empty
        for cell in range(LONG * LONG - 1, -1, -1):
            s.block[seat, cell] = s.block[seat, cell - cells] if cell >= cells else NOTHING
        for colour in range(COLOURS):
            if s.mark[seat, 0, colour] > 0:
                s.mark[seat, 0, colour] += cells
        s.occupied[seat] <<= up * BELOW + aside * RIGHT
        s.corner[seat, 0] -= up
        s.corner[seat, 1] -= aside
    s.rows[seat] = max(s.rows[seat], row_of(last) + 1) + up
    s.columns[seat] = max(s.columns[seat], column_of(last) + 1) + aside
    return up * BELOW + aside * RIGHT


# Plain Python, for words and pictures


def places(bits: int) -> Iterator[int]:
    """The places of a set, in reading order."""
    return (place for place in range(WINDOW) if bits >> place & 1)


def layer(s: Board, seat: int, stage: int) -> Iterator[tuple[int, int]]:
    """Each filled cell of a layer and what lies there."""
    first = int(FIRST_CELL[stage])
    cells = list(s.block[seat])[first : first + (LONG - stage) ** 2]
    return ((cell, number) for cell, number in enumerate(cells) if number != NOTHING)


def new_block(s: Board, half: int) -> int:
    """What lies on a half of the domino laid in this turn."""
    return block_at(s, s.turn, s.new[half])


def open_cells(s: Board, seat: int) -> int:
    """The empty cells of the layer being built: in the first one those that a domino beside its blocks may reach."""
    return 0 if s.phase == OVER or has_lost(s, seat) else empty_cells(s, seat)


def empty_cells(s: Board, seat: int) -> int:
    """The same of a seat that goes on building."""
    if s.stage > 0:
        return empty_places(s, seat)
    rows, columns = s.rows[seat], s.columns[seat]
    across, down = int(GROWING_ACROSS[rows, columns]), int(GROWING_DOWN[rows, columns])
    reach = [range(-MARGIN, min(LONG, max(size, least) + MARGIN)) for size, least in ((rows, 1), (columns, 2))]
    near = sum(1 << place_at(*cell) for cell in product(*reach))
    return int((across | across << RIGHT | down | down << BELOW) & near & ~s.occupied[seat])
