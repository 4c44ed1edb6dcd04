"""Expected final points of each edifice, as kernels.

The constants are means over games between search bots (docs/bots/pyramids.md).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits, each_bit
from benben.core.kit.grid import neighbours
from benben.games.pyramids.box.components import (
    BONUS,
    BONUS_FROM,
    CELLS,
    COLOURS,
    FEET,
    OBELISK_POINTS,
    ROUNDS,
    ROW,
    STONES,
    TOMB_MAJORITY,
)
from benben.games.pyramids.rules.pyramid_spots import (
    BASE,
    CORNER,
    FIRST,
    LEFT,
    PLACES,
    SHAPES,
    WIDTHS,
    filled_after,
    place_of,
)
from benben.games.pyramids.rules.score import NOT_LEFTMOST, NOT_RIGHTMOST, group_around
from benben.games.pyramids.rules.state import MOST_HELD, Necropolis

# Pyramid, by the number of cards still to be built (0 to 10). Expected growth of a colour's largest group …
GROWTH = np.array([0.0, 0.02, 0.08, 0.2, 0.38, 0.56, 0.82, 1.26, 1.72, 2.25, 2.8])  # … independent of contacts
CONTACT = np.array([0.0, 0.29, 0.28, 0.25, 0.19, 0.17, 0.15, 0.11, 0.05, 0.02, 0.0])  # … per free cell that touches it
# Probability that the group reaches three stones, if it has 0, 1 or 2 now.
THREE = np.array(
    [
        [0.0, 0.0, 0.0],
        [0.0, 0.01, 0.07],
        [0.0, 0.06, 0.17],
        [0.02, 0.11, 0.27],
        [0.05, 0.18, 0.34],
        [0.1, 0.25, 0.42],
        [0.17, 0.32, 0.53],
        [0.25, 0.38, 0.62],
        [0.33, 0.45, 0.76],
        [0.4, 0.53, 0.9],
        [0.48, 0.6, 0.9],
    ]
)

# Obelisk
FITS = 0.87  # fraction of obelisk cards that show the scoring colour
UNSURE = 0.4  # standard error in levels, times the square root of the future cards
RAISE_GLYPH = 0.5  # mean glyph points per card

# Tomb: logistic in the lead in stones; the scale grows with the number of future cards
TIE = 0.5  # a tie wins nothing
DOUBT = 0.3
CERTAIN = 0.1
MOST_LEAD = int(STONES.max()) * (MOST_HELD + 1)
LEADS = 2 * MOST_LEAD + 1

# Cells into which the pyramid can still grow, by the places filled: in its current position …
ROOM = np.zeros(1 << PLACES, np.int64)
# … and on its left, if the base shifts right by one place.
ROOM_LEFT = np.zeros(1 << PLACES, np.int64)
PLACE_WIDE = 2  # columns


def _fill_tables() -> None:
    field = (3 << ROW) | 3
    left = sum(field << int(CORNER[FIRST[level]]) for level in range(len(WIDTHS) - 1))
    for filled in SHAPES:
        ROOM[filled] = sum(field << int(CORNER[place]) for place in range(PLACES) if not filled >> place & 1)
        ROOM_LEFT[filled] = left if 0 < filled & BASE < BASE else 0


_fill_tables()


@kernel
def standing(cells: int, feet: int, filled: int) -> tuple[int, int]:
    """Stones in a colour's largest group, and the free cells that touch it (the maximum over equal groups)."""
    most = 0
    contacts = 0
    rest = cells
    while rest != 0:
        group = group_around(rest, rest & -rest)
        rest &= ~group
        stones = count_bits(group & feet)
        if stones >= most:
            touching = count_bits(neighbours(group, ROW, NOT_LEFTMOST, NOT_RIGHTMOST) & ROOM[filled])
            if ROOM_LEFT[filled] != 0:
                shifted = group << PLACE_WIDE
                touching += count_bits(neighbours(shifted, ROW, NOT_LEFTMOST, NOT_RIGHTMOST) & ROOM_LEFT[filled])
            if stones > most or touching > contacts:
                contacts = touching
            most = stones
    return most, contacts


@kernel
def pyramid_outlook(cells: Any, feet: Any, filled: int) -> float:
    """Expected points of a pyramid (PYR-19 to PYR-21), from its cells and feet by colour."""
    left = PLACES - count_bits(filled)
    total = 0.0
    most = 0.0
    bonus = 1.0
    for colour in range(COLOURS):
        stones, contacts = standing(cells[colour], feet[colour], filled)
        grown = stones + GROWTH[left] + CONTACT[left] * contacts
        total += grown
        most = max(most, grown)
        if stones < BONUS_FROM:
            bonus *= THREE[left, stones]
    return total + most + BONUS * bonus


@kernel
def lay_out(s: Necropolis, seat: int, cells: Any, feet: Any) -> None:
    """Fill in the cells and feet of a pyramid by colour; both are empty before."""
    for place in each_bit(s.filled[seat]):
        card = s.pyramid[seat, place]
        for colour in range(COLOURS):
            cells[colour] |= CELLS[card, colour] << CORNER[place]
            feet[colour] |= FEET[card, colour] << CORNER[place]


@kernel
def with_card(filled: int, card: int, spot: int, cells: Any, feet: Any, new_cells: Any, new_feet: Any) -> int:
    """Fill in the cells and feet of a pyramid after building a card at a spot; return the places filled."""
    move_on = PLACE_WIDE if spot == LEFT else 0
    corner = CORNER[place_of(filled, spot)]
    for colour in range(COLOURS):
        new_cells[colour] = cells[colour] << move_on | CELLS[card, colour] << corner
        new_feet[colour] = feet[colour] << move_on | FEET[card, colour] << corner
    return filled_after(filled, spot)


@kernel
def obelisk_outlook(most: int, raises: float) -> float:
    """Expected points of an obelisk (PYR-22) with its best colour on `most` levels and `raises` future cards."""
    levels = most + FITS * raises
    doubt = UNSURE * sqrt(raises)
    return 0.5 * (between_levels(levels - doubt) + between_levels(levels + doubt)) + RAISE_GLYPH * raises


@kernel
def between_levels(levels: float) -> float:
    """The points of an obelisk, interpolated between levels."""
    levels = min(max(levels, 0.0), ROUNDS - 1.0)
    whole = int(levels)
    part = levels - whole
    return float(OBELISK_POINTS[whole] * (1.0 - part) + OBELISK_POINTS[whole + 1] * part)


@kernel
def majority(lead: int, to_come: float, known: Any) -> float:
    """Expected points of a colour in the tomb (PYR-23), with a lead of `lead` stones over the best opponent.

    `known` has LEADS entries for what was computed before with the same `to_come`; it is empty at first.
    """
    if known[lead + MOST_LEAD] == 0.0:
        known[lead + MOST_LEAD] = TOMB_MAJORITY / (1.0 + exp((TIE - lead) / (CERTAIN + DOUBT * to_come)))
    return float(known[lead + MOST_LEAD])
