"""The state of a match of Terra Pyramides."""

from __future__ import annotations

from benben.core.state import State, int8, int16
from benben.games.terra_pyramides.board import STACKS
from benben.games.terra_pyramides.components import FIELDS, FOUNDATIONS, SITES, STACK_SIZE, STONE_KINDS

SEATS = 4
TEAM = 0  # where players work together, all that a player has is seat 0's, whoever's turn it is (TER-28)

# The phases of a turn. Extra actions are allowed in those up to FINISH.
LAY, ROW, MOVE, FINISH, STOCK, PAY, EXCHANGE, PICK, OVER = range(9)
PHASES = OVER + 1
LAST_WITH_EXTRAS = FINISH


class Board(State):
    # The board
    tile = int8(len(FIELDS))  # the tile on each field, NO_TILE where it is free
    stairs = int8(len(FIELDS))  # where a tile lies: the site that its stairs face
    free = int8(2)  # how many fields are free, by half
    foundation = int8(len(SITES))  # the value of the foundation on each site, 0 where there is none
    level = int8(len(SITES))  # of the pyramid, 0 without one
    colour = int8(len(SITES))  # of the pyramid
    owner = int8(len(SITES))  # seat + 1 of whoever holds the place, 0 where nobody does
    workers = int8(len(SITES))  # how many stand there
    # What each player has
    stone = int8(SEATS, STONE_KINDS)  # by colour, white first
    gold = int8(SEATS)
    supply = int8(SEATS)  # workers
    tips = int8(SEATS)  # fifth levels
    hand = int8(SEATS)  # the tile in hand, NO_TILE, or UNKNOWN to the viewer
    source = int8(SEATS)  # stack + 1 that the tile in hand was drawn from; 0 without one
    # The supplies
    stack = int8(STACKS, STACK_SIZE)  # the tiles, the top one last; UNKNOWN where the viewer has not seen them
    height = int8(STACKS)  # how many are left in each; single last tiles that are out are gone (TER-22)
    deck = int8(FOUNDATIONS)  # foundations face down, the top one last
    deck_left = int8()
    first_left = int8(STONE_KINDS)  # first levels by colour
    level_left = int8(3)  # second, third and fourth levels
    # The turn
    phase = int8()
    laid = int8()  # field + 1 of the tile laid in this turn; 0 before
    row = int16()  # row + 1 that was chosen in this turn; 0 before
    waiting = int8()  # workers that stand on the row, a bit for each of its places
    to_stock = int8()  # STOCK: workers still to be put on tiles …
    stock_from = int8()  # … from this place of the row on
    entered = int8()  # site + 1 of the free foundation that was occupied in a first turn (TER-13); 0 otherwise
    building = int8()  # PAY: site + 1 of the first level to be paid for …
    painting = int8()  # … in this colour …
    resume = int8()  # … and the phase to go on with
    looking = int8()  # PICK: stack + 1 that is being looked through
    turn = int8()  # the seat whose turn it is
    turns = int8()  # finished so far
    # The match
    players = int8()
    task = int8()  # 0: players compete; 1-3: they solve this task together
    symbols = int8()  # 1: TER-26 is played
    open = int8()  # 1: TER-27 is played
