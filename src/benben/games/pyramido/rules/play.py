"""A move of Pyramido, and what follows without a choice: markers, the next turn, the end of a stage."""

from __future__ import annotations

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramido.box import components
from benben.games.pyramido.box.components import COLOUR_OF, FIRST_CARD, STACKS, STAGES
from benben.games.pyramido.rules.layers import (
    BELOW,
    RIGHT,
    WINDOW,
    block_at,
    cell_of,
    empty_places,
    grow,
    lowest,
    put_block,
    room,
)
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, LAYS, MARKS, NO_CARD, REFILLS, SIDES
from benben.games.pyramido.rules.score import stage_points
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, NO_DOMINO, OVER, REFILL, Board, cards_left

TURNS = np.array(components.TURNS, np.int64)  # per stage


@kernel
def play(s: Board, move: int) -> None:
    if move < MARKS:
        lay(s, move - LAYS)
    elif move < NO_CARD:
        set_marker(s, s.turn, s.new[move - MARKS])
        offer_card(s)
    elif move < CARDS_ON:
        s.phase = REFILL
    elif move < REFILLS:
        resurface(s, move - CARDS_ON)
    elif move < FILLS:
        refill(s, move - REFILLS)
        end_turn(s)
    else:
        fill(s, move - FILLS)


@kernel
def lay(s: Board, way: int) -> None:
    """PDO-4: take a domino from the quarry and lay it; then place the marker if there is no choice."""
    seat = s.turn
    first = way % WINDOW
    turn = way // WINDOW & 3
    quarried = way // (4 * WINDOW)
    last = first + (BELOW if turn & 1 else RIGHT)
    if s.stage == 0:
        moved = grow(s, seat, first, last)
        first += moved
        last += moved
    left = first if turn < 2 else last
    right = last if turn < 2 else first
    domino = s.quarry[quarried]
    s.quarry[quarried] = NO_DOMINO
    put_block(s, seat, left, 1 + 8 * domino + turn)
    put_block(s, seat, right, 1 + 8 * domino + 4 + turn)
    s.new[0] = left
    s.new[1] = right
    on_left = can_mark(s, seat, left)
    on_right = can_mark(s, seat, right)
    if on_left and on_right:
        s.phase = MARK
        return
    if on_left:
        set_marker(s, seat, left)
    elif on_right:
        set_marker(s, seat, right)
    offer_card(s)


@kernel
def can_mark(s: Board, seat: int, place: int) -> bool:
    """PDO-8: whether the marker of this block's colour is still in hand."""
    return bool(s.mark[seat, s.stage, COLOUR_OF[block_at(s, seat, place)]] == 0)


@kernel
def set_marker(s: Board, seat: int, place: int) -> None:
    s.mark[seat, s.stage, COLOUR_OF[block_at(s, seat, place)]] = cell_of(s.stage, place) + 1


@kernel
def offer_card(s: Board) -> None:
    s.phase = CARD if s.cards[s.turn] else REFILL


@kernel
def resurface(s: Board, way: int) -> None:
    """PDO-9: the card hides the block, and gets the marker of its colour if that is in hand."""
    place = s.new[way // SIDES]
    lay_card(s, place, way % SIDES)
    if can_mark(s, s.turn, place):
        set_marker(s, s.turn, place)
    s.phase = REFILL


@kernel
def lay_card(s: Board, place: int, side: int) -> None:
    put_block(s, s.turn, place, FIRST_CARD + side)
    s.cards[s.turn] &= ~(1 << (side >> 3))  # two colours per card, four quarters per colour


@kernel
def refill(s: Board, pile: int) -> None:
    """PDO-10, PDO-11: refill the quarry from the stack; an empty stack gets the lower half of the tallest."""
    s.quarry[empty_quarry_place(s)] = take_top(s, pile)
    if s.height[pile] > 0:
        return
    tallest = 0
    for other in range(1, STACKS):
        if s.height[other] > s.height[tallest]:
            tallest = other
    half = s.height[tallest] // 2
    for level in range(half):
        s.stack[pile, level] = s.stack[tallest, level]
    s.height[pile] = half
    left = s.height[tallest] - half
    for level in range(s.height[tallest]):
        s.stack[tallest, level] = s.stack[tallest, level + half] if level < left else NO_DOMINO
    s.height[tallest] = left


@kernel
def take_top(s: Board, pile: int) -> int:
    top = s.height[pile] - 1
    domino: int = s.stack[pile, top]
    s.stack[pile, top] = NO_DOMINO
    s.height[pile] = top
    return domino


@kernel
def fill(s: Board, side: int) -> None:
    """PDO-12: a card on the first empty cell, without a marker; two cards are a turn."""
    lay_card(s, lowest(empty_places(s, s.turn)), side)
    if empty_places(s, s.turn) == 0:
        end_turn(s)


@kernel
def end_turn(s: Board) -> None:
    s.new[0] = 0
    s.new[1] = 0
    s.turns[s.turn] += 1
    s.turn = next_seat(s, s.turn)
    begin_turn(s)


@kernel
def next_seat(s: Board, seat: int) -> int:
    """The next seat clockwise that has not lost (PDO-12)."""
    seat = (seat + 1) % s.players
    while s.lost >> seat & 1:
        seat = (seat + 1) % s.players
    return seat


@kernel
def begin_turn(s: Board) -> None:
    """Find the next decision: a seat that cannot lay fills or loses (PDO-12); full layers end the stage."""
    while True:
        seat = s.turn
        left = TURNS[s.stage] - s.turns[seat]
        if left == 0:
            end_stage(s)
            return
        across, down = room(s, seat)
        if across or down:
            s.phase = LAY
            return
        if 2 * left <= cards_left(s, seat):
            s.phase = FILL
            return
        s.lost |= 1 << seat
        s.turn = next_seat(s, seat)
        if next_seat(s, s.turn) == s.turn:  # the last one left wins at once
            s.phase = OVER
            return


@kernel
def end_stage(s: Board) -> None:
    """Score (PDO-13 to PDO-15) and begin the next stage with all markers in hand (PDO-16)."""
    starter = NOBODY
    for k in range(s.players):  # PDO-17: fewest points; in a tie, the first clockwise from the last starter
        seat = (s.starter + k) % s.players
        if s.lost >> seat & 1:
            continue
        s.points[seat, s.stage] = stage_points(s, seat, s.stage)
        if starter == NOBODY or s.points[seat, s.stage] < s.points[starter, s.stage]:
            starter = seat
    s.stage += 1
    if s.stage == STAGES:
        s.phase = OVER
        return
    for seat in range(s.players):
        s.turns[seat] = 0
        s.occupied[seat] = 0
        s.corner[seat, 0] = 0
        s.corner[seat, 1] = 0
    s.starter = starter
    s.turn = starter
    s.phase = LAY
