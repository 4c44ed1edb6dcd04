"""The names of things: cells as players say them, elements as the picture draws them, areas as seen from above.

Elements are named after the pieces of the box, which never change their names: `domino-17`, its blocks `domino-17-left`
and `domino-17-right`, the quarters of a block `domino-17-left-nw`; `card-0-1` of seat 0, its sides in hand
`card-0-blue`, its quarters `card-0-1-nw`; `marker-0-blue`; `stack-2`; of cells only those that are empty, `cell-d5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benben.core.cache import remembered_part
from benben.games.pyramido.components import (
    CARDS,
    COLOURS,
    FIRST_CARD,
    LONG,
    NOTHING,
    QUARTERS,
    STAGES,
    TURNS,
    TURNS_OF,
    WORDS,
)
from benben.games.pyramido.layers import (
    BELOW,
    FIELD,
    FIRST_CELL,
    GROWING_ACROSS,
    GROWING_DOWN,
    MARGIN,
    RIGHT,
    WINDOW,
    block_at,
    place_at,
)
from benben.games.pyramido.rules import LAYS
from benben.games.pyramido.scoring import VIEW, WIDE, jewels_in, look_down, quarter_at, take_area
from benben.games.pyramido.state import NO_DOMINO, OVER, Board

_COLUMNS = "yzabcdefghij"  # y and z are off the board: a player may try them
_BEFORE_A = 2
CELL = re.compile(r"([a-jyz])(-?\d\d?)")

HALVES = ("left", "right")


# Cells


def cell_name(s: Board, seat: int, place: int) -> str:
    """A place of the layer being built as its player says it. While the first layer grows, names stay."""
    row = (place >> 3) - MARGIN + s.corner[seat, 0]
    column = (place & 7) - MARGIN + s.corner[seat, 1]
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


def places(bits: int) -> Iterator[int]:
    """The places of a set, in reading order."""
    return (place for place in range(WINDOW) if bits >> place & 1)


def open_cells(s: Board, seat: int) -> int:
    """The empty cells of the layer being built: in the first one those that a domino beside its blocks may reach."""
    return 0 if s.phase == OVER or s.lost >> seat & 1 else empty_cells(s, seat)


def empty_cells(s: Board, seat: int) -> int:
    """The same of a seat that goes on building."""
    rows, columns = s.rows[seat], s.columns[seat]
    if s.stage > 0:
        return int(FIELD[rows - s.stage, columns - s.stage] & ~s.occupied[seat])
    across, down = int(GROWING_ACROSS[rows, columns]), int(GROWING_DOWN[rows, columns])
    near = sum(
        1 << place_at(row, column)
        for row in range(-MARGIN, min(LONG, max(rows, 1) + MARGIN))
        for column in range(-MARGIN, min(LONG, max(columns, 2) + MARGIN))
    )
    return int((across | across << RIGHT | down | down << BELOW) & near & ~s.occupied[seat])


# Moves that lay


def lay_move(s: Board, quarried: int, left: int, right: int) -> int | None:
    """The move that lays a quarry domino with its blocks on these places; None if they are not neighbours.

    PDO-4: where a half turn changes nothing, both ways are one move.
    """
    turn = {RIGHT: 0, BELOW: 1, -RIGHT: 2, -BELOW: 3}.get(right - left)
    if turn is None:
        return None
    if s.quarry[quarried] != NO_DOMINO and TURNS_OF[s.quarry[quarried]] == 2:
        turn &= 1
    return LAYS + (4 * quarried + turn) * WINDOW + min(left, right)


def ends(move: int) -> tuple[int, int]:
    """The places of the left and of the right block, as the domino is laid."""
    first, turn = (move - LAYS) % WINDOW, (move - LAYS) // WINDOW % 4
    last = first + (BELOW if turn & 1 else RIGHT)
    return (first, last) if turn < 2 else (last, first)


def quarry_place(move: int) -> int:
    return (move - LAYS) // (4 * WINDOW)


def lay_name(s: Board, move: int) -> str:
    left, right = ends(move)
    return f"{quarry_place(move) + 1} {cell_name(s, s.turn, left)}-{cell_name(s, s.turn, right)}"


# Elements


def domino_id(domino: int) -> str:
    return f"domino-{domino}"


def card_id(seat: int, card: int) -> str:
    return f"card-{seat}-{card + 1}"


def side_id(seat: int, colour: int) -> str:
    """A side of a card in hand."""
    return f"card-{seat}-{WORDS[colour]}"


def marker_id(seat: int, colour: int) -> str:
    return f"marker-{seat}-{WORDS[colour]}"


def stack_id(pile: int) -> str:
    return f"stack-{pile + 1}"


def sheet_id(seat: int, stage: int) -> str:
    """A seat's points of a stage on the score sheet."""
    return f"points-{seat}-{stage + 1}"


