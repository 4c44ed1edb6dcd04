"""Where everything lies in the picture.

The draft is on top. A seat that looks sees its own necropolis on the plateau, its name on the kerb, its tomb below
ground and its hand in front; the others are small pictures beside it (wide) or above it (tall). Spectators see all in a
row (wide) or one below the other (tall).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.drawing.panels import Zone
from benben.core.game import WIDE_SIZE, Look
from benben.games.pyramids.box.components import TILES
from benben.games.pyramids.picture.boxes import ACROSS, HAND_SLOTS, Box, fitting_cell, in_rows
from benben.games.pyramids.rules.state import Necropolis

CARDS_OF_A_PLAYER = 11  # discarded at most: one in each of nine rounds, and two in the last
EDGE = 6.0  # of a tall picture
HAND = HAND_SLOTS * 2 + (HAND_SLOTS - 1) * 0.2  # the width of a hand, in cells


@dataclass(frozen=True, eq=False)  # there is one of each: identity is a cheap key for caches
class Plan:
    """The whole picture."""

    boxes: tuple[Box, ...]  # by seat
    wide: float
    high: float
    ground: float  # where the plateau begins
    kerb: float  # the height of the stone edge of the plateau, which carries names
    sun: tuple[float, float]
    tiles: tuple[Zone, ...]
    pairs: tuple[Zone, ...]
    pair_cell: float
    discards: Zone
    label: float  # the room for the words above the discarded cards; 0: they stand before them
    round_at: tuple[float, float]  # where the line with the round ends
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
    def discarded_in(self) -> Zone:
        """The room for the cards themselves."""
        zone, before = self.discards, 0.0 if self.label else 96.0
        return Zone(zone.x + before, zone.y + self.label, zone.wide - before, zone.high - self.label)

    @property
    def discard_cell(self) -> float:
        zone = self.discarded_in
        return fitting_cell(CARDS_OF_A_PLAYER * self.players, zone.wide, zone.high, 12)

    def discard(self, n: int) -> tuple[float, float]:
        """The n-th card that was discarded."""
        zone = self.discarded_in
        return in_rows(zone.x, zone.y, zone.wide, self.discard_cell, n)


def layout(s: Necropolis, look: Look) -> Plan:
    return _layout(s.players, look.seat, look.wide, *look.canvas)


@remembered
def _layout(players: int, viewer: int, is_wide: bool, wide: float, high: float) -> Plan:
    if is_wide:
        return _wide_for_all(players, wide, high) if viewer == NOBODY else _wide(players, viewer, wide, high)
    return _tall_for_all(players, wide, high) if viewer == NOBODY else _tall(players, viewer, wide, high)


def _row(count: int, zone: Zone, gap: float, most: float) -> tuple[Zone, ...]:
    """Zones of equal width side by side, in the middle."""
    each = min(most, (zone.wide - gap * (count - 1)) / count)
    left = zone.x + (zone.wide - count * each - gap * (count - 1)) / 2
    return tuple(Zone(left + k * (each + gap), zone.y, each, zone.high) for k in range(count))


def _others(players: int, viewer: int) -> list[int]:
    """As they sit, clockwise."""
    return [(viewer + k) % players for k in range(1, players)]


def _by_seat(boxes: dict[int, Box]) -> tuple[Box, ...]:
    return tuple(boxes[seat] for seat in sorted(boxes))


def _whole(length: float) -> float:
    """The edges of stones stay sharp."""
    return float(floor(length))


def _between(least: float, wish: float, most: float) -> float:
    return min(max(wish, least), most)


# Wide


def _wide(players: int, viewer: int, wide: float, high: float) -> Plan:
    k = high / WIDE_SIZE[1]
    column, ground, others = _between(196, wide * 0.25, 330), _whole(high - 204 * k), _others(players, viewer)
    right = wide - column - 12
    each = min(column * 0.66, (ground - 24 - 10 * (len(others) - 1)) / len(others))
    boxes = {
        seat: _small(Zone(right, 12 + n * (each + 10), column, each), min(15.0, column / 17))
        for n, seat in enumerate(others)
    }
    draft, pairs = Zone(12, 10 * k, right - 24, 74 * k), Zone(12, 94 * k, right - 24, 76 * k)
    sky = Zone(12, pairs.foot + 8, right - 24, ground - pairs.foot - 8)
    boxes[viewer], discards = _own_wide(sky, wide, high, k)
    pair_cell = min(31 * k, ((draft.wide + 10) / players - 26) / 4.2)
    return Plan(
        _by_seat(boxes), wide, high, ground, 30 * k, (wide * 0.14, ground * 0.56),
        _row(int(TILES[players]), draft, 10, 220), _row(players, pairs, 10, 168), pair_cell,
        discards, 20, (discards.right, ground + 4 + 20 * k), players, False,
    )  # fmt: skip


def _own_wide(sky: Zone, wide: float, high: float, k: float) -> tuple[Box, Zone]:
    """The own necropolis, and the pit for what was discarded."""
    kerb, cell = 30 * k, _whole(min(sky.high / 8, sky.wide / 13.6))
    spare = sky.wide - 13.6 * cell
    pyramid = Zone(_whole(sky.x + spare * 0.38), sky.foot - 8 * cell, ACROSS * cell, 8 * cell)
    obelisk = Zone(pyramid.right + 0.8 * cell + spare * 0.24, pyramid.y - 4, 2.8 * cell, 8 * cell + 4)
    below = Zone(16, sky.foot + kerb + 14 * k, wide - 32, high - sky.foot - kerb - 26 * k)
    head = 24 * k
    hand_cell = min((below.high - head) / 2, 0.4 * wide / HAND)
    hand = Zone(below.right - HAND * hand_cell, below.y, HAND * hand_cell, below.high)
    pit = Zone(hand.x - 20 - _between(90, wide * 0.11, 160), below.y, _between(90, wide * 0.11, 160), below.high)
    own = Box(
        zone=Zone(12, sky.y, wide - 24, high - sky.y - 6),
        head=Zone(16, sky.foot + 4, wide - 32, kerb),
        head_size=min(19.0, kerb * 0.64),
        cell=cell,
        pyramid=pyramid,
        obelisk=obelisk,
        tomb=Zone(below.x, below.y, pit.x - 20 - below.x, below.high),
        hand=hand,
        hand_cell=hand_cell,
        tomb_head=head + 2,
        hand_head=head,
        panel=False,
    )
    return own, pit


def _wide_for_all(players: int, wide: float, high: float) -> Plan:
    k = high / WIDE_SIZE[1]
    ground = _whole(high - 204 * k)
    zones = _row(players, Zone(12, 180 * k, wide - 24, high - 190 * k), 14, 560)
    draft, pairs = Zone(12, 10 * k, wide - 196, 74 * k), Zone(12, 94 * k, wide - 196, 76 * k)
    pair_cell = min(31 * k, ((draft.wide + 10) / players - 26) / 4.2)
    return Plan(
        tuple(_standing(zone, ground, high, k) for zone in zones),
        wide, high, ground, 30 * k, (wide * 0.14, ground * 0.56),
        _row(int(TILES[players]), draft, 10, 220), _row(players, pairs, 10, 168), pair_cell,
        Zone(wide - 168, 34 * k, 156, 134 * k), 20, (wide - 12, 26 * k), players, False,
    )  # fmt: skip


def _standing(zone: Zone, ground: float, high: float, k: float) -> Box:
    """A necropolis in a row of several on the plateau, for spectators."""
    kerb = 30 * k
    cell = _whole(min((ground - zone.y) / 8, zone.wide / (ACROSS + 3.2)))
    left = _whole(zone.x + (zone.wide - (ACROSS + 3) * cell) / 2)
    below = Zone(zone.x, ground + kerb + 12 * k, zone.wide, high - ground - kerb - 20 * k)
    beside = zone.wide >= 320
    tomb = Zone(below.x, below.y, below.wide * (0.56 if beside else 1), below.high if beside else below.high * 0.52)
    hand = Zone(tomb.right + 10, below.y, zone.right - tomb.right - 10, below.high)
    if not beside:
        hand = Zone(below.x, tomb.foot + 6, below.wide, below.foot - tomb.foot - 6)
    head = 20 * k
    return Box(
        zone=zone,
        head=Zone(zone.x + 4, ground + 4, zone.wide - 8, kerb),
        head_size=min(18.0, kerb * 0.6, zone.wide / 13),
        cell=cell,
        pyramid=Zone(left, ground - 8 * cell, ACROSS * cell, 8 * cell),
        obelisk=Zone(left + ACROSS * cell + 0.4 * cell, ground - 8 * cell, 2.6 * cell, 8 * cell),
        tomb=tomb,
        hand=hand,
        hand_cell=min(36.0, hand.wide / (2.2 * HAND_SLOTS), (hand.high - head) / 2),
        tomb_head=head,
        hand_head=head,
        panel=False,
    )


def _small(zone: Zone, size: float) -> Box:
    """A small picture on a sheet: the tomb is a chamber beside the obelisk, the hand lies below it."""
    head = size * 1.75
    foot = zone.foot - zone.high * 0.07
    cell = round(min((foot - zone.y - head) / 8.2, (zone.wide - 12) / (ACROSS + 3 + 4.6)), 2)
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


# Tall


def _tall(players: int, viewer: int, wide: float, high: float) -> Plan:
    full, others = wide - 2 * EDGE, _others(players, viewer)
    k = min(1.3, wide / 390)
    hand_cell = min(0.6 * full / HAND, 56.0)
    kerb, head = 26 * k, 18 * k
    below = kerb + head + 2 * hand_cell + 20
    discards = Zone(EDGE, high - _between(22, high * 0.05, 40), full, _between(18, high * 0.05 - 4, 36))
    ground = _whole(discards.y - below - 4)
    sky = ground - _draft_high(players, full, k) - 14
    cell = _whole(min(full / 12.9, (sky - 0.12 * high) / 8))
    strip = Zone(EDGE, EDGE, full, min(sky - 8 * cell, 0.19 * high))
    boxes = {seat: _small(zone, 12 * k) for seat, zone in zip(others, _grid(len(others), strip), strict=True)}
    tiles, pairs, pair_cell, foot = _draft(players, strip.foot + 6, full, k)
    boxes[viewer] = Box(
        zone=Zone(EDGE, foot, full, discards.y - foot),
        head=Zone(EDGE + 4, ground + 4, full - 8, kerb),
        head_size=15 * k,
        cell=cell,
        pyramid=Zone(_whole(EDGE + (full - 12.9 * cell) * 0.3), ground - 8 * cell, ACROSS * cell, 8 * cell),
        obelisk=Zone(wide - EDGE - 2.9 * cell, ground - 8 * cell - 4, 2.9 * cell, 8 * cell + 4),
        tomb=Zone(EDGE, ground + kerb + 10, full - HAND * hand_cell - 8, head + 2 * hand_cell + 4),
        hand=Zone(wide - EDGE - HAND * hand_cell, ground + kerb + 10, HAND * hand_cell, head + 2 * hand_cell),
        hand_cell=hand_cell,
        tomb_head=head + 4,
        hand_head=head,
        panel=False,
    )
    sun = (wide * 0.16, foot + (ground - foot) * 0.3)
    return Plan(
        _by_seat(boxes), wide, high, ground, kerb, sun, tiles, pairs, pair_cell, discards, 0, (0, 0),
        players, True,
    )  # fmt: skip


def _grid(count: int, zone: Zone) -> list[Zone]:
    """Side by side; from three on in two rows."""
    columns = count if count < 3 or zone.high < 110 else 2
    rows = -(-count // columns)
    wide, high = (zone.wide - 5 * (columns - 1)) / columns, (zone.high - 5 * (rows - 1)) / rows
    return [
        Zone(zone.x + n % columns * (wide + 5), zone.y + n // columns * (high + 5), wide, high) for n in range(count)
    ]


def _draft(players: int, y: float, full: float, k: float) -> tuple[tuple[Zone, ...], tuple[Zone, ...], float, float]:
    """Tiles, pairs, the cell of the pairs' cards, and where the draft ends."""
    tiles = _row(int(TILES[players]), Zone(EDGE, y, full, 62 * k), 4, 160)
    pair_cell = _pair_cell(players, full, k)
    pairs = _row(players, Zone(EDGE, tiles[0].foot + 4, full, _pair_high(pair_cell)), 4, 4 * pair_cell + 18)
    return tiles, pairs, pair_cell, pairs[0].foot + 4


