"""Move numbers: consecutive blocks, one for each kind of decision.

A number means the same in every position. Within a block, the offset is the number of a site or field, or the number
of a way in the board's tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benben.games.terra_pyramides.board import AXES, STACKS
from benben.games.terra_pyramides.components import FIELDS, SITES, STACK_SIZE, STONE_KINDS, TABLES

PAINTS = STONE_KINDS - 1  # the colours of pyramids
SWAPS = [(one, other) for one in range(STONE_KINDS) for other in range(one, STONE_KINDS)]

LAY_AT = 0  # + placement: lay the tile in hand there
ROW_AT = LAY_AT + len(TABLES.lay_field)  # + axis: stock and activate this row through the tile just laid
STOCK_AT = ROW_AT + len(AXES)  # + field: put one of too few workers there
MOVE_AT = STOCK_AT + len(FIELDS)  # + way: move a worker along it
RETURN_AT = MOVE_AT + len(TABLES.reach_field)  # + field: return its worker to the supply
BACK_AT = RETURN_AT + len(FIELDS)  # + site: take a worker back from there
FOUND_AT = BACK_AT + len(SITES)  # + PAINTS x site + colour - 1: build the first level
RAISE_AT = FOUND_AT + PAINTS * len(SITES)  # + site: build the next level
PAY_AT = RAISE_AT + len(SITES)  # + stone colour: pay for a first level
HIRE_AT = PAY_AT + STONE_KINDS  # + site: buy a worker
BUY = HIRE_AT + len(SITES)  # buy a white stone
SWAP_AT = BUY + 1  # + pair of stones: exchange them for a white one
DRAW_AT = SWAP_AT + len(SWAPS)  # + stack: take its top tile
LOOK_AT = DRAW_AT + STACKS  # + stack: search it, for gold
TAKE_AT = LOOK_AT + STACKS  # + number of tiles above it: take this tile
END = TAKE_AT + STACK_SIZE  # end the turn without a draw
MOVES = END + 1

SOME_TILE = -1  # public code of taking a tile from a searched stack

SWAP_ONE = np.array([one for one, _other in SWAPS], np.int64)
SWAP_OTHER = np.array([other for _one, other in SWAPS], np.int64)


class Action(NamedTuple):
    """A decoded move: the name of its block, and its argument: a field, site, axis, stack, tile position or colour."""

    kind: str
    what: int = 0
    to: int = 0  # a site, a colour, or the second stone


_BLOCKS = (
    ("lay", LAY_AT), ("row", ROW_AT), ("stock", STOCK_AT), ("move", MOVE_AT), ("return", RETURN_AT), ("back", BACK_AT),
    ("found", FOUND_AT), ("raise", RAISE_AT), ("pay", PAY_AT), ("hire", HIRE_AT), ("buy", BUY), ("swap", SWAP_AT),
    ("draw", DRAW_AT), ("look", LOOK_AT), ("take", TAKE_AT), ("end", END),
)  # fmt: skip


def _action(move: int) -> Action:
    kind, first = next(block for block in reversed(_BLOCKS) if move >= block[1])
    what = move - first
    match kind:
        case "lay":
            return Action(kind, int(TABLES.lay_field[what]), int(TABLES.lay_site[what]))
        case "move":
            return Action(kind, int(TABLES.reach_field[what]), int(TABLES.reach_site[what]))
        case "found":
            return Action(kind, what // PAINTS, what % PAINTS + 1)
        case "swap":
            return Action(kind, *SWAPS[what])
    return Action(kind, what)


ACTIONS = tuple(map(_action, range(MOVES)))
NUMBERS = {action: move for move, action in enumerate(ACTIONS)}
