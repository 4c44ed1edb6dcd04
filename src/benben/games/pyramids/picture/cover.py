"""The cover: a finished necropolis on the plateau, its tomb cut open."""

from __future__ import annotations

from benben.core.drawing import places
from benben.core.drawing.lettering import lettering
from benben.core.drawing.materials import at, definitions
from benben.core.drawing.panels import Zone, rect
from benben.core.game import Look
from benben.core.svg import Pen, document, group, pen, tag, url
from benben.games.pyramids.picture.cards import back, face, symbols
from benben.games.pyramids.picture.drawing import STYLE
from benben.games.pyramids.rules.pyramid_spots import WIDTHS

WIDE, HIGH, GROUND = 640.0, 400.0, 312.0
CELL = 23.0
PYRAMID = (3, 17, 42, 58, 71, 9, 88, 25, 63, 96)  # cards, from the base up
OBELISK = (12, 47, 80)
TOMB = (5, 33, 66)


def cover(look: Look) -> str:
    ink = pen(look)
    chamber = Zone(70, GROUND + 16, 250, 66)
    body = [
        definitions([*places.shades(ink), *symbols(ink)]),
        group([places.plateau(WIDE, HIGH, GROUND, (96, 150), ink)]),
        *_pyramid(110, ink),
        *(_card(card, 428, GROUND - 2 * CELL * (level + 1), CELL, ink) for level, card in enumerate(OBELISK)),
        rect(chamber, 12, fill=url(ink, "chamber")),
        *(_card(card, chamber.x + 16 + 60 * k, chamber.y + 10, CELL, ink) for k, card in enumerate(TOMB)),
        group([back(CELL, ink)], transform=at(chamber.x + 16 + 180, chamber.y + 10)),
        lettering("Pyramids", Zone(60, 24, WIDE - 120, 62)),
    ]
    return document(
        body, game="pyramids", width=WIDE, height=HIGH, title="Pyramids", description="Pyramids", style=STYLE, look=look
    )


def _pyramid(left: float, look: Pen) -> list[str]:
    """PYR-16: half a card to the side for each level."""
    shadows, cards, number = [], [], 0
    for level, count in enumerate(WIDTHS):
        for index in range(count):
            x, y = left + CELL * (level + 2 * index), GROUND - 2 * CELL * (level + 1)
            shadows.append(tag("rect", x=x + 5, y=y + 4, width=2 * CELL, height=2 * CELL - 4, class_="cast"))
            cards.append(_card(PYRAMID[number], x, y, CELL, look))
            number += 1
    return shadows + cards


def _card(card: int, x: float, y: float, cell: float, look: Pen) -> str:
    return group([face(card, cell, None, frozenset(), look)], transform=at(x, y))
