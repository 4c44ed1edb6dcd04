"""The rules of Terra Pyramides as kernels: deal, yield of a row, score.

Legal moves are in `choices`, the effects of moves in `turns`, hidden information in `secrets`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.terra_pyramides import components
from benben.games.terra_pyramides.board import AXES, STACKS
from benben.games.terra_pyramides.components import (
    BOARD,
    EYE,
    FIRST_LEVELS,
    FOUNDATION_OF,
    FOUNDATIONS,
    FOURTH_LEVELS,
    NEEDS,
    NO_TILE,
    POINTS_OF,
    SECOND_LEVELS,
    STACK_SIZE,
    STONE,
    STONE_KINDS,
    TABLES,
    TEAM_TIPS,
    TEAM_WORKERS,
    THIRD_LEVELS,
    TILE_OF,
    TILES,
    TIPS,
    TOP_LEVEL,
    WORKER,
)
from benben.games.terra_pyramides.state import LAY, OVER, TEAM, Board

FIELDS, SITES, LAYS = len(components.FIELDS), len(components.SITES), len(TABLES.lay_field)
AXIS_COUNT = len(AXES)
HALF, LAY_FIELD, LAY_SITE = TABLES.half, TABLES.lay_field, TABLES.lay_site
ROW_OF, ROW_LENGTH, ROW_FIELD, ROW_OASES = TABLES.row_of, TABLES.row_length, TABLES.row_field, TABLES.row_oases
REACH_FIELD, REACH_SITE, REACH_FROM = TABLES.reach_field, TABLES.reach_site, TABLES.reach_from
REACH_OVER, REACH_CLEAR = TABLES.reach_over, TABLES.reach_clear

START_FIELD = np.array([components.FIELD_INDEX[start.field] for start in BOARD.start], np.int64)
START_SITE = np.array([components.SITE_INDEX[start.site] for start in BOARD.start], np.int64)
START_STACK = np.array([start.stack for start in BOARD.start], np.int64)
STARTS = len(START_FIELD)
HAND_STACK = np.array(components.HAND_STACKS, np.int64)
WORKERS_OF = np.array([components.WORKERS.get(players, 0) for players in range(5)], np.int64)

# Upper bound of decisions: a turn adds at most 6 workers, 4 from a row and 2 bought (gold is at most 4 + 4). Each
# leaves by at most one decision: back alone, or at least two together by a level and its payment. With lay, row, 3 to
# stock, 4 workers to move, 2 purchases, 6 exchanges (at most 7 + 4 + 2 stones), search and take: 25 per turn.
LONGEST = 25 * (TILES - STARTS)

# Indices of the options, in order of declaration.
MODE, SYMBOLS, OPEN = range(3)


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


@kernel
def player(s: Board) -> int:
    """The owner of the stones, gold and workers in use (TER-28: a team shares them)."""
    return TEAM if s.task else s.turn


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def top_level(s: Board) -> int:
    """The level of a finished pyramid, which takes no workers and cannot grow (TER-12, TER-31)."""
    return TOP_LEVEL - 1 if s.task == 3 else TOP_LEVEL


@kernel
def stones(s: Board, who: int) -> int:
    held = 0
    for colour in range(STONE_KINDS):
        held += s.stone[who, colour]
    return held


# The yield of a row


@kernel
def row_yield(s: Board, row: int, field: int, tile: int, out: Any) -> None:
    """TER-9, TER-10: the yield of a row with `tile` on `field` (field -1: the current row).

    `out[colour]` counts stones, `out[0]` gold, `out[STONE_KINDS]` workers.
    """
    for k in range(STONE_KINDS + 1):
        out[k] = 0
    out[0] = ROW_OASES[row]
    for place in range(ROW_LENGTH[row]):
        here = ROW_FIELD[row, place]
        symbols = tile if here == field else s.tile[here]
        if symbols & STONE:
            out[symbols & STONE] += 1
        if symbols & EYE:
            out[0] += 1
        if symbols & WORKER:
            out[STONE_KINDS] += 1


# Points


@kernel
def points_of(s: Board, who: int) -> int:
    """TER-23, TER-24."""
    points = int(s.gold[who]) + stones(s, who)
    for site in range(SITES):
        if s.owner[site] == who + 1:
            points += POINTS_OF[s.level[site]] if s.level[site] > 0 else s.foundation[site]
    return points


@kernel
def progress(s: Board) -> int:
    """Progress of the task: pyramids of 60 (TER-29), points (TER-30), colours with a pyramid of 35 (TER-31)."""
    if s.task == 2:
        return points_of(s, TEAM)
    done = 0
    colours = 0
    for site in range(SITES):
        if s.level[site] == top_level(s):
            done += 1
            colours |= 1 << s.colour[site]
    if s.task == 1:
        return done
    done = 0
    while colours:
        done += colours & 1
        colours >>= 1
    return done


@kernel
def score(s: Board, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = points_of(s, TEAM if s.task else seat)


@kernel
def winners(s: Board, out: Any) -> None:
    """TER-25: most points, ties share the win; in a task, all or nobody (TER-29 to TER-31)."""
    score(s, out)
    best = NEEDS[s.task]
    if s.task:
        solved = progress(s) >= best
        for seat in range(s.players):
            out[seat] = 1 if solved else 0
        return
    for seat in range(s.players):
        best = max(best, out[seat])
    for seat in range(s.players):
        out[seat] = 1 if out[seat] == best else 0


def winning_seats(s: Board) -> list[int]:
    """`winners` as a list of seats."""
    won = np.zeros(4, np.int64)
    winners(s, won)
    return [seat for seat in range(s.players) if won[seat]]
