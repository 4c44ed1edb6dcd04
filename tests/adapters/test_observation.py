"""Observations hold what a seat may know, and nothing else."""

import random

import numpy as np
import pytest

import benben
from benben.adapters.observation import HEAD, layout_of
from benben.adapters.outcome import rewards
from benben.adapters.spaces import mask_of
from benben.core.contract import NOBODY
from benben.testing.matches import Table, random_match, setups

TABLES = [table for name in benben.names() for table in setups(benben.find(name))]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_worlds_that_look_alike_give_the_same_observations(table: Table) -> None:
    layout, differs = layout_of(table.game), False
    match = table.match(31)
    for position in match[:: max(1, len(match) // 12)]:
        for seat in (NOBODY, *range(position.players)):
            view = position.view(None if seat == NOBODY else seat)
            for k in range(3):
                world = view.imagine(k)
                other = world.view(None if seat == NOBODY else seat)
                differs |= world.state.record.tobytes() != position.state.record.tobytes()
                assert np.array_equal(layout.observe(view), layout.observe(other))
                assert np.array_equal(mask_of(view), mask_of(other))
    assert differs != table.game.open, "the worlds must differ in what is hidden"


@pytest.mark.parametrize("game", benben.names())
def test_every_field_of_the_view_is_there(game: str) -> None:
    position = random_match(benben.new(game, seed=5), 1)[:-1][:31][-1]
    assert position.actor is not None
    view, layout = position.view(position.actor), layout_of(position.game)
    seen, record = layout.observe(view), view.state.record
    assert seen.shape == (layout.size,)
    assert seen[:HEAD].tolist() == [position.actor, position.actor]
    assert (seen >= layout.low).all()
    assert (seen <= layout.high).all()
    assert {field.name for field in layout.fields} == set(record.dtype.names or ()) - {"padding"}
    for field in layout.fields:
        entries = seen[field.start : field.stop].reshape(field.shape).astype(np.int64)
        if field.bits:
            entries = (entries << (field.bits * np.arange(field.shape[-1]))).sum(-1)
        assert np.array_equal(entries, record[field.name][0]), field.name


def test_a_whole_position_is_no_observation() -> None:
    position = benben.new("pyramids", seed=1)
    with pytest.raises(benben.VeiledPosition):
        layout_of(position.game).observe(position)


def test_the_layout_as_a_table() -> None:
    said = layout_of(benben.find("pyramidis")).describe()
    assert "   2–225 stack 28 × 8, 4 bits each" in said
    assert " 417     players" in said


def test_masks() -> None:
    position = benben.new("pyramids", seed=1)
    for seat in range(2):
        mask = mask_of(position.view(seat))
        expected = sorted(position.legal_moves.numbers) if seat == position.actor else []
        assert np.flatnonzero(mask).tolist() == expected


@pytest.mark.parametrize(
    ("game", "options"), [("pyramidis", {}), ("pyramids", {"players": 5}), ("terra_pyramides", {"players": 3})]
)
def test_rewards_of_a_competition_sum_to_zero(game: str, options: dict[str, int]) -> None:
    position = benben.new(game, seed=1, **options)
    assert set(rewards(position)) == {0.0}
    chance = random.Random(2)
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
    result = rewards(position)
    assert sum(result) == pytest.approx(0)
    if len(position.winners) == 1:
        assert result[position.winners[0]] == 1


def test_all_seats_lose_a_task_together() -> None:
    position = benben.new("terra_pyramides", players=3, mode="task-1", seed=1)
    while not position.is_over:
        position = position.play(position.legal_moves[-1])
    assert rewards(position) == ((1.0,) * 3 if position.winners else (-1.0,) * 3)
