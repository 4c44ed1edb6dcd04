"""What each edifice will be worth at the end, as it looks now: expected points, as kernels.

The figures are means over games between searching bots (docs/bots/pyramids.md says how they were found).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.pyramids.components import (
    BONUS,
    BONUS_FROM,
    CELLS,
    COLOURS,
    FEET,
    OBELISK_POINTS,
    ROUNDS,
    ROW,
    TOMB_MAJORITY,
)
from benben.games.pyramids.places import (
    ABOVE,
    BASE,
    BASE_COUNT,
    CORNER,
    FIRST,
    LEFT,
    MOVED_ON,
    PLACES,
    RIGHT,
    SHAPES,
    WIDTHS,
)
from benben.games.pyramids.scoring import NOT_LEFTMOST, NOT_RIGHTMOST, cells_of, count, feet_of, group_around
from benben.games.pyramids.state import Necropolis

# Pyramid, by the number of cards still to come (0 to 10): how a colour's largest group grows …
GROWTH = np.array([0.0, 0.02, 0.08, 0.2, 0.38, 0.56, 0.82, 1.26, 1.72, 2.25, 2.8])  # … in any case
CONTACT = np.array(
    [0.0, 0.29, 0.28, 0.25, 0.19, 0.17, 0.15, 0.11, 0.05, 0.02, 0.0]
)  # … for each free cell that touches it
# … and how likely it has three stones in the end, if it has 0, 1 or 2 now.
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
FITS = 0.87  # so many of the cards that are raised show the colour that counts
UNSURE = 0.4  # a level more or less, times the root of the cards to come
RAISE_GLYPH = 0.5  # points that glyphs bring, a card

# Tomb: a lead of so many stones is in doubt, for each card that may still come
TIE = 0.5  # an even number wins nothing
DOUBT = 0.3
CERTAIN = 0.1

# Cells into which the pyramid may still grow, by the places filled: as it stands, …
ROOM = np.zeros(1 << PLACES, np.int64)
# … and those to the left of it, if everything moves on by a place.
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
def neighbours(cells: int) -> int:
    """The cells that touch these, and these."""
    return (cells << 1) & NOT_LEFTMOST | (cells >> 1) & NOT_RIGHTMOST | cells << ROW | cells >> ROW


@kernel
def standing(cells: int, feet: int, filled: int) -> tuple[int, int]:
    """Of a colour: the stones of its largest group, and the free cells that touch it (of equal groups: the most)."""
    most = 0
    contacts = 0
    rest = cells
    while rest != 0:
        group = group_around(rest, rest & -rest)
        rest &= ~group
        stones = count(group & feet)
        if stones >= most:
            touching = count(neighbours(group) & ROOM[filled])
            if ROOM_LEFT[filled] != 0:
                touching += count(neighbours(group << PLACE_WIDE) & ROOM_LEFT[filled])
            if stones > most or touching > contacts:
                contacts = touching
            most = stones
    return most, contacts


@kernel
def pyramid_outlook(cells: Any, feet: Any, filled: int) -> float:
    """Expected points of a pyramid (PYR-19 to PYR-21), from its cells and feet by colour."""
    left = PLACES - count(filled)
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
    for colour in range(COLOURS):
        cells[colour] = cells_of(s, seat, colour)
        feet[colour] = feet_of(s, seat, colour)


@kernel
def with_card(filled: int, card: int, spot: int, cells: Any, feet: Any, new_cells: Any, new_feet: Any) -> int:
    """The cells and feet of a pyramid after a card is built at a spot; returns the places filled then."""
    move_on = PLACE_WIDE if spot == LEFT else 0
    place = 0 if spot == LEFT else BASE_COUNT[filled] if spot == RIGHT else spot + WIDTHS[0] - ABOVE
    corner = CORNER[place]
    for colour in range(COLOURS):
        new_cells[colour] = cells[colour] << move_on | CELLS[card, colour] << corner
        new_feet[colour] = feet[colour] << move_on | FEET[card, colour] << corner
    if spot == LEFT:
        return int(MOVED_ON[filled]) | 1
    return int(filled) | 1 << place


@kernel
def obelisk_outlook(most: int, raises: float) -> float:
    """Expected points of an obelisk (PYR-22) of which a colour shows on `most` levels, with so many cards to come."""
    levels = most + FITS * raises
    doubt = UNSURE * sqrt(raises)
    return 0.5 * (between_levels(levels - doubt) + between_levels(levels + doubt)) + RAISE_GLYPH * raises


@kernel
def between_levels(levels: float) -> float:
    """The points of an obelisk, of parts of a level in proportion."""
    levels = min(max(levels, 0.0), ROUNDS - 1.0)
    whole = int(levels)
    part = levels - whole
    return float(OBELISK_POINTS[whole] * (1.0 - part) + OBELISK_POINTS[whole + 1] * part)


@kernel
def majority(lead: int, to_come: float) -> float:
    """Expected points of a colour in the tomb (PYR-23) in which the best other is so many stones behind."""
    return TOMB_MAJORITY / (1.0 + exp((TIE - lead) / (CERTAIN + DOUBT * to_come)))
