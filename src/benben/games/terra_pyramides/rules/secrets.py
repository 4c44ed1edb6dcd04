"""Hidden information kernels of Terra Pyramides.

Hidden: the tiles in other hands, the order of the stacks and of the foundations. A searched stack is visible to the
searching player until a tile is taken, and is not remembered (TER-21).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.core.secrets import copy_visible, hand_out, shuffle_unseen, strike
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    FOUNDATION_OF,
    FOUNDATIONS,
    IS_OPEN_STACK,
    MOST_GOLD,
    MOST_VALUE,
    TILE_KINDS,
    TILE_OF,
    TILES,
    UNKNOWN,
)
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.board_tables import LAY_SITE
from benben.games.terra_pyramides.rules.state import PICK, SEATS, Board, player


@kernel
def sees_hand(s: Board, seat: int, other: int) -> bool:
    """Whether a seat sees a tile in hand: its own, the team's (TER-28), or one drawn from an open stack (TER-27)."""
    if seat == other or s.task:
        return True
    return bool(s.open and s.source[other] > 0 and IS_OPEN_STACK[s.source[other] - 1])


@kernel
def sees_stack(s: Board, seat: int, stack: int) -> bool:
    """TER-21: whether a seat sees this searched stack: the searching player, in a task every seat."""
    if s.phase != PICK or s.looking != stack + 1:
        return False
    return seat == s.turn or (s.task > 0 and seat != NOBODY)


@kernel
def veil(s: Board, seat: int, out: Board) -> None:
    """Beyond the declared fields: known hands, a searched stack, and the tops of open stacks (TER-27)."""
    copy_visible(s, seat, out)
    for other in range(SEATS):
        if sees_hand(s, seat, other):
            out.hand[other] = s.hand[other]
    for stack in range(STACKS):
        height = s.height[stack]
        if sees_stack(s, seat, stack):
            for place in range(height):
                out.stack[stack, place] = s.stack[stack, place]
        elif s.open and IS_OPEN_STACK[stack] and height > 0:
            out.stack[stack, height - 1] = s.stack[stack, height - 1]


@kernel
def imagine(s: Board, rng: Any) -> None:
    """Deal the unseen tiles and foundations at random; leftover tiles are those out of the game.

    An empty cell strikes a piece of number 0, of which there is none.
    """
    unseen = np.zeros(TILE_KINDS, np.int64)
    for k in range(TILES):
        unseen[TILE_OF[k]] += 1
    strike(unseen, s.tile)
    strike(unseen, s.hand)
    for stack in range(STACKS):
        strike(unseen, s.stack[stack])
    pool = np.zeros(TILES, np.int64)
    n = hand_out(pool, shuffle_unseen(unseen, pool, rng), s.hand, UNKNOWN)
    for stack in range(STACKS):
        n = hand_out(pool, n, s.stack[stack], UNKNOWN)

    values = np.zeros(MOST_VALUE + 1, np.int64)
    for k in range(FOUNDATIONS):
        values[FOUNDATION_OF[k]] += 1
    strike(values, s.foundation)
    strike(values, s.deck)
    hand_out(pool, shuffle_unseen(values, pool, rng), s.deck, UNKNOWN)


@kernel
def seen(s: Board, seat: int, move: int) -> int:
    """Only seats that see the stack see which tile was taken."""
    if move in moves.TAKE and not sees_stack(s, seat, s.looking - 1):
        return moves.SOME_TILE
    return move


@kernel
def reveals(s: Board, move: int) -> bool:
    """True for a tile laid from a hidden hand, a new foundation, a drawn tile or a searched stack.

    Conservative for forced follow-ups: with only one stack left, any move may end in a draw, and an exchange of stones
    with too much gold forces a search.
    """
    who = player(s)
    if move in moves.LAY and (s.foundation[LAY_SITE[moves.LAY.row(move)]] == 0 or not sees_hand(s, NOBODY, who)):
        return True
    if move in moves.DRAW or move in moves.LOOK or (move in moves.SWAP and s.gold[who] > MOST_GOLD):
        return True
    left = 0
    for stack in range(STACKS):
        left += 1 if s.height[stack] > 0 else 0
    return left == 1
