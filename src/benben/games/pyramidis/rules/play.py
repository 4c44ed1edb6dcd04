"""A move of Pyramidis: a stack is lifted and sown, pyramids come home, the turn passes."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.kit.events import Event
from benben.games.pyramidis.box.components import COLOURS, GOAL, HOME_TO_WIN, NEXT, TOWER
from benben.games.pyramidis.rules.moves import taken_by
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, piece_at

DROPPED = Event("dropped", "field", "colour")
CAME_HOME = Event("came home", "field", "colour")
PASSED = Event("passed", "colour")
BLOCKED = Event("blocked", "colour")  # PDS-16, with the colour that has no stack left


@kernel
def play(s: Board, move: int) -> None:
    field, left = taken_by(s, move)
    hand = lift(s, field, left)
    while left > 0:
        field, hand, left = sow(s, field, hand, left)
    s.moves += 1
    pass_turn(s)


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
            bring_home(s, field, mover)
        else:
            others |= piece << (4 * kept)
            kept += 1
    return field, others, kept


@kernel
def drop(s: Board, field: int, piece: int) -> None:
    """Put one pyramid on a field that is not a tower."""
    if field == GOAL[piece]:  # PDS-14: home at once, no matter who moved it
        bring_home(s, field, piece)
        return
    DROPPED(field, piece)
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
                BLOCKED(covered)
    s.control[piece] |= bit


@kernel
def bring_home(s: Board, field: int, colour: int) -> None:
    CAME_HOME(field, colour)
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
        PASSED(s.turn)
