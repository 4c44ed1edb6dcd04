"""The state of a match of Pyramido, and functions that read it."""

from __future__ import annotations

from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import count_bits
from benben.core.state import State, hidden, public
from benben.games.pyramido.box.components import CARDS, COLOURS, MOST_PLAYERS, QUARRY, STACKS, STAGES, TALLEST

NO_DOMINO = -1  # an empty place
UNKNOWN = -2  # a hidden domino below the top of a stack

# Phases: the pending decision.
LAY, MARK, CARD, REFILL, FILL, OVER = range(6)

CELLS = 54  # per pyramid: squares of 5, 4, 3 and 2 cells hold its layers in either orientation


class Board(State):
    block = public.int16(MOST_PLAYERS, CELLS)  # content of each cell of each layer: components.block_number
    mark = public.int8(MOST_PLAYERS, STAGES, COLOURS)  # 1 + the cell of the marker in that stage, 0: in hand (PDO-8)
    occupied = public.int64(MOST_PLAYERS)  # bit set of the filled places of the current layer: see layers
    rows = public.int8(MOST_PLAYERS)  # current size of the first layer
    columns = public.int8(MOST_PLAYERS)
    corner = public.int8(MOST_PLAYERS, 2)  # row and column of the layer's upper left cell in the players' notation
    turns = public.int8(MOST_PLAYERS)  # taken by each seat in this stage
    cards = public.int8(MOST_PLAYERS, bits=1)  # bit set of the cards in hand
    points = public.int8(MOST_PLAYERS, STAGES)
    lost = public.int8()  # bit set of the seats that have lost (PDO-12)
    quarry = public.int8(QUARRY)
    stack = hidden.int8(STACKS, TALLEST, unknown=UNKNOWN, empty=NO_DOMINO)  # bottom first; the tops are seen
    height = public.int8(STACKS)
    new = public.int8(2)  # the places of this turn's domino: left block, right block
    players = public.int8()
    stage = public.int8()  # number of scored stages = index of the current layer
    starter = public.int8()  # the seat that began this stage
    turn = public.int8()  # the seat to act
    phase = public.int8()  # the pending decision


@kernel
def cards_left(s: Board, seat: int) -> int:
    return count_bits(s.cards[seat])


@inlined
def has_lost(s: Board, seat: int) -> bool:
    return s.lost >> seat & 1 == 1


def cards_in_hand(s: Board, seat: int) -> list[int]:
    return [card for card in range(CARDS) if s.cards[seat] >> card & 1]
