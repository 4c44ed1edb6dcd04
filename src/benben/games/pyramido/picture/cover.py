"""The cover: three terraces of a pyramid from above."""

from __future__ import annotations

from benben.core.drawing import places
from benben.core.drawing.lettering import lettering
from benben.core.drawing.materials import definitions
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.core.svg import Pen, document, group, pen
from benben.games.pyramido.box.components import COLOUR_OF, block_number
from benben.games.pyramido.picture.drawing import STYLE, sides
from benben.games.pyramido.picture.layout import Frame
from benben.games.pyramido.picture.pieces import block, marker_on, symbols

WIDE, HIGH = 640.0, 400.0
FRAME = Frame(158, 108, 64)
LAYERS = ((4, 5), (3, 4), (2, 3))  # rows and columns of each stage
MARKED = ((0, 0), (1, 2))  # row and column on the highest layer


def cover(look: Look) -> str:
    ink = pen(look)
    body = [
        definitions([*places.shades(ink), *symbols(ink)]),
        group([places.desert(WIDE, HIGH, ink)]),
        *(_layer(stage, ink) for stage in range(len(LAYERS))),
        *_markers(ink),
        lettering("Pyramido", Zone(60, 22, WIDE - 120, 62)),
    ]
    return document(
        body, game="pyramido", width=WIDE, height=HIGH, title="Pyramido", description="Pyramido", style=STYLE, look=look
    )


def _number(stage: int, row: int, column: int) -> int:
    """Some block: halves of dominoes of the box."""
    columns = LAYERS[stage][1]
    place = sum(a * b for a, b in LAYERS[:stage]) + row * columns + column
    return block_number(place * 7 % 90, place % 2, place * 3 % 4)


def _layer(stage: int, look: Pen) -> str:
    rows, columns = LAYERS[stage]
    cells = tuple(
        (_number(stage, row, column), row, column, *FRAME.corner(stage, row, column))
        for row in range(rows)
        for column in range(columns)
    )
    blocks = [block(number, x, y, FRAME.unit, look) for number, _row, _column, x, y in cells]
    return group([*sides(cells, FRAME.unit), *blocks])


def _markers(look: Pen) -> list[str]:
    stage = len(LAYERS) - 1
    return [
        marker_on(int(COLOUR_OF[_number(stage, *cell)]), *FRAME.corner(stage, *cell), FRAME.unit, look)
        for cell in MARKED
    ]
