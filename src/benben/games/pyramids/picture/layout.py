"""Where everything lies in the picture. The viewer's own necropolis is large; without a seat all are alike."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.games.pyramids.box.components import TILES
from benben.games.pyramids.picture.cards import CORNICE
from benben.games.pyramids.rules.pyramid_spots import ABOVE, BASE_COUNT, INDEX, LEFT, LEVEL, RIGHT, WIDTHS
from benben.games.pyramids.rules.state import Necropolis

WIDTH = 1000
EDGE = 16
GAP = 14
HEAD = 58  # the line that says what is to be done
TILE_HEIGHT, PAIR_HEIGHT = 150, 128
PAIR_CELL = 40.0
DISCARD_CELL = 12.0
DISCARDS_IN_ROW = 34
DISCARD_ROW = 34  # its height
TOP = HEAD + TILE_HEIGHT + PAIR_HEIGHT + 2 * GAP  # where the boards begin
FULL = WIDTH - 2 * EDGE


class Zone(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float


class Sizes(NamedTuple):
    """The measures of a necropolis."""

    high: float
    head: float
    cell: float  # of the pyramid; a pyramid zone is ten cells wide, so that both ends of the base can grow
    obelisk_wide: float
    obelisk_cell: float  # at most
    tomb_high: float
    tomb_cells: tuple[tuple[int, float], ...]  # up to so many cards, of this size
    hand_cell: float
    maybe_cell: float  # cards that are in hand or tomb


LARGE = Sizes(514, 60, 50, 120, 44, 198, ((8, 28), (10, 22)), 42, 14)
SMALL = Sizes(314, 50, 26, 66, 26, 118, ((6, 14), (10, 10)), 15, 9)


class Box(NamedTuple):
    """Where a necropolis lies."""

    zone: Zone
    sizes: Sizes

    @property
    def pyramid(self) -> Zone:
        zone, sizes = self.zone, self.sizes
        return Zone(zone.x + 10, zone.y + sizes.head, 10 * sizes.cell, zone.high - sizes.head - 12)

    @property
    def obelisk(self) -> Zone:
        pyramid = self.pyramid
        return Zone(pyramid.x + pyramid.wide + 10, pyramid.y, self.sizes.obelisk_wide, pyramid.high)

    @property
    def tomb(self) -> Zone:
        obelisk = self.obelisk
        x = obelisk.x + obelisk.wide + 10
        return Zone(x, obelisk.y, self.zone.x + self.zone.wide - 10 - x, self.sizes.tomb_high)

    @property
    def hand(self) -> Zone:
        tomb = self.tomb
        y = tomb.y + tomb.high + 8
        return Zone(tomb.x, y, tomb.wide, self.zone.y + self.zone.high - 12 - y)

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
        zone, cell = self.pyramid, self.sizes.cell
        left = 5 - (of or int(BASE_COUNT[s.filled[seat]]))
        return zone.x + cell * (left + level + 2 * index), zone.y + zone.high - 6 - 2 * cell * (level + 1)

    def obelisk_cell(self, levels: int) -> float:
        zone = self.obelisk
        return min(self.sizes.obelisk_cell, (zone.high - 44) / (2 * max(levels, 1) + CORNICE))

    def level(self, level: int, levels: int) -> tuple[float, float]:
        """The upper left corner of the field of an obelisk card, of so many in all."""
        zone, cell = self.obelisk, self.obelisk_cell(levels)
        return zone.x + zone.wide / 2 - cell, zone.y + zone.high - 6 - 2 * cell * (level + 1)

    def in_hand(self, slot: int) -> tuple[float, float]:
        zone, cell = self.hand, self.sizes.hand_cell
        return zone.x + 6 + slot * (2 * cell + 5), zone.y + (36 if self.sizes == LARGE else 8) + cell * CORNICE

    def tomb_cell(self, cards: int) -> float:
        return next(cell for most, cell in self.sizes.tomb_cells if cards <= most)

    def in_tomb(self, n: int, cards: int) -> tuple[float, float]:
        """The n-th card of so many in all."""
        return _in_rows(self.tomb, self.tomb_cell(cards), n, 36 if self.sizes == LARGE else 33)

    def in_doubt(self, n: int) -> tuple[float, float]:
        """A card of which nobody but the owner knows whether it is in hand."""
        top = self.in_hand(0)[1] - self.hand.y + 2 * self.sizes.hand_cell + 26
        return _in_rows(self.hand, self.sizes.maybe_cell, n, top)


def _in_rows(zone: Zone, cell: float, n: int, top: float) -> tuple[float, float]:
    gap = max(3.0, cell * 0.24)
    in_row = int((zone.wide - 8 + gap) // (2 * cell + gap))
    row, column = divmod(n, in_row)
    x = zone.x + 6 + column * (2 * cell + gap)
    return x, zone.y + top + cell * CORNICE + row * (cell * (2 + CORNICE) + gap)


class Layout(NamedTuple):
    """The whole picture."""

    boxes: tuple[Box, ...]  # by seat
    high: float
    tiles: int
    players: int

    def tile(self, tile: int) -> Zone:
        wide = (FULL - GAP * (self.tiles - 1)) / self.tiles
        return Zone(EDGE + (tile - 1) * (wide + GAP), HEAD, wide, TILE_HEIGHT)

    def pair(self, pair: int) -> Zone:
        wide = min(184.0, (FULL - GAP * (self.players - 1)) / self.players)
        left = (WIDTH - self.players * (wide + GAP) + GAP) / 2
        return Zone(left + pair * (wide + GAP), HEAD + TILE_HEIGHT + GAP, wide, PAIR_HEIGHT)

    def discard(self, n: int) -> tuple[float, float]:
        """The n-th card that was discarded; -1 is the line above them."""
        row, column = divmod(max(n, 0), DISCARDS_IN_ROW)
        y = self.high - EDGE - DISCARD_ROW * _discard_rows(self.players) + (-6 if n < 0 else 6)
        return EDGE + column * (2 * DISCARD_CELL + 4), y + row * DISCARD_ROW

    def in_pair(self, pair: int, i: int) -> tuple[float, float]:
        zone = self.pair(pair)
        left = zone.x + (zone.wide - 4 * PAIR_CELL - 8) / 2
        return left + i * (2 * PAIR_CELL + 8), zone.y + 22 + PAIR_CELL * CORNICE


def _discard_rows(players: int) -> int:
    """Nine rounds with one discard a player, and two in the last."""
    return -(-11 * players // DISCARDS_IN_ROW)


def layout(s: Necropolis, look: Look) -> Layout:
    return _layout(s.players, look.seat)


@remembered
def _layout(players: int, viewer: int) -> Layout:
    boxes: dict[int, Box] = {}
    y: float = TOP
    others = list(range(players))
    if viewer != NOBODY:
        boxes[viewer] = Box(Zone(EDGE, y, FULL, LARGE.high), LARGE)
        y += LARGE.high + GAP
        others = [(viewer + k) % players for k in range(1, players)]
    wide = (FULL - GAP) / 2
    for k, seat in enumerate(others):
        alone = k == len(others) - 1 and k % 2 == 0
        x = (WIDTH - wide) / 2 if alone else EDGE + k % 2 * (wide + GAP)
        boxes[seat] = Box(Zone(x, y + k // 2 * (SMALL.high + GAP), wide, SMALL.high), SMALL)
    y += (len(others) + 1) // 2 * (SMALL.high + GAP)
    return Layout(
        tuple(boxes[seat] for seat in range(players)),
        y + 20 + 26 * _discard_rows(players) + EDGE,
        int(TILES[players]),
        players,
    )
