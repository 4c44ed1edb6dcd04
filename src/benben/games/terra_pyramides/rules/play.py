"""The effects of moves."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.events import Event
from benben.core.kit.scratch import scratch
from benben.games.terra_pyramides.box.board import STACKS
from benben.games.terra_pyramides.box.components import (
    EYE,
    MOST_GOLD,
    MOST_STONES,
    NEEDS,
    NO_TILE,
    PRICE,
    STONE,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules import moves, state
from benben.games.terra_pyramides.rules.board_tables import (
    HALF,
    LAY_FIELD,
    LAY_SITE,
    REACH_FIELD,
    REACH_SITE,
    ROW_FIELD,
    ROW_LENGTH,
    ROW_OASES,
    ROW_OF,
)
from benben.games.terra_pyramides.rules.deal import pop_tile, put_tile
from benben.games.terra_pyramides.rules.legal import bound_to, can_move, legal
from benben.games.terra_pyramides.rules.moves import MOST_LEGAL
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import TEAM, Board, player, stones, top_level, update_site

CHARGED = Event("charged for the other half")  # TER-26
ACTIVATED = Event("activated", "row")  # TER-10
GREW = Event("grew", "site", "level")  # TER-15
REMOVED = Event("last tile removed", "stack")  # TER-22


@kernel
def play(s: Board, move: int) -> None:
    """The move and all forced follow-ups."""
    step(s, move)
    move = forced(s)
    while move >= 0:
        step(s, move)
        move = forced(s)


@kernel
def forced(s: Board) -> int:
    """The only legal move if there is exactly one, else -1.

    In a search the player is asked even if all tiles are alike: otherwise everybody would know that they are (TER-21).
    """
    if s.phase == state.OVER or (s.phase == state.PICK and s.height[s.looking - 1] > 1) or has_choice(s):
        return -1
    room = scratch(MOST_LEGAL)
    return int(room[0]) if legal(s, room) == 1 else -1


@inlined
def has_choice(s: Board) -> bool:
    """Whether there are at least two legal moves, as far as that is seen without listing them. Agrees with `legal`."""
    phase = s.phase
    who = player(s)
    gold = s.gold[who]
    sure = 0
    if phase <= state.LAST_WITH_EXTRAS:
        sure = (gold >= PRICE) + (s.spare[who] != 0)  # a white stone; a worker back
    if phase == state.LAY:
        sure += s.free[0] + s.free[1] if s.symbols == 0 else 1
    elif phase == state.ROW:
        sure += 1 + (ROW_OF[s.laid - 1, 0] != ROW_OF[s.laid - 1, 1])
    elif phase == state.MOVE:
        sure += count_bits(s.waiting)  # each may go back
        if sure < 2 and can_move(s, who):
            sure += 1
    elif (phase == state.FINISH or phase == state.EXCHANGE) and gold <= MOST_GOLD and sure < 2:
        if stones(s, who) > MOST_STONES:
            for colour in range(STONE_KINDS):  # of two kinds there are two pairs: eight stones are at least
                sure += s.stone[who, colour] > 0
        else:
            for stack in range(STACKS):
                sure += s.height[stack] > 0
    return sure > 1


@kernel
def step(s: Board, move: int) -> None:
    """One decision, without forced follow-ups."""
    who = player(s)
    if move in moves.LAY:
        lay(s, who, moves.LAY.row(move))
    elif move in moves.ROW:
        choose_row(s, who, moves.ROW.axis(move))
    elif move in moves.STOCK:
        stock_one(s, who, moves.STOCK.field(move))
    elif move in moves.MOVE:
        way = moves.MOVE.row(move)
        leave_tile(s, REACH_FIELD[way])
        place_worker(s, who, REACH_SITE[way])
    elif move in moves.RETURN:
        leave_tile(s, moves.RETURN.field(move))
        s.supply[who] += 1
    elif move in moves.BACK:
        take_back(s, who, moves.BACK.site(move))
    elif move in moves.FOUND:
        site, colour = moves.FOUND.fields(move)
        found_pyramid(s, site, colour)
    elif move in moves.RAISE:
        raise_pyramid(s, who, moves.RAISE.site(move))
    elif move in moves.PAY:
        pay_first_level(s, who, moves.PAY.colour(move))
    elif move in moves.HIRE:
        s.gold[who] -= PRICE  # TER-18
        s.supply[who] -= 1
        place_worker(s, who, moves.HIRE.site(move))
    elif move in moves.BUY:
        s.gold[who] -= PRICE  # TER-19
        s.stone[who, WHITE] += 1
    elif move in moves.SWAP:
        pair = moves.SWAP.row(move)
        s.stone[who, moves.PAIRS[pair, 0]] -= 1  # TER-20
        s.stone[who, moves.PAIRS[pair, 1]] -= 1
        s.stone[who, WHITE] += 1
        s.phase = state.EXCHANGE
    elif move in moves.DRAW:
        draw(s, who, moves.DRAW.stack(move), 0)
    elif move in moves.LOOK:
        s.gold[who] -= 1  # TER-21
        s.looking = moves.LOOK.stack(move) + 1
        s.phase = state.PICK
    elif move in moves.TAKE:
        draw(s, who, s.looking - 1, moves.TAKE.above(move))
    else:
        end_turn(s)


@inlined
def lay(s: Board, who: int, way: int) -> None:
    field = LAY_FIELD[way]
    half = bound_to(s, who)
    if half >= 0 and HALF[field] != half:  # TER-26
        s.gold[who] -= 1
        CHARGED()
    put_tile(s, field, LAY_SITE[way], s.hand[who])
    s.hand[who] = NO_TILE
    s.source[who] = 0
    s.laid = field + 1
    s.phase = state.ROW


@inlined
def choose_row(s: Board, who: int, axis: int) -> None:
    """TER-8, TER-9: a worker for each worker symbol; with too few workers, the player chooses the tiles."""
    row = ROW_OF[s.laid - 1, axis]
    s.row = row + 1
    shown = 0  # places with a worker symbol, as a set
    for place in range(ROW_LENGTH[row]):
        shown |= (s.tile[ROW_FIELD[row, place]] & WORKER) // WORKER << place
    symbols = count_bits(shown)
    if 0 < s.supply[who] < symbols:
        s.to_stock = s.supply[who]
        s.phase = state.STOCK
        return
    if s.supply[who] > 0:
        s.waiting = shown
        s.supply[who] -= symbols
    activate(s, who)


@inlined
def stock_one(s: Board, who: int, field: int) -> None:
    row = s.row - 1
    place = 0
    while ROW_FIELD[row, place] != field:
        place += 1
    s.waiting |= 1 << place
    s.supply[who] -= 1
    s.to_stock -= 1
    s.stock_from = place + 1
    if s.to_stock == 0:
        s.stock_from = 0
        activate(s, who)


@kernel
def activate(s: Board, who: int) -> None:
    """TER-10: take gold and stones; the workers wait to be moved."""
    row = s.row - 1
    gold = ROW_OASES[row]
    for place in range(ROW_LENGTH[row]):
        tile = s.tile[ROW_FIELD[row, place]]
        gold += (tile & EYE) // EYE
        s.stone[who, tile & STONE] += (tile & STONE) > 0
    s.gold[who] += gold
    s.phase = state.MOVE if s.waiting else state.FINISH
    ACTIVATED(row)


@kernel
def row_yield(s: Board, row: int, field: int, tile: int, out: Any) -> None:
    """TER-9, TER-10: the yield of a row with `tile` on `field` (field -1: the current row).

    `out[colour]` counts stones, `out[0]` gold, `out[STONE_KINDS]` workers.
    """
    for k in range(STONE_KINDS + 1):
        out[k] = 0
    out[0] = ROW_OASES[row]
    for place in range(ROW_LENGTH[row]):
        here = ROW_FIELD[row, place]
        symbols = tile if here == field else s.tile[here]
        if symbols & STONE:
            out[symbols & STONE] += 1
        if symbols & EYE:
            out[0] += 1
        if symbols & WORKER:
            out[STONE_KINDS] += 1


@inlined
def leave_tile(s: Board, field: int) -> None:
    """Remove a worker from its tile; after the last one, go to the next phase."""
    row = s.row - 1
    for place in range(ROW_LENGTH[row]):
        if ROW_FIELD[row, place] == field:
            s.waiting &= ~(1 << place)
    if s.waiting == 0:
        s.phase = state.FINISH


@inlined
def place_worker(s: Board, who: int, site: int) -> None:
    if s.owner[site] == 0:
        s.owner[site] = who + 1
        if s.turns < (1 if s.task else s.players):  # TER-13: the first turn
            s.entered = site + 1
    s.workers[site] += 1
    update_site(s, who, site)


@inlined
def take_back(s: Board, who: int, site: int) -> None:
    """TER-14: a foundation left empty is free again."""
    s.workers[site] -= 1
    s.supply[who] += 1
    if s.workers[site] == 0:
        s.owner[site] = 0
    update_site(s, who, site)


@inlined
def found_pyramid(s: Board, site: int, colour: int) -> None:
    """TER-16: start the first level in this colour; the player chooses the stone to pay if there are several kinds."""
    s.building = site + 1
    s.painting = colour
    s.resume = s.phase
    s.phase = state.PAY


@inlined
def pay_first_level(s: Board, who: int, stone: int) -> None:
    s.stone[who, stone] -= 1
    site = s.building - 1
    s.colour[site] = s.painting
    s.first_left[s.painting] -= 1
    s.phase = s.resume
    s.building = 0
    s.painting = 0
    s.resume = 0
    grow(s, who, site)


@inlined
def raise_pyramid(s: Board, who: int, site: int) -> None:
    """TER-15, TER-16: level n+1 costs n+1 stones, coloured ones first, then white ones."""
    level = s.level[site]
    colour = s.colour[site]
    coloured = min(s.stone[who, colour], level + 1)
    s.stone[who, colour] -= coloured
    s.stone[who, WHITE] -= level + 1 - coloured
    if level == TOP_LEVEL - 1:
        s.tips[who] -= 1
    else:
        s.level_left[level - 1] -= 1
    grow(s, who, site)


@kernel
def grow(s: Board, who: int, site: int) -> None:
    """TER-15: one worker stays, the others return; from a finished pyramid in task 3 all return (TER-31)."""
    s.level[site] += 1
    GREW(site, s.level[site])
    staying = 0 if s.task == 3 and s.level[site] == top_level(s) else 1
    s.workers[site] = staying
    s.supply[who] += TO_BUILD - staying
    update_site(s, who, site)
    if (s.task == 1 or s.task == 3) and progress(s) >= NEEDS[s.task]:
        finish_match(s)


@kernel
def draw(s: Board, who: int, stack: int, above: int) -> None:
    """TER-21: take a tile of the stack into the hand; the others keep their order. Ends the turn."""
    top = s.height[stack] - 1
    tile = s.stack[stack, top - above]
    for place in range(top - above, top):
        s.stack[stack, place] = s.stack[stack, place + 1]
    pop_tile(s, stack)
    if s.height[stack] == 1 and (s.players == 2 or s.task):  # TER-22: the last tile is removed unseen
        pop_tile(s, stack)
        REMOVED(stack)
    s.hand[who] = tile
    s.source[who] = stack + 1
    end_turn(s)


@inlined
def clear_turn(s: Board) -> None:
    s.laid = 0
    s.row = 0
    s.waiting = 0
    s.entered = 0
    s.looking = 0


@kernel
def end_turn(s: Board) -> None:
    """The next player's turn begins; without a tile to lay the match is over (TER-22)."""
    clear_turn(s)
    s.turns += 1
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
    s.phase = state.LAY
    if s.hand[TEAM if s.task else s.turn] == NO_TILE:
        finish_match(s)


@kernel
def finish_match(s: Board) -> None:
    """Reset the turn: workers still on the row return to the supply."""
    s.supply[player(s)] += count_bits(s.waiting)
    clear_turn(s)
    s.phase = state.OVER
