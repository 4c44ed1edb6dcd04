"""Grids, row after row: cells in one array, or sets of cells as the bits of one int.

An array has an empty cell at least after each row, so that no neighbour wraps around. So has a bit set, or it names the
cells that have a neighbour.

Areas of bit sets are for Pyramids alone, which grows several cells at once; Pyramido's areas need their places in
order. Pyramidis walks courses and Terra Pyramides rows that turn at oases: both read their ways from tables (`NEXT`,
`ROW_FIELD`), which is faster than a search for neighbours.
"""

from __future__ import annotations

from typing import Any

from benben.core.kernels import inlined, kernel

EVERYWHERE = -1  # the set of all cells


@inlined
def neighbours(cells: int, stride: int, not_leftmost: int, not_rightmost: int) -> int:
    """The bit set of all cells beside one of `cells`, which may be among them.

    `stride` is the number of bits of a row. The other two are the cells of all columns but one, or EVERYWHERE on a grid
    with an empty cell after each row.
    """
    return (cells << 1) & not_leftmost | (cells >> 1) & not_rightmost | cells << stride | cells >> stride


@kernel
def take_area(cells: Any, start: int, stride: int, found: Any) -> int:
    """Remove the connected area of equal cells around `start`: set them to 0, put their places into `found`.

    Returns their number. `stride` is the length of a row in the array. The cell at `start` is not 0.
    """
    value = cells[start]
    found[0] = start
    cells[start] = 0
    count = 1
    k = 0
    while k < count:
        here = found[k]
        for side in range(4):
            there = here + (1 if side == 0 else -1 if side == 1 else stride if side == 2 else -stride)
            if cells[there] == value:
                found[count] = there
                cells[there] = 0
                count += 1
        k += 1
    return count
