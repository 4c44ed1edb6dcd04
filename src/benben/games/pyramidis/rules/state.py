"""The state of a match of Pyramidis, and the kernels that read it."""

from __future__ import annotations

from benben.core.kernels import inlined, kernel
from benben.core.state import State, int8, int16, int32
from benben.games.pyramidis.box.components import COLOURS, FIELDS, TOWER

NO_COLOUR = -1


class Board(State):
    stack = int32(len(FIELDS), bits=4)  # the colours of the pyramids on each field, the bottom one in the lowest bits
    height = int8(len(FIELDS))  # number of pyramids on each field
    control = int32(COLOURS)  # by colour: bit set of the fields whose top pyramid it owns
    towers = int32()  # bit set of the fields that are jumped over (PDS-9)
    home = int8(COLOURS)  # pyramids at home, by colour
    turn = int8()  # the colour to move
    winner = int8()  # the colour that has won by PDS-15 or PDS-16, or NO_COLOUR
    moves = int16()  # made so far, passes not counted (PDS-17)
    limit = int16()  # maximum number of moves (PDS-17)
    players = int8()  # 2 or 4
    pair = int8()  # two players: 0 red and yellow, 1 green and blue
    blockade = int8()  # 1: PDS-16 is played


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


@inlined
def top_of(s: Board, field: int) -> int:
    """The colour of the top pyramid on a field; some colour, which does not control it, if the field is empty."""
    return piece_at(s.stack[field] << 4, s.height[field])


@inlined
def put_piece(s: Board, field: int, piece: int) -> None:
    """Put a pyramid on top of a field; its colour controls the field now (PDS-6)."""
    height = s.height[field]
    s.control[top_of(s, field)] &= ~(1 << field)
    s.control[piece] |= 1 << field
    s.stack[field] |= piece << (4 * height)
    s.height[field] = height + 1
    s.towers |= (height + 1 >= TOWER) << field


@inlined
def take_pieces(s: Board, field: int, taken: int) -> int:
    """Take pyramids from the top of a field; return them as a stack. The uncovered one's colour controls the rest."""
    left = s.height[field] - taken
    hand: int = s.stack[field] >> (4 * left)
    s.control[top_of(s, field)] &= ~(1 << field)
    s.stack[field] &= (1 << (4 * left)) - 1
    s.height[field] = left
    s.control[top_of(s, field)] |= (left > 0) << field
    s.towers &= ~((left < TOWER) << field)
    return hand
