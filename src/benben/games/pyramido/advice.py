"""What the bots know of Pyramido."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from benben.core.game import Level
from benben.core.kernels import kernel
from benben.core.text import texts
from benben.games.pyramido.components import COLOURS, MOST_PLAYERS
from benben.games.pyramido.layers import WINDOW
from benben.games.pyramido.promise import (
    MOST_NEAR,
    NO_MARKER,
    PIECE,
    corner_at,
    fewest_jewels,
    last_place,
    promise_of_cards,
    promise_of_lay,
    promise_of_marker,
    survey,
)
from benben.games.pyramido.rules import cards_left
from benben.games.pyramido.scoring import total
from benben.games.pyramido.state import CARD, LAY, MARK, Board
from benben.games.pyramido.survey import (
    AREA_COLOUR,
    AREA_JEWELS,
    AREA_LASTING,
    AREA_OPEN,
    GRID,
    MOST_AREAS,
    TURNS,
    can_finish,
    turns_left,
)

_ = texts(__package__)

LEVELS = (
    Level("novice", _("Novice"), noise=0.12),
    Level("casual", _("Casual player"), noise=0.06),
    Level("club", _("Club player")),
    Level("expert", _("Expert"), effort=200, seconds=1.0),
    Level("master", _("Master"), effort=5_000, seconds=1.0),
)

# How the tree is searched, found by matches. Nothing is simulated beyond it: playing on for two turns before judging
# lost to judging at once in the same time.
EXPLORATION = 0.02
WIDENING = 0.5  # up to 492 lays, most of them much alike: the promising ones first

# What a pyramid is judged by, and what each is worth in points by stage: when the layer is full, and how much more or
# less with all its turns to come (in between in proportion). Fitted by least squares to 15,000 games that the promises
# of `promise` played against themselves, from positions that they had reached with errors.
(
    ALWAYS,  # what the rest of the match brings anybody
    MARKED,  # a jewel in a marked area; it also tells what the next stages can build on
    FEWEST,  # a jewel in the marked area that has fewest: the Minos bonus. Early in a stage that may change
    MARKERS,  # a marker placed: its area will be counted, and may become the one with fewest
    IN_HAND,  # a jewel in the best open area of a colour whose marker is in hand, as far as there are turns for it
    OPEN_SIDES,  # a side, of four at most, where a marked area can grow
    CARDS,  # a card in hand: in the last stages it places a second marker in one turn
    LASTING,  # a jewel that no layer will hide any more
    LARGEST,  # such a jewel in the best areas of the two colours that have most: few markers, so they will carry them
    LARGE,  # … and of the next two colours
) = range(10)
FEATURES = 10
WORTH_AT_END = np.array([  # stage 1, 2, 3, 4
    [28.9, 4.9, 3.4, 0.0],  # ALWAYS
    [1.22, 1.21, 1.46, 1.0],  # MARKED
    [1.35, 1.01, 0.85, 1.0],  # FEWEST
    [0.15, 0.49, -0.99, 0.0],  # MARKERS
    [-0.66, 0.59, 0.81, 0.0],  # IN_HAND
    [-0.01, -0.04, -0.10, 0.0],  # OPEN_SIDES
    [2.60, 2.40, 2.13, 0.0],  # CARDS
    [0.65, 0.09, -0.04, 0.0],  # LASTING
    [1.87, 1.44, 0.45, 0.0],  # LARGEST
    [1.48, 1.32, 0.24, 0.0],  # LARGE
])  # fmt: skip
WORTH_TO_COME = np.array([
    [50.2, 28.4, 3.8, 1.0],  # ALWAYS
    [0.40, -0.25, -0.10, 0.0],  # MARKED
    [-1.67, -1.13, -0.86, 0.0],  # FEWEST
    [-3.82, -0.89, 1.42, 0.0],  # MARKERS
    [3.61, 0.42, 0.39, 0.0],  # IN_HAND
    [0.83, 0.29, -0.24, 0.0],  # OPEN_SIDES
    [0.00, 0.56, 1.60, 2.1],  # CARDS
    [-1.02, 0.19, 0.19, 0.0],  # LASTING
    [1.54, 0.03, -0.30, 0.9],  # LARGEST
    [-0.50, -0.80, 0.41, 0.4],  # LARGE
])  # fmt: skip

# How far the points go astray from what was expected, by stage, as WORTH: so much lead turns an even match into 73 %.
SPREAD_AT_END = np.array([5.0, 3.9, 2.8, 0.3])
SPREAD_TO_COME = np.array([1.5, 1.0, 1.1, 2.7])

STUCK = 60.0  # points for a layer that cannot be finished (PDO-12)
RESCUED = 8.0  # for one that takes two cards


@kernel
def sort_down(values: Any) -> None:
    """The greatest first."""
    for k in range(1, values.shape[0]):
        value = values[k]
        j = k
        while j > 0 and values[j - 1] < value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


@kernel
def judge(s: Board, seat: int, label: Any, areas: Any, count: int, marks: Any, features: Any) -> float:
    """The points that a pyramid may still bring."""
    left = turns_left(s, seat)
    for k in range(FEATURES):
        features[k] = 0.0
    features[ALWAYS] = 1.0
    features[CARDS] = cards_left(s, seat)
    fewest = fewest_jewels(label, areas, marks)
    if fewest < NO_MARKER:
        features[FEWEST] = fewest
    in_hand = np.zeros(COLOURS)
    largest = np.zeros(COLOURS)
    for colour in range(COLOURS):
        home = label[marks[colour]] if marks[colour] > 0 else 0
        for k in range(1, count + 1):
            if areas[k, AREA_COLOUR] == colour:
                features[LASTING] += areas[k, AREA_LASTING]
                largest[colour] = max(largest[colour], areas[k, AREA_LASTING])
                if home == 0 and areas[k, AREA_OPEN] > 0.0:
                    in_hand[colour] = max(in_hand[colour], areas[k, AREA_JEWELS])
        if home > 0:
            features[MARKERS] += 1.0
            features[MARKED] += areas[home, AREA_JEWELS]
            features[OPEN_SIDES] += min(4.0, areas[home, AREA_OPEN])
    sort_down(in_hand)
    for k in range(min(COLOURS, left)):
        features[IN_HAND] += in_hand[k]
    sort_down(largest)
    features[LARGEST] = largest[0] + largest[1]
    features[LARGE] = largest[2] + largest[3]
    share = left / TURNS[s.stage]
    value = 0.0
    for k in range(FEATURES):
        value += features[k] * (WORTH_AT_END[k, s.stage] + share * WORTH_TO_COME[k, s.stage])
    return value


@kernel
def expected(s: Board, seat: int) -> float:
    """The points that a seat may end with."""
    view = np.empty(GRID, np.int64)
    label = np.empty(GRID, np.int64)
    areas = np.empty((MOST_AREAS, 4))
    marks = np.empty(COLOURS, np.int64)
    features = np.empty(FEATURES)
    count = survey(s, seat, view, label, areas, marks)
    value = 0.0
    if seat == s.turn and s.phase == MARK:  # it will choose the better block
        value = -1e9
        for half in range(2):
            corner = corner_at(s.stage, s.new[half])
            colour = (view[corner] >> 1) - 1
            marks[colour] = corner
            value = max(value, judge(s, seat, label, areas, count, marks, features))
            marks[colour] = 0
    else:
        value = judge(s, seat, label, areas, count, marks, features)
    if turns_left(s, seat) > 0 and not can_finish(s, seat, s.occupied[seat], 0):
        rescue = cards_left(s, seat) >= 2 and can_finish(s, seat, s.occupied[seat], 2)
        value -= RESCUED if rescue else STUCK
    return value + total(s, seat)


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Each seat against all others: the more points it may end with, the likelier it wins."""
    values = np.zeros(MOST_PLAYERS)
    spread = 0.0
    best = -1e9
    playing = 0
    for seat in range(s.players):
        if not s.lost >> seat & 1:
            values[seat] = expected(s, seat)
            best = max(best, values[seat])
            spread += SPREAD_AT_END[s.stage] + SPREAD_TO_COME[s.stage] * turns_left(s, seat) / TURNS[s.stage]
            playing += 1
    spread /= playing
    all_of_them = 0.0
    for seat in range(s.players):
        values[seat] = 0.0 if s.lost >> seat & 1 else exp((values[seat] - best) / spread)
        all_of_them += values[seat]
    for seat in range(s.players):
        out[seat] = values[seat] / all_of_them


