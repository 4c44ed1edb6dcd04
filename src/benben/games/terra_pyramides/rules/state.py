"""The state of a match of Terra Pyramides."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.state import State, int8, int16
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import FIELDS, FOUNDATIONS, SITES, STACK_SIZE, STONE_KINDS, TOP_LEVEL

SEATS = 4
TEAM = 0  # in a task, everything belongs to seat 0, no matter whose turn it is (TER-28)

# The phases of a turn. Extra actions are allowed up to FINISH.
LAY, ROW, MOVE, FINISH, STOCK, PAY, EXCHANGE, PICK, OVER = range(9)
PHASES = OVER + 1
LAST_WITH_EXTRAS = FINISH


class Board(State):
    # The board
    tile = int8(len(FIELDS))  # the tile on each field; NO_TILE: free
    stairs = int8(len(FIELDS))  # the site that the stairs of each tile face
    free = int8(2)  # number of free fields, by half
    foundation = int8(len(SITES))  # value of the foundation on each site; 0: none
    level = int8(len(SITES))  # of the pyramid; 0: none
    colour = int8(len(SITES))  # of the pyramid
    owner = int8(len(SITES))  # seat + 1 of the owner; 0: nobody
    workers = int8(len(SITES))  # number of workers on each site
    # The players
    stone = int8(SEATS, STONE_KINDS)  # by colour, white first
    gold = int8(SEATS)
    supply = int8(SEATS)  # workers
    tips = int8(SEATS)  # fifth levels
    hand = int8(SEATS)  # the tile in hand, NO_TILE, or UNKNOWN to the viewer
    source = int8(SEATS)  # stack + 1 from which the tile in hand was drawn; 0: none
    # The supplies
    stack = int8(STACKS, STACK_SIZE)  # the tiles, top one last; UNKNOWN if hidden from the viewer
    height = int8(STACKS)  # number of tiles left; a removed last tile does not count (TER-22)
    deck = int8(FOUNDATIONS)  # face-down foundations, top one last
    deck_left = int8()
    first_left = int8(STONE_KINDS)  # first levels by colour
    level_left = int8(3)  # second, third and fourth levels
    # The turn
    phase = int8()
    laid = int8()  # field + 1 of the tile laid in this turn; 0 before
    row = int16()  # row + 1 chosen in this turn; 0 before
    waiting = int8()  # bit set of the row positions with a worker to move
    to_stock = int8()  # STOCK: workers still to place …
    stock_from = int8()  # … from this position of the row on
    entered = int8()  # site + 1 of the free foundation occupied in a first turn (TER-13); 0: none
    building = int8()  # PAY: site + 1 of the first level to pay for …
    painting = int8()  # … in this colour …
    resume = int8()  # … and the phase to return to
    looking = int8()  # PICK: stack + 1 being searched
    turn = int8()  # the seat whose turn it is
    turns = int8()  # turns finished so far
    # The match
    players = int8()
    task = int8()  # 0: competition; 1-3: cooperative task
    symbols = int8()  # 1: variant TER-26 is on
    open = int8()  # 1: variant TER-27 is on


@kernel
def player(s: Board) -> int:
    """The owner of the stones, gold and workers in use (TER-28: a team shares them)."""
    return TEAM if s.task else s.turn


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
