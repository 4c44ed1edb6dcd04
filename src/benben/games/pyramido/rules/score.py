"""The view of a pyramid from above, its points, and the winners.

From above, a pyramid is a grid of quarters. The upper left quarter of the block in layer k, row r, column c is at row
2r + k, column 2c + k: each layer is inset by one quarter (half a block) and hides what is below it. The grid has a
margin on all sides, because the first layer may still grow upwards and to the left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.grid import take_area
from benben.core.kit.seats import keep_best
from benben.core.kit.tables import table
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, JEWELS_OF, LONG, NOTHING, STAGES
from benben.games.pyramido.rules.layers import FIRST_CELL, MARGIN
from benben.games.pyramido.rules.state import Board, cards_left, has_lost

WIDE = 16  # quarters in a row: the window of `layers` with an empty quarter at either end
VIEW = WIDE * WIDE
EDGE = 1 + 2 * MARGIN  # the row and column of the first layer's upper left quarter
QUARTER = table([0, 1, WIDE, WIDE + 1])  # offsets of a block's quarters from its upper left one


@kernel
def corner_of(stage: int, row: int, column: int) -> int:
    """The upper left quarter of a cell."""
    return (2 * row + stage + EDGE) * WIDE + 2 * column + stage + EDGE


@kernel
def quarter_at(stage: int, cell: int) -> int:
    """The same of a cell by its index in its layer."""
    return corner_of(stage, cell // (LONG - stage), cell % (LONG - stage))


@kernel
def look_down(s: Board, seat: int, layers: int, view: Any, jewels: Any) -> None:
    """PDO-13: fill the zeroed grids with the visible quarters of the lowest layers: 1 + colour, and 1 for a jewel."""
    for stage in range(layers):
        for cell in range((LONG - stage) * (LONG - stage)):
            number = s.block[seat, FIRST_CELL[stage] + cell]
            if number != NOTHING:
                corner = quarter_at(stage, cell)
                for quarter in range(4):
                    view[corner + QUARTER[quarter]] = 1 + COLOUR_OF[number]
                    jewels[corner + QUARTER[quarter]] = JEWELS_OF[number] >> quarter & 1


@kernel
def stage_points(s: Board, seat: int, stage: int) -> int:
    """The points of a stage's markers on the layers up to it (PDO-14), with the Minos bonus (PDO-15)."""
    view = np.zeros(VIEW, np.int64)
    jewels = np.zeros(VIEW, np.int64)
    found = np.zeros(VIEW, np.int64)
    look_down(s, seat, stage + 1, view, jewels)
    points = 0
    fewest = -1
    for colour in range(COLOURS):
        if s.mark[seat, stage, colour] > 0:
            # The markers of a stage have different colours, so no area is taken twice.
            area = 0
            for k in range(take_area(view, quarter_at(stage, s.mark[seat, stage, colour] - 1), WIDE, found)):
                area += jewels[found[k]]
            points += area
            if fewest < 0 or area < fewest:
                fewest = area
    return points + max(fewest, 0)


@kernel
def best_stage(s: Board, seat: int) -> int:
    best = 0
    for stage in range(STAGES):
        best = max(best, s.points[seat, stage])
    return best


@kernel
def total(s: Board, seat: int) -> int:
    points = 0
    for stage in range(STAGES):
        points += s.points[seat, stage]
    return points


@kernel
def score(s: Board, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = total(s, seat)


@kernel
def winners(s: Board, out: Any) -> None:
    """PDO-18: points, then cards in hand, then the best stage, then shared; seats that have lost never win (PDO-12)."""
    for seat in range(s.players):
        points = (total(s, seat) * 4 + cards_left(s, seat)) * 256 + best_stage(s, seat)
        out[seat] = -1 if has_lost(s, seat) else points
    keep_best(out, s.players)
