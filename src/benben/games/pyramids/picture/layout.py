"""Where everything lies in the picture.

The draft is on top. A seat that looks sees its own necropolis on the plateau, its tomb below ground and its hand in
front; the others are small pictures beside it (wide) or above it (tall). Spectators see all in a row (wide) or one
below the other (tall). A tall picture is drawn for a phone: its units are pixels there.
"""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.games.pyramids.box.components import TILES
from benben.games.pyramids.rules.pyramid_spots import ABOVE, BASE_COUNT, INDEX, LEFT, LEVEL, RIGHT, WIDTHS
from benben.games.pyramids.rules.state import Necropolis

WIDE, WIDE_HIGH = 1100.0, 710.0
TALL = 390.0
GROUND = 508.0  # of the wide picture
ACROSS = 10  # cells of a pyramid's zone: both ends of its base can grow
HAND_SLOTS = 3
CARDS_OF_A_PLAYER = 11  # discarded at most: one in each of nine rounds, and two in the last


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Box:
    """A necropolis: where its parts lie. Its cells are those of the pyramid."""

    zone: Zone
    head: Zone
    head_size: float  # of the text
    cell: float
    pyramid: Zone
    obelisk: Zone
    tomb: Zone
    hand: Zone
    hand_cell: float
    tomb_head: float  # the room for a line above the cards
    hand_head: float
    panel: bool  # a small picture on a sheet; else it stands on the ground of the whole

    def place(self, s: Necropolis, seat: int, place: int) -> tuple[float, float]:
        """The upper left corner of a pyramid card's field. The base stands in the middle."""
        return self._field(s, seat, int(LEVEL[place]), int(INDEX[place]))

    def spot(self, s: Necropolis, seat: int, spot: int) -> tuple[float, float]:
        """The same, of a place that is still empty."""
        if spot in (LEFT, RIGHT):
            count = int(BASE_COUNT[s.filled[seat]])
            if count == 0:
                return self._field(s, seat, 0, 0, of=1)
            return self._field(s, seat, 0, -1 if spot == LEFT else count)
        place = spot - ABOVE + WIDTHS[0]
        return self.place(s, seat, place)

    def _field(self, s: Necropolis, seat: int, level: int, index: int, of: int = 0) -> tuple[float, float]:
        """PYR-16: half a card to the side for each level."""
        zone, cell = self.pyramid, self.cell
        left = ACROSS / 2 - (of or int(BASE_COUNT[s.filled[seat]]))
        return zone.x + cell * (left + level + 2 * index), zone.foot - 2 * cell * (level + 1)

    def obelisk_cell(self, levels: int) -> float:
        return min(self.cell, self.obelisk.wide / 2.2, (self.obelisk.high - self.cell * 0.4) / (2 * max(levels, 1)))

    def level(self, level: int, levels: int) -> tuple[float, float]:
        """The upper left corner of the field of an obelisk card, for the number of cards in all."""
        zone, cell = self.obelisk, self.obelisk_cell(levels)
        return zone.x + zone.wide / 2 - cell, zone.foot - 2 * cell * (level + 1)

    def in_hand(self, slot: int) -> tuple[float, float]:
        cell = self.hand_cell
        return self.hand.x + slot * (2 * cell + self.hand_gap), self.hand.y + self.hand_head

    @property
    def hand_gap(self) -> float:
        return max(3.0, self.hand_cell * 0.2)

    def button(self) -> Zone:
        """The button to build none lies where a third card would: who may build none has built one already."""
        x, y = self.in_hand(HAND_SLOTS - 1)
        return Zone(x, y, 2 * self.hand_cell, 2 * self.hand_cell)

    def tomb_cell(self, cards: int) -> float:
        return fitting_cell(
            max(cards, 1), self.tomb.wide - 8, self.tomb.high - self.tomb_head, max(self.cell, self.hand_cell)
        )

    def in_tomb(self, n: int, cards: int) -> tuple[float, float]:
        """The n-th card, for the number of cards in all."""
        return in_rows(self.tomb.x + 6, self.tomb.y + self.tomb_head, self.tomb.wide - 8, self.tomb_cell(cards), n)

    def in_doubt(self, n: int, cards: int) -> tuple[float, float, float]:
        """Corner and cell of a card that may be the hidden one in hand: they lie on its lower half."""
        (x, y), cell = self.in_hand(0), self.hand_cell
        wide = 1.8 * cell
        small = fitting_cell(cards, wide, 0.8 * cell, 0.36 * cell)
        return *in_rows(x + 0.12 * cell, y + 1.12 * cell, wide, small, n), small


