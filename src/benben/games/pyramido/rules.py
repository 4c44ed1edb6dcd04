"""The rules of Pyramido as kernels.

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

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramido import components
from benben.games.pyramido.components import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    DOMINOES,
    FIRST_CARD,
    MOST_PLAYERS,
    QUARRY,
    STACKS,
    STAGES,
    TURNS_OF,
)
from benben.games.pyramido.layers import (
    BELOW,
    GROWING_ACROSS,
    GROWING_DOWN,
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
from benben.games.pyramido.scoring import best_stage, stage_points, total
from benben.games.pyramido.state import CARD, FILL, LAY, MARK, NO_DOMINO, OVER, REFILL, Board

TURNS = np.array(components.TURNS, np.int64)  # per stage

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

START_ROW, START_COLUMN = 4, 3  # the first domino of the first layer lies on d5 and e5


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """PDO-2, PDO-3. The shuffles are the dominoes and the seats; the first shuffled seat begins."""
    s.players = players
    for k in range(QUARRY):
        s.quarry[k] = cards[k]
    for pile in range(STACKS):
        for level in range(components.TALLEST):
            s.stack[pile, level] = NO_DOMINO
    for k in range(QUARRY, DOMINOES):
        pile = (k - QUARRY) // components.TALLEST
        s.stack[pile, s.height[pile]] = cards[k]
        s.height[pile] += 1
    for seat in range(players):
        s.cards[seat] = (1 << CARDS) - 1
        s.corner[seat, 0] = START_ROW
        s.corner[seat, 1] = START_COLUMN
    s.starter = cards[DOMINOES]
    s.turn = s.starter
    s.phase = LAY


@kernel
def actor(s: Board) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def legal(s: Board, out: Any) -> int:
    if s.phase == LAY:
        return legal_lays(s, out)
    if s.phase == CARD:
        return legal_cards(s, out)
    if s.phase == REFILL:  # PDO-10: one of the two stacks behind the empty place
        out[0] = REFILLS + empty_quarry_place(s)
        out[1] = out[0] + 1
        return 2
    if s.phase == MARK:  # PDO-8: both blocks are possible, else `play` has placed the marker
        out[0] = MARKS
        out[1] = MARKS + 1
        return 2
    if s.phase == FILL:
        return list_sides(s, FILLS, out, 0)
    return 0


@kernel
def legal_lays(s: Board, out: Any) -> int:
    """PDO-4: each quarry domino at each free pair of places, in all distinct directions."""
    across, down = room(s, s.turn)
    one_way = s.occupied[s.turn] == 0 and s.stage == 0  # PDO-5: the first domino lies unturned
    n = 0
    for k in range(QUARRY):
        both_ways = TURNS_OF[s.quarry[k]] == 4 and not one_way
        first = LAYS + 4 * k * WINDOW
        for turn in range(2):
            places = across if turn == 0 else down
            move = first + turn * WINDOW
            while places:
                if places & 1:
                    out[n] = move
                    n += 1
                    if both_ways:
                        out[n] = move + 2 * WINDOW
                        n += 1
                places >>= 1
                move += 1
    return n


@kernel
def legal_cards(s: Board, out: Any) -> int:
    """PDO-9: no card, or any side in any rotation on a new block without a marker."""
    out[0] = NO_CARD
    n = 1
    for half in range(2):
        if not is_marked(s, s.turn, s.new[half]):
            n = list_sides(s, CARDS_ON + half * SIDES, out, n)
    return n


@kernel
def list_sides(s: Board, first: int, out: Any, n: int) -> int:
    """List each side of each card in hand, with its jewel in each quarter."""
    cards = s.cards[s.turn]
    for colour in range(COLOURS):
        if cards >> (colour >> 1) & 1:
            for quarter in range(4):
                out[n] = first + 4 * colour + quarter
                n += 1
    return n


@kernel
def empty_quarry_place(s: Board) -> int:
    for k in range(QUARRY):
        if s.quarry[k] == NO_DOMINO:
            return k
    return NO_DOMINO


@kernel
def is_marked(s: Board, seat: int, place: int) -> bool:
    colour = COLOUR_OF[block_at(s, seat, place)]
    return bool(s.mark[seat, s.stage, colour] == cell_of(s.stage, place) + 1)


@kernel
def can_mark(s: Board, seat: int, place: int) -> bool:
    """PDO-8: whether the marker of this block's colour is still in hand."""
    return bool(s.mark[seat, s.stage, COLOUR_OF[block_at(s, seat, place)]] == 0)


@kernel
def set_marker(s: Board, seat: int, place: int) -> None:
    s.mark[seat, s.stage, COLOUR_OF[block_at(s, seat, place)]] = cell_of(s.stage, place) + 1


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
def cards_left(s: Board, seat: int) -> int:
    cards: int = s.cards[seat]
    return (cards & 1) + (cards >> 1 & 1) + (cards >> 2 & 1)


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


@kernel
def score(s: Board, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = total(s, seat)


@kernel
def winners(s: Board, out: Any) -> None:
    """PDO-18: points, then cards in hand, then the best stage, then shared; seats that have lost never win (PDO-12)."""
    best = -1
    for seat in range(s.players):
        out[seat] = -1
        if not s.lost >> seat & 1:
            out[seat] = (total(s, seat) * 4 + cards_left(s, seat)) * 256 + best_stage(s, seat)
        best = max(best, out[seat])
    for seat in range(s.players):
        out[seat] = 1 if out[seat] == best else 0


def winning_seats(s: Board) -> list[int]:
    """`winners` as a list of seats."""
    won = np.zeros(MOST_PLAYERS, np.int64)
    winners(s, won)
    return [seat for seat in range(s.players) if won[seat]]
