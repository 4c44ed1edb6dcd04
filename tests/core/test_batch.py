import numpy as np
import pytest

import benben


def finished(**options: int | None) -> benben.Batch:
    batch = benben.batch("pyramidis", 40, seed=5, threads=options.get("threads"))
    while not batch.done.all():
        batch.play(batch.random_moves())
    return batch


def test_the_same_on_one_core_and_on_several() -> None:
    one, two = finished(threads=1), finished(threads=2)
    assert np.array_equal(one.scores, two.scores)
    assert [one.position(i) for i in range(40)] == [two.position(i) for i in range(40)]


def test_shares_add_up() -> None:
    batch = finished()
    assert batch.shares.sum(axis=1).tolist() == [1.0] * 40
    assert batch.shares.shape == batch.scores.shape == (40, 2)


def test_a_finished_place_waits_for_its_reset() -> None:
    batch = finished()
    before = batch.position(3)
    where = np.arange(40) == 7
    batch.reset(where)
    assert batch.position(3) == before
    assert batch.actors[7] == 0
    assert batch.done.sum() == 39
    assert batch.shares[7].sum() == 0


def test_nothing_is_played_unless_all_moves_are_legal() -> None:
    batch = benben.batch("pyramidis", 3)
    good = batch.random_moves().copy()
    before = [batch.position(i) for i in range(3)]
    with pytest.raises(benben.IllegalMove):
        batch.play([good[0], good[1], 0])
    for malformed in ([1, 2], [[1, 2, 3]], [28, 28, 33]):
        with pytest.raises(benben.MalformedMove):
            batch.play(malformed)
    assert [batch.position(i) for i in range(3)] == before
    batch.play([good[0], -1, good[2]])
    assert batch.position(1) == before[1]
    assert batch.position(0) != before[0]
