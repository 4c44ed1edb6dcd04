"""The components of Pyramids: 105 cards and the god tiles.

The cards are listed in `deck.json`, or in a file of the owner's (core/kit/box_files.py). An entry has the stones of a
card from left to right, `b wr` or `b w tomb`: a column of one letter is a tall stone, a column of two letters a small
stone over another; then the glyph, if any.

Sources: the rulebook prints the numbers of cards and stones, colours, glyphs, tiles and points; the field of 2x2 cells
is known from public pictures (PYR-2); the list of cards is our own (PYR-3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from benben.core.kit.box_files import Pieces, load
from benben.core.kit.tables import table
from benben.core.text import Message, texts

_ = texts("benben.games.pyramids.words")  # by name: the box imports no other room

CARDS = 105  # PYR-1
ROUNDS = 10  # PYR-14
MOST_PLAYERS = 5

BLUE, WHITE, RED, GREEN, YELLOW = range(5)
COLOURS = 5
LETTERS = "bwrgy"

PYRAMID, OBELISK, TOMB = range(3)  # the edifices and their glyphs
NO_GLYPH = -1
GLYPHS = ("pyramid", "obelisk", "tomb")

# PYR-5: what a tile allows besides the pyramid card. EITHER: one of the two. BOTH: one of each.
NOTHING, A_TOMB, AN_OBELISK, EITHER, BOTH = range(5)
GODS = ("horus", "anubis", "khepri", "sekhmet", "thoth")
# By number of players and tile number, 0 being no tile; -1: the tile stays in the box.
_FEW, _MANY = [NOTHING, NOTHING, A_TOMB, AN_OBELISK, BOTH, -1], [NOTHING, NOTHING, A_TOMB, AN_OBELISK, EITHER, BOTH]
ALLOWS = table([[-1] * 6, [-1] * 6, _FEW, _FEW, _MANY, _MANY])
TILES = table([0, 0, 4, 4, 5, 5])  # number of tiles, by number of players

# PYR-20 to PYR-24
BONUS = 10
BONUS_FROM = 3
OBELISK_POINTS = table([0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15])  # by number of levels with the colour
TOMB_MAJORITY = 5
GLYPH_POINTS = 2

ROW = 8  # cells in a row of the pyramid; cell (column, row) is bit ROW * row + column (PYR-16)


@dataclass(frozen=True)
class Card:
    """`columns`: left and right, each one colour (a tall stone) or two, the upper one first."""

    columns: tuple[tuple[int, ...], tuple[int, ...]]
    glyph: int = NO_GLYPH

    @property
    def stones(self) -> tuple[int, ...]:
        """The colours of the stones."""
        return self.columns[0] + self.columns[1]

    def __str__(self) -> str:
        """The card as an entry of a deck file."""
        left, right = ("".join(LETTERS[colour] for colour in column) for column in self.columns)
        return f"{left} {right}" + ("" if self.glyph == NO_GLYPH else f" {GLYPHS[self.glyph]}")


_ENTRY = re.compile(r"([bwrgy]{1,2}) ([bwrgy]{1,2})(?: (pyramid|obelisk|tomb))?")


def _usual(entry: str) -> str | Message:
    found = _ENTRY.fullmatch(entry)
    if found is None:
        return _("a card is two columns of b, w, r, g, y and an optional glyph, like “b wr” or “b w tomb”.")
    return entry if len(found[1] + found[2]) <= 3 else _("a card has 2 or 3 stones, not 4.")


def card_of(entry: str) -> Card:
    """The card of an entry."""
    left, right, *glyph = entry.split()
    columns = tuple(map(LETTERS.index, left)), tuple(map(LETTERS.index, right))
    return Card(columns, GLYPHS.index(glyph[0]) if glyph else NO_GLYPH)


PIECES = Pieces("cards", CARDS, "PYR-1", _usual)
BOX = load("pyramids", Path(__file__).with_name("deck.json"), PIECES)
DECK = tuple(map(card_of, BOX.entries["cards"]))

# By card number: 1 to 105; 0 is no card.
GLYPH = table([NO_GLYPH, *(card.glyph for card in DECK)])


def _by_colour(card: Card) -> list[tuple[int, int, int]]:
    """Of a card, by colour: the number of stones, their cells, and their feet."""
    stones, cells, feet = [0] * COLOURS, [0] * COLOURS, [0] * COLOURS
    for column, colours in enumerate(card.columns):
        for height, colour in enumerate(reversed(colours)):
            foot = 1 << (ROW * height + column)
            stones[colour] += 1
            cells[colour] |= foot | (foot << ROW if len(colours) == 1 else 0)
            feet[colour] |= foot
    return list(zip(stones, cells, feet, strict=True))


_CARDS = [[(0, 0, 0)] * COLOURS, *map(_by_colour, DECK)]
STONES = table([[stones for stones, _cells, _feet in card] for card in _CARDS])  # number of stones by colour
CELLS = table([[cells for _stones, cells, _feet in card] for card in _CARDS])  # set of cells; bit 0: lower left
FEET = table([[feet for _stones, _cells, feet in card] for card in _CARDS])  # the lowest cell of each stone (PYR-19)
