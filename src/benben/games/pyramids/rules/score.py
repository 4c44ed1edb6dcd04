"""Scoring kernels (PYR-19 to PYR-25). Tombs count only at the end, when they are opened."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.grid import neighbours
from benben.core.kit.seats import keep_best
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import (
    BONUS,
    BONUS_FROM,
    CELLS,
    COLOURS,
    FEET,
    GLYPH,
    GLYPH_POINTS,
    OBELISK_POINTS,
    ROW,
    STONES,
    TOMB_MAJORITY,
)
from benben.games.pyramids.rules.pyramid_spots import CORNER, PLACES
from benben.games.pyramids.rules.state import OVER, Necropolis

PYRAMID, OBELISK, TOMB = components.PYRAMID, components.OBELISK, components.TOMB

# Masks of the cells with a left neighbour and with a right neighbour. No pyramid reaches the sign bit.
NOT_LEFTMOST = 0x7EFEFEFEFEFEFEFE
NOT_RIGHTMOST = 0x7F7F7F7F7F7F7F7F


@kernel
def cells_of(s: Necropolis, seat: int, colour: int) -> int:
    """Bit set of the pyramid's cells of a colour."""
    cells = 0
    for place in range(PLACES):
        cells |= CELLS[s.pyramid[seat, place], colour] << CORNER[place]
    return cells


@kernel
def feet_of(s: Necropolis, seat: int, colour: int) -> int:
    """Bit set of the lowest cell of each stone of a colour."""
    feet = 0
    for place in range(PLACES):
        feet |= FEET[s.pyramid[seat, place], colour] << CORNER[place]
    return feet


@kernel
def group_around(cells: int, start: int) -> int:
    """All cells connected to `start` by edges (PYR-19)."""
    group = start
    grown = start
    while grown != 0:
        group |= grown
        grown = neighbours(group, ROW, NOT_LEFTMOST, NOT_RIGHTMOST) & cells & ~group
    return group


@kernel
def largest_group(s: Necropolis, seat: int, colour: int) -> int:
    """PYR-19: the cells of the colour's group with the most stones; in a tie, the lowest, leftmost group."""
    cells = cells_of(s, seat, colour)
    feet = feet_of(s, seat, colour)
    best = 0
    most = 0
    while cells != 0:
        group = group_around(cells, cells & -cells)
        cells &= ~group
        stones = count_bits(group & feet)
        if stones > most:
            most = stones
            best = group
    return best


@kernel
def pyramid_points(s: Necropolis, seat: int) -> int:
    points = 0
    most = 0
    least = BONUS_FROM
    for colour in range(COLOURS):
        stones = count_bits(largest_group(s, seat, colour) & feet_of(s, seat, colour))
        points += stones
        most = max(most, stones)
        least = min(least, stones)
    return points + most + (BONUS if least == BONUS_FROM else 0)  # PYR-20, PYR-21


@kernel
def obelisk_levels(s: Necropolis, seat: int, colour: int) -> int:
    """PYR-22: the number of obelisk cards with a colour."""
    levels = 0
    for level in range(s.levels[seat]):
        if STONES[s.obelisk[seat, level], colour] > 0:
            levels += 1
    return levels


@kernel
def highest(s: Necropolis, seat: int) -> int:
    """The number of obelisk cards with its best colour."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, obelisk_levels(s, seat, colour))
    return most


@kernel
def tomb_stones(s: Necropolis, seat: int, colour: int) -> int:
    """The number of stones of a colour in an opened tomb."""
    stones = 0
    for i in range(s.holds[seat]):
        stones += STONES[s.held[seat, i], colour]
    return stones


@kernel
def tomb_winner(s: Necropolis, colour: int) -> int:
    """PYR-23: the only seat with the most stones of a colour, or -1."""
    most = 0
    best = -1
    for seat in range(s.players):
        stones = tomb_stones(s, seat, colour)
        if stones > most:
            most = stones
            best = seat
        elif stones == most:
            best = -1
    return best


@kernel
def glyphs(s: Necropolis, seat: int) -> int:
    """PYR-24: the number of glyphs in the edifice that they show."""
    n = 0
    for place in range(PLACES):
        if GLYPH[s.pyramid[seat, place]] == PYRAMID:
            n += 1
    for level in range(s.levels[seat]):
        if GLYPH[s.obelisk[seat, level]] == OBELISK:
            n += 1
    if s.phase == OVER:
        for i in range(s.holds[seat]):
            if GLYPH[s.held[seat, i]] == TOMB:
                n += 1
    return n


@kernel
def score(s: Necropolis, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = pyramid_points(s, seat) + OBELISK_POINTS[highest(s, seat)] + GLYPH_POINTS * glyphs(s, seat)
    if s.phase == OVER:
        for colour in range(COLOURS):
            best = tomb_winner(s, colour)
            if best >= 0:
                out[best] += TOMB_MAJORITY


@kernel
def winners(s: Necropolis, out: Any) -> None:
    """PYR-25: most points; ties share the win."""
    score(s, out)
    keep_best(out, s.players)
