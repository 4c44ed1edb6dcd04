import pytest

import benben
from benben.bots.arena import Series, fill_seats, table, wilson

GAME = benben.find("pyramidis")


def test_seats_are_swapped_and_deals_are_shared() -> None:
    series = Series(GAME, ("greedy", "random"))
    first, second = series.one(0), series.one(1)
    assert (first.seating, second.seating) == ((0, 1), (1, 0))
    assert series._dealt(0) == series._dealt(0) != series._dealt(1)


def test_greedy_beats_random() -> None:
    standings = Series(GAME, ("random", "greedy")).play(60)
    assert [standing.games for standing in standings] == [60, 60]
    assert sum(standing.wins for standing in standings) == pytest.approx(60)
    assert standings[1].interval[0] > 0.6
    assert table(standings).splitlines()[1].startswith("greedy")


def test_the_same_alone_and_side_by_side() -> None:
    series = Series(GAME, ("greedy", "random"), seed=3)
    assert series.play(6, jobs=1) == series.play(6, jobs=2)


def test_four_seats() -> None:
    assert fill_seats(["a", "b"], 4) == ("a", "b", "a", "b")
    standings = Series(GAME, fill_seats(["greedy", "random"], 4)).play(8)
    assert sum(standing.wins for standing in standings) == pytest.approx(8)


def test_confidence_intervals() -> None:
    """Wilson's interval, against published values."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
