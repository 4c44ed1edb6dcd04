"""A loss in points: what the evaluations of the games expect at the end of a match."""

import pytest

from benben.coach.chances import Difference, Future, compare
from benben.coach.points import points
from benben.testing import Table
from tests.coach.test_review import NEVER, TABLES, after
from tests.registered import games_with

WITH_POINTS = [table for table in TABLES if table.game in games_with("words.terms", "points")]


@pytest.mark.parametrize("table", WITH_POINTS, ids=str)
def test_a_difference_in_points_is_the_margin_over_the_others(table: Table) -> None:
    one, other = table.match(3)[-1], table.match(4)[-1]
    margins = [position.score[0] - position.score[1] for position in (one, other)]
    found = points(Difference(0.1, 0.0, ((Future(one, (1.0, 0.0)), Future(other, (0.0, 1.0))),)), 0)
    assert found is not None
    assert found == pytest.approx((margins[0] - margins[1], 0.0))
    view = after(table, 12)
    assert view.actor is not None
    move = view.legal_moves.numbers[0]
    same = compare(view.view(view.actor), move, move, 4, 8, NEVER)
    assert points(same, view.actor) == (0.0, 0.0)


def test_pyramidis_has_no_points() -> None:
    position = after(TABLES[0], 6)
    assert position.actor is not None
    moves = position.legal_moves.numbers
    assert points(compare(position.view(position.actor), moves[0], moves[-1], 4, 8, NEVER), position.actor) is None
