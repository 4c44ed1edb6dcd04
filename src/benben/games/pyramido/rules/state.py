"""The state of a match of Pyramido, and functions that read it."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.state import State, int8, int16, int64
from benben.games.pyramido.box.components import CARDS, COLOURS, MOST_PLAYERS, QUARRY, STACKS, STAGES, TALLEST

NO_DOMINO = -1  # an empty place
UNKNOWN = -2  # a hidden domino below the top of a stack

# Phases: the pending decision.
LAY, MARK, CARD, REFILL, FILL, OVER = range(6)

CELLS = 54  # per pyramid: squares of 5, 4, 3 and 2 cells hold its layers in either orientation


class Board(State):
    block = int16(MOST_PLAYERS, CELLS)  # content of each cell of each layer: components.block_number
    mark = int8(MOST_PLAYERS, STAGES, COLOURS)  # 1 + the cell of the marker in that stage, 0: in hand (PDO-8)
    occupied = int64(MOST_PLAYERS)  # bit set of the filled places of the current layer: see layers
    rows = int8(MOST_PLAYERS)  # current size of the first layer
    columns = int8(MOST_PLAYERS)
    corner = int8(MOST_PLAYERS, 2)  # row and column of the layer's upper left cell in the players' notation
    turns = int8(MOST_PLAYERS)  # taken by each seat in this stage
    cards = int8(MOST_PLAYERS)  # bit set of the cards in hand
    points = int8(MOST_PLAYERS, STAGES)
    lost = int8()  # bit set of the seats that have lost (PDO-12)
    quarry = int8(QUARRY)
    stack = int8(STACKS, TALLEST)  # bottom first
    height = int8(STACKS)
    new = int8(2)  # the places of this turn's domino: left block, right block
    players = int8()
    stage = int8()  # number of scored stages = index of the current layer
    starter = int8()  # the seat that began this stage
    turn = int8()  # the seat to act
    phase = int8()  # the pending decision


@kernel
def cards_left(s: Board, seat: int) -> int:
    cards: int = s.cards[seat]
    return (cards & 1) + (cards >> 1 & 1) + (cards >> 2 & 1)


def cards_in_hand(s: Board, seat: int) -> list[int]:
    return [card for card in range(CARDS) if s.cards[seat] >> card & 1]
