"""The components of Pyramids: 105 cards and the god tiles.

The cards are listed in `deck.json`. The environment variable BENBEN_PYRAMIDS_DECK names another file, for example with
the printed cards. An entry has the stones of a card from left to right, `b wr` or `b w tomb`: a column of one letter is
a tall stone, a column of two letters a small stone over another; then the glyph, if any.

Sources: the rulebook prints the numbers of cards and stones, colours, glyphs, tiles and points; the field of 2x2 cells
is known from public pictures (PYR-2); the list of cards is our own (PYR-3).
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from benben.core.errors import BenbenError
from benben.core.text import texts

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
ALLOWS = np.array([[-1] * 6, [-1] * 6, _FEW, _FEW, _MANY, _MANY], np.int64)
TILES = np.array([0, 0, 4, 4, 5, 5], np.int64)  # number of tiles, by number of players

# PYR-20 to PYR-24
BONUS = 10
BONUS_FROM = 3
OBELISK_POINTS = np.array([0, 1, 3, 6, 10, 15, 15, 15, 15, 15, 15], np.int64)  # by number of levels with the colour
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


class BadDeck(BenbenError, ValueError):
    """An invalid list of cards."""

    code = "pyramids.bad-deck"


@dataclass(frozen=True)
class Deck:
    """A list of cards. `box` names it in match records; for a custom list it includes a hash of the cards."""

    box: str
    cards: tuple[Card, ...]


OURS = Path(__file__).with_name("deck.json")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
_ENTRY = re.compile(r"([bwrgy]{1,2}) ([bwrgy]{1,2})(?: (pyramid|obelisk|tomb))?")


def load(file: Path) -> Deck:
    """Read and validate a list of cards. BadDeck names the invalid entry."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadDeck(_("{file} cannot be read: {error}.", file=file, error=error.strerror)) from error
    except ValueError as error:
        raise BadDeck(_("{file} is not valid JSON: {error}.", file=file, error=error)) from error
    name = content.get("name") if isinstance(content, dict) else None
    entries = content.get("cards") if isinstance(content, dict) else None
    if not isinstance(name, str) or not isinstance(entries, list):
        raise BadDeck(_("{file} must contain an object with a “name” and a list of “cards”.", file=file))
    if not _NAME.fullmatch(name):
        raise BadDeck(
            _(
                "{file}: the name must have at most 24 lower-case letters, digits and hyphens, not “{name}”.",
                file=file,
                name=name,
            )
        )
    if len(entries) != CARDS:
        raise BadDeck(_("{file}: found {n} cards, expected {cards}.", file=file, n=len(entries), cards=CARDS))
    cards = tuple(_card(entry, number, file) for number, entry in enumerate(entries, 1))
    digest = sha256("\n".join(map(str, cards)).encode()).hexdigest()[:8]
    return Deck("standard" if file == OURS else f"{name}-{digest}", cards)


def _card(entry: object, number: int, file: Path) -> Card:
    found = _ENTRY.fullmatch(" ".join(entry.lower().split())) if isinstance(entry, str) else None
    if found is None:
        raise BadDeck(
            _(
                "{file}, card {number}: “{entry}” must be two columns of b, w, r, g, y and an optional glyph, like "
                "“b wr” or “b w tomb”.",
                file=file,
                number=number,
                entry=str(entry)[:40],
            )
        )
    left, right = (tuple(LETTERS.index(letter) for letter in column) for column in (found[1], found[2]))
    if len(left) + len(right) > 3:
        raise BadDeck(
            _(
                "{file}, card {number}: “{entry}” has 4 stones; a card has 2 or 3.",
                file=file,
                number=number,
                entry=entry,
            )
        )
    return Card((left, right), GLYPHS.index(found[3]) if found[3] else NO_GLYPH)


DECK = load(Path(os.environ.get("BENBEN_PYRAMIDS_DECK") or OURS))

# Tables for the kernels, by card number: 1 to 105; 0 is no card.
GLYPH = np.array([NO_GLYPH, *(card.glyph for card in DECK.cards)], np.int64)
STONES = np.zeros((CARDS + 1, COLOURS), np.int64)  # number of stones by colour
CELLS = np.zeros((CARDS + 1, COLOURS), np.int64)  # bit set of the cells of a colour; the lower left cell is bit 0
FEET = np.zeros((CARDS + 1, COLOURS), np.int64)  # the lowest cell of each stone: a tall stone is one stone (PYR-19)


def _fill_tables() -> None:
    for number, card in enumerate(DECK.cards, 1):
        for column, colours in enumerate(card.columns):
            for height, colour in enumerate(reversed(colours)):
                foot = 1 << (ROW * height + column)
                STONES[number, colour] += 1
                FEET[number, colour] |= foot
                CELLS[number, colour] |= foot | (foot << ROW if len(colours) == 1 else 0)


_fill_tables()
