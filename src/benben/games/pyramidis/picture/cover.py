"""The cover: towers on a carved slab."""

from __future__ import annotations

from benben.core.drawing import places
from benben.core.drawing.lettering import lettering
from benben.core.drawing.materials import definitions
from benben.core.drawing.panels import Zone, cast, rect
from benben.core.game import Look
from benben.core.svg import Pen, document, group, pen, url
from benben.games.pyramidis.picture.drawing import STYLE, carved_field
from benben.games.pyramidis.picture.pieces import pyramid, shadow, symbols

WIDE, HIGH = 640.0, 400.0
SLAB = Zone(34, 250, 572, 128)
FIELD = 110.0
PIECE = 92.0
STEP = 0.33
STACKS = ((0, 2, 0), (2,), (3, 1, 1, 3, 1), (1, 3), (2, 0, 2, 0))  # the bottom one first


def cover(look: Look) -> str:
    ink = pen(look)
    body = [
        definitions([*places.shades(ink), *symbols(ink)]),
        group([places.desert(WIDE, HIGH, ink)]),
        cast(Zone(SLAB.x, SLAB.y + 16, SLAB.wide, SLAB.high), 8, 10),
        rect(Zone(SLAB.x, SLAB.y + 16, SLAB.wide, SLAB.high), 10, class_="slab-side"),
        rect(SLAB, 10, class_="slab", fill=url(ink, "tablet")),
        *(_stack(k, pieces, ink) for k, pieces in enumerate(STACKS)),
        lettering("Pyramidis", Zone(60, 22, WIDE - 120, 58)),
    ]
    return document(
        body,
        game="pyramidis",
        width=WIDE,
        height=HIGH,
        title="Pyramidis",
        description="Pyramidis",
        style=STYLE,
        look=look,
    )


def _stack(number: int, pieces: tuple[int, ...], look: Pen) -> str:
    zone = Zone(SLAB.x + 11 + number * FIELD, SLAB.y + 12, FIELD, SLAB.high - 24)
    x, y = zone.middle[0], zone.foot - PIECE * 0.22
    standing = [
        pyramid(x, y - level * PIECE * STEP, colour, level == len(pieces) - 1, PIECE, look)
        for level, colour in enumerate(pieces)
    ]
    return group([*carved_field(zone.inner(6)), shadow(x, y, PIECE, len(pieces)), *standing])
