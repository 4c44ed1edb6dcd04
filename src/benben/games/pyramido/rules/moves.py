"""The numbers of the moves of Pyramido.

A turn is up to four moves: lay, mark, card, refill. Steps without a choice are part of the move before. A move is a
number:
  LAYS      quarry place, one of four rotations, and the place of its upper or left block in the window (see layers)
  MARKS     marker on the left or right block of the new domino
  NO_CARD   keep the cards
  CARDS_ON  a card side, with its jewel in a quarter, on the left or right block
  REFILLS   refill from a stack
  FILLS     a card side, with its jewel in a quarter, on the first empty cell of a layer without room (PDO-12)
"""

from __future__ import annotations

from benben.games.pyramido.box import components
from benben.games.pyramido.box.components import COLOURS, MOST_PLAYERS, QUARRY, STACKS, TURNS_OF
from benben.games.pyramido.rules.layers import BELOW, GROWING_ACROSS, GROWING_DOWN, RIGHT, WINDOW
from benben.games.pyramido.rules.state import NO_DOMINO, Board

SIDES = 4 * COLOURS  # ways to lay a card on one block
LAYS = 0
MARKS = LAYS + QUARRY * 4 * WINDOW
NO_CARD = MARKS + 2
CARDS_ON = NO_CARD + 1
REFILLS = CARDS_ON + 2 * SIDES
FILLS = REFILLS + STACKS
MOVES = FILLS + SIDES

# Each quarry domino in two orientations at each pair of places that keeps the first layer in its rectangle.
_MOST_PAIRS = max(
    int(across).bit_count() + int(down).bit_count()
    for across, down in zip(GROWING_ACROSS.flat, GROWING_DOWN.flat, strict=True)
)
MOST_LEGAL = 2 * QUARRY * _MOST_PAIRS
LONGEST = 4 * MOST_PLAYERS * sum(components.TURNS)  # four decisions per turn; filling takes two

# Moves that lay


def lay_move(s: Board, quarried: int, left: int, right: int) -> int | None:
    """The move that lays a quarry domino with its blocks on these places; None if they are not neighbours.

    PDO-4: where a half turn changes nothing, both ways are one move.
    """
    turn = {RIGHT: 0, BELOW: 1, -RIGHT: 2, -BELOW: 3}.get(right - left)
    if turn is None:
        return None
    if s.quarry[quarried] != NO_DOMINO and TURNS_OF[s.quarry[quarried]] == 2:
        turn &= 1
    return LAYS + (4 * quarried + turn) * WINDOW + min(left, right)


def ends(move: int) -> tuple[int, int]:
    """The places of the left and of the right block, as the domino is laid."""
    first, turn = (move - LAYS) % WINDOW, (move - LAYS) // WINDOW % 4
    last = first + (BELOW if turn & 1 else RIGHT)
    return (first, last) if turn < 2 else (last, first)


def quarry_place(move: int) -> int:
    return (move - LAYS) // (4 * WINDOW)
