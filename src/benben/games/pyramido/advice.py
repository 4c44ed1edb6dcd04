"""Bot knowledge for Pyramido: evaluation, move ordering, levels."""

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
    AREA,
    AREA_JEWELS,
    GRID,
    MOST_AREAS,
    TURNS,
    can_finish,
    turns_left,
)
from benben.games.pyramido.worth import FEATURES, HIDDEN, describe, points_to_come

_ = texts(__package__)

LEVELS = (
    Level("novice", _("Novice"), noise=0.06),
    Level("casual", _("Casual player"), noise=0.035),
    Level("club", _("Club player")),
    Level("expert", _("Expert"), effort=300, seconds=1.0),
    Level("master", _("Master"), effort=5_000, seconds=1.0),
)

# Search settings, tuned by matches. No rollouts: in equal time, rolling out two turns lost to evaluating at once.
EXPLORATION = 0.02
WIDENING = 0.5  # up to 492 similar placements: expand the promising ones first

# Scale of the error of expected points, by stage: with a full layer, plus this with all turns remaining (linear in
# between). A lead of one scale is a win probability of 73 %.
SPREAD_AT_END = np.array([5.0, 3.9, 2.8, 0.3])
SPREAD_TO_COME = np.array([1.5, 1.0, 1.1, 2.7])

STUCK = 60.0  # penalty for a layer that cannot be finished (PDO-12)
RESCUED = 8.0  # penalty for a layer that needs two cards


@kernel
def expected(s: Board, seat: int) -> float:
    """A seat's expected final points."""
    view = np.empty(GRID, np.int64)
    label = np.empty(GRID, np.int64)
    areas = np.empty((MOST_AREAS, AREA))
    marks = np.empty(COLOURS, np.int64)
    features = np.empty(FEATURES)
    hidden = np.empty(HIDDEN)
    count = survey(s, seat, view, label, areas, marks)
    value = 0.0
    if seat == s.turn and s.phase == MARK:  # assume the better block
        value = -1e9
        for half in range(2):
            corner = corner_at(s.stage, s.new[half])
            colour = (view[corner] >> 1) - 1
            marks[colour] = corner
            describe(s, seat, label, areas, count, marks, features)
            value = max(value, points_to_come(s.stage, features, hidden))
            marks[colour] = 0
    else:
        describe(s, seat, label, areas, count, marks, features)
        value = points_to_come(s.stage, features, hidden)
    if turns_left(s, seat) > 0 and not can_finish(s, seat, s.occupied[seat], 0):
        rescue = cards_left(s, seat) >= 2 and can_finish(s, seat, s.occupied[seat], 2)
        value -= RESCUED if rescue else STUCK
    return value + total(s, seat)


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Softmax of the expected points over the seats still playing."""
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
    """Whether dominoes can still fill the layer after this placement."""
    return can_finish(s, seat, s.occupied[seat] | 1 << move % WINDOW | 1 << last_place(move), 0)


@kernel
def weigh(s: Board, moves: Any, n: int, out: Any) -> None:
    """The heuristic gain of each move in points, with a penalty if dominoes can no longer fill the layer."""
    for k in range(n):
        out[k] = 0.0
    if s.phase != LAY and s.phase != MARK and s.phase != CARD:
        return
    seat = s.turn
    view = np.empty(GRID, np.int64)
    label = np.empty(GRID, np.int64)
    areas = np.empty((MOST_AREAS, AREA))
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
    known = np.zeros(2 * WINDOW, np.int64)  # cache by direction and place: 1 if the layer can be finished, -1 if not
    for k in range(n):
        move = int(moves[k])
        way = move % (2 * WINDOW)
        if known[way] == 0:
            known[way] = 1 if keeps_whole(s, seat, move) else -1
        out[k] = promise_of_lay(s, seat, move, view, label, areas, marks, fewest, piece, near)
        if known[way] < 0:
            out[k] -= STUCK
