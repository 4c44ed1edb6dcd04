"""What a pyramid is judged by, and where its worth is plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benben.games.pyramido import GAME
from benben.games.pyramido.advice.analysis import AREA, MOST_AREAS, survey
from benben.games.pyramido.advice.evaluation import expected
from benben.games.pyramido.advice.features import (
    CARDS,
    FEATURES,
    FEWEST,
    IN_HAND,
    LARGEST,
    LEFT,
    MARKED,
    MARKERS,
    OPEN_SIDES,
    describe,
)
from benben.games.pyramido.box.components import COLOURS
from benben.games.pyramido.rules.score import VIEW
from benben.games.pyramido.rules.state import REFILL, Board
from benben.testing import setups
from tests.games.pyramido.drawn import board, state
from tests.games.pyramido.players import sensible_match

PYRAMID = """
    bB* bB yY* yy nn
    bb  bb yY  yy nn
    bB  bB yy  yy nn
    bb  bb yy  yy nn
    nn  nn nn  nn nn
    nn  nn nn  nn nn
    nn  nn nN  .. ..
    nn  nn nn  .. ..
"""


def described(s: Board, seat: int) -> Any:
    view, label = np.empty(VIEW, np.int64), np.empty(VIEW, np.int64)
    areas, marks, features = np.empty((MOST_AREAS, AREA)), np.empty(COLOURS, np.int64), np.empty(FEATURES)
    count = survey(s, seat, view, label, areas, marks)
    describe(s, seat, label, areas, count, marks, features)
    return features


def test_a_pyramid_in_numbers() -> None:
    found = described(board([PYRAMID], [PYRAMID], cards=(5, 7)), 0)
    assert found[LEFT] == 1
    assert found[CARDS] == 2
    assert found[MARKERS] == 2
    assert found[MARKED] == 6
    assert found[FEWEST : FEWEST + 3].tolist() == [2, 4, 0]
    assert found[IN_HAND : IN_HAND + 3].tolist() == [1, 0, 0]  # brown, which can still grow
    assert found[LARGEST] == 2  # two of the four blue jewels are at the rim, which no layer hides
    assert found[OPEN_SIDES] == 0


def test_the_last_points_are_exact() -> None:
    """When the last layer is full and no card can be laid any more, nothing is guessed."""
    told = 0
    for table in setups(GAME):
        match = list(sensible_match(table.start(5), 5))
        for now in match:
            s = state(now)
            if s.stage == 3 and s.phase == REFILL:
                assert expected(s, s.turn) == pytest.approx(match[-1].score[s.turn])
                told += 1
    assert told > 0
