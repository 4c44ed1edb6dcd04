"""The places of a pyramid (PYR-15, PYR-16), and where the next card may go.

Places are numbered from the base up, each level from the left: 0-3, 4-6, 7-8, 9. The base is not anchored: its leftmost
card is at place 0, and all cards shift right by one place when a card is added on the left. So there are eight spots
for a card: the left or right end of the base, or one of the six places above it.
"""

from __future__ import annotations

import numpy as np

from benben.games.pyramids.box.components import ROW

WIDTHS = (4, 3, 2, 1)
PLACES = sum(WIDTHS)
FIRST = (0, 4, 7, 9)  # the leftmost place of each level
LEVEL = np.array([level for level, width in enumerate(WIDTHS) for _place in range(width)], np.int64)
INDEX = np.array([index for width in WIDTHS for index in range(width)], np.int64)
CORNER = np.array([ROW * 2 * LEVEL[place] + LEVEL[place] + 2 * INDEX[place] for place in range(PLACES)], np.int64)

LEFT, RIGHT, ABOVE = range(3)  # ABOVE is the first of the six places over the base
SPOTS = ABOVE + PLACES - WIDTHS[0]
MOST_OPEN = 4  # three cards in the base and none above: both ends and two places above

BASE = (1 << WIDTHS[0]) - 1


def place_at(level: int, index: int) -> int:
    return FIRST[level] + index


def spot_at(place: int) -> int:
    """The spot of a place above the base."""
    return ABOVE + place - WIDTHS[0]


def moved_on(filled: int) -> int:
    """The filled places after each card has shifted right by one place."""
    return sum(1 << place + 1 for place in range(PLACES) if filled >> place & 1)


def open_spots(filled: int) -> list[int]:
    """The spots for the next card in a pyramid with these places filled."""

    def has(level: int, index: int) -> bool:
        return 0 <= index < WIDTHS[level] and filled >> place_at(level, index) & 1 == 1

    spots = []
    if filled == 0:
        spots = [RIGHT]
    elif not has(0, WIDTHS[0] - 1):
        spots = [LEFT, RIGHT]
    for level in range(1, len(WIDTHS)):
        begun = any(has(level, index) for index in range(WIDTHS[level]))
        for index in range(WIDTHS[level]):
            rests = has(level - 1, index) and has(level - 1, index + 1)
            beside = has(level, index - 1) or has(level, index + 1)
            if rests and not has(level, index) and (beside or not begun):
                spots.append(spot_at(place_at(level, index)))
    return spots


def _shapes() -> list[int]:
    """All reachable sets of filled places."""
    shapes, new = {0}, [0]
    while new:
        filled = new.pop()
        for spot in open_spots(filled):
            if spot == LEFT:
                after = moved_on(filled) | 1
            elif spot == RIGHT:
                after = filled | (filled & BASE) + 1
            else:
                after = filled | 1 << spot - ABOVE + WIDTHS[0]
            if after not in shapes:
                shapes.add(after)
                new.append(after)
    return sorted(shapes)


SHAPES = _shapes()

# Tables for the kernels, by the places filled.
OPEN = np.zeros((1 << PLACES, MOST_OPEN), np.int64)  # the open spots …
OPEN_COUNT = np.zeros(1 << PLACES, np.int64)  # … and their number
BASE_COUNT = np.zeros(1 << PLACES, np.int64)  # cards in the base
MOVED_ON = np.zeros(1 << PLACES, np.int64)
for _filled in SHAPES:
    _spots = open_spots(_filled)
    OPEN[_filled, : len(_spots)] = _spots
    OPEN_COUNT[_filled] = len(_spots)
    BASE_COUNT[_filled] = (_filled & BASE).bit_count()
    MOVED_ON[_filled] = moved_on(_filled) if BASE_COUNT[_filled] < WIDTHS[0] else 0