@kernel
def keeps_whole(s: Board, seat: int, move: int) -> bool:
    """Can the layer still be finished with dominoes after this lay?"""
    return can_finish(s, seat, s.occupied[seat] | 1 << move % WINDOW | 1 << last_place(move), 0)


@kernel
def weigh(s: Board, moves: Any, n: int, out: Any) -> None:
    """What each move promises, in points; far less where it leaves the layer impossible to finish."""
    for k in range(n):
        out[k] = 0.0
    if s.phase != LAY and s.phase != MARK and s.phase != CARD:
        return
    seat = s.turn
    view = np.empty(GRID, np.int64)
    label = np.empty(GRID, np.int64)
    areas = np.empty((MOST_AREAS, 4))
    marks = np.empty(COLOURS, np.int64)
    survey(s, seat, view, label, areas, marks)
    if s.phase == CARD:
        promise_of_cards(s, seat, moves, n, view, label, areas, marks, out)
        return
    fewest = fewest_jewels(label, areas, marks)
    if s.phase == MARK:
        for half in range(2):
            jewels = areas[label[corner_at(s.stage, s.new[half])], AREA_JEWELS]
            out[half] = promise_of_marker(jewels, fewest, turns_left(s, seat))
        return
    piece = np.empty(PIECE)
    near = np.empty(MOST_NEAR, np.int64)
    known = np.zeros(2 * WINDOW, np.int64)  # by direction and place: 1 the layer can be finished, -1 it cannot
    for k in range(n):
        move = int(moves[k])
        way = move % (2 * WINDOW)
        if known[way] == 0:
            known[way] = 1 if keeps_whole(s, seat, move) else -1
        out[k] = promise_of_lay(s, seat, move, view, label, areas, marks, fewest, piece, near)
        if known[way] < 0:
            out[k] -= STUCK
