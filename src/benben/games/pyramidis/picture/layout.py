"""Where things stand in the picture.

Four players: the whole cross, with the players' panels in its corners. Two players: their course of 2x8 fields across
the whole width, with room for towers; the arms that nobody uses are only hinted. In a tall picture the viewer's panel
is below the course, with the numbers to take, and the other one above it.
"""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import TALL_SIZE, WIDE_SIZE, Look
from benben.games.pyramidis.box.components import COLOURS, FIELDS, MOST_TAKEN
from benben.games.pyramidis.rules.state import Board, colour_of

BACK, FRONT = 3, 4  # the rows of the course of two players
RISE = 0.4  # how far a tower of the cross may rise above its field, in fields


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
    near = colour_of(s, 0 if look.seat == NOBODY else look.seat)
    return _plan(s.players == COLOURS, s.pair, near, look.wide, *look.canvas)


@remembered
def _plan(cross: bool, pair: int, near: int, is_wide: bool, wide: float, high: float) -> Plan:
    """`near`: the colour whose panel is near the viewer."""
    if cross:
        return _cross_wide(wide, high) if is_wide else _cross_tall(wide, high)
    return _course_wide(pair, wide, high) if is_wide else _course_tall(pair, near, wide, high)


def _grid(name: str, pair: int = 0) -> tuple[int, int]:
    """Column and row of a field; the course of green and blue is turned by a quarter."""
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return (row, 7 - column) if pair else (column, row)


def _row(zone: Zone, count: int, gap: float) -> tuple[Zone, ...]:
    each = (zone.wide - gap * (count - 1)) / count
    return tuple(Zone(zone.x + k * (each + gap), zone.y, each, zone.high) for k in range(count))


def _course_wide(pair: int, wide: float, high: float) -> Plan:
    """Two players, their panels side by side above the course."""
    k = high / WIDE_SIZE[1]
    cell, panel = (wide - 76) / 8, min(370 * k, (wide - 64 - MOST_TAKEN * 52) / 2)
    panels = (Zone(16, 12 * k, panel, 108 * k), Zone(wide - 16 - panel, 12 * k, panel, 108 * k))
    takes = Zone(panels[0].right + 16, 30 * k, panels[1].x - panels[0].right - 32, max(44.0, 60 * k))
    rows = _Rows(38, cell, min(116 * k, cell * 0.95), 0.44 * high, 0.73 * high, 132 * k)
    return _course(pair, wide, high, rows, panels, takes, 20 * k, False)


def _course_tall(pair: int, near: int, wide: float, high: float) -> Plan:
    """Two players: the viewer's panel below the course, the other above it."""
    k = min(1.35, wide / TALL_SIZE[0])
    cell, high_panel = (wide - 4) / 8, 80 * k
    takes = Zone(6, high - 46 * k - 6, wide - 12, 46 * k)
    far, own = Zone(6, 6, wide - 12, high_panel), Zone(6, takes.y - high_panel - 8, wide - 12, high_panel)
    field = min(cell * 1.7, 0.125 * high)
    top, front = far.foot + 8, own.y - 26 * k - field * 1.1
    rows = _Rows(2, cell, field, (front + top - field) / 2, front, top)
    panels = (own, far) if near < COLOURS / 2 else (far, own)  # red and green sit first
    return _course(pair, wide, high, rows, panels, takes, 15 * k, True)


@dataclass(frozen=True)
class _Rows:
    """The two rows of a course."""

    left: float
    cell: float  # the width of a field
    high: float  # of a field
    back: float  # the upper edge of the fields
    front: float
    top: float  # up to which towers may rise


def _course(
    pair: int,
    wide: float,
    high: float,
    rows: _Rows,
    panels: tuple[Zone, Zone],
    takes: Zone,
    size: float,
    tall: bool,
) -> Plan:
    left, cell, field, back, front = rows.left, rows.cell, rows.high, rows.back, rows.front
    slab = Zone(left - cell * 0.1, back - field * 0.2, 8 * cell + cell * 0.2, front + field * 1.3 - back)
    fields, rooms = [], []
    for name in FIELDS:
        column, row = _grid(name, pair)
        if row in (BACK, FRONT):
            y = back if row == BACK else front
            fields.append(Zone(left + column * cell, y, cell, field))
            rooms.append(y + field - rows.top if row == BACK else front - back)
        else:
            fields.append(_hint(column, row, slab, cell, high - 2))
            rooms.append(0.0)
    by_colour = (panels[0], panels[0], panels[1], panels[1])
    piece = min(cell * 0.88, field * 0.93)
    return Plan(
        wide, high, tuple(fields), tuple(rooms), (slab,), piece, by_colour,
        _row(takes, MOST_TAKEN, 6), False, size, False, tall,
    )  # fmt: skip


def _hint(column: int, row: int, slab: Zone, cell: float, lowest: float) -> Zone:
    """A field of an arm that nobody uses: the farther away, the flatter."""
    away = BACK - row if row < BACK else row - FRONT
    high = cell * (0.14, 0.1, 0.07)[away - 1]
    gone = cell * (0.0, 0.16, 0.28)[away - 1]
    y = slab.y - 6 - gone - high if row < BACK else slab.foot + 6 + cell * 0.09 + gone
    y = min(y, lowest - high)
    wide = cell * (1 - 0.14 * away)
    middle = slab.x + slab.wide / 2 + (column - 3.5) * wide
    return Zone(middle - wide / 2, y, wide, high)


def _cross_wide(wide: float, high: float) -> Plan:
    k = high / WIDE_SIZE[1]
    across, down = min((wide - 60) / 8, 190 * k), (high - 22 * k) / (8 + RISE)
    panel = Zone(0, 0, 3 * across - 24, 3 * down - 30 * k)
    takes = _row(Zone(14, panel.high - 66 * k, panel.wide - 28, max(44.0, 54 * k)), MOST_TAKEN, 8)
    first = Zone((wide - 8 * across) / 2, RISE * down, across, down)
    return _cross(first, wide, high, panel, takes, True, 22 * k, min(76 * k, across * 0.8), False)


def _cross_tall(wide: float, high: float) -> Plan:
    k = min(1.35, wide / TALL_SIZE[0])
    across, down = (wide - 6) / 8, min(64 * k, (high - 68 * k) / (8 + RISE))
    panel = Zone(0, 0, 3 * across - 10, min(92 * k, 3 * down - 12))
    top = max(RISE * down, (high - 64 * k - 8 * down) / 2)
    takes = _row(Zone(6, top + 8 * down + 12 * k, wide - 12, 46 * k), MOST_TAKEN, 6)
    first = Zone(3, top, across, down)
    return _cross(first, wide, high, panel, takes, False, 14 * k, across * 0.88, True)


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
        width, height, tuple(fields), (cell.high * (1 + RISE) - piece * 0.2,) * len(FIELDS), slab, piece,
        tuple(Zone(x, y, panel.wide, panel.high) for x, y in corners),
        takes, takes_in_panel, size, True, tall,
    )  # fmt: skip
