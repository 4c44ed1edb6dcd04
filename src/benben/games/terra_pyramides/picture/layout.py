"""Where everything lies in the picture of Terra Pyramides.

The map is drawn in its own units, `CELL` to a field, and scaled to its place. The stacks are above it. Beside it
(`Look.wide`) or below it: the viewer's own board, a tray of buttons, the supplies, the others. The colours of a new
pyramid open a second row of the tray over what is below it.
"""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import TALL_SIZE, WIDE_SIZE, Look
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import BOARD, STONE_KINDS
from benben.games.terra_pyramides.rules.state import TEAM, Board
from benben.games.terra_pyramides.words.text_board import boards

CELL = 84.0  # the side of a field on the map
MAP = BOARD.columns * CELL
LEAST_TEXT = 11.4  # the size of the smallest text, on a phone whose pixels are the units of the picture
TABLET = 560.0  # a tall picture that is wider has two columns below the map


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


Placed = tuple[PanelPlan, float, float, float]  # parts, corner, scale


def _stones(x: float, y: float, wide: float, high: float, gap: float) -> tuple[Zone, ...]:
    return tuple(Zone(x + kind * (wide + gap), y, wide, high) for kind in range(STONE_KINDS))


OWN_WIDE = PanelPlan(
    432, 176, Zone(14, 4, 404, 40), 20,
    Zone(12, 116, 98, 50), Zone(116, 116, 98, 50), Zone(220, 116, 98, 50),
    _stones(12, 46, 42, 64, 2), Zone(328, 50, 94, 116),
)  # fmt: skip
OWN_HIGH = PanelPlan(  # where a column has more height than the others need
    432, 300, Zone(14, 4, 404, 44), 22,
    Zone(12, 54, 134, 62), Zone(152, 54, 134, 132), Zone(12, 124, 134, 62),
    _stones(12, 196, 56, 92, 2.6), Zone(292, 54, 128, 132),
)  # fmt: skip
OWN_TALL = PanelPlan(
    382, 98, Zone(6, 3, 186, 42), 15,
    Zone(196, 4, 58, 44), Zone(257, 4, 64, 44), Zone(324, 4, 54, 44),
    _stones(4, 50, 44, 45, 1.6), Zone(325, 50, 53, 45),
)  # fmt: skip
SMALL = PanelPlan(
    432, 82, Zone(12, 3, 408, 28), 16,
    Zone(10, 34, 52, 42), Zone(66, 34, 52, 42), Zone(122, 34, 52, 42),
    _stones(180, 34, 26, 42, 2), Zone(378, 34, 46, 42),
)  # fmt: skip
LINE = PanelPlan(  # one line
    382, 44, Zone(6, 2, 116, 40), 14,
    Zone(125, 4, 33, 36), Zone(159.5, 4, 35, 36), Zone(196, 4, 26, 36),
    _stones(223.5, 4, 16.6, 36, 0.3), Zone(344, 4, 34, 36),
)  # fmt: skip
CARD = PanelPlan(  # a small one: name, counters, stones
    126, 79, Zone(5, 1, 116, 20), 12,
    Zone(4, 22, 32, 24), Zone(37, 22, 32, 24), Zone(70, 22, 23, 24),
    _stones(4, 48, 16.8, 29, 0.05), Zone(94, 22, 28, 24),
)  # fmt: skip
BROAD = PanelPlan(  # the same for two columns
    188, 79, Zone(6, 1, 176, 22), 13,
    Zone(5, 24, 44, 23), Zone(51, 24, 44, 23), Zone(97, 24, 36, 23),
    _stones(5, 48, 24.9, 29, 0.6), Zone(135, 24, 48, 23),
)  # fmt: skip


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Plan:
    """The whole picture."""

    width: float
    height: float
    map: Zone
    stacks: Zone
    tray: tuple[Zone, Zone]  # two rows: what can be done, and in which colour
    panels: tuple[Placed, ...]  # by board
    supplies: Zone
    tall: bool

    @property
    def scale(self) -> float:
        """Of the map."""
        return self.map.wide / MAP

    def on_map(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map in the picture."""
        return self.map.x + x * self.scale, self.map.y + y * self.scale

    def in_map(self, zone: Zone) -> Zone:
        """A zone of the picture in the units of the map."""
        x, y = (zone.x - self.map.x) / self.scale, (zone.y - self.map.y) / self.scale
        return Zone(x, y, zone.wide / self.scale, zone.high / self.scale)

    def stack(self, stack: int) -> Zone:
        """The place of a stack in the row above the map."""
        each = self.stacks.wide / STACKS
        return Zone(self.stacks.x + stack * each + 1, self.stacks.y, each - 2, self.stacks.high)


def plan(s: Board, look: Look) -> Plan:
    return _plan(len(boards(s)), main_board(s, look), look.wide, *look.canvas)


def main_board(s: Board, look: Look) -> int:
    """The player's board that is drawn large: the viewer's own. NOBODY for spectators: all boards are of one size."""
    return TEAM if s.task else look.seat


@remembered
def _plan(count: int, main: int, is_wide: bool, wide: float, high: float) -> Plan:
    if main == NOBODY:
        return (_wide_for_spectators if is_wide else _tall_for_spectators)(count, wide, high)
    others = [(main + k) % count for k in range(1, count)]
    return _wide(main, others, wide, high) if is_wide else _tall(main, others, wide, high)


def _by_board(placed: dict[int, Placed]) -> tuple[Placed, ...]:
    return tuple(placed[who] for who in sorted(placed))


def _wide(main: int, others: list[int], wide: float, high: float) -> Plan:
    k = high / WIDE_SIZE[1]
    stacks, label = max(44.0, 60 * k), 20.0
    side = min(high - stacks - label - 18 * k, wide * 0.6)
    parts, share = (OWN_WIDE, 0.9) if len(others) == 1 else (SMALL, 1.0)  # of the others, beside the own one
    rows = [54 * k, 58 * k]  # the tray, the supplies
    gap, gaps = 8.0, len(others) + 4

    def column_of(own: PanelPlan) -> tuple[float, float]:
        """How large it is drawn, and the area that is used."""
        all_high = own.high + len(others) * share * parts.high
        scale = min((wide - side - 56) / own.wide, (high - sum(rows) - gap * gaps) / all_high, 1.5)
        return scale, scale * scale * all_high

    own = max((OWN_WIDE, OWN_HIGH), key=lambda one: column_of(one)[1])
    scale = column_of(own)[0]
    column = own.wide * scale
    spare = max(0.0, high - sum(rows) - gap * gaps - scale * (own.high + len(others) * share * parts.high))
    rows[1] += min(spare, 62 * k)
    gap += min(max(0.0, spare - 62 * k) / gaps, 10.0)
    left = 30 + max(0.0, (wide - side - column - 56) / 2)
    board = Zone(left, stacks + label + 8 * k, side, side)
    x, y = board.right + 14, gap
    placed = {main: (own, x, y, scale)}
    tray = Zone(x, y + own.high * scale + gap, column, rows[0])
    supplies = Zone(x, tray.foot + gap, column, rows[1])
    y = supplies.foot + gap
    for seat in others:
        placed[seat] = (parts, x, y, scale * share)
        y += parts.high * scale * share + gap
    return Plan(
        wide, high, board, Zone(board.x, 6 * k, side, stacks), (tray, Zone(x, supplies.y, column, max(44.0, 58 * k))),
        _by_board(placed), supplies, False,
    )  # fmt: skip


def _wide_for_spectators(count: int, wide: float, high: float) -> Plan:
    """Beside the map all boards, one below the other in the order of the seats, then the tray and the supplies."""
    k = high / WIDE_SIZE[1]
    stacks, label, gap = max(44.0, 60 * k), 20.0, 8.0
    side = min(high - stacks - label - 18 * k, wide * 0.6)
    tray, supplies = 54 * k, 80 * k
    room = high - tray - supplies - gap * (count + 3)

    def scale_of(part: PanelPlan) -> float:
        return min((wide - side - 56) / part.wide, room / count / part.high, 1.5)

    part = max((SMALL, OWN_WIDE, OWN_HIGH), key=lambda one: scale_of(one) ** 2 * one.high)
    scale = scale_of(part)
    column, spare = part.wide * scale, room - count * part.high * scale
    gap += min(spare / (count + 3), 24.0)
    board = Zone(30 + max(0.0, (wide - side - column - 56) / 2), stacks + label + 8 * k, side, side)
    x, step = board.right + 14, part.high * scale + gap
    placed = {seat: (part, x, gap + seat * step, scale) for seat in range(count)}
    first = Zone(x, gap + count * step, column, tray)
    left = Zone(x, first.foot + gap, column, supplies)
    second = Zone(x, left.y, column, max(44.0, 58 * k))
    return Plan(
        wide, high, board, Zone(board.x, 6 * k, side, stacks), (first, second), _by_board(placed), left, False
    )  # fmt: skip


def _tall_for_spectators(count: int, wide: float, high: float) -> Plan:
    """Below the map all boards in the order of the seats, then the tray and the supplies."""
    k = min(wide / TALL_SIZE[0], 1.3)
    stacks = Zone(4, 4, wide - 8, 44 * k)
    tray, supplies = 48 * k, 28 * k
    room = high - stacks.foot - tray - supplies - 24
    part, columns = OWN_TALL, 1
    scale = min((wide - 8) / part.wide, ((room - wide) / count - 4) / part.high)
    if wide > TABLET or scale < 0.9:
        columns = count if wide > TABLET else min(count, 3 if count != 4 else 2)
        rows = -(-count // columns)
        part, scale = _card((wide - 4 - 4 * columns) / columns, (140 if rows == 1 else 160) * k / rows)
    across, down = part.wide * scale + 4, part.high * scale + 4
    boards_high = -(-count // columns) * down
    side = min(wide, room - boards_high)
    gap = 4 + min((room - boards_high - side) / 5, 24 * k)
    board = Zone((wide - side) / 2, stacks.foot + gap, side, side)
    y, left = board.foot + gap, (wide - columns * across + 4) / 2
    placed = {seat: (part, left + seat % columns * across, y + seat // columns * down, scale) for seat in range(count)}
    first = Zone(4, y + boards_high + gap - 4, wide - 8, tray)
    below = Zone(4, first.foot + gap, wide - 8, supplies)
    return Plan(
        wide, high, board, stacks, (first, Zone(4, below.y, wide - 8, tray)), _by_board(placed), below, True
    )  # fmt: skip


def _card(wide: float, high: float) -> tuple[PanelPlan, float]:
    """The small board that fills a place of this size best, and its scale."""

    def scale_of(part: PanelPlan) -> float:
        return min(wide / part.wide, high / part.high)

    part = max((CARD, BROAD), key=lambda one: scale_of(one) ** 2 * one.wide * one.high)
    return part, scale_of(part)


def _tall(main: int, others: list[int], wide: float, high: float) -> Plan:
    return (_tablet if wide > TABLET else _phone)(main, others, wide, high)


def _phone(main: int, others: list[int], wide: float, high: float) -> Plan:
    """Everything below the map, as wide as the picture."""
    k = wide / TALL_SIZE[0]
    stacks = Zone(4, 4, wide - 8, 44 * k)
    columns = max(1, len(others))
    each = (wide - 8 - 4 * (columns - 1)) / columns
    small, scale = (LINE, min(each / LINE.wide, 1.3 * k)) if columns == 1 else _card(each, 80 * k)
    own, tray, supplies, rest = OWN_TALL.high * k, 48 * k, 28 * k, small.high * scale if others else 0.0
    room = high - stacks.foot - own - tray - supplies - rest - 28
    side = min(wide, room)
    board = Zone((wide - side) / 2, stacks.foot + 4 + min(room - side, 8.0), side, side)
    y = board.foot + 6
    placed = {main: (OWN_TALL, (wide - OWN_TALL.wide * k) / 2, y, k)}
    first = Zone(4, y + own + 4, wide - 8, tray)
    left = Zone(4, first.foot + 4, wide - 8, supplies)
    for n, seat in enumerate(others):
        placed[seat] = (small, 4 + n * (small.wide * scale + 4), left.foot + 4, scale)
    return Plan(
        wide, high, board, stacks, (first, Zone(4, left.y, wide - 8, tray)), _by_board(placed), left, True
    )  # fmt: skip


def _tablet(main: int, others: list[int], wide: float, high: float) -> Plan:
    """Below the map the own board and the tray, beside them the supplies and the others."""
    stacks, below = Zone(4, 4, wide - 8, 50), OWN_TALL.high + 62
    side = min(wide - 8, high - stacks.foot - below - 16)
    room = high - stacks.foot - below - side
    board = Zone((wide - side) / 2, stacks.foot + room * 0.4, side, side)
    y = high - below - 2
    first = Zone(4, y + OWN_TALL.high + 6, OWN_TALL.wide, 52)
    x = OWN_TALL.wide + 12
    left = Zone(x, y, wide - x - 4, 46)
    columns = 1 if len(others) < 2 else 2
    rows = -(-len(others) // columns)
    small, scale = _card((left.wide - 4 * (columns - 1)) / columns, (below - 58) / max(rows, 1))
    placed = {main: (OWN_TALL, 4.0, y, 1.0)}
    for n, seat in enumerate(others):
        across, down = n % columns * (small.wide * scale + 4), n // columns * (small.high * scale + 4)
        placed[seat] = (small, x + across, left.foot + 4 + down, scale)
    second = Zone(x, first.y, left.wide, first.high)
    return Plan(wide, high, board, stacks, (first, second), _by_board(placed), left, True)


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
