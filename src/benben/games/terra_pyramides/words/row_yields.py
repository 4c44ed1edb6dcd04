"""The yield of a row of Terra Pyramides in words, for picture, text board and narration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benben.core.text import Message
from benben.games.terra_pyramides.box.board import AXES
from benben.games.terra_pyramides.box.components import NO_TILE, STONE_KINDS, TABLES
from benben.games.terra_pyramides.rules.play import row_yield
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES


def rows_through(field: int) -> dict[str, int]:
    """The distinct rows through a field, by their first axis (TER-8)."""
    rows: dict[str, int] = {}
    for axis, row in zip(AXES, TABLES.row_of[field], strict=True):
        if int(row) not in rows.values():
            rows[axis] = int(row)
    return rows


def yields(s: Board, row: int, field: int = -1, tile: int = NO_TILE) -> list[int]:
    """The yield of a row with `tile` on `field`: gold, stones by colour from blue on, workers."""
    gained = np.zeros(STONE_KINDS + 1, np.int64)
    row_yield(s, row, field, max(tile, NO_TILE), gained)
    return [int(number) for number in gained]


def row_name(row: int) -> str:
    cells = TABLES.rows[row]
    return cells[0] if len(cells) == 1 else f"{cells[0]}-{cells[-1]}"


def yield_words(gained: Sequence[int]) -> Message:
    """`The row gives 2 gold, stones: red, workers: 1.`, or that it gives nothing."""
    stones = [COLOUR_NAMES[colour] for colour in range(1, STONE_KINDS) for _n in range(gained[colour])]
    parts = [
        *([_("{n} gold", n=gained[0])] if gained[0] else []),
        *([_("stones: {stones}", stones=joined(stones))] if stones else []),
        *([_("workers: {n}", n=gained[STONE_KINDS])] if gained[STONE_KINDS] else []),
    ]
    return _("The row gives {what}.", what=joined(parts)) if parts else _("The row gives nothing.")


def joined(parts: list[Message]) -> Message:
    """Join messages with commas."""
    text = ", ".join(f"{{p{number}}}" for number in range(len(parts)))
    return Message(__package__ or "", text, tuple((f"p{number}", part) for number, part in enumerate(parts)))
