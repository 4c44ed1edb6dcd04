"""Where everything lies in the picture of Terra Pyramides.

The map is drawn in its own units, `CELL` to a field, and scaled to its place. The stacks are above it. Beside it
(`Look.wide`) or below it: a tray of buttons, the viewer's own board, the supplies, the others. A tall picture is drawn
for a phone: its units are pixels there.
"""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import BOARD, STONE_KINDS
from benben.games.terra_pyramides.rules.state import TEAM, Board
from benben.games.terra_pyramides.words.text_board import boards

CELL = 84.0  # the side of a field on the map
MAP = BOARD.columns * CELL


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class PanelPlan:
    """The parts of a player's board, before it is scaled."""

    wide: float
    high: float
    head: Zone
    size: float  # of the name
    gold: Zone
    supply: Zone
    tips: Zone
    stones: tuple[Zone, ...]
    hand: Zone


def _stones(x: float, y: float, wide: float, high: float, gap: float) -> tuple[Zone, ...]:
    return tuple(Zone(x + kind * (wide + gap), y, wide, high) for kind in range(STONE_KINDS))


OWN_WIDE = PanelPlan(
    432, 176, Zone(14, 4, 404, 40), 20,
    Zone(12, 116, 98, 50), Zone(116, 116, 98, 50), Zone(220, 116, 98, 50),
    _stones(12, 46, 42, 64, 2), Zone(328, 50, 94, 116),
)  # fmt: skip
OWN_TALL = PanelPlan(
    382, 104, Zone(6, 4, 140, 42), 15,
    Zone(152, 4, 72, 44), Zone(228, 4, 72, 44), Zone(304, 4, 72, 44),
    _stones(4, 52, 44, 48, 1.6), Zone(325, 52, 53, 48),
)  # fmt: skip
SMALL = PanelPlan(
    432, 82, Zone(12, 3, 408, 28), 16,
    Zone(10, 34, 52, 42), Zone(66, 34, 52, 42), Zone(122, 34, 52, 42),
    _stones(180, 34, 26, 42, 2), Zone(378, 34, 46, 42),
)  # fmt: skip


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Plan:
    """The whole picture."""

    width: float
    height: float
    map: Zone
    stacks: Zone
    tray: tuple[Zone, Zone]  # two rows: what can be done, and in which colour
    panels: tuple[tuple[PanelPlan, float, float, float], ...]  # by board: parts, corner, scale
    supplies: Zone
    tall: bool

    @property
    def scale(self) -> float:
        """Of the map."""
        return self.map.wide / MAP

    def on_map(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map in the picture."""
        return self.map.x + x * self.scale, self.map.y + y * self.scale

    def stack(self, stack: int) -> Zone:
        """The place of a stack in the row above the map."""
        each = self.stacks.wide / STACKS
        high = 46 if self.tall else self.stacks.high
        return Zone(self.stacks.x + stack * each + 1, self.stacks.y, each - 2, high)

    def eye(self, stack: int) -> Zone:
        """The button to search a stack: below it, or beside its tiles."""
        zone = self.stack(stack)
        if self.tall:
            return Zone(zone.x, zone.foot + 2, zone.wide, 40)
        return Zone(zone.right - 28, zone.foot - 31, 27, 30)


def plan(s: Board, look: Look) -> Plan:
    return _plan(len(boards(s)), main_board(s, look), look.wide)


def main_board(s: Board, look: Look) -> int:
    """The player's board that is drawn large: the viewer's own, for spectators that of the seat that acts."""
    if s.task:
        return TEAM
    return s.turn if look.seat == NOBODY else look.seat


@remembered
def _plan(count: int, main: int, wide: bool) -> Plan:
    others = [(main + k) % count for k in range(1, count)]
    placed: dict[int, tuple[PanelPlan, float, float, float]] = {}
    if wide:
        x, y = 656.0, 118.0
        placed[main] = (OWN_WIDE, x, y, 1.0)
        supplies = Zone(x, y + OWN_WIDE.high + 10, OWN_WIDE.wide, 66)
        y = supplies.foot + 10
        parts, scale = (OWN_WIDE, 0.9) if len(others) == 1 else (SMALL, 1.0)
        for seat in others:
            placed[seat] = (parts, x, y, scale)
            y += scale * parts.high + 10
        board = Zone(30, 88, 612, 612)
        stacks = Zone(30, 8, 612, 60)
        tray = (Zone(x, 8, 432, 48), Zone(x, 62, 432, 48))
        width, height = 1100.0, 710.0
    else:
        board = Zone(0, 110, 390, 390)
        stacks = Zone(4, 4, 382, 90)
        tray = (Zone(4, board.foot + 6, 382, 44), Zone(4, board.foot + 54, 382, 44))
        y = tray[1].foot + 6
        placed[main] = (OWN_TALL, 4.0, y, 1.0)
        y += OWN_TALL.high + 6
        supplies = Zone(4, y, 382, 60)
        y = supplies.foot + 6
        scale = 382 / SMALL.wide
        for seat in others:
            placed[seat] = (SMALL, 4.0, y, scale)
            y += SMALL.high * scale + 6
        width, height = 390.0, y
    return Plan(width, height, board, stacks, tray, tuple(placed[who] for who in range(count)), supplies, not wide)


@remembered
def middle(name: str) -> tuple[float, float]:
    """The middle of a cell, on the map."""
    return (ord(name[0]) - ord("a") + 0.5) * CELL, (int(name[1:]) - 0.5) * CELL


def step_towards(field: str, site: str) -> tuple[int, int]:
    """The side of a field on which a site beside it lies."""
    return ord(site[0]) - ord(field[0]), int(site[1:]) - int(field[1:])


def in_panel(around: Plan, who: int, part: Zone) -> Zone:
    """A part of a player's board, in the picture."""
    _parts, x, y, scale = around.panels[who]
    return Zone(x + scale * part.x, y + scale * part.y, scale * part.wide, scale * part.high)
