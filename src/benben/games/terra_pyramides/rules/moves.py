"""The moves of Terra Pyramides: one family for each kind of decision."""

from __future__ import annotations

from benben.core.kit.moves import Families
from benben.core.kit.tables import table
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
    WORKERS,
)

PAINTS = range(1, STONE_KINDS)  # the colours of pyramids
PAIRS = table([(one, other) for one in range(STONE_KINDS) for other in range(one, STONE_KINDS)])  # of stones

FAMILIES = Families()
LAY = FAMILIES.table("lay", field=TABLES.lay_field, site=TABLES.lay_site)  # the tile in hand, its stairs to the site
ROW = FAMILIES.family("row", axis=len(AXES))  # stock and activate this row through the tile just laid
STOCK = FAMILIES.family("stock", field=len(FIELDS))  # put one of too few workers there
MOVE = FAMILIES.table("move", field=TABLES.reach_field, site=TABLES.reach_site)  # a worker from the row
RETURN = FAMILIES.family("return", field=len(FIELDS))  # its worker to the supply
BACK = FAMILIES.family("back", site=len(SITES))  # take a worker back from a place
FOUND = FAMILIES.family("found", site=len(SITES), colour=PAINTS)  # build the first level
RAISE = FAMILIES.family("raise", site=len(SITES))  # build the next level
PAY = FAMILIES.family("pay", colour=STONE_KINDS)  # the stone for a first level
HIRE = FAMILIES.family("hire", site=len(SITES))  # buy a worker
BUY = FAMILIES.family("buy")  # a white stone
SWAP = FAMILIES.table("swap", one=PAIRS[:, 0], other=PAIRS[:, 1])  # two stones for a white one
DRAW = FAMILIES.family("draw", stack=STACKS)  # its top tile
LOOK = FAMILIES.family("look", stack=STACKS)  # search it, for gold
TAKE = FAMILIES.family("take", above=STACK_SIZE)  # the tile with this many above it
END = FAMILIES.family("end")  # the turn, without a draw

SOME_TILE = -1  # public code of taking a tile from a searched stack

# Upper bound of decisions: a turn adds at most 6 workers, 4 from a row and 2 bought (gold is at most 4 + 4). Each
# leaves by at most one decision: back alone, or at least two together by a level and its payment. With lay, row, 3 to
# stock, 4 workers to move, 2 purchases, 6 exchanges (at most 7 + 4 + 2 stones), search and take: 25 per turn.
LONGEST = 25 * (TILES - len(BOARD.start))

# Upper bound of extra actions: a level in each of six colours on each place with three workers; a bought worker for any
# site; a stone; a worker back from each place.
_MOST_WORKERS = max(*WORKERS.values(), TEAM_WORKERS)
_MOST_EXTRAS = len(PAINTS) * (_MOST_WORKERS // TO_BUILD) + len(SITES) + 1 + _MOST_WORKERS
# Besides them: placements of a tile; or 8 directions and a return for each of 4 workers; or 28 pairs; or the stacks.
MOST_LEGAL = max(len(TABLES.lay_field), 9 * LONGEST_ROW, len(PAIRS)) + _MOST_EXTRAS
