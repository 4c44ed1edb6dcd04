"""The pieces of a game's shuffles, for somebody who enters which one came up on a real table.

A game declares `DRAWS` in `picture/draws.py`: for each of its shuffles the question, the words for a piece, and its
drawing in a square of 100 by 100 around the origin.

    DRAWS = Draws({"cards": Drawn(where, card_name, face), "start": who_begins(SEATS)}, symbols)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benben.core.drawing.materials import at, definitions
from benben.core.drawing.panels import Zone, label, tiles
from benben.core.game import Look
from benben.core.kit.laying import choice
from benben.core.svg import Pen, document, group, pen, words
from benben.core.text import Message, texts

_ = texts(__package__)

WIDTH, ROW = 390.0, 66.0


@dataclass(frozen=True)
class Drawn:
    """The pieces of one shuffle, numbered as the shuffle numbers them."""

    ask: Callable[[int, int], Message]  # of a place and the number of players: what has to be said
    say: Callable[[int], Message]
    draw: Callable[[int, Pen], str] | None = None  # None: in words only
    across: int = 6  # in a row


@dataclass(frozen=True)
class Draws:
    """The shuffles of a game by name, and the definitions that their drawings need."""

    shuffles: Mapping[str, Drawn]
    symbols: Callable[[Pen], list[str]] = lambda look: []

    def palette(self, game: str, name: str, pieces: Sequence[int], title: str, look: Look) -> str:
        """A picture of pieces to choose from: elements `piece-N` of class `can`. Those that look alike are together."""
        drawn, ink = self.shuffles[name], pen(look)
        if drawn.draw:
            pieces = sorted(pieces, key=lambda piece: words(ink, drawn.say(piece)))
        across = drawn.across if drawn.draw else 1
        rows = -(-len(pieces) // across)
        zones = tiles(Zone(4, 4, WIDTH - 8, rows * ROW), across, rows)
        parts = [definitions(self.symbols(ink))]
        for piece, zone in zip(pieces, zones, strict=False):
            said = drawn.say(piece)
            content = label(words(ink, said), zone, 18)
            if drawn.draw:
                scale = min(zone.wide, zone.high) * 0.92 / 100
                content = group([drawn.draw(piece, ink)], transform=at(*zone.middle, scale))
            parts.append(choice(f"piece-{piece}", zone, [content], said, ink))
        return document(
            parts, game=game, width=WIDTH, height=rows * ROW + 8, title=title, description=title, style="", look=look
        )


def who_begins(seats: Sequence[Message]) -> Drawn:
    """A shuffle of the seats whose first one begins."""
    return Drawn(lambda place, players: _("Who begins?"), lambda piece: seats[piece])