def fitting_cell(cards: int, wide: float, high: float, most: float) -> float:
    """The largest cell with which this number of cards fits."""
    step = 2.2  # from one card to the next, in cells
    return max(min(most, wide / (-(-cards // rows) * step), high / (rows * step)) for rows in range(1, cards + 1))


def in_rows(x: float, y: float, wide: float, cell: float, n: int) -> tuple[float, float]:
    step = 2.2 * cell
    in_row = max(1, int((wide + 0.01) // step))
    return x + n % in_row * step, y + n // in_row * step


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Layout:
    """The whole picture."""

    boxes: tuple[Box, ...]  # by seat
    wide: float
    high: float
    ground: float  # where the plateau begins
    tiles: tuple[Zone, ...]
    pairs: tuple[Zone, ...]
    pair_cell: float
    discards: Zone
    players: int
    tall: bool

    def tile(self, tile: int) -> Zone:
        return self.tiles[tile - 1]

    def pair(self, pair: int) -> Zone:
        return self.pairs[pair]

    def in_pair(self, pair: int, i: int) -> tuple[float, float]:
        zone, cell = self.pair(pair), self.pair_cell
        return zone.middle[0] - 2 * cell - 2 + i * (2 * cell + 4), zone.y + (zone.high - 2 * cell) / 2

    @property
    def discard_cell(self) -> float:
        most = CARDS_OF_A_PLAYER * self.players
        return fitting_cell(most, self.discards.wide, self.discards.high - 18, 9)

    def discard(self, n: int) -> tuple[float, float]:
        """The n-th card that was discarded."""
        return in_rows(self.discards.x, self.discards.y + 18, self.discards.wide, self.discard_cell, n)


def layout(s: Necropolis, look: Look) -> Layout:
    return _layout(s.players, look.seat, look.wide)


@remembered
def _layout(players: int, viewer: int, wide: bool) -> Layout:
    return _wide(players, viewer) if wide else _tall(players, viewer)


def _row(count: int, zone: Zone, gap: float, most: float) -> tuple[Zone, ...]:
    """Zones of equal width side by side, in the middle."""
    each = min(most, (zone.wide - gap * (count - 1)) / count)
    left = zone.x + (zone.wide - count * each - gap * (count - 1)) / 2
    return tuple(Zone(left + k * (each + gap), zone.y, each, zone.high) for k in range(count))


def _others(players: int, viewer: int) -> list[int]:
    """As they sit, clockwise."""
    return list(range(players)) if viewer == NOBODY else [(viewer + k) % players for k in range(1, players)]


def _wide(players: int, viewer: int) -> Layout:
    others = _others(players, viewer)
    boxes: dict[int, Box] = {}
    if viewer == NOBODY:
        right = WIDE - 12
        for seat, zone in enumerate(_row(players, Zone(12, 180, WIDE - 24, WIDE_HIGH - 190), 14, 532)):
            boxes[seat] = _standing(zone)
        discards = Zone(right - 150, 50, 150, 118)
        draft = Zone(12, 10, WIDE - 190, 74)
        pairs = Zone(12, 94, WIDE - 190, 76)
    else:
        right = 822.0
        boxes[viewer] = _own_wide()
        each = min(176.0, (GROUND - 24 - 10 * (len(others) - 1)) / len(others))
        for k, seat in enumerate(others):
            boxes[seat] = _small(Zone(right + 16, 12 + k * (each + 10), WIDE - right - 28, each), 15)
        discards = Zone(654, 304, 168, GROUND - 324)
        draft = Zone(12, 10, right - 12, 74)
        pairs = Zone(12, 94, right - 12, 76)
    return Layout(
        tuple(boxes[seat] for seat in range(players)),
        WIDE,
        WIDE_HIGH,
        GROUND,
        _row(int(TILES[players]), draft, 10, 200),
        _row(players, pairs, 10, 168),
        31.0,
        discards,
        players,
        False,
    )


def _own_wide() -> Box:
    cell = 41.0
    return Box(
        zone=Zone(12, 178, WIDE - 24, WIDE_HIGH - 186),
        head=Zone(654, 186, 162, 62),
        head_size=19,
        cell=cell,
        pyramid=Zone(48, GROUND - 8 * cell, ACROSS * cell, 8 * cell),
        obelisk=Zone(512, GROUND - 8 * cell - 4, 112, 8 * cell + 4),
        tomb=Zone(24, GROUND + 22, 590, WIDE_HIGH - GROUND - 34),
        hand=Zone(642, GROUND + 24, 440, WIDE_HIGH - GROUND - 36),
        hand_cell=64,
        tomb_head=30,
        hand_head=30,
        panel=False,
    )


def _standing(zone: Zone) -> Box:
    """A necropolis in a row of several on the plateau, for spectators."""
    cell = min(35.0, zone.wide / (ACROSS + 3.2))
    left = zone.x + (zone.wide - (ACROSS + 3) * cell) / 2
    below = Zone(zone.x, GROUND + 18, zone.wide, WIDE_HIGH - GROUND - 26)
    beside = zone.wide >= 320
    tomb = Zone(below.x, below.y, below.wide * (0.56 if beside else 1), below.high if beside else below.high * 0.52)
    hand = Zone(tomb.right + 10, below.y, zone.right - tomb.right - 10, below.high)
    if not beside:
        hand = Zone(below.x, tomb.foot + 6, below.wide, below.foot - tomb.foot - 6)
    hand_cell = min(34.0, hand.wide / (2.2 * HAND_SLOTS), (hand.high - 24) / 2)
    return Box(
        zone=zone,
        head=Zone(zone.x + 8, GROUND - 8 * cell - 46, zone.wide - 16, 28),
        head_size=min(18.0, zone.wide / 13),
        cell=cell,
        pyramid=Zone(left, GROUND - 8 * cell, ACROSS * cell, 8 * cell),
        obelisk=Zone(left + ACROSS * cell + 0.4 * cell, GROUND - 8 * cell, 2.6 * cell, 8 * cell),
        tomb=tomb,
        hand=hand,
        hand_cell=hand_cell,
        tomb_head=24,
        hand_head=24,
        panel=False,
    )


def _small(zone: Zone, size: float) -> Box:
    """A small picture on a sheet: the tomb is a chamber beside the obelisk, the hand lies below it."""
    head = size * 1.75
    foot = zone.foot - zone.high * 0.07
    cell = min((foot - zone.y - head) / 8.2, (zone.wide - 12) / (ACROSS + 3 + 4.6))
    pyramid = Zone(zone.x + 4, foot - 8 * cell, ACROSS * cell, 8 * cell)
    obelisk = Zone(pyramid.right - cell * 0.3, pyramid.y, 2.6 * cell, 8 * cell)
    x = obelisk.right + cell * 0.5
    side, top = min(zone.right - 6 - x, 12 * cell), zone.y + head
    hand_cell = min(cell * 1.1, side / (2.2 * HAND_SLOTS))
    hand = Zone(x, foot - 2 * hand_cell - 2, side, 2 * hand_cell)
    tomb_high = min(hand.y - top - 3, 6 * cell)
    return Box(
        zone=zone,
        head=Zone(zone.x + 8, zone.y + 2, zone.wide - 16, head - 2),
        head_size=size,
        cell=cell,
        pyramid=pyramid,
        obelisk=obelisk,
        tomb=Zone(x, hand.y - 3 - tomb_high, side, tomb_high),
        hand=hand,
        hand_cell=hand_cell,
        tomb_head=3,
        hand_head=0,
        panel=True,
    )


def _tall(players: int, viewer: int) -> Layout:
    edge, full = 6.0, TALL - 12.0
    others, y = _others(players, viewer), 6.0
    boxes: dict[int, Box] = {}
    if viewer != NOBODY:
        strip = 92.0 if len(others) < 3 else 78.0
        for seat, zone in zip(others, _row(len(others), Zone(edge, y, full, strip), 5, full), strict=True):
            boxes[seat] = _small(zone, 12)
        y += strip + 6
    tiles = _row(int(TILES[players]), Zone(edge, y, full, 62), 4, 100)
    y += 66
    pair_cell = 20.5 if players < 5 else 17.0
    pairs = _row(players, Zone(edge, y, full, 2 * pair_cell + 8), 4, 100)
    y += 2 * pair_cell + 14
    if viewer != NOBODY:
        cell = 29.0
        ground = y + 8 * cell + 8
        boxes[viewer] = Box(
            zone=Zone(edge, y, full, ground + 116 - y),
            head=Zone(edge + 8, y, 106, 46),
            head_size=14,
            cell=cell,
            pyramid=Zone(edge - 1, ground - 8 * cell, ACROSS * cell, 8 * cell),
            obelisk=Zone(edge + ACROSS * cell + 6, ground - 8 * cell - 4, full - ACROSS * cell - 6, 8 * cell + 4),
            tomb=Zone(edge, ground + 12, 146, 100),
            hand=Zone(edge + 153, ground + 14, 226, 98),
            hand_cell=36.0,
            tomb_head=24,
            hand_head=24,
            panel=False,
        )
        y = ground + 118
    else:
        columns = 1 if players == 2 else 2
        each, high = (full - 6 * (columns - 1)) / columns, 190.0 if columns == 1 else 128.0
        ground = y + 6
        for k, seat in enumerate(others):
            boxes[seat] = _small(Zone(edge + k % columns * (each + 6), y + k // columns * (high + 6), each, high), 13)
        y += -(-players // columns) * (high + 6)
        ground = y + 2
    discards = Zone(edge, y + 2, full, 18 + 15 * -(-CARDS_OF_A_PLAYER * players // 27))
    return Layout(
        tuple(boxes[seat] for seat in range(players)),
        TALL,
        discards.foot + 6,
        ground,
        tiles,
        pairs,
        pair_cell,
        discards,
        players,
        True,
    )
