import random

import pytest

from benben.lab.statistics import HIGHER, LOWER, Mean, SequentialTest, ratings


def decided(chance: random.Random, share: float) -> tuple[str | None, int]:
    """A test of pairs of games between bots of this strength."""
    test = SequentialTest(0.5, 0.55, typical=0.35)
    while test.verdict is None and test.groups.n < 20_000:
        test.add((chance.random() < share) / 2 + (chance.random() < share) / 2)
    return test.verdict, test.groups.n


@pytest.mark.parametrize(("share", "wrong"), [(0.5, HIGHER), (0.55, LOWER)])
def test_wrong_answers_are_as_rare_as_promised(share: float, wrong: str) -> None:
    """200 tests with an error of 5 %: more than 22 wrong ones would be a chance of one in ten thousand."""
    chance = random.Random(1)
    verdicts = [decided(chance, share)[0] for _test in range(200)]
    assert verdicts.count(wrong) <= 22
    assert verdicts.count(None) == 0


def test_it_ends_soon_when_every_game_is_lost_or_won() -> None:
    assert decided(random.Random(1), 0.0) == (LOWER, 5)
    assert decided(random.Random(1), 1.0) == (HIGHER, 5)


def test_a_clear_difference_needs_fewer_games_than_a_small_one() -> None:
    chance = random.Random(2)
    clear, small = ([decided(chance, share)[1] for _test in range(20)] for share in (0.7, 0.55))
    assert sum(clear) < sum(small) / 3


def test_means_with_their_errors() -> None:
    mean = Mean()
    for number in (2, 4, 4, 4, 5, 5, 7, 9):
        mean.add(number)
    assert mean.mean == 5
    assert mean.variance == pytest.approx(32 / 7)
    assert mean.error == pytest.approx((32 / 7 / 8) ** 0.5)


def test_ratings_order_bots_by_their_results() -> None:
    results = [(("a", "b", "c"), (0, 1, 2)), (("b", "c", "a"), (1, 2, 0)), (("c", "a", "b"), (2, 0, 1))] * 10
    found = ratings(["c", "b", "a"], results)
    assert [rating.name for rating in found] == ["a", "b", "c"]
    assert found[0].interval[0] > found[2].interval[1]
    assert found[0].spread < ratings(["c", "b", "a"], results[:3])[0].spread
