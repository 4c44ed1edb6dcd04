"""The cover: a corner of the map, with oases, tiles, workers and pyramids."""

from __future__ import annotations

from benben.core.drawing import places
from benben.core.drawing.lettering import lettering
from benben.core.drawing.materials import at, definitions, use
from benben.core.drawing.panels import Zone, cast, rect
from benben.core.game import Look
from benben.core.svg import Pen, document, group, pen, tag, url
from benben.games.terra_pyramides.box.components import EYE, GREEN, GREY, PURPLE, RED, WHITE, WORKER, YELLOW
from benben.games.terra_pyramides.picture.drawing import WHOLE_STYLE, oasis
from benben.games.terra_pyramides.picture.layout import CELL
from benben.games.terra_pyramides.picture.pieces import TILE, foundation, level_shape, pawn, symbols, tile

WIDE, HIGH = 640.0, 400.0
COLUMNS, ROWS = 7, 4
LEFT, TOP, SCALE = 70.0, 100.0, 500 / (COLUMNS * CELL)
OASES = ((0, 0), (5, 3), (6, 0))
TILES = {  # column and row: what lies there, the side of its stairs
    (1, 1): (RED | WORKER, (1, 0)),
    (2, 0): (YELLOW, (0, 1)),
    (3, 1): (PURPLE | EYE, (-1, 0)),
    (4, 1): (GREEN | EYE, (1, 0)),
    (2, 2): (EYE | WORKER, (0, -1)),
    (3, 3): (GREY, (0, -1)),
    (6, 2): (WORKER, (-1, 0)),
    (5, 0): (RED, (0, 1)),
    (0, 2): (EYE, (1, 0)),
}
PYRAMIDS = {(2, 1): (YELLOW, 4), (5, 1): (RED, 3), (3, 2): (PURPLE, 2), (1, 3): (WHITE, 1)}
WORKERS = ((5, 1, 1), (3, 2, 0), (6, 1, 1), (1, 2, 0))


def cover(look: Look) -> str:
    ink = pen(look)
    sheet = group(_sheet(ink), transform=at(LEFT, TOP, SCALE))
    body = [
        definitions([*places.shades(ink), *symbols(ink), oasis(ink)]),
        group([places.desert(WIDE, HIGH, ink)]),
        sheet,
        lettering("Terra Pyramides", Zone(50, 26, WIDE - 100, 52)),
    ]
    return document(
        body,
        game="terra_pyramides",
        width=WIDE,
        height=HIGH,
        title="Terra Pyramides",
        description="Terra Pyramides",
        style=WHOLE_STYLE,
        look=look,
    )


def _middle(column: int, row: int) -> tuple[float, float]:
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _sheet(look: Pen) -> list[str]:
    whole = Zone(0, 0, COLUMNS * CELL, ROWS * CELL)
    grid = "".join(f"M{k * CELL:g} 0V{whole.high:g}" for k in range(1, COLUMNS))
    grid += "".join(f"M0 {k * CELL:g}H{whole.wide:g}" for k in range(1, ROWS))
    parts = [
        cast(whole, 9, 6),
        rect(whole, 6, class_="chart", fill=url(look, "tablet")),
        tag("path", d=grid, class_="grid"),
    ]
    parts += [use("oasis", *_middle(*cell), 1, look) for cell in OASES]
    parts += [tile(code, *_middle(*cell), TILE, look, towards=side) for cell, (code, side) in TILES.items()]
    parts += [foundation(2, *_middle(6, 1), high_up=True), foundation(3, *_middle(4, 2))]
    for cell, (colour, levels) in PYRAMIDS.items():
        parts += [level_shape(colour, level, *_middle(*cell), look) for level in range(1, levels + 1)]
    for column, row, who in WORKERS:
        x, y = _middle(column, row)
        parts.append(pawn(who, x + 8, y + 38, 46, look))
    return parts
