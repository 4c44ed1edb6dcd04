"""The ids of the elements of the picture.

Elements are named after the pieces of the box, which never change their names: `domino-17`, its blocks `domino-17-left`
and `domino-17-right`, the quarters of a block `domino-17-left-nw`; `card-0-1` of seat 0, its sides in hand
`card-0-blue`, its quarters `card-0-1-nw`; `marker-0-blue`; `stack-2`; of cells only those that are empty, `cell-d5`.
"""

from __future__ import annotations

from benben.core.cache import remembered_part
from benben.games.pyramido.box.components import FIRST_CARD, HALVES, QUARTERS, STAGES, WORDS, domino_of
from benben.games.pyramido.rules.layers import block_at, layer, new_block, open_cells
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.score import QUARTER, quarter_at
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words.names import cell_name


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


def stacks_behind(s: Board) -> tuple[str, ...]:
    """The two stacks from which the empty place of the quarry is refilled."""
    place = empty_quarry_place(s)
    return stack_id(place), stack_id(place + 1)


def sheet_id(seat: int, stage: int) -> str:
    """A seat's points of a stage on the score sheet."""
    return f"points-{seat}-{stage + 1}"


def cell_id(s: Board, seat: int, place: int) -> str:
    return f"cell-{cell_name(s, seat, place)}"


def block_id(seat: int, number: int) -> str:
    """What lies on a cell."""
    if number >= FIRST_CARD:
        return card_id(seat, (number - FIRST_CARD) >> 3)
    return f"{domino_id(domino_of(number))}-{HALVES[(number - 1) >> 2 & 1]}"


def new_blocks(s: Board) -> tuple[str, ...]:
    """The blocks of the domino laid in this turn, or the card on one of them."""
    return tuple(block_id(s.turn, new_block(s, half)) for half in range(2))


def quarter_id(seat: int, number: int, quarter: int) -> str:
    return f"{block_id(seat, number)}-{QUARTERS[quarter]}"


def element_at(s: Board, seat: int, place: int) -> tuple[str, ...]:
    """The element on a place of the layer being built, if one is there to be shown."""
    if s.occupied[seat] >> place & 1:
        return (block_id(seat, block_at(s, seat, place)),)
    return (cell_id(s, seat, place),) if seat == s.turn and open_cells(s, seat) >> place & 1 else ()


def seen_quarters(s: Board, seat: int, layers: int) -> dict[int, str]:
    """The element that shows in each quarter of the view from above."""
    shown = {}
    for stage in range(layers):
        for cell, number in layer(s, seat, stage):
            corner = quarter_at(stage, cell)
            for quarter, step in enumerate(QUARTER.tolist()):
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
