"""A necropolis in the picture: where its parts lie."""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.drawing.panels import Zone
from benben.games.pyramids.rules.pyramid_spots import ABOVE, BASE_COUNT, INDEX, LEFT, LEVEL, RIGHT, WIDTHS
from benben.games.pyramids.rules.state import Necropolis

ACROSS = 10  # cells of a pyramid's zone: both ends of its base can grow
HAND_SLOTS = 3
CARD_STEP = 2.2  # from one card to the next in a row, in cells


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
    return max(
        min(most, wide / (-(-cards // rows) * CARD_STEP), high / (rows * CARD_STEP)) for rows in range(1, cards + 1)
    )


def in_rows(x: float, y: float, wide: float, cell: float, n: int) -> tuple[float, float]:
    step = CARD_STEP * cell
    in_row = max(1, int((wide + 0.01) // step))
    return x + n % in_row * step, y + n // in_row * step
