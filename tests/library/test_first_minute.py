"""What somebody types in the first minute with the library."""

import random

import numpy as np
import pytest

import benben


def test_a_random_match() -> None:
    position = benben.new("pyramido", seed=1)
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves))
    assert position.winners


def test_numpy_numbers_are_moves() -> None:
    position = benben.new("pyramidis")
    number = np.int64(position.legal_moves[0].number)
    assert number in position.legal_moves
    assert position.play(int(number)).actor == 1


@pytest.mark.parametrize("seed", [1, np.int64(1), (1).to_bytes(32, "big")])
def test_a_seed_is_a_number_or_bytes(seed: int) -> None:
    assert benben.new("pyramido", seed=seed) == benben.new("pyramido", seed=1)
    assert benben.new("pyramido", seed=seed) != benben.new("pyramido", seed=2)


def test_a_match_from_a_number_can_be_verified() -> None:
    position = benben.new("pyramids", seed=2**256 - 1)
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    assert benben.verify(benben.write(position)) == position


@pytest.mark.parametrize("seed", [-1, 2**256, b"short"])
def test_a_wrong_seed_is_explained(seed: int | bytes) -> None:
    with pytest.raises(ValueError, match="a seed"):
        benben.new("pyramido", seed=seed)


def test_nothing_prints_the_seed() -> None:
    position = benben.new("pyramido", seed=bytes(range(32)))
    for shown in (repr(position), repr(position.setup), str(position.setup), f"{position.setup!r}"):
        assert bytes(range(32)).hex() not in shown
        assert repr(bytes(range(32))) not in shown
        assert "seed" not in shown


@pytest.mark.parametrize("name", ["random", "greedy", "search:50i"])
@pytest.mark.parametrize("game", benben.names())
def test_ask_a_bot(game: str, name: str) -> None:
    position = benben.new(game, seed=3)
    opinion = benben.bot(name).think(position.view(position.actor))
    assert opinion.move in position.legal_moves
    assert position.play(opinion.move) == position.play(int(opinion))
    assert str(opinion).startswith(f"plays {opinion.move}")
    assert opinion.line[0] == opinion.move
    if name.startswith("search"):
        assert len(opinion.chances) == position.players
        assert sum(opinion.chances) == pytest.approx(1, abs=0.01)
        assert set(opinion.visits) <= {str(move) for move in position.legal_moves}
        assert list(opinion.visits.values()) == sorted(opinion.visits.values(), reverse=True)


def test_a_bot_gets_only_the_view_of_a_whole_position() -> None:
    position = benben.new("pyramids", seed=3)
    assert position.actor is not None
    other = position.view(position.actor).imagine(5)
    bot = benben.bot("search:50i")
    assert bot.think(position) == bot.think(position.view(position.actor)) == bot.think(other)


def test_the_expected_line_can_be_played() -> None:
    position = benben.new("pyramidis", players=4)
    opinion = benben.bot("search:2000i").think(position)
    assert len(opinion.line) > 1
    for move in opinion.line:
        position = position.play(str(move))


def test_an_unknown_bot() -> None:
    with pytest.raises(benben.BadOptions, match="Unknown bot “nobody”"):
        benben.bot("nobody").think(benben.new("pyramidis"))


def test_a_tournament() -> None:
    greedy, chance = benben.tournament("pyramidis", ["greedy", "random"], games=6)
    assert (greedy.name, greedy.games, chance.games) == ("greedy", 6, 6)
    assert greedy.wins + chance.wins == 6
    assert greedy.rate > chance.rate
