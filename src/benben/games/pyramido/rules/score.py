"""The view of a pyramid from above, its points, and the winners.

From above, a pyramid is a grid of quarters. The upper left quarter of the block in layer k, row r, column c is at row
2r + k, column 2c + k: each layer is inset by one quarter (half a block) and hides what is below it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, JEWELS_OF, LONG, MOST_PLAYERS, NOTHING, STAGES
from benben.games.pyramido.rules.layers import FIRST_CELL
from benben.games.pyramido.rules.state import Board, cards_left

WIDE = 12  # quarters in a row, with an empty one at either end so that neighbours stay in the grid
VIEW = WIDE * WIDE
STEPS = np.array([1, -1, WIDE, -WIDE], np.int64)  # offsets to the neighbours of a quarter


@kernel
def quarter_at(stage: int, cell: int) -> int:
    """The upper left quarter of a cell of a layer."""
    side = LONG - stage
    return (2 * (cell // side) + stage + 1) * WIDE + 2 * (cell % side) + stage + 1


@kernel
def look_down(s: Board, seat: int, layers: int, view: Any) -> None:
    """PDO-13: fill `view` with the visible quarters of the lowest layers.

    A quarter is 0 if empty, else 2 + 2 x colour, plus 1 with a jewel.
    """
    for quarter in range(VIEW):
        view[quarter] = 0
    for stage in range(layers):
        for cell in range((LONG - stage) * (LONG - stage)):
            number = s.block[seat, FIRST_CELL[stage] + cell]
            if number != NOTHING:
                corner = quarter_at(stage, cell)
                shown = 2 + 2 * COLOUR_OF[number]
                jewels = JEWELS_OF[number]
                view[corner] = shown + (jewels & 1)
                view[corner + 1] = shown + (jewels >> 1 & 1)
                view[corner + WIDE] = shown + (jewels >> 2 & 1)
                view[corner + WIDE + 1] = shown + (jewels >> 3 & 1)


@kernel
def take_area(view: Any, start: int, found: Any) -> int:
    """Remove the area around a quarter from the view; put its quarters into `found` and return their number."""
    colour = view[start] >> 1
    found[0] = 2 * start + (view[start] & 1)
    view[start] = 0
    count = 1
    k = 0
    while k < count:
        here = found[k] >> 1
        for step in STEPS:
            there = here + step
            if view[there] >> 1 == colour:
                found[count] = 2 * there + (view[there] & 1)
                view[there] = 0
                count += 1
        k += 1
    return count


@kernel
def jewels_in(found: Any, count: int) -> int:
    """The number of jewels in an area from `take_area`."""
    jewels = 0
    for k in range(count):
        jewels += found[k] & 1
    return jewels


@kernel
def stage_points(s: Board, seat: int, stage: int) -> int:
    """The points of a stage's markers on the layers up to it (PDO-14), with the Minos bonus (PDO-15)."""
    view = np.zeros(VIEW, np.int64)
    found = np.zeros(VIEW, np.int64)
    look_down(s, seat, stage + 1, view)
    points = 0
    fewest = -1
    for colour in range(COLOURS):
        if s.mark[seat, stage, colour] > 0:
            # The markers of a stage have different colours, so no area is taken twice.
            count = take_area(view, quarter_at(stage, s.mark[seat, stage, colour] - 1), found)
            jewels = jewels_in(found, count)
            points += jewels
            if fewest < 0 or jewels < fewest:
                fewest = jewels
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
    best = -1
    for seat in range(s.players):
        out[seat] = -1
        if not s.lost >> seat & 1:
            out[seat] = (total(s, seat) * 4 + cards_left(s, seat)) * 256 + best_stage(s, seat)
        best = max(best, out[seat])
    for seat in range(s.players):
        out[seat] = 1 if out[seat] == best else 0


def winning_seats(s: Board) -> list[int]:
    """`winners` as a list of seats."""
    won = np.zeros(MOST_PLAYERS, np.int64)
    winners(s, won)
    return [seat for seat in range(s.players) if won[seat]]
