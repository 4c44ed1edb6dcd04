"""The deal, and how a tile leaves a stack and comes onto the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.terra_pyramides.box import components
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    FIRST_LEVELS,
    FOUNDATION_OF,
    FOUNDATIONS,
    FOURTH_LEVELS,
    NO_TILE,
    SECOND_LEVELS,
    STACK_SIZE,
    STONE_KINDS,
    TEAM_TIPS,
    TEAM_WORKERS,
    THIRD_LEVELS,
    TILE_OF,
    TILES,
    TIPS,
)
from benben.games.terra_pyramides.rules.board_tables import FIELDS, HALF, START_FIELD, START_SITE, START_STACK, STARTS
from benben.games.terra_pyramides.rules.state import LAY, Board

HAND_STACK = np.array(components.HAND_STACKS, np.int64)
WORKERS_OF = np.array([components.WORKERS.get(players, 0) for players in range(5)], np.int64)

# Indices of the options, in order of declaration.
MODE, SYMBOLS, OPEN = range(3)


def shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"tiles": TILES, "foundations": FOUNDATIONS, "start": players}


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """TER-5: eight stacks, tiles on the hatched fields, their foundations, and a tile for each player."""
    s.players = players
    s.task = options[MODE]
    s.symbols = options[SYMBOLS]
    s.open = options[OPEN]
    for stack in range(STACKS):
        s.height[stack] = STACK_SIZE
        for place in range(STACK_SIZE):
            s.stack[stack, place] = TILE_OF[int(cards[stack * STACK_SIZE + place])]
    s.deck_left = FOUNDATIONS
    for place in range(FOUNDATIONS):
        s.deck[place] = FOUNDATION_OF[int(cards[TILES + place])]
    for field in range(FIELDS):
        s.free[HALF[field]] += 1
    for k in range(STARTS):
        put_tile(s, START_FIELD[k], START_SITE[k], pop_tile(s, START_STACK[k]))
    for colour in range(1, STONE_KINDS):
        s.first_left[colour] = FIRST_LEVELS
    s.level_left[0] = SECOND_LEVELS
    s.level_left[1] = THIRD_LEVELS
    s.level_left[2] = FOURTH_LEVELS
    for seat in range(1 if s.task else players):
        s.supply[seat] = TEAM_WORKERS if s.task else WORKERS_OF[players]
        s.tips[seat] = TEAM_TIPS if s.task else TIPS
        s.hand[seat] = pop_tile(s, HAND_STACK[seat])
        s.source[seat] = HAND_STACK[seat] + 1
    s.turn = cards[TILES + FOUNDATIONS]
    s.phase = LAY


@kernel
def pop_tile(s: Board, stack: int) -> int:
    """Take the top tile of a stack."""
    top = s.height[stack] - 1
    tile = int(s.stack[stack, top])
    s.stack[stack, top] = NO_TILE
    s.height[stack] = top
    return tile


@kernel
def put_tile(s: Board, field: int, site: int, tile: int) -> None:
    """TER-6, TER-7: put a tile on a field, its stairs towards a site; an empty site gets a foundation."""
    s.tile[field] = tile
    s.stairs[field] = site
    s.free[HALF[field]] -= 1
    if s.foundation[site] == 0:
        s.deck_left -= 1
        s.foundation[site] = s.deck[s.deck_left]
        s.deck[s.deck_left] = 0
