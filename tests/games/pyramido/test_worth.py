"""What a pyramid is judged by, and where its worth is plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benben.games.pyramido import GAME, worth
from benben.games.pyramido.advice import expected
from benben.games.pyramido.components import COLOURS
from benben.games.pyramido.promise import survey
from benben.games.pyramido.state import REFILL, Board
from benben.games.pyramido.survey import AREA, GRID, MOST_AREAS
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
    view, label = np.empty(GRID, np.int64), np.empty(GRID, np.int64)
    areas, marks, features = np.empty((MOST_AREAS, AREA)), np.empty(COLOURS, np.int64), np.empty(worth.FEATURES)
    count = survey(s, seat, view, label, areas, marks)
    worth.describe(s, seat, label, areas, count, marks, features)
    return features


def test_a_pyramid_in_numbers() -> None:
    found = described(board([PYRAMID], [PYRAMID], cards=(5, 7)), 0)
    assert found[worth.LEFT] == 1
    assert found[worth.CARDS] == 2
    assert found[worth.MARKERS] == 2
    assert found[worth.MARKED] == 6
    assert found[worth.FEWEST : worth.FEWEST + 3].tolist() == [2, 4, 0]
    assert found[worth.IN_HAND : worth.IN_HAND + 3].tolist() == [1, 0, 0]  # brown, which can still grow
    assert found[worth.LARGEST] == 2  # two of the four blue jewels are at the rim, which no layer hides
    assert found[worth.OPEN_SIDES] == 0


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
