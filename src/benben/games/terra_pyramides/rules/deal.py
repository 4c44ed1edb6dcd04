"""The deal, and how a tile leaves a stack and comes onto the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benben.core.kernels import inlined, kernel
from benben.core.kit.events import Event
from benben.core.kit.tables import table
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
from benben.games.terra_pyramides.rules.board_tables import (
    BOTH,
    FIELDS,
    FIELDS_OF,
    HALF,
    START_FIELD,
    START_SITE,
    START_STACK,
    STARTS,
    WORDS,
)
from benben.games.terra_pyramides.rules.state import LAY, TEAM, Board, occupy_field, update_site

NEW_FOUNDATION = Event("new foundation", "site")  # TER-7

HAND_STACK = table(components.HAND_STACKS)
WORKERS_OF = table([components.WORKERS.get(players, 0) for players in range(5)])


def shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"tiles": TILES, "foundations": FOUNDATIONS, "start": players}


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """TER-5: eight stacks, tiles on the hatched fields, their foundations, and a tile for each player."""
    s.players = players
    s.task = options.mode
    s.symbols = options.symbols
    s.open = options.open_stacks
    for stack in range(STACKS):
        s.height[stack] = STACK_SIZE
        for place in range(STACK_SIZE):
            s.stack[stack, place] = TILE_OF[cards.tiles[stack * STACK_SIZE + place]]
    s.deck_left = FOUNDATIONS
    for place in range(FOUNDATIONS):
        s.deck[place] = FOUNDATION_OF[cards.foundations[place]]
    clear_board(s)
    for k in range(STARTS):
        put_tile(s, START_FIELD[k], START_SITE[k], pop_tile(s, START_STACK[k]))
    fill_supplies(s)
    for seat in range(1 if s.task else players):
        s.hand[seat] = pop_tile(s, HAND_STACK[seat])
        s.source[seat] = HAND_STACK[seat] + 1
    s.turn = cards.start[0]
    s.phase = LAY


@kernel
def clear_board(s: Board) -> None:
    """All fields of a blank record are free."""
    for field in range(FIELDS):
        s.free[HALF[field]] += 1
    for word in range(WORDS):
        s.free_fields[word] = FIELDS_OF[BOTH, word]


@kernel
def fill_supplies(s: Board) -> None:
    """TER-3, TER-4, TER-28: all levels; workers and tips for each player, or for the team."""
    for colour in range(1, STONE_KINDS):
        s.first_left[colour] = FIRST_LEVELS
    s.level_left[0] = SECOND_LEVELS
    s.level_left[1] = THIRD_LEVELS
    s.level_left[2] = FOURTH_LEVELS
    for seat in range(1 if s.task else s.players):
        s.supply[seat] = TEAM_WORKERS if s.task else WORKERS_OF[s.players]
        s.tips[seat] = TEAM_TIPS if s.task else TIPS


@inlined
def pop_tile(s: Board, stack: int) -> int:
    """Take the top tile of a stack."""
    top = s.height[stack] - 1
    tile = int(s.stack[stack, top])
    s.stack[stack, top] = NO_TILE
    s.height[stack] = top
    return tile


@inlined
def put_tile(s: Board, field: int, site: int, tile: int) -> None:
    """TER-6, TER-7: put a tile on a field, its stairs towards a site; an empty site gets a foundation."""
    s.tile[field] = tile
    s.stairs[field] = site
    occupy_field(s, field)
    if s.foundation[site] == 0:
        s.deck_left -= 1
        s.foundation[site] = s.deck[s.deck_left]
        s.deck[s.deck_left] = 0
        update_site(s, TEAM, site)
        NEW_FOUNDATION(site)
