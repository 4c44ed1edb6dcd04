"""The tiles and foundations by kind, to count one's own."""

from __future__ import annotations

from benben.core.drawing.materials import at
from benben.core.kit.box_sheet import BoxSheet, Counted, Group
from benben.core.svg import Pen, group
from benben.games.terra_pyramides.box.components import BOX, COLOURS, MOST_VALUE, PIECES, tile_of
from benben.games.terra_pyramides.picture.layout import CELL
from benben.games.terra_pyramides.picture.pieces import foundation, symbols, tile
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import tile_words

STONES = COLOURS[1:]  # no tile shows a white stone


def _tile(kind: str, look: Pen) -> str:
    return tile(tile_of(kind), 0, 0, 92, look)


def _foundation(kind: str, look: Pen) -> str:
    return group([foundation(int(kind), 0, 0)], transform=at(0, 0, 92 / CELL))


TILES, FOUNDATIONS = PIECES
SHEET = BoxSheet(
    (
        Counted(
            TILES,
            _("Tiles"),
            (
                Group(_("A stone"), STONES),
                Group(_("A stone and a worker"), tuple(f"{colour} worker" for colour in STONES)),
                Group(_("A stone and an eye"), tuple(f"{colour} eye" for colour in STONES)),
                Group(_("No stone"), ("worker", "eye", "worker eye")),
            ),
            lambda kind: tile_words(tile_of(kind)),
            _tile,
        ),
        Counted(
            FOUNDATIONS,
            _("Foundations"),
            (Group(_("By value"), tuple(str(value) for value in range(1, MOST_VALUE + 1))),),
            lambda kind: _("Foundation of {value}", value=kind),
            _foundation,
        ),
    ),
    _("Sort your tiles by their symbols, then touch each one as often as you have it. Count the foundations likewise."),
    BOX,
    symbols,
)
