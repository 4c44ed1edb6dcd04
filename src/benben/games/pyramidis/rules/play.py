"""A move of Pyramidis: a stack is lifted and sown, pyramids come home, the turn passes."""

from __future__ import annotations

from benben.core.kernels import inlined, kernel
from benben.core.kit.events import Event
from benben.games.pyramidis.box.components import COLOURS, GOAL, HOME_TO_WIN, NEXT
from benben.games.pyramidis.rules.moves import taken_by
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, piece_at, put_piece, take_pieces, top_of

DROPPED = Event("dropped", "field", "colour")
CAME_HOME = Event("came home", "field", "colour")
PASSED = Event("passed", "colour")
BLOCKED = Event("blocked", "colour")  # PDS-16, with the colour that has no stack left


@kernel
def play(s: Board, move: int) -> None:
    field, left = taken_by(s, move)
    hand = take_pieces(s, field, left)  # PDS-7
    while left > 0:
        field, hand, left = sow(s, field, hand, left)
    s.moves += 1
    pass_turn(s)


@inlined
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


@inlined
def drop(s: Board, field: int, piece: int) -> None:
    """Put one pyramid on a field that is not a tower."""
    if field == GOAL[piece]:  # PDS-14: home at once, no matter who moved it
        bring_home(s, field, piece)
        return
    DROPPED(field, piece)
    covers = s.height[field] > 0
    covered = top_of(s, field)
    put_piece(s, field, piece)
    if s.blockade and covers and s.control[covered] == 0 and covered != s.turn and s.winner == NO_COLOUR:
        s.winner = s.turn  # PDS-16: the only stack that an opponent still controlled is covered
        BLOCKED(covered)


@inlined
def bring_home(s: Board, field: int, colour: int) -> None:
    CAME_HOME(field, colour)
    s.home[colour] += 1
    if s.home[colour] == HOME_TO_WIN and s.winner == NO_COLOUR:  # PDS-15: the first winning drop decides
        s.winner = colour


@inlined
def pass_turn(s: Board) -> None:
    """The next colour moves; a colour without a stack passes (PDS-11)."""
    step = 1 if s.players == COLOURS else 2
    for _ in range(s.players):
        s.turn = (s.turn + step) & 3
        if s.control[s.turn]:
            break
        PASSED(s.turn)
