"""Where things stand in the picture: the quarry on top, a board for each seat below.

A seat that looks sees its own board large and the others beside it; a spectator sees all alike.
"""

from __future__ import annotations

from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.games.pyramido.box.components import LONG, QUARRY
from benben.games.pyramido.rules.layers import MARGIN
from benben.games.pyramido.rules.state import Board

WIDTH = 1000.0
GAP = 14.0
STATUS = 58.0  # the line that says whose turn it is
QUARRY_HIGH = 236.0

DOMINO = 74.0  # the side of a block in the quarry
PILE_STEP = 212.0  # from one stack to the next
PILE_TOP, QUARRY_TOP = STATUS + 14, STATUS + 138

HEADER, HAND = 66.0, 66.0  # parts of a board 560 wide

LIFT = 0.09  # how much higher a layer is drawn than the one below, in blocks


class Panel(NamedTuple):
    """The board of a seat: its pyramid, and above and below it what the seat has."""

    x: float
    y: float
    wide: float
    pyramid_high: float

    @property
    def scale(self) -> float:
        return self.wide / 560

    @property
    def pyramid_top(self) -> float:
        return self.y + HEADER * self.scale

    @property
    def hand_top(self) -> float:
        return self.pyramid_top + self.pyramid_high + 8 * self.scale

    @property
    def high(self) -> float:
        return self.hand_top + HAND * self.scale - self.y


class Frame(NamedTuple):
    """How the cells of a pyramid lie in the picture."""

    x: float  # of the first layer's upper left cell
    y: float
    unit: float  # the side of a block

    def corner(self, stage: int, row: int, column: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return (
            self.x + (column + stage / 2) * self.unit,
            self.y + (row + stage / 2 - stage * LIFT) * self.unit,
        )

    def place(self, stage: int, place: int) -> tuple[float, float]:
        return self.corner(stage, (place >> 3) - MARGIN, (place & 7) - MARGIN)


@remembered
def panels(players: int, viewer: int) -> tuple[Panel, ...]:
    """By seat."""
    top = STATUS + QUARRY_HIGH + GAP
    if viewer == NOBODY:
        wide = (WIDTH - 3 * GAP) / 2
        equal = [Panel(0, 0, wide, wide * 0.92)] * players
        return tuple(
            Panel(GAP + (k % 2) * (wide + GAP), top + (k // 2) * (panel.high + GAP), wide, panel.pyramid_high)
            for k, panel in enumerate(equal)
        )
    own_wide, small_wide = 618.0, WIDTH - 618.0 - 3 * GAP
    own = Panel(GAP, top, own_wide, 640)
    others = [(viewer + k) % players for k in range(1, players)]  # as they sit, clockwise
    small_high = (own.high - (len(others) - 1) * GAP) / len(others)
    rest = Panel(0, 0, small_wide, 0).high
    result = [own] * players
    for k, seat in enumerate(others):
        high = min(small_high - rest, small_wide)
        result[seat] = Panel(2 * GAP + own_wide, top + k * (small_high + GAP), small_wide, high)
    return tuple(result)


@remembered
def picture_height(players: int, viewer: int) -> float:
    return max(panel.y + panel.high for panel in panels(players, viewer)) + GAP


def frame(s: Board, seat: int, panel: Panel, viewer: int) -> Frame:
    """The pyramid as large as its place in the panel allows; a first layer with all that it may still reach."""
    rows, columns = max(s.rows[seat], 1), max(s.columns[seat], 2)
    high, wide = rows, columns
    if s.stage == 0 and not s.lost >> seat & 1:
        if may_touch(seat, viewer):
            high, wide = rows + 2 * min(MARGIN, LONG - rows), columns + 2 * min(MARGIN, LONG - columns)
        else:
            high = wide = LONG
    label = (30 if may_touch(seat, viewer) else 10) * panel.scale  # for the names of rows and columns
    unit = min((panel.wide - 2 * label) / wide, (panel.pyramid_high - 2 * label) / high)
    return Frame(
        panel.x + (panel.wide - columns * unit) / 2, panel.pyramid_top + (panel.pyramid_high - rows * unit) / 2, unit
    )


def may_touch(seat: int, viewer: int) -> bool:
    """Only the own pyramid is touched; before a spectator's picture anybody may sit."""
    return viewer in (NOBODY, seat)


def pile_at(pile: int) -> tuple[float, float]:
    """The upper left corner of the top domino of a stack."""
    return WIDTH / 2 + (pile - 1.5) * PILE_STEP - DOMINO, PILE_TOP


def quarry_at(place: int) -> tuple[float, float]:
    """Each place lies before two stacks."""
    return WIDTH / 2 + (place - (QUARRY - 1) / 2) * PILE_STEP - DOMINO, QUARRY_TOP
