"""The rules of Pyramidis as kernels.

A move is the field of the stack to move; from the own start field it is FIELDS + n - 1 for n pyramids from the top.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramidis import components
from benben.games.pyramidis.components import COLOURS, GOAL, HOME_TO_WIN, MOST_TAKEN, NEXT, PIECES, START, STEPS, TOWER
from benben.games.pyramidis.state import NO_COLOUR, Board

FIELDS = len(components.FIELDS)
MOVES = FIELDS + MOST_TAKEN
MOST_LEGAL = MOST_TAKEN + PIECES - 1  # five choices on the start field, and each other own pyramid on top of a stack

LIMIT_2, LIMIT_4 = components.MOVE_LIMIT[2], components.MOVE_LIMIT[4]

# Indices of the options, in order of declaration.
COLOUR_PAIR, FIRST_SEAT, BLOCKADE = range(3)


@kernel
def colour_of(s: Board, seat: int) -> int:
    """PDS-5: four players take all colours in turn order, two take red and yellow, or green and blue."""
    return seat if s.players == COLOURS else 2 * seat + s.pair


@kernel
def seat_of(s: Board, colour: int) -> int:
    return colour if s.players == COLOURS else colour >> 1


@kernel
def piece_at(stack: int, level: int) -> int:
    """The colour of a pyramid in a stack, counted from the bottom."""
    return (stack >> (4 * level)) & 15


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """PDS-5: each player stacks 8 pyramids on the start field."""
    s.players = players
    s.pair = options[COLOUR_PAIR]
    s.blockade = options[BLOCKADE]
    s.limit = LIMIT_2 if players == 2 else LIMIT_4
    s.winner = NO_COLOUR
    for seat in range(players):
        colour = colour_of(s, seat)
        field = START[colour]
        for level in range(PIECES):
            s.stack[field] |= colour << (4 * level)
        s.height[field] = PIECES
        s.control[colour] = 1 << field
        s.towers |= 1 << field
    s.turn = colour_of(s, options[FIRST_SEAT])


@kernel
def is_over(s: Board) -> bool:
    return s.winner != NO_COLOUR or s.moves >= s.limit


@kernel
def actor(s: Board) -> int:
    return NOBODY if is_over(s) else seat_of(s, s.turn)


@kernel
def legal(s: Board, out: Any) -> int:
    """PDS-6, PDS-7: every stack whose top is yours; from the own start field 1 to 5 from the top, else whole."""
    if is_over(s):
        return 0
    n = 0
    mine = s.control[s.turn]
    start = START[s.turn]
    if mine >> start & 1:
        for taken in range(1, min(MOST_TAKEN, s.height[start]) + 1):
            out[n] = FIELDS + taken - 1
            n += 1
        mine ^= 1 << start
    field = 0
    while mine:
        if mine & 1:
            out[n] = field
            n += 1
        mine >>= 1
        field += 1
    return n


@kernel
def play(s: Board, move: int) -> None:
    field = origin(s, move)
    left = s.height[field] if move < FIELDS else move - FIELDS + 1
    hand = lift(s, field, left)
    while left > 0:
        field, hand, left = sow(s, field, hand, left)
    s.moves += 1
    pass_turn(s)


@kernel
def origin(s: Board, move: int) -> int:
    """The field on which a move begins."""
    return move if move < FIELDS else int(START[s.turn])


@kernel
def lift(s: Board, field: int, taken: int) -> int:
    """Take pyramids from the top of a field into the hand. The uncovered pyramid's colour controls the rest (PDS-7)."""
    bit = 1 << field
    left = s.height[field] - taken
    hand: int = s.stack[field] >> (4 * left)
    s.stack[field] &= (1 << (4 * left)) - 1
    s.height[field] = left
    s.control[s.turn] &= ~bit
    if left > 0:
        s.control[piece_at(s.stack[field], left - 1)] |= bit
    if left < TOWER:
        s.towers &= ~bit
    return hand


@kernel
def sow(s: Board, field: int, hand: int, left: int) -> tuple[int, int, int]:
    """PDS-8: go to the next field of the mover's course and drop the bottom pyramid of the hand there.

    Takes and returns (field, hand, number of pyramids in hand).
    """
    mover = s.turn
    field = NEXT[mover, field]
    while s.towers >> field & 1:  # PDS-9: jumped over and not counted
        field = NEXT[mover, field]
    if field != GOAL[mover]:
        drop(s, field, hand & 15)
        return field, hand >> 4, left - 1
    # PDS-13: all of the mover's colour in hand are home, the others go on from the next field
    others = 0
    kept = 0
    for level in range(left):
        piece = piece_at(hand, level)
        if piece == mover:
            bring_home(s, mover)
        else:
            others |= piece << (4 * kept)
            kept += 1
    return field, others, kept


@kernel
def drop(s: Board, field: int, piece: int) -> None:
    """Put one pyramid on a field that is not a tower."""
    if field == GOAL[piece]:  # PDS-14: home at once, no matter who moved it
        bring_home(s, piece)
        return
    bit = 1 << field
    height = s.height[field]
    s.stack[field] |= piece << (4 * height)
    s.height[field] = height + 1
    if height + 1 >= TOWER:
        s.towers |= bit
    if height > 0:
        covered = piece_at(s.stack[field], height - 1)
        if covered != piece:
            s.control[covered] ^= bit
            if s.blockade and s.control[covered] == 0 and covered != s.turn and s.winner == NO_COLOUR:
                s.winner = s.turn  # PDS-16: the only stack that an opponent still controlled is covered
    s.control[piece] |= bit


@kernel
def bring_home(s: Board, colour: int) -> None:
    s.home[colour] += 1
    if s.home[colour] == HOME_TO_WIN and s.winner == NO_COLOUR:  # PDS-15: the first winning drop decides
        s.winner = colour


@kernel
def pass_turn(s: Board) -> None:
    """The next colour moves; a colour without a stack passes (PDS-11)."""
    step = COLOURS // s.players
    for _ in range(s.players):
        s.turn = (s.turn + step) & 3
        if s.control[s.turn]:
            break


@kernel
def steps_to_go(s: Board, colour: int) -> int:
    """PDS-17: summed over the pyramids of a colour that are not home."""
    steps = 0
    for field in range(FIELDS):
        for level in range(s.height[field]):
            if piece_at(s.stack[field], level) == colour:
                steps += STEPS[colour, field]
    return steps


@kernel
def score(s: Board, out: Any) -> None:
    """The points are the pyramids at home."""
    for seat in range(s.players):
        out[seat] = s.home[colour_of(s, seat)]


@kernel
def winners(s: Board, out: Any) -> None:
    """PDS-15, PDS-16: an immediate win; at the limit (PDS-17) most home, then fewest steps to go, then shared."""
    best = -1
    for seat in range(s.players):
        colour = colour_of(s, seat)
        if s.winner == NO_COLOUR:
            out[seat] = 10_000 * s.home[colour] + 9_999 - steps_to_go(s, colour)
        else:
            out[seat] = 1 if colour == s.winner else 0
        best = max(best, out[seat])
    for seat in range(s.players):
        out[seat] = 1 if out[seat] == best else 0


def winning_seats(s: Board) -> list[int]:
    """`winners` as a list of seats."""
    won = np.zeros(COLOURS, np.int64)
    winners(s, won)
    return [seat for seat in range(s.players) if won[seat]]
