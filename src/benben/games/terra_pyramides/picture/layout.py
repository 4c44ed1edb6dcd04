"""Where everything lies in the picture of Terra Pyramides.

The racks with the stacks, and the board under them. Then, below the board or beside it (`Look.wide`): a line that says
what to do, a strip of buttons, and the players' boards, the viewer's large, with the supplies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import BOARD
from benben.games.terra_pyramides.picture.pieces import CELL
from benben.games.terra_pyramides.rules.state import TEAM, Board
from benben.games.terra_pyramides.words.text_board import boards

EDGE = 34.0  # around the board, for the letters and numbers
WIDTH = BOARD.columns * CELL + 2 * EDGE
RACK = 104.0  # the height of the racks
EMBLEM_ROOM = 50.0  # for sphinx and scarab, at the outer ends of the racks
BOARD_TOP = RACK + 30
STRIP = 88.0  # the height of a strip of buttons
PANEL_WIDE, PANEL_HIGH = 450.0, 150.0  # before scaling
LARGE = 1.24
MARGIN = 14.0
BOARD_FOOT = BOARD_TOP + BOARD.rows * CELL


class Zone(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.wide


@dataclass(frozen=True)
class Plan:
    """Where lies what is not the board."""

    width: float  # of the picture
    status: Zone
    strip: Zone  # buttons from the left: rows, tiles
    extras: Zone  # buttons from the right: purchases, levels; in the tall picture the same strip
    panel: Zone  # the large one
    supplies: Zone


def _tall() -> Plan:
    full = WIDTH - 2 * MARGIN
    strip = Zone(MARGIN, BOARD_FOOT + 54, full, STRIP)
    panel = Zone(MARGIN, strip.y + STRIP + 10, LARGE * PANEL_WIDE, LARGE * PANEL_HIGH)
    x = panel.right + 10
    return Plan(
        width=WIDTH,
        status=Zone(MARGIN, BOARD_FOOT + 10, full, 44),
        strip=strip,
        extras=strip,
        panel=panel,
        supplies=Zone(x, panel.y, WIDTH - MARGIN - x, panel.high),
    )


def _wide() -> Plan:
    x, full = WIDTH, LARGE * PANEL_WIDE
    status = Zone(x, 8, full, 88)
    strip = Zone(x, status.y + status.high + 6, full, STRIP)
    extras = Zone(x, strip.y + STRIP + 8, full, STRIP)
    panel = Zone(x, extras.y + STRIP + 12, full, LARGE * PANEL_HIGH)
    return Plan(
        width=x + full + MARGIN,
        status=status,
        strip=strip,
        extras=extras,
        panel=panel,
        supplies=Zone(x, panel.y + panel.high + 10, full, 116),
    )


_PLANS = {False: _tall(), True: _wide()}


def plan(wide: bool) -> Plan:
    return _PLANS[wide]


@remembered
def middle(name: str) -> tuple[float, float]:
    """The middle of a cell."""
    return EDGE + (ord(name[0]) - ord("a") + 0.5) * CELL, BOARD_TOP + (int(name[1:]) - 0.5) * CELL


def step_towards(field: str, site: str) -> tuple[int, int]:
    """The side of a field on which a site beside it lies."""
    return ord(site[0]) - ord(field[0]), int(site[1:]) - int(field[1:])


def stack_middle(stack: int) -> tuple[float, float]:
    """The middle of a stack's top tile in its rack."""
    half, each = divmod(stack, STACKS // 2)
    wide = (WIDTH / 2 - EDGE - EMBLEM_ROOM) / (STACKS // 2)
    return EDGE + (0 if half else EMBLEM_ROOM) + half * (WIDTH / 2 - EDGE) + (
        each + 0.5
    ) * wide - 18 + 4 * half, RACK / 2 + 6


def main_board(s: Board, look: Look) -> int:
    """The player's board that is drawn large: the viewer's own, for spectators that of whoever acts."""
    if s.task:
        return TEAM
    return s.turn if look.seat == NOBODY else look.seat


def panel_place(s: Board, who: int, look: Look) -> tuple[float, float, float]:
    """The corner of a player's board, and its scale."""
    main, around = main_board(s, look), plan(look.wide)
    if who == main:
        return around.panel.x, around.panel.y, LARGE
    others = [other for other in boards(s) if other != main]
    if look.wide:  # one under the other
        top = around.supplies.y + around.supplies.high + 10
        each = min((BOARD_FOOT - top + 10) / len(others), LARGE * PANEL_HIGH)
        return around.panel.x, top + others.index(who) * each, (each - 10) / PANEL_HIGH
    each = _each_below(len(others))
    return MARGIN + others.index(who) * each, around.panel.y + around.panel.high + 12, (each - 8) / PANEL_WIDE


def _each_below(others: int) -> float:
    """The width for each board in the row below the large one."""
    return (WIDTH - 2 * MARGIN) / max(2, others)


def height(s: Board, look: Look) -> float:
    if look.wide:
        return BOARD_FOOT + MARGIN
    panel, others = plan(look.wide).panel, len(boards(s)) - 1
    below = _each_below(others) / PANEL_WIDE * PANEL_HIGH + 8 if others else 0
    return panel.y + panel.high + below + MARGIN


def slot_place(kind: int) -> tuple[float, float]:
    """The middle of the place for stones of a colour, on a player's board before scaling."""
    return 34 + kind * 47.0, 111


HAND_PLACE = (397.0, 105.0)  # the middle of the tile in hand, on a player's board before scaling
GOLD_PLACE, SUPPLY_PLACE, TIPS_PLACE = (262.0, 34.0), (333.0, 34.0), (404.0, 34.0)
