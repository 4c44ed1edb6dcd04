"""Where things stand in the picture.

Four players: the whole cross, with the players' panels in its corners. Two players: their course of 2x8 fields across
the whole width, with room for towers; the arms that nobody uses are only hinted. A tall picture is drawn for a phone:
its units are pixels there.
"""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.games.pyramidis.box.components import COLOURS, FIELDS, MOST_TAKEN
from benben.games.pyramidis.rules.state import Board

WIDE, WIDE_HIGH, TALL = 1100.0, 710.0, 390.0
BACK, FRONT = 3, 4  # the rows of the course of two players


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Plan:
    """The whole picture."""

    width: float
    height: float
    fields: tuple[Zone, ...]
    rooms: tuple[float, ...]  # how high a stack on each field may rise above its foot
    slab: tuple[Zone, ...]  # its parts
    piece: float  # the width of a pyramid
    panels: tuple[Zone, ...]  # by colour
    takes: tuple[Zone, ...]  # the buttons for 1 to 5 …
    takes_in_panel: bool  # … if they lie in the panel, seen from its corner
    size: float  # of names
    cross: bool  # of four players
    tall: bool

    def middle(self, field: int) -> tuple[float, float]:
        return self.fields[field].middle

    def foot(self, field: int) -> tuple[float, float]:
        """The middle of the base of a stack."""
        zone = self.fields[field]
        return zone.x + zone.wide / 2, zone.foot - self.piece * 0.2

    def step(self, field: int, height: int) -> float:
        """By how much each pyramid of a stack stands higher than the one below it."""
        from_room = (self.rooms[field] - 0.7 * self.piece) / max(height - 1, 1)
        return min(0.36 * self.piece, from_room)

    def take(self, number: int, colour: int) -> Zone:
        zone = self.takes[number - 1]
        if not self.takes_in_panel:
            return zone
        panel = self.panels[colour]
        return Zone(panel.x + zone.x, panel.y + zone.y, zone.wide, zone.high)


def plan(s: Board, look: Look) -> Plan:
    return _plan(s.players == COLOURS, s.pair, look.wide)


@remembered
def _plan(cross: bool, pair: int, wide: bool) -> Plan:
    if cross:
        return _cross_wide() if wide else _cross_tall()
    return _course(pair, wide)


def _grid(name: str, pair: int = 0) -> tuple[int, int]:
    """Column and row of a field; the course of green and blue is turned by a quarter."""
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return (row, 7 - column) if pair else (column, row)


def _row(zone: Zone, count: int, gap: float) -> tuple[Zone, ...]:
    each = (zone.wide - gap * (count - 1)) / count
    return tuple(Zone(zone.x + k * (each + gap), zone.y, each, zone.high) for k in range(count))


def _course(pair: int, wide: bool) -> Plan:
    """Two players."""
    if wide:
        left, cell, high, back, front = 38.0, 128.0, 112.0, 316.0, 528.0
        width, height, piece, size = WIDE, WIDE_HIGH, 104.0, 20.0
        top, takes = 132.0, Zone(404, 26, 292, 60)
        panels = (Zone(16, 12, 370, 108), Zone(714, 12, 370, 108))
    else:
        left, cell, high, back, front = 3.0, 48.0, 58.0, 236.0, 366.0
        width, height, piece, size = TALL, 496.0, 42.0, 15.0
        top, takes = 96.0, Zone(6, 446, 378, 44)
        panels = (Zone(6, 6, 186, 84), Zone(198, 6, 186, 84))
    slab = Zone(left - cell * 0.1, back - high * 0.2, 8 * cell + cell * 0.2, front + high * 1.3 - back)
    fields, rooms = [], []
    for name in FIELDS:
        column, row = _grid(name, pair)
        if row in (BACK, FRONT):
            y = back if row == BACK else front
            fields.append(Zone(left + column * cell, y, cell, high))
            rooms.append(y + high - top if row == BACK else front - back)
        else:
            fields.append(_hint(column, row, slab, cell))
            rooms.append(0.0)
    by_colour = (panels[0], panels[0], panels[1], panels[1])
    return Plan(
        width, height, tuple(fields), tuple(rooms), (slab,), piece, by_colour,
        _row(takes, MOST_TAKEN, 6), False, size, False, not wide,
    )  # fmt: skip


def _hint(column: int, row: int, slab: Zone, cell: float) -> Zone:
    """A field of an arm that nobody uses: the farther away, the flatter."""
    away = BACK - row if row < BACK else row - FRONT
    high = cell * (0.14, 0.1, 0.07)[away - 1]
    gone = cell * (0.0, 0.16, 0.28)[away - 1]
    y = slab.y - 6 - gone - high if row < BACK else slab.foot + 6 + cell * 0.09 + gone
    wide = cell * (1 - 0.14 * away)
    middle = slab.x + slab.wide / 2 + (column - 3.5) * wide
    return Zone(middle - wide / 2, y, wide, high)


def _cross_wide() -> Plan:
    across, down, left, top = 124.0, 84.0, 54.0, 20.0
    panel = Zone(0, 0, 3 * across - 24, 3 * down - 30)
    takes = _row(Zone(14, panel.high - 66, panel.wide - 28, 54), MOST_TAKEN, 8)
    return _cross(Zone(left, top, across, down), WIDE, WIDE_HIGH, panel, takes, True, 22, 76, False)


def _cross_tall() -> Plan:
    across, down = 48.0, 57.0
    panel = Zone(0, 0, 3 * across - 10, 92)
    takes = _row(Zone(6, 8 * down + 22, 378, 46), MOST_TAKEN, 6)
    return _cross(Zone(3, 12, across, down), TALL, 8 * down + 74, panel, takes, False, 14, 42, True)


def _cross(
    cell: Zone,
    width: float,
    height: float,
    panel: Zone,
    takes: tuple[Zone, ...],
    takes_in_panel: bool,
    size: float,
    piece: float,
    tall: bool,
) -> Plan:
    fields = []
    for name in FIELDS:
        column, row = _grid(name)
        fields.append(Zone(cell.x + column * cell.wide, cell.y + row * cell.high, cell.wide, cell.high))
    near_x, near_y = cell.x + 2, cell.y + 2
    far_x, far_y = cell.x + 8 * cell.wide - panel.wide - 2, cell.y + 8 * cell.high - panel.high - 2
    corners = ((near_x, near_y), (far_x, near_y), (far_x, far_y), (near_x, far_y))  # clockwise from red
    edge = cell.high * 0.08
    slab = (
        Zone(cell.x + 3 * cell.wide - edge, cell.y - edge, 2 * cell.wide + 2 * edge, 8 * cell.high + 2 * edge),
        Zone(cell.x - edge, cell.y + 3 * cell.high - edge, 8 * cell.wide + 2 * edge, 2 * cell.high + 2 * edge),
    )
    return Plan(
        width, height, tuple(fields), (cell.high * 1.4,) * len(FIELDS), slab, piece,
        tuple(Zone(x, y, panel.wide, panel.high) for x, y in corners),
        takes, takes_in_panel, size, True, tall,
    )  # fmt: skip
