"""Move numbers: consecutive blocks, one for each kind of decision.

A number means the same in every position. Within a block, the offset is the number of a site or field, or the number
of a way in the board's tables.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from benben.games.terra_pyramides.box import components
from benben.games.terra_pyramides.box.board import AXES, LONGEST_ROW, STACKS
from benben.games.terra_pyramides.box.components import (
    BOARD,
    FIELDS,
    SITES,
    STACK_SIZE,
    STONE_KINDS,
    TABLES,
    TEAM_WORKERS,
    TILES,
    TO_BUILD,
)

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

# Upper bound of decisions: a turn adds at most 6 workers, 4 from a row and 2 bought (gold is at most 4 + 4). Each
# leaves by at most one decision: back alone, or at least two together by a level and its payment. With lay, row, 3 to
# stock, 4 workers to move, 2 purchases, 6 exchanges (at most 7 + 4 + 2 stones), search and take: 25 per turn.
LONGEST = 25 * (TILES - len(BOARD.start))

# Upper bound of extra actions: a level in each of six colours on each place with three workers; a bought worker for any
# site; a stone; a worker back from each place.
_MOST_WORKERS = max(*components.WORKERS.values(), TEAM_WORKERS)
_MOST_EXTRAS = PAINTS * (_MOST_WORKERS // TO_BUILD) + len(SITES) + 1 + _MOST_WORKERS
# Besides them: placements of a tile; or 8 directions and a return for each of 4 workers; or 28 pairs; or the stacks.
MOST_LEGAL = max(len(TABLES.lay_field), 9 * LONGEST_ROW, STONE_KINDS * (STONE_KINDS + 1) // 2) + _MOST_EXTRAS
