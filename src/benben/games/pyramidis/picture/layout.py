"""Where things stand in the picture: the cross of fields, the panels in its corners."""

from __future__ import annotations

from benben.games.pyramidis.box.components import FIELDS

CELL = 100
EDGE = 26  # around the board, for the letters and numbers
SIZE = 8 * CELL + 2 * EDGE

PANEL = 2.66 * CELL  # the side of a player's panel; they lie in the corners, clockwise from red at the top left
_NEAR, _FAR = 14.0, SIZE - PANEL - 14.0
PANELS = ((_NEAR, _NEAR), (_FAR, _NEAR), (_FAR, _FAR), (_NEAR, _FAR))


def corner(field: int) -> tuple[float, float]:
    name = FIELDS[field]
    return EDGE + (ord(name[0]) - ord("a")) * CELL, EDGE + (int(name[1]) - 1) * CELL


def middle(field: int) -> tuple[float, float]:
    x, y = corner(field)
    return x + CELL / 2, y + CELL / 2


def foot(field: int) -> tuple[float, float]:
    """The middle of the base line of a stack."""
    x, y = corner(field)
    return x + CELL / 2, y + CELL - 7
