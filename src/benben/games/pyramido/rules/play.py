"""A move of Pyramido, and what follows without a choice: markers, the next turn, the end of a stage."""

from __future__ import annotations

from benben.core.contract import NOBODY
from benben.core.kernels import inlined, kernel
from benben.core.kit.events import Event
from benben.games.pyramido.box.components import COLOUR_OF, STACKS, STAGES, TURNS, block_number, card_number, card_of
from benben.games.pyramido.rules.layers import block_at, cell_of, empty_places, grow, place_to_fill, put_block, room
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.moves import CARD_ON, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM, ends
from benben.games.pyramido.rules.score import stage_points
from benben.games.pyramido.rules.state import (
    CARD,
    FILL,
    LAY,
    MARK,
    NO_DOMINO,
    OVER,
    REFILL,
    Board,
    cards_left,
    has_lost,
)

MARKED = Event("marked", "colour", "place")
NO_MARKER = Event("no marker")  # the markers that fit are placed already
NO_CARDS = Event("no cards left")
STACK_SPLIT = Event("stack split", "from", "to")  # PDO-11
LOST = Event("lost", "seat")
MUST_FILL = Event("must fill", "seat")
STAGE_SCORED = Event("stage scored", "stage")
STAGE_BEGUN = Event("stage begun", "seat")
ENDED = Event("ended")


@kernel
def play(s: Board, move: int) -> None:
    if move in LAY_ON:
        quarry, turn, place = LAY_ON.fields(move)
        lay(s, quarry, turn, place)
    elif move in MARK_ON:
        place = s.new[MARK_ON.half(move)]
        set_marker(s, COLOUR_OF[block_at(s, s.turn, place)], place)
        offer_card(s)
    elif move in NO_CARD:
        s.phase = REFILL
    elif move in CARD_ON:
        half, colour, quarter = CARD_ON.fields(move)
        resurface(s, s.new[half], colour, quarter)
    elif move in REFILL_FROM:
        refill(s, REFILL_FROM.pile(move))
        end_turn(s)
    elif move in FILL_WITH:
        colour, quarter = FILL_WITH.fields(move)
        fill(s, colour, quarter)


@inlined
def lay(s: Board, quarry: int, turn: int, place: int) -> None:
    """PDO-4: take a domino from the quarry and lay it; then place the marker if there is no choice."""
    left, right = ends(turn, place)
    if s.stage == 0:
        moved = grow(s, s.turn, min(left, right), max(left, right))
        left += moved
        right += moved
    domino = s.quarry[quarry]
    s.quarry[quarry] = NO_DOMINO
    put_block(s, s.turn, left, block_number(domino, 0, turn))
    put_block(s, s.turn, right, block_number(domino, 1, turn))
    s.new[0] = left
    s.new[1] = right
    left_colour = COLOUR_OF[block_number(domino, 0, 0)]
    right_colour = COLOUR_OF[block_number(domino, 1, 0)]
    on_left = can_mark(s, left_colour)
    on_right = can_mark(s, right_colour)
    if on_left and on_right:
        s.phase = MARK
        return
    if on_left or on_right:
        set_marker(s, left_colour if on_left else right_colour, left if on_left else right)
    else:
        NO_MARKER()
    offer_card(s)


@inlined
def can_mark(s: Board, colour: int) -> bool:
    """PDO-8: whether the marker of this colour is still in hand."""
    return bool(s.mark[s.turn, s.stage, colour] == 0)


@inlined
def set_marker(s: Board, colour: int, place: int) -> None:
    s.mark[s.turn, s.stage, colour] = cell_of(s.stage, place) + 1
    MARKED(colour, place)


@inlined
def offer_card(s: Board) -> None:
    if s.cards[s.turn]:
        s.phase = CARD
    else:
        s.phase = REFILL
        NO_CARDS()


@inlined
def resurface(s: Board, place: int, colour: int, quarter: int) -> None:
    """PDO-9: the card hides the block, and gets the marker of its colour if that is in hand."""
    lay_card(s, place, colour, quarter)
    if can_mark(s, colour):
        set_marker(s, colour, place)
    else:
        NO_MARKER()
    s.phase = REFILL


@inlined
def lay_card(s: Board, place: int, colour: int, quarter: int) -> None:
    put_block(s, s.turn, place, card_number(colour, quarter))
    s.cards[s.turn] &= ~(1 << card_of(colour))


@inlined
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
    STACK_SPLIT(tallest, pile)


@inlined
def take_top(s: Board, pile: int) -> int:
    top = s.height[pile] - 1
    domino: int = s.stack[pile, top]
    s.stack[pile, top] = NO_DOMINO
    s.height[pile] = top
    return domino


@kernel
def fill(s: Board, colour: int, quarter: int) -> None:
    """PDO-12: a card on the first empty cell, without a marker; two cards are a turn."""
    lay_card(s, place_to_fill(s, s.turn), colour, quarter)
    if empty_places(s, s.turn) == 0:
        end_turn(s)


@inlined
def end_turn(s: Board) -> None:
    s.new[0] = 0
    s.new[1] = 0
    s.turns[s.turn] += 1
    s.turn = next_seat(s, s.turn)
    begin_turn(s)


@inlined
def next_seat(s: Board, seat: int) -> int:
    """The next seat clockwise that has not lost (PDO-12)."""
    seat = seat + 1 if seat + 1 < s.players else 0
    while has_lost(s, seat):
        seat = seat + 1 if seat + 1 < s.players else 0
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
            MUST_FILL(seat)
            return
        s.lost |= 1 << seat
        LOST(seat)
        s.turn = next_seat(s, seat)
        if next_seat(s, s.turn) == s.turn:  # the last one left wins at once
            s.phase = OVER
            ENDED()
            return


@kernel
def end_stage(s: Board) -> None:
    """Score (PDO-13 to PDO-15) and begin the next stage with all markers in hand (PDO-16)."""
    starter = NOBODY
    for k in range(s.players):  # PDO-17: fewest points; in a tie, the first clockwise from the last starter
        seat = (s.starter + k) % s.players
        if has_lost(s, seat):
            continue
        s.points[seat, s.stage] = stage_points(s, seat, s.stage)
        if starter == NOBODY or s.points[seat, s.stage] < s.points[starter, s.stage]:
            starter = seat
    STAGE_SCORED(s.stage)
    s.stage += 1
    if s.stage == STAGES:
        s.phase = OVER
        ENDED()
        return
    for seat in range(s.players):
        s.turns[seat] = 0
        s.occupied[seat] = 0
        s.corner[seat, 0] = 0
        s.corner[seat, 1] = 0
    s.starter = starter
    s.turn = starter
    s.phase = LAY
    STAGE_BEGUN(starter)
