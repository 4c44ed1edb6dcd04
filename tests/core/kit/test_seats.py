import numpy as np
import pytest

from benben.core.kit.grid import take_area
from benben.core.kit.seats import keep_best, make_chances, points_of, result, winning_seats
from benben.core.text import Message


def test_the_best_seats_win() -> None:
    out = np.array([3, 7, 7, 99])
    keep_best(out, 3)
    assert out.tolist() == [0, 1, 1, 99]
    negative = np.array([-5, -2])
    keep_best(negative, 2)
    assert negative.tolist() == [0, 1]


def test_points_become_chances() -> None:
    out = np.array([10.0, 14.0, -1e9, 5.0])
    make_chances(out, 3, 4.0)
    assert out[:3].sum() == pytest.approx(1)
    assert out[1] == pytest.approx(0.731, abs=0.001)
    assert (out[2], out[3]) == (0.0, 5.0)


def test_results_in_words() -> None:
    names = [Message("benben.core", "Red"), Message("benben.core", "Blue")]

    class Match:
        players = 2

    def winners(s: Match, out: list[int]) -> None:
        out[1] = 1

    assert winning_seats(winners, Match()) == [1]
    assert points_of(winners, Match()) == [0, 1]
    assert type(points_of(winners, Match())[1]) is int
    assert str(result([1], names)) == "Blue has won."
    assert result([0, 1], names).say("de") == "Der Sieg ist geteilt."


GRID = """
......
.1122.
.1222.
.3312.
......
"""


def test_areas() -> None:
    cells = np.array([0 if cell == "." else int(cell) for cell in "".join(GRID.split())])
    found = np.zeros(len(cells), np.int64)
    assert take_area(cells, 9, 6, found) == 6
    assert sorted(found[:6].tolist()) == [9, 10, 14, 15, 16, 22]
    assert cells[found[:6]].tolist() == [0] * 6
    assert take_area(cells, 21, 6, found) == 1, "diagonals do not connect"
