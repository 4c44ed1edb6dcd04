"""The state of a match of Pyramido."""

from __future__ import annotations

from benben.core.state import State, int8, int16, int64
from benben.games.pyramido.components import COLOURS, MOST_PLAYERS, QUARRY, STACKS, STAGES, TALLEST

NO_DOMINO = -1  # an empty place
UNKNOWN = -2  # a domino that lies under others: nobody has seen it

# What the seat to act decides.
LAY, MARK, CARD, REFILL, FILL, OVER = range(6)

CELLS = 54  # of one pyramid: squares of 5, 4, 3 and 2 cells hold its layers, whichever way they lie


class Board(State):
    block = int16(MOST_PLAYERS, CELLS)  # what lies on top of each cell of each layer: components.block_number
    mark = int8(MOST_PLAYERS, STAGES, COLOURS)  # 1 + the cell where a marker stood in a stage, 0: in hand (PDO-8)
    occupied = int64(MOST_PLAYERS)  # the cells of the layer being built that are filled, one bit a place: see layers
    rows = int8(MOST_PLAYERS)  # of the first layer, as far as it reaches
    columns = int8(MOST_PLAYERS)
    corner = int8(MOST_PLAYERS, 2)  # row and column in the players' names of the layer's upper left cell
    turns = int8(MOST_PLAYERS)  # of each seat in this stage so far
    cards = int8(MOST_PLAYERS)  # still in hand, one bit a card
    points = int8(MOST_PLAYERS, STAGES)
    lost = int8()  # seats that are out, one bit each (PDO-12)
    quarry = int8(QUARRY)
    stack = int8(STACKS, TALLEST)  # from the bottom
    height = int8(STACKS)
    new = int8(2)  # the places of the domino laid in this turn: of its left block, of its right one
    players = int8()
    stage = int8()  # stages scored so far: the layer being built
    starter = int8()  # the seat that began this stage
    turn = int8()  # the seat to act
    phase = int8()  # what it decides