def _draft_high(players: int, full: float, k: float) -> float:
    return 62 * k + _pair_high(_pair_cell(players, full, k)) + 20


def _pair_high(cell: float) -> float:
    return max(2 * cell + 8, 44.0)


def _pair_cell(players: int, full: float, k: float) -> float:
    return min(23 * k, ((full + 4) / players - 14) / 4)


def _tall_for_all(players: int, wide: float, high: float) -> Plan:
    full, k = wide - 2 * EDGE, min(1.3, wide / 390)
    tiles, pairs, pair_cell, y = _draft(players, EDGE, full, k)
    columns = 1 if players < 4 else 2
    rows = -(-players // columns)
    discards = Zone(EDGE, high - _between(22, high * 0.05, 40), full, _between(18, high * 0.05 - 4, 36))
    each = (full - 6 * (columns - 1)) / columns
    tall = min((discards.y - 6 - y) / rows - 6, each * 0.62)
    boxes = [
        _small(Zone(EDGE + n % columns * (each + 6), y + n // columns * (tall + 6), each, tall), 13 * k)
        for n in range(players)
    ]
    ground = y + rows * (tall + 6) + 2
    return Plan(
        tuple(boxes), wide, high, ground, 0, (wide * 0.16, ground * 0.5),
        tiles, pairs, pair_cell, discards, 0, (0, 0), players, True,
    )  # fmt: skip
