"""The places of a pyramid (PYR-15, PYR-16), and where the next card may go.

Places are numbered from the base up, each level from the left: 0-3, 4-6, 7-8, 9. The base is not anchored: its leftmost
card is at place 0, and all cards shift right by one place when a card is added on the left. So there are eight spots
for a card: the left or right end of the base, or one of the six places above it.
"""

from __future__ import annotations

from benben.core.kernels import inlined
from benben.core.kit.tables import table
from benben.games.pyramids.box.components import ROW

WIDTHS = (4, 3, 2, 1)
PLACES = sum(WIDTHS)
FIRST = (0, 4, 7, 9)  # the leftmost place of each level
LEVEL = table([level for level, width in enumerate(WIDTHS) for _place in range(width)])
INDEX = table([index for width in WIDTHS for index in range(width)])
CORNER = table([ROW * 2 * LEVEL[place] + LEVEL[place] + 2 * INDEX[place] for place in range(PLACES)])

LEFT, RIGHT, ABOVE = range(3)  # ABOVE is the first of the six places over the base
SPOTS = ABOVE + PLACES - WIDTHS[0]
MOST_OPEN = 4  # three cards in the base and none above: both ends and two places above

BASE = (1 << WIDTHS[0]) - 1
BASE_COUNT = table([(filled & BASE).bit_count() for filled in range(1 << PLACES)])  # cards in the base


def place_at(level: int, index: int) -> int:
    return FIRST[level] + index


@inlined
def place_above(spot: int) -> int:
    """The place of a spot above the base."""
    return spot - ABOVE + WIDTHS[0]


@inlined
def place_of(filled: int, spot: int) -> int:
    """Where the next card goes, in a pyramid with these places filled."""
    if spot == LEFT:
        return 0
    return int(BASE_COUNT[filled]) if spot == RIGHT else place_above(spot)


@inlined
def filled_after(filled: int, spot: int) -> int:
    """The filled places after building at a spot. No level overflows on the right: the base had room there."""
    return filled << 1 | 1 if spot == LEFT else filled | 1 << place_of(filled, spot)


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
                spots.append(ABOVE + place_at(level, index) - WIDTHS[0])
    return spots


def _shapes() -> list[int]:
    """All reachable sets of filled places."""
    shapes, new = {0}, [0]
    while new:
        filled = new.pop()
        for spot in open_spots(filled):
            after = filled_after(filled, spot)
            if after not in shapes:
                shapes.add(after)
                new.append(after)
    return sorted(shapes)


SHAPES = _shapes()

# Tables for the kernels, by the places filled.
_SPOTS = [open_spots(filled) if filled in SHAPES else [] for filled in range(1 << PLACES)]
OPEN = table([spots + [0] * (MOST_OPEN - len(spots)) for spots in _SPOTS])  # the open spots …
OPEN_COUNT = table([len(spots) for spots in _SPOTS])  # … and their number
