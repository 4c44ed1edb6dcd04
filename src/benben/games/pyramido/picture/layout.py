"""Where things stand in the picture: the quarry on top, a building site for each seat.

A seat that looks sees its own site large with its tray below it, and the others beside it (wide) or above it (tall); a
spectator sees all alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import TALL_SIZE, WIDE_SIZE, Look
from benben.games.pyramido.box.components import LONG, QUARRY, SHORT, STACKS
from benben.games.pyramido.rules.layers import MARGIN, column_of, row_of
from benben.games.pyramido.rules.state import Board, has_lost

LIFT = 0.11  # how much a layer is shifted towards the light for its height, in blocks
LARGEST = 104.0  # the side of a block at most


class Frame(NamedTuple):
    """How the cells of a pyramid lie in the picture."""

    x: float  # of the first layer's upper left cell
    y: float
    unit: float  # the side of a block

    def corner(self, stage: int, row: int, column: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        half = stage / 2 - stage * LIFT
        return self.x + (column + half) * self.unit, self.y + (row + half) * self.unit

    def place(self, stage: int, place: int) -> tuple[float, float]:
        return self.corner(stage, row_of(place), column_of(place))


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Site:
    """What a seat has."""

    zone: Zone
    head: Zone
    size: float  # of the name
    pyramid: Zone
    markers: tuple[Zone, ...]  # by colour
    sides: tuple[Zone, ...]  # of cards, by colour
    no_card: Zone | None  # the button, on the own site
    label: float  # the room for the names of rows and columns
    panel: bool  # a small picture on a sheet


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Plan:
    """The whole picture."""

    width: float
    height: float
    sites: tuple[Site, ...]  # by seat
    domino: float  # the side of a block in the quarry
    quarry: Zone
    tall: bool

    @property
    def step(self) -> float:
        """From one stack to the next."""
        return self.quarry.wide / STACKS

    def pile_at(self, pile: int) -> tuple[float, float]:
        """The upper left corner of the top domino of a stack."""
        return self.quarry.x + (pile + 0.5) * self.step - self.domino + self._aside, self.quarry.y

    def quarry_at(self, place: int) -> tuple[float, float]:
        """Each place lies before two stacks."""
        x = self.quarry.x + (place + 1) * self.step - self.domino + self._aside
        return x, self.quarry.foot - self.domino

    @property
    def _aside(self) -> float:
        """Leaves room for the numbers."""
        return self.step * 0.1


def plan(s: Board, look: Look) -> Plan:
    return _plan(s.players, look.seat, look.wide, *look.canvas)


@remembered
def _plan(players: int, viewer: int, is_wide: bool, wide: float, high: float) -> Plan:
    if viewer == NOBODY:
        return _for_spectators(players, is_wide, wide, high)
    others = [(viewer + k) % players for k in range(1, players)]  # as they sit, clockwise
    return _wide(viewer, others, wide, high) if is_wide else _tall(viewer, others, wide, high)


def _by_seat(sites: dict[int, Site]) -> tuple[Site, ...]:
    return tuple(sites[seat] for seat in sorted(sites))


def _between(least: float, wish: float, most: float) -> float:
    return min(max(wish, least), most)


def _slots(x: float, y: float, step: float, wide: float, high: float, gap: float = 0) -> tuple[Zone, ...]:
    """Six zones in a row; `gap`: between pairs of them."""
    return tuple(Zone(x + k * step + k // 2 * gap, y, wide, high) for k in range(6))


# Wide


def _wide(viewer: int, others: list[int], wide: float, high: float) -> Plan:
    k = high / WIDE_SIZE[1]
    column = _between(210, wide * 0.29, 400)
    right, top = wide - column - 12, 100 * k
    quarry = Zone(12, 10 * k, right - 24, 104 * k)
    each = min((high - top - 10 * len(others)) / len(others), column * 1.3)
    sites = {seat: _small(Zone(right, top + n * (each + 10), column, each)) for n, seat in enumerate(others)}
    sites[viewer] = _own_wide(Zone(right, 12 * k, column, top - 24 * k), quarry, high, k)
    domino = min(43 * k, quarry.wide / STACKS * 0.36)
    return Plan(wide, high, _by_seat(sites), domino, quarry, False)


def _own_wide(head: Zone, quarry: Zone, high: float, k: float) -> Site:
    whole = Zone(12, quarry.foot + 8, quarry.wide, high - quarry.foot - 16)
    in_line = min(54 * k, (whole.wide - 52) / 14.2)
    rows, slot = (1, in_line) if in_line > 45 * k else (2, 50 * k)  # markers and cards in one line, or in two
    tray = Zone(whole.x, whole.foot - rows * (slot + 6) - 4, whole.wide, rows * (slot + 6) + 4)
    y = tray.y + 5
    start = tray.x + (6.4 * slot + 18 if rows == 1 else 8)
    below = y if rows == 1 else y + slot + 6
    sides = _slots(start, below, slot, slot, slot, 6)
    return Site(
        zone=whole,
        head=Zone(head.x + 4, head.y + 2, head.wide - 8, head.high - 4),
        size=min(19.0, head.high * 0.24),
        pyramid=Zone(whole.x + 4, whole.y + 2, whole.wide - 8, tray.y - whole.y - 8),
        markers=_slots(tray.x + 8, y, slot + 3, slot, slot),
        sides=sides,
        no_card=Zone(sides[-1].right + 10, below, slot * 1.3, slot),
        label=22 * k,
        panel=False,
    )


def _small(zone: Zone) -> Site:
    """On a sheet: the name, the pyramid, what is in hand, one below the other."""
    size = _between(11.5, zone.wide / 18, 17)
    head, tray = size * (1.8 if zone.wide > 220 else 3.3), zone.wide / 14.5  # a narrow one needs two lines
    y = zone.foot - tray - 4
    return Site(
        zone=zone,
        head=Zone(zone.x + 8, zone.y + 2, zone.wide - 16, head),
        size=size,
        pyramid=Zone(zone.x + 4, zone.y + head + 2, zone.wide - 8, y - zone.y - head - 4),
        markers=_slots(zone.x + 6, y, tray, tray, tray),
        sides=_slots(zone.x + 10 + 6.3 * tray, y, tray, tray, tray, tray * 0.2),
        no_card=None,
        label=4,
        panel=True,
    )


# Tall


def _tall(viewer: int, others: list[int], wide: float, high: float) -> Plan:
    k = min(1.35, wide / TALL_SIZE[0])
    each = (wide - 12 - 6 * (len(others) - 1)) / len(others)
    strip = _between(62, high * 0.155, 150)
    zones = [Zone(6 + n * (each + 6), 6, each, strip) for n in range(len(others))]
    sites = {seat: (_small if each < 150 else _flat)(zone) for seat, zone in zip(others, zones, strict=True)}
    quarry = Zone(8, strip + 14, wide - 16, 86 * k)
    sites[viewer] = _own_tall(quarry.foot + 6, wide, high, k)
    return Plan(wide, high, _by_seat(sites), 32 * k, quarry, True)


def _own_tall(top: float, wide: float, high: float, k: float) -> Site:
    """The tray has the name and the markers in one row, the cards in the other."""
    slot = 46 * k
    y = high - 2 * slot - 12
    markers = wide - 4 - 6 * slot
    sides = _slots(4, y + slot + 5, slot, slot, slot, 5)
    return Site(
        zone=Zone(2, top, wide - 4, high - top - 2),
        head=Zone(8, y + 2, markers - 16, slot - 4),
        size=12.5 * k,
        pyramid=Zone(2, top, wide - 4, y - 8 - top),
        markers=_slots(markers, y, slot, slot, slot),
        sides=sides,
        no_card=Zone(sides[-1].right + 10, y + slot + 5, wide - 14 - sides[-1].right, slot),
        label=2,
        panel=False,
    )


def _flat(zone: Zone) -> Site:
    """On a low sheet: the name and what is in hand, the pyramid beside them."""
    size = _between(11.5, zone.high / 8, 16)
    side = min(zone.high - 6, zone.wide * 0.46)
    room = zone.wide - side - 18
    head = size * (1.9 if room > 12.5 * size else 3.2)
    tray = min(room / 6.4, (zone.high - head - 12) / 2)
    y = zone.foot - 2 * tray - 6
    return Site(
        zone=zone,
        head=Zone(zone.x + 8, zone.y + 2, room, head),
        size=size,
        pyramid=Zone(zone.right - side - 3, zone.y + 3, side, zone.high - 6),
        markers=_slots(zone.x + 8, y, tray * 1.04, tray, tray),
        sides=_slots(zone.x + 8, y + tray + 2, tray, tray, tray, tray * 0.12),
        no_card=None,
        label=2,
        panel=True,
    )


# For spectators


def _for_spectators(players: int, is_wide: bool, wide: float, high: float) -> Plan:
    if is_wide:
        k = high / WIDE_SIZE[1]
        each = (wide - 24 - 12 * (players - 1)) / players
        tall = min(high - 136 * k, each * 1.25)
        quarry_high = 104 * k + min((high - 136 * k - tall) / 2, 60 * k)  # four small sites leave room for it
        quarry = Zone(wide * 0.14, 12 * k, wide * 0.72, quarry_high)
        top = quarry.foot + (high - quarry.foot - tall) * 0.4
        zones = [Zone(12 + n * (each + 12), top, each, tall) for n in range(players)]
        block = min(43 * quarry_high / 104, quarry.wide / STACKS * 0.36)
        return Plan(wide, high, tuple(map(_small, zones)), block, quarry, False)
    k = min(1.35, wide / TALL_SIZE[0])
    columns, top = (1 if players == 2 else 2), 102 * k
    each, rows = (wide - 6 - 6 * columns) / columns, -(-players // columns)
    tall = min((high - top - 8) / rows - 6, each * (1.5 if columns == 2 else 0.9))
    zones = [Zone(6 + n % columns * (each + 6), top + n // columns * (tall + 6), each, tall) for n in range(players)]
    return Plan(wide, high, tuple(map(_small, zones)), 32 * k, Zone(8, 6, wide - 16, 86 * k), True)


def frame(s: Board, seat: int, site: Site, viewer: int) -> Frame:
    """The pyramid as large as its place allows; a first layer with all that it may still reach."""
    rows, columns = max(s.rows[seat], 1), max(s.columns[seat], 2)
    high, wide = rows, columns
    if s.stage == 0 and not has_lost(s, seat):
        if may_touch(seat, viewer):
            high, wide = _reach(rows, columns), _reach(columns, rows)
        else:
            high = wide = LONG
    zone, thick = site.pyramid, 1.5 * LIFT  # sides and shadow
    unit = min((zone.wide - 2 * site.label) / (wide + thick), (zone.high - 2 * site.label) / (high + thick), LARGEST)
    x, y = zone.middle
    return Frame(x - (columns + thick / 2) * unit / 2, y - (rows + thick / 2) * unit / 2, unit)


def _reach(side: int, other: int) -> int:
    """The side of a first layer with the room to grow on both ends (PDO-5)."""
    return side + 2 * min(MARGIN, (LONG if other <= SHORT else SHORT) - side)


def may_touch(seat: int, viewer: int) -> bool:
    """Only the own pyramid is touched; before a spectator's picture anybody may sit."""
    return viewer in (NOBODY, seat)


def no_card_zone(site: Site) -> Zone:
    """Where the button to lay no card is: in the tray, or for spectators over the pyramid."""
    return site.no_card or Zone(site.pyramid.right - 62, site.pyramid.foot - 34, 60, 32)


assert QUARRY == STACKS - 1
