from dataclasses import astuple

import pytest

import benben
from benben.lab.games import Contest, Pairing, dealt, fill_seats, play, replayed, rotations
from benben.lab.statistics import table, wilson

CONTEST = Contest("pyramidis")


def test_seats_are_swapped_and_deals_are_shared() -> None:
    assert rotations(("a", "b", "c")) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert dealt(CONTEST, 2, 0) == dealt(CONTEST, 2, 0) != dealt(CONTEST, 2, 1)


def test_greedy_beats_random() -> None:
    standings = benben.tournament("pyramidis", ["random", "greedy"], 60)
    assert [standing.games for standing in standings] == [60, 60]
    assert sum(standing.wins for standing in standings) == pytest.approx(60)
    assert standings[1].interval[0] > 0.6
    assert table(standings).splitlines()[1].startswith("greedy")


def test_the_same_alone_and_side_by_side() -> None:
    first, second = (benben.tournament("pyramidis", ["greedy", "random"], 6, seed=3, jobs=jobs) for jobs in (1, 2))
    assert first == second


def test_four_seats() -> None:
    assert fill_seats(["a", "b"], 4) == ("a", "b", "a", "b")
    standings = benben.tournament("pyramidis", ["greedy", "random"], 8, players=4)
    assert sum(standing.wins for standing in standings) == pytest.approx(8)


@pytest.mark.parametrize("game", benben.names())
def test_a_game_is_named_by_its_number_and_can_be_replayed(game: str) -> None:
    contest = Contest(game, seed=5)
    first, second = (play(contest, Pairing(7, 3, ("greedy", "random"))) for _time in range(2))
    assert astuple(first) == astuple(second)
    end = replayed(contest, first)
    assert (end.is_over, end.score, end.winners) == (True, first.points, first.winners)
    assert play(contest, Pairing(8, 3, ("greedy", "random"))).moves != first.moves


def test_confidence_intervals() -> None:
    """Wilson's interval, against published values."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
