"""The state of a match of Terra Pyramides."""

from __future__ import annotations

from benben.core.kernels import inlined
from benben.core.state import State, hidden, private, public
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    FIELDS,
    FOUNDATIONS,
    NO_TILE,
    SITES,
    STACK_SIZE,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    UNKNOWN,
)
from benben.games.terra_pyramides.rules.board_tables import BIT_OF, HALF, WORDS

SEATS = 4
TEAM = 0  # in a task, everything belongs to seat 0, no matter whose turn it is (TER-28)

# The phases of a turn. Extra actions are allowed up to FINISH.
LAY, ROW, MOVE, FINISH, STOCK, PAY, EXCHANGE, PICK, OVER = range(9)
PHASES = OVER + 1
LAST_WITH_EXTRAS = FINISH


class Board(State):
    # The board
    tile = public.int8(len(FIELDS))  # the tile on each field; NO_TILE: free
    stairs = public.int8(len(FIELDS))  # the site that the stairs of each tile face
    free = public.int8(2)  # number of free fields, by half
    foundation = public.int8(len(SITES))  # value of the foundation on each site; 0: none
    level = public.int8(len(SITES))  # of the pyramid; 0: none
    colour = public.int8(len(SITES))  # of the pyramid
    owner = public.int8(len(SITES))  # seat + 1 of the owner; 0: nobody
    workers = public.int8(len(SITES))  # number of workers on each site
    # Sets that follow from the board, as bits, so that legal moves need not be searched for
    free_fields = public.int64(WORDS)
    vacant = public.int32()  # sites with a foundation that nobody occupies
    room = public.int32(SEATS)  # by player: own sites that take another worker
    spare = public.int32(SEATS)  # by player: own sites that a worker may leave
    # The players
    stone = public.int8(SEATS, STONE_KINDS)  # by colour, white first
    gold = public.int8(SEATS)
    supply = public.int8(SEATS)  # workers
    tips = public.int8(SEATS)  # fifth levels
    hand = private.int8(SEATS, unknown=UNKNOWN, empty=NO_TILE)  # the tile in hand
    source = public.int8(SEATS)  # stack + 1 from which the tile in hand was drawn; 0: none
    # The supplies
    stack = hidden.int8(STACKS, STACK_SIZE, unknown=UNKNOWN, empty=NO_TILE)  # the tiles, top one last
    height = public.int8(STACKS)  # number of tiles left; a removed last tile does not count (TER-22)
    deck = hidden.int8(FOUNDATIONS, unknown=UNKNOWN, empty=0)  # face-down foundations, top one last
    deck_left = public.int8()
    first_left = public.int8(STONE_KINDS)  # first levels by colour
    level_left = public.int8(3)  # second, third and fourth levels
    # The turn
    phase = public.int8()
    laid = public.int8()  # field + 1 of the tile laid in this turn; 0 before
    row = public.int16()  # row + 1 chosen in this turn; 0 before
    waiting = public.int8(bits=1)  # bit set of the row positions with a worker to move
    to_stock = public.int8()  # STOCK: workers still to place …
    stock_from = public.int8()  # … from this position of the row on
    entered = public.int8()  # site + 1 of the free foundation occupied in a first turn (TER-13); 0: none
    building = public.int8()  # PAY: site + 1 of the first level to pay for …
    painting = public.int8()  # … in this colour …
    resume = public.int8()  # … and the phase to return to
    looking = public.int8()  # PICK: stack + 1 being searched
    turn = public.int8()  # the seat whose turn it is
    turns = public.int8()  # turns finished so far
    # The match
    players = public.int8()
    task = public.int8()  # 0: competition; 1-3: cooperative task
    symbols = public.int8()  # 1: variant TER-26 is on
    open = public.int8()  # 1: variant TER-27 is on


@inlined
def player(s: Board) -> int:
    """The owner of the stones, gold and workers in use (TER-28: a team shares them)."""
    return TEAM if s.task else s.turn


@inlined
def top_level(s: Board) -> int:
    """The level of a finished pyramid, which takes no workers and cannot grow (TER-12, TER-31)."""
    return TOP_LEVEL - 1 if s.task == 3 else TOP_LEVEL


@inlined
def stones(s: Board, who: int) -> int:
    held = 0
    for colour in range(STONE_KINDS):
        held += s.stone[who, colour]
    return held


@inlined
def occupy_field(s: Board, field: int) -> None:
    """A field is no longer free."""
    s.free[HALF[field]] -= 1
    for word in range(WORDS):
        s.free_fields[word] &= ~BIT_OF[field, word]


@inlined
def update_site(s: Board, who: int, site: int) -> None:
    """Bring the sets of sites up to date after a change by this player (TER-11, TER-12, TER-14)."""
    workers, level, mine = s.workers[site], s.level[site], s.owner[site] == who + 1
    others = ~(1 << site)
    s.vacant = s.vacant & others | (s.owner[site] == 0) << site
    s.room[who] = s.room[who] & others | (mine & (workers < TO_BUILD) & (level < top_level(s))) << site
    s.spare[who] = s.spare[who] & others | (mine & (workers > (level > 0))) << site
