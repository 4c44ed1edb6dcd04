"""The programs in C play the games that our kernels play: the same lengths and points within chance."""

from __future__ import annotations

import itertools
import math
import os

import numpy as np
import pytest
from numpy.typing import NDArray

import benben
from benben.core.rng import new_rng
from bench import limit

DEALS = 1000
SIGMAS = 4.5  # of the difference of two means: one wrong alarm in 150,000 comparisons, and always the same games

pytestmark = pytest.mark.skipif(
    not limit.has_compiler() and not os.environ.get("CI"), reason="there is no C compiler"
)  # `make test` installs one


def random_games(name: str, players: int) -> NDArray[np.float64]:
    """Length and sum of the points of a random game from each of DEALS deals, by our kernels."""
    game = benben.new(name, players=players, seed=bytes(32)).game
    engine, rng, moves = game.warm(), new_rng(7), game.move_room()
    states, scores = game.new_records(1), np.zeros(max(game.players), np.int64)
    played = np.zeros((DEALS, 2))
    for number in range(DEALS):
        position = benben.new(name, players=players, seed=number.to_bytes(32, "big"))
        states[0] = position.state.record[0]
        played[number, 0] = engine.playout(states, 0, rng, moves)
        engine.score_of(states, 0, scores)
        played[number, 1] = scores[:players].sum()
    return played


@pytest.mark.parametrize(("game", "players"), list(itertools.product(limit.GAMES, (2, 4))))
def test_a_program_plays_the_game(game: str, players: int) -> None:
    ours, theirs = random_games(game, players), limit.run(game, players, DEALS, games=1)
    means, variances = ours.mean(axis=0), ours.var(axis=0)
    for which, mean, variance in (
        (0, theirs.length, theirs.length_variance),
        (1, theirs.points, theirs.points_variance),
    ):
        error = math.sqrt((variances[which] + variance) / DEALS)
        assert abs(means[which] - mean) <= SIGMAS * error, (means[which], mean, error)
        assert variance == pytest.approx(variances[which], rel=0.3)


def test_a_program_plays_the_same_games_every_time() -> None:
    first, second = (limit.run("pyramido", 2, 20, games=10) for _ in range(2))
    assert (first.moves, first.length, first.points) == (second.moves, second.length, second.points)


def test_a_box_becomes_declarations_in_c() -> None:
    assert limit.header({"SIZE": 3, "NEXT": [[1, 2], [0, 3]], "GLYPH": [-1, 2]}) == (
        "enum { SIZE = 3 };\n"
        "static const uint8_t NEXT[2][2] = {{1, 2}, {0, 3}};\n"
        "static const int8_t GLYPH[2] = {-1, 2};\n"
    )
