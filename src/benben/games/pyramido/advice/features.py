"""The features of a pyramid from which the network estimates its points."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.scratch import float_scratch, scratch
from benben.games.pyramido.advice.analysis import (
    AREA_COLOUR,
    AREA_EDGE,
    AREA_JEWELS,
    AREA_LASTING,
    AREA_OPEN,
    turns_left,
)
from benben.games.pyramido.box.components import BLOCKS, COLOUR_OF, COLOURS, JEWELS_OF, STAGES, block_number
from benben.games.pyramido.box.components import CARDS as CARDS_OF_ONE
from benben.games.pyramido.rules.state import CARD, FILL, LAY, MARK, NO_DOMINO, Board, cards_left

# Indices of the features. An area is "alive" if it can still grow, in this layer or the next.
LEFT = 0  # remaining turns in this stage
CARDS = 1  # cards in hand
CHOOSING = 2  # the seat may still lay a card in this turn
MARKERS = 3  # markers placed
MARKED = 4  # jewels in marked areas
MARKED_LASTING = 5  # … that no later layer can hide
FEWEST = 6  # jewels of the three poorest marked areas, ascending: for the Minos bonus
OPEN_SIDES = 9  # sides where marked areas can grow, at most eight per area
FEWEST_OPEN = 10  # … of the marked area with the fewest jewels
JOINABLE = 11  # jewels in the best other areas of marked colours that can still grow in this layer
IN_HAND = 12  # per colour with its marker in hand: jewels of its best area that can grow in this layer, descending
IN_HAND_OPEN = 18  # sides where these can grow, at most eight per area
LARGEST = 19  # per colour: lasting jewels of its best area alive, descending
EDGES = 25  # for the first three of these: quarters at the edge of the next layer
SECOND = 28  # lasting jewels of the second best areas of all colours
ALIVE = 29  # lasting jewels of all areas alive
FOR_CARDS = 30  # per card in hand: the better of its two colours in LARGEST, descending
OFFERS = 33  # approximate gain of the two best quarry dominoes for this seat, if it lays next …
OFFERS_LATER = 35  # … and if others lay first
FEATURES = 37

MOST_SIDES = 8.0
JEWELS_IN = np.array([int(JEWELS_OF[number]).bit_count() for number in range(BLOCKS)], np.int64)


@kernel
def sort_down(values: Any, start: int, end: int) -> None:
    """Sort a part in descending order."""
    for k in range(start + 1, end):
        value = values[k]
        j = k
        while j > start and values[j - 1] < value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


# Entries per colour: marker in hand; if not, whether its area can grow in this layer; jewels and open sides of the best
# unmarked area that can grow in this layer; lasting jewels of the best and the second best area alive, and the quarters
# of the best one at the edge of the next layer. IN_NEXT_HAND: in the next stage all markers are in hand.
HAND, GROWING, HERE, SIDES, BEST, NEXT_BEST, AT_EDGE, IN_NEXT_HAND = range(8)
KNOWN = 8


@kernel
def know_colours(label: Any, areas: Any, count: int, marks: Any, known: Any) -> None:
    for colour in range(COLOURS):
        for k in range(KNOWN):
            known[k, colour] = 0.0
        known[IN_NEXT_HAND, colour] = 1.0
        if marks[colour] == 0:
            known[HAND, colour] = 1.0
        elif areas[label[marks[colour]], AREA_OPEN] > 0.0:
            known[GROWING, colour] = 1.0
    for k in range(1, count + 1):
        colour = int(areas[k, AREA_COLOUR])
        marked = marks[colour] > 0 and label[marks[colour]] == k
        if areas[k, AREA_OPEN] > 0.0 and not marked and areas[k, AREA_JEWELS] > known[HERE, colour]:
            known[HERE, colour] = areas[k, AREA_JEWELS]
            known[SIDES, colour] = min(MOST_SIDES, areas[k, AREA_OPEN])
        if areas[k, AREA_OPEN] > 0.0 or areas[k, AREA_EDGE] > 0.0:
            lasting = areas[k, AREA_LASTING]
            if lasting > known[BEST, colour]:
                known[NEXT_BEST, colour] = known[BEST, colour]
                known[BEST, colour] = lasting
                known[AT_EDGE, colour] = areas[k, AREA_EDGE]
            elif lasting > known[NEXT_BEST, colour]:
                known[NEXT_BEST, colour] = lasting


@kernel
def describe_marked(label: Any, areas: Any, marks: Any, known: Any, features: Any) -> None:
    for colour in range(COLOURS):
        if known[HAND, colour] > 0.0:
            continue
        area = label[marks[colour]]
        jewels = areas[area, AREA_JEWELS]
        sides = min(MOST_SIDES, areas[area, AREA_OPEN])
        if features[MARKERS] == 0.0 or jewels < features[FEWEST]:
            features[FEWEST_OPEN] = sides
        rank = min(int(features[MARKERS]), 3)  # insert into the three poorest
        while rank > 0 and features[FEWEST + rank - 1] > jewels:
            if rank < 3:
                features[FEWEST + rank] = features[FEWEST + rank - 1]
            rank -= 1
        if rank < 3:
            features[FEWEST + rank] = jewels
        features[MARKERS] += 1.0
        features[MARKED] += jewels
        features[MARKED_LASTING] += areas[area, AREA_LASTING]
        features[OPEN_SIDES] += sides
        features[JOINABLE] += known[HERE, colour]


@kernel
def describe_in_hand(known: Any, features: Any) -> None:
    for colour in range(COLOURS):
        if known[HAND, colour] > 0.0:
            features[IN_HAND + colour] = known[HERE, colour]
            features[IN_HAND_OPEN] += known[SIDES, colour]
    sort_down(features, IN_HAND, IN_HAND + COLOURS)


@kernel
def describe_alive(s: Board, seat: int, known: Any, features: Any) -> None:
    for colour in range(COLOURS):
        features[SECOND] += known[NEXT_BEST, colour]
    for card in range(CARDS_OF_ONE):
        if s.cards[seat] >> card & 1:
            features[FOR_CARDS + card] = max(known[BEST, 2 * card], known[BEST, 2 * card + 1])
    sort_down(features, FOR_CARDS, FOR_CARDS + CARDS_OF_ONE)
    order = scratch(COLOURS)
    for colour in range(COLOURS):
        order[colour] = colour
    for k in range(COLOURS):  # sort the colours by jewels, then by quarters at the edge
        top = k
        for j in range(k + 1, COLOURS):
            more = known[BEST, order[j]] - known[BEST, order[top]]
            if more > 0.0 or (more == 0.0 and known[AT_EDGE, order[j]] > known[AT_EDGE, order[top]]):
                top = j
        colour = order[top]
        order[top] = order[k]
        order[k] = colour
        features[LARGEST + k] = known[BEST, colour]
        if k < 3:
            features[EDGES + k] = known[AT_EDGE, colour]


@kernel
def offer(domino: int, hand: Any, here: Any, growing: Any) -> float:
    """Approximate gain of a domino: a marker on its better block, and its jewels in marked areas that can grow."""
    left = COLOUR_OF[block_number(domino, 0, 0)]
    right = COLOUR_OF[block_number(domino, 1, 0)]
    jewels_left = float(JEWELS_IN[block_number(domino, 0, 0)])
    jewels_right = float(JEWELS_IN[block_number(domino, 1, 0)])
    if left == right:
        jewels = jewels_left + jewels_right
        return float(jewels + here[left] if hand[left] > 0.0 else jewels * growing[left])
    value = 0.0
    marker = 0.0
    if hand[left] > 0.0:
        marker = here[left] + jewels_left
    else:
        value += jewels_left * growing[left]
    if hand[right] > 0.0:
        marker = max(marker, here[right] + jewels_right)
    else:
        value += jewels_right * growing[right]
    return float(value + marker)


@kernel
def lays_next(s: Board, seat: int) -> bool:
    if s.phase == LAY or s.phase == FILL:
        return bool(s.turn == seat)
    return bool((s.turn + 1) % s.players == seat)


@kernel
def describe_offers(s: Board, seat: int, known: Any, features: Any) -> None:
    """Fill in the quarry features: for this stage, or for the next one with all markers in hand."""
    hand = known[HAND]
    here = known[HERE]
    if features[LEFT] == 0.0:
        hand = known[IN_NEXT_HAND]
        here = known[BEST]
    first = OFFERS if lays_next(s, seat) else OFFERS_LATER
    for domino in s.quarry:
        if domino != NO_DOMINO:
            value = offer(domino, hand, here, known[GROWING])
            if value > features[first]:
                features[first + 1] = features[first]
                features[first] = value
            elif value > features[first + 1]:
                features[first + 1] = value


@kernel
def describe(s: Board, seat: int, label: Any, areas: Any, count: int, marks: Any, features: Any) -> None:
    """Fill in the features of a pyramid."""
    for k in range(FEATURES):
        features[k] = 0.0
    features[LEFT] = turns_left(s, seat)
    features[CARDS] = cards_left(s, seat)
    if seat == s.turn and (s.phase == MARK or s.phase == CARD):
        features[CHOOSING] = features[CARDS]
    known = float_scratch(KNOWN, COLOURS)
    know_colours(label, areas, count, marks, known)
    describe_marked(label, areas, marks, known, features)
    if features[LEFT] > 0.0:
        describe_in_hand(known, features)
    describe_alive(s, seat, known, features)
    for k in range(1, count + 1):
        if areas[k, AREA_OPEN] > 0.0 or areas[k, AREA_EDGE] > 0.0:
            features[ALIVE] += areas[k, AREA_LASTING]
    if features[LEFT] > 0.0 or s.stage < STAGES - 1:
        describe_offers(s, seat, known, features)
