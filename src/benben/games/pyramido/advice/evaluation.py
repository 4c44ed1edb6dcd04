"""The evaluation of a position of Pyramido: expected points, and the chances that follow from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.kit.seats import make_chances
from benben.games.pyramido.advice.analysis import AREA, MOST_AREAS, corner_at, survey, turns_left
from benben.games.pyramido.advice.expected_points import points_to_come
from benben.games.pyramido.advice.features import FEATURES, describe
from benben.games.pyramido.box.components import COLOURS, TURNS
from benben.games.pyramido.rules.finish import can_finish
from benben.games.pyramido.rules.score import VIEW, total
from benben.games.pyramido.rules.state import MARK, Board, cards_left, has_lost

# Scale of the error of expected points, by stage: with a full layer, plus this with all turns remaining (linear in
# between). A lead of one scale is a win probability of 73 %.
SPREAD_AT_END = np.array([5.0, 3.9, 2.8, 0.3])
SPREAD_TO_COME = np.array([1.5, 1.0, 1.1, 2.7])

STUCK = 60.0  # penalty for a layer that cannot be finished (PDO-12)
RESCUED = 8.0  # penalty for a layer that needs two cards
OUT_OF_THE_GAME = -1e9  # points of a seat that cannot win


@kernel
def expected(s: Board, seat: int) -> float:
    """A seat's expected final points."""
    view = scratch(VIEW)
    label = scratch(VIEW)
    areas = float_scratch(MOST_AREAS, AREA)
    marks = scratch(COLOURS)
    features = float_scratch(FEATURES)
    count = survey(s, seat, view, label, areas, marks)
    value = 0.0
    if seat == s.turn and s.phase == MARK:  # assume the better block
        value = -1e9
        for half in range(2):
            corner = corner_at(s.stage, s.new[half])
            colour = (view[corner] >> 1) - 1
            marks[colour] = corner
            describe(s, seat, label, areas, count, marks, features)
            value = max(value, points_to_come(s.stage, features))
            marks[colour] = 0
    else:
        describe(s, seat, label, areas, count, marks, features)
        value = points_to_come(s.stage, features)
    if turns_left(s, seat) > 0 and not can_finish(s, seat, s.occupied[seat], 0):
        rescue = cards_left(s, seat) >= 2 and can_finish(s, seat, s.occupied[seat], 2)
        value -= RESCUED if rescue else STUCK
    return value + total(s, seat)


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Softmax of the expected points over the seats still playing."""
    spread = 0.0
    playing = 0
    for seat in range(s.players):
        out[seat] = OUT_OF_THE_GAME
        if not has_lost(s, seat):
            out[seat] = expected(s, seat)
            spread += SPREAD_AT_END[s.stage] + SPREAD_TO_COME[s.stage] * turns_left(s, seat) / TURNS[s.stage]
            playing += 1
    make_chances(out, s.players, spread / playing)
