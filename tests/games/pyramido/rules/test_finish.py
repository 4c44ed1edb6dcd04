"""The analysis of a layer: can dominoes fill it?"""

from __future__ import annotations

import pytest

from benben.games.pyramido.rules.finish import can_finish, fillable
from benben.games.pyramido.rules.layers import place_at
from tests.games.pyramido.advice.test_advice import matches
from tests.games.pyramido.drawn import state
from tests.games.pyramido.players import can_be_finished, tileable


def test_what_can_be_finished() -> None:
    """Against the players of the tests, who try everything."""
    for match in matches():
        for now in match[:-1]:
            s = state(now)
            for seat in range(s.players):
                if s.occupied[seat]:
                    assert can_finish(s, seat, s.occupied[seat], 0) == can_be_finished(
                        s.occupied[seat], s.stage, s.rows[seat], s.columns[seat]
                    )


@pytest.mark.parametrize(
    ("cells", "spare", "possible"),
    [
        ([(0, 0), (0, 1)], 0, True),
        ([(0, 0), (1, 1)], 0, False),
        ([(0, 0), (1, 1)], 2, True),
        ([(0, 0), (0, 1), (1, 1), (2, 1)], 0, True),
        ([(0, 1), (1, 0), (1, 1), (1, 2)], 0, False),
        ([(0, 1), (1, 0), (1, 1), (1, 2)], 2, True),
        ([(0, 0), (0, 2), (2, 0), (2, 2)], 2, False),
    ],
)
def test_filling_with_dominoes(cells: list[tuple[int, int]], spare: int, possible: bool) -> None:
    empty = sum(1 << place_at(row, column) for row, column in cells)
    assert fillable(empty, spare) == possible
    if spare == 0:
        assert tileable(sum(1 << (16 * row + column) for row, column in cells)) == possible
