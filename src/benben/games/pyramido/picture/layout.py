"""Where things stand in the picture: the quarry on top, a building site for each seat.

A seat that looks sees its own site large with its tray below it, and the others beside it (wide) or below it (tall); a
spectator sees all alike. A tall picture is drawn for a phone: its units are pixels there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.games.pyramido.box.components import LONG, QUARRY, STACKS
from benben.games.pyramido.rules.layers import MARGIN, column_of, row_of
from benben.games.pyramido.rules.state import Board, has_lost

WIDE, WIDE_HIGH, TALL = 1100.0, 710.0, 390.0
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
    return _plan(s.players, look.seat, look.wide)


@remembered
def _plan(players: int, viewer: int, wide: bool) -> Plan:
    others = [(viewer + k) % players for k in range(1, players)]  # as they sit, clockwise
    if viewer == NOBODY:
        return _for_spectators(players, wide)
    if wide:
        own, right = _own_wide(), 772.0
        each = (WIDE_HIGH - 112 - 10 * (len(others) - 1)) / len(others)
        zones = [Zone(right, 102 + k * (each + 10), WIDE - right - 12, min(each, 360.0)) for k in range(len(others))]
        return _with(own, viewer, others, zones, WIDE, WIDE_HIGH, 43.0, Zone(12, 10, 748, 104))
    own = _own_tall()
    each = (TALL - 12 - 6 * (len(others) - 1)) / len(others)
    high = min(170.0, each * 0.95 + 36)
    zones = [Zone(6 + k * (each + 6), own.zone.foot + 6, each, high) for k in range(len(others))]
    return _with(own, viewer, others, zones, TALL, own.zone.foot + high + 12, 34.0, Zone(0, 6, TALL, 86))


def _with(
    own: Site,
    viewer: int,
    others: list[int],
    zones: list[Zone],
    width: float,
    height: float,
    domino: float,
    quarry: Zone,
) -> Plan:
    sites = {viewer: own} | {seat: _small(zone) for seat, zone in zip(others, zones, strict=True)}
    return Plan(width, height, tuple(sites[seat] for seat in sorted(sites)), domino, quarry, width == TALL)


def _for_spectators(players: int, wide: bool) -> Plan:
    if wide:
        each = (WIDE - 24 - 12 * (players - 1)) / players
        high = min(WIDE_HIGH - 136, each * 1.25)
        top = 124 + (WIDE_HIGH - 136 - high) / 2
        zones = [Zone(12 + k * (each + 12), top, each, high) for k in range(players)]
        return Plan(WIDE, WIDE_HIGH, tuple(map(_small, zones)), 43.0, Zone(176, 10, 748, 104), False)
    each = (TALL - 18) / 2
    zones = [Zone(6 + k % 2 * (each + 6), 102 + k // 2 * 264, each, 258) for k in range(players)]
    return Plan(TALL, zones[-1].foot + 8, tuple(map(_small, zones)), 34.0, Zone(0, 6, TALL, 86), True)


def _slots(x: float, y: float, step: float, wide: float, high: float, gap: float = 0) -> tuple[Zone, ...]:
    """Six zones in a row; `gap`: between pairs of them."""
    return tuple(Zone(x + k * step + k // 2 * gap, y, wide, high) for k in range(6))


def _own_wide() -> Site:
    top = WIDE_HIGH - 74
    return Site(
        zone=Zone(12, 120, 748, WIDE_HIGH - 128),
        head=Zone(772, 14, WIDE - 784, 78),
        size=19,
        pyramid=Zone(16, 122, 740, top - 128),
        markers=_slots(22, top + 6, 56, 54, 54),
        sides=_slots(368, top + 7, 51, 51, 52, 6),
        no_card=Zone(692, top + 6, 62, 54),
        label=22,
        panel=False,
    )


def _own_tall() -> Site:
    top = 530.0
    return Site(
        zone=Zone(2, 98, TALL - 4, top + 96 - 98),
        head=Zone(10, 98, TALL - 20, 30),
        size=15,
        pyramid=Zone(2, 132, TALL - 4, top - 138),
        markers=_slots(4, top, 64, 62, 45),
        sides=_slots(4, top + 49, 46, 46, 46, 5),
        no_card=Zone(300, top + 49, 86, 46),
        label=2,
        panel=False,
    )


def _small(zone: Zone) -> Site:
    size = min(17.0, max(11.5, zone.wide / 18))
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


def frame(s: Board, seat: int, site: Site, viewer: int) -> Frame:
    """The pyramid as large as its place allows; a first layer with all that it may still reach."""
    rows, columns = max(s.rows[seat], 1), max(s.columns[seat], 2)
    high, wide = rows, columns
    if s.stage == 0 and not has_lost(s, seat):
        if may_touch(seat, viewer):
            high, wide = rows + 2 * min(MARGIN, LONG - rows), columns + 2 * min(MARGIN, LONG - columns)
        else:
            high = wide = LONG
    zone, thick = site.pyramid, 1.5 * LIFT  # sides and shadow
    unit = min((zone.wide - 2 * site.label) / (wide + thick), (zone.high - 2 * site.label) / (high + thick), LARGEST)
    x, y = zone.middle
    return Frame(x - (columns + thick / 2) * unit / 2, y - (rows + thick / 2) * unit / 2, unit)


def may_touch(seat: int, viewer: int) -> bool:
    """Only the own pyramid is touched; before a spectator's picture anybody may sit."""
    return viewer in (NOBODY, seat)


def no_card_zone(site: Site) -> Zone:
    """Where the button to lay no card is: in the tray, or for spectators over the pyramid."""
    return site.no_card or Zone(site.pyramid.right - 62, site.pyramid.foot - 34, 60, 32)


assert QUARRY == STACKS - 1
