"""The names of colours, seats, dominoes and cells, as players say them."""

from __future__ import annotations

import re

from benben.core.cache import remembered
from benben.core.kit.seats import first_of
from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, JEWELS_OF, LONG, block_number
from benben.games.pyramido.rules.layers import MARGIN, column_of, place_at, row_of
from benben.games.pyramido.rules.moves import ends
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _

NAMES = (_("brown"), _("blue"), _("yellow"), _("aqua"), _("red"), _("green"))
SYMBOLS = (_("mask"), _("cat"), _("ankh"), _("winged scarab"), _("eye"), _("lotus"))

QUARTER_NAMES = (_("upper left"), _("upper right"), _("lower left"), _("lower right"))

SEATS = (_("Sun"), _("Moon"), _("Star"), _("River"))  # our names: the game has no player colours

_COLUMNS = "yzabcdefghij"  # y and z are off the board: a player may try them
_BEFORE_A = 2
CELL = re.compile(r"([a-jyz])(-?\d\d?)")


seats = first_of(SEATS)


@remembered
def colour_in_words(colour: int) -> Message:
    """With its symbol, which is how it is told without colours."""
    return _("{colour} {symbol}", colour=NAMES[colour], symbol=SYMBOLS[colour])


@remembered
def domino_in_words(domino: int) -> Message:
    left, right = (NAMES[COLOUR_OF[block_number(domino, half, 0)]] for half in range(2))
    return _("{left}–{right}", left=left, right=right)


@remembered
def domino_with_jewels(domino: int) -> Message:
    """So that no other domino has these words: colours alone do not tell them apart."""
    left, right = (_block_with_jewels(block_number(domino, half, 0)) for half in range(2))
    return _("{left}–{right}", left=left, right=right)


def _block_with_jewels(number: int) -> Message:
    colour = NAMES[COLOUR_OF[number]]
    at = [name for quarter, name in enumerate(QUARTER_NAMES) if JEWELS_OF[number] >> quarter & 1]
    if len(at) == 2:
        return _("{colour}, jewels {quarter} and {other}", colour=colour, quarter=at[0], other=at[1])
    return _("{colour}, jewel {quarter}", colour=colour, quarter=at[0]) if at else colour


# Cells


def cell_name(s: Board, seat: int, place: int) -> str:
    """A place of the layer being built as its player says it. While the first layer grows, names stay."""
    return _cell_name(place, s.corner[seat, 0], s.corner[seat, 1])


@remembered
def _cell_name(place: int, first_row: int, first_column: int) -> str:
    row = row_of(place) + first_row
    column = column_of(place) + first_column
    return f"{_COLUMNS[column + _BEFORE_A]}{row + 1}"


def row_and_column(s: Board, seat: int, name: str) -> tuple[int, int]:
    """The other way round, counted from the upper left cell of the layer."""
    found = CELL.fullmatch(name)
    assert found is not None
    return int(found[2]) - 1 - s.corner[seat, 0], _COLUMNS.index(found[1]) - _BEFORE_A - s.corner[seat, 1]


def place_of(s: Board, seat: int, name: str) -> int | None:
    """None where no move reaches."""
    row, column = row_and_column(s, seat, name)
    return place_at(row, column) if -MARGIN <= row < LONG and -MARGIN <= column < LONG else None


def lay_name(s: Board, quarry: int, turn: int, place: int) -> str:
    left, right = (cell_name(s, s.turn, end) for end in ends(turn, place))
    return f"{quarry + 1} {left}-{right}"
