"""PettingZoo's own suite."""

from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import benben
from benben.adapters import pettingzoo

# PettingZoo says so of every environment with masks, its own ones included.
MASKED = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)


@MASKED
@pytest.mark.parametrize("game", benben.names())
def test_api(game: str) -> None:
    api_test(pettingzoo.env(game, players=max(benben.find(game).players)), num_cycles=1000)


@pytest.mark.parametrize("game", benben.names())
def test_seed(game: str) -> None:
    seed_test(partial(pettingzoo.env, game), num_cycles=100)


@pytest.mark.parametrize("game", benben.names())
def test_render(game: str) -> None:
    assert {"rgb_array", "ansi", "svg"} <= set(pettingzoo.env(game).metadata["render_modes"])
    render_test(partial(pettingzoo.env, game), custom_tests={"svg": lambda svg: svg.startswith("<svg ")})


@pytest.mark.parametrize("game", benben.names())
def test_performance(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(pettingzoo.env(game))
    assert "turns per second" in capsys.readouterr().out


def test_pictures_have_colours() -> None:
    """The renderer knows no CSS variables: without ours filled in, everything is black."""
    env = pettingzoo.env("pyramido", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.mean() > 150
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20


def test_an_illegal_action_explains_itself() -> None:
    env = pettingzoo.env("pyramidis")
    env.reset(seed=1)
    before = env.unwrapped.position
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(benben.IllegalMove, match="PDS-"):
        env.step(illegal)
    assert env.unwrapped.position is before
