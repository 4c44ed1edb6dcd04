"""Grids in one array: row after row, with an empty cell at least after each row, so that no neighbour wraps around."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel


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
