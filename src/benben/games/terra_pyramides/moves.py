"""The numbers of moves: one block after the other, each kind of decision in its own.

A number means the same in every position. Of a place it holds the site's or field's number, of a way its number in the
board's tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benben.games.terra_pyramides.board import AXES, STACKS
from benben.games.terra_pyramides.components import FIELDS, SITES, STACK_SIZE, STONE_KINDS, TABLES

PAINTS = STONE_KINDS - 1  # the colours of pyramids
SWAPS = [(one, other) for one in range(STONE_KINDS) for other in range(one, STONE_KINDS)]

LAY_AT = 0  # + a way to lay: the tile in hand there
ROW_AT = LAY_AT + len(TABLES.lay_field)  # + an axis: stock and activate the row through the tile laid
STOCK_AT = ROW_AT + len(AXES)  # + a field: one of too few workers goes there
MOVE_AT = STOCK_AT + len(FIELDS)  # + a way for a worker: it goes there
RETURN_AT = MOVE_AT + len(TABLES.reach_field)  # + a field: its worker goes back to the supply
BACK_AT = RETURN_AT + len(FIELDS)  # + a site: a worker goes from there back to the supply
FOUND_AT = BACK_AT + len(SITES)  # + PAINTS x site + colour - 1: the first level of a pyramid
RAISE_AT = FOUND_AT + PAINTS * len(SITES)  # + a site: the next level
PAY_AT = RAISE_AT + len(SITES)  # + a colour of stone, for a first level
HIRE_AT = PAY_AT + STONE_KINDS  # + a site: a worker for gold
BUY = HIRE_AT + len(SITES)  # a white stone for gold
SWAP_AT = BUY + 1  # + two stones: they become a white one
DRAW_AT = SWAP_AT + len(SWAPS)  # + a stack: take its top tile
LOOK_AT = DRAW_AT + STACKS  # + a stack: look through it, for gold
TAKE_AT = LOOK_AT + STACKS  # + how many tiles lie above it: take this one
END = TAKE_AT + STACK_SIZE  # the turn ends without a draw
MOVES = END + 1

SOME_TILE = -1  # how others see which tile was taken from a stack

SWAP_ONE = np.array([one for one, _other in SWAPS], np.int64)
SWAP_OTHER = np.array([other for _one, other in SWAPS], np.int64)


class Action(NamedTuple):
    """A move taken apart: the name of its block, and what it names: a field, site, axis, stack, place or colour."""

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