def cell_id(s: Board, seat: int, place: int) -> str:
    return f"cell-{cell_name(s, seat, place)}"


def block_id(seat: int, number: int) -> str:
    """What lies on a cell."""
    if number >= FIRST_CARD:
        return card_id(seat, (number - FIRST_CARD) >> 3)
    return f"{domino_id((number - 1) >> 3)}-{HALVES[(number - 1) >> 2 & 1]}"


def quarter_id(seat: int, number: int, quarter: int) -> str:
    return f"{block_id(seat, number)}-{QUARTERS[quarter]}"


def element_at(s: Board, seat: int, place: int) -> tuple[str, ...]:
    """The element on a place of the layer being built, if one is there to be shown."""
    if s.occupied[seat] >> place & 1:
        return (block_id(seat, block_at(s, seat, place)),)
    return (cell_id(s, seat, place),) if seat == s.turn and open_cells(s, seat) >> place & 1 else ()


# Seen from above


@dataclass(frozen=True)
class Area:
    """A marked area."""

    colour: int
    quarters: tuple[int, ...]
    jewels: int


@remembered_part(rows=("block", "mark"))
def areas(s: Board, seat: int, stage: int) -> tuple[Area, ...]:
    """What the markers of a stage marked, on the layers up to it; of the stage being built as far as it is."""
    view, found = np.zeros(VIEW, np.int64), np.zeros(VIEW, np.int64)
    look_down(s, seat, stage + 1, view)
    marked = []
    for colour in range(COLOURS):
        cell = s.mark[seat, stage, colour] - 1
        if cell >= 0:
            count = take_area(view, quarter_at(stage, cell), found)
            marked.append(Area(colour, tuple((found[:count] >> 1).tolist()), int(jewels_in(found, count))))
    return tuple(marked)


def seen_quarters(s: Board, seat: int, layers: int) -> dict[int, str]:
    """The element that shows in each quarter of the view from above."""
    shown = {}
    for stage in range(layers):
        for cell, number in layer(s, seat, stage):
            corner = quarter_at(stage, cell)
            for quarter, step in enumerate((0, 1, WIDE, WIDE + 1)):
                shown[corner + step] = quarter_id(seat, number, quarter)
    return shown


@remembered_part(rows=("block",))
def elements_seen(s: Board, seat: int) -> frozenset[str]:
    """The quarters that show from above."""
    return frozenset(seen_quarters(s, seat, STAGES).values())


@remembered_part(rows=("block",))
def elements_on(s: Board, seat: int) -> frozenset[str]:
    """The dominoes of a pyramid, and all blocks."""
    blocks = [block_id(seat, number) for stage in range(STAGES) for _cell, number in layer(s, seat, stage)]
    return frozenset([*blocks, *(block.rpartition("-")[0] for block in blocks)])


def area_elements(s: Board, seat: int, stage: int, area: Area) -> tuple[str, ...]:
    """The quarters of an area that can still be seen, and its marker."""
    then, now = seen_quarters(s, seat, stage + 1), elements_seen(s, seat)
    return (*(then[quarter] for quarter in area.quarters if then[quarter] in now), marker_id(seat, area.colour))


def layer(s: Board, seat: int, stage: int) -> Iterator[tuple[int, int]]:
    """Each filled cell of a layer and what lies there."""
    first = int(FIRST_CELL[stage])
    for cell, number in enumerate(list(s.block[seat])[first : first + (LONG - stage) ** 2]):
        if number != NOTHING:
            yield cell, number


def cards_in_hand(s: Board, seat: int) -> list[int]:
    return [card for card in range(CARDS) if s.cards[seat] >> card & 1]


def is_scored(s: Board, seat: int, stage: int) -> bool:
    """Whoever lost has left a layer unfinished, and has no points for it."""
    return stage < s.stage and sum(1 for _cell in layer(s, seat, stage)) == 2 * TURNS[stage]
