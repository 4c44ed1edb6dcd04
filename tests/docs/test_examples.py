"""The examples run."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", ["pyramidis", "pyramids"])
def test_a_random_agent_in_each_interface(game: str) -> None:
    module = example("random_agents")
    for agent in module.AGENTS:
        assert -1 <= agent(game) <= 1


def test_the_example_as_a_program() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "random_agents.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 6


def test_the_learner_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make test-sb3` learns; here, that its environments offer what MaskablePPO asks for."""
    for name in ("torch", "sb3_contrib", "stable_baselines3", "stable_baselines3.common.vec_env"):
        fake: Any = ModuleType(name)
        fake.MaskablePPO = fake.DummyVecEnv = None
        monkeypatch.setitem(sys.modules, name, fake)
    module = example("learn_pyramidis")
    env = module.environment()
    seats = set()
    for seed in range(6):
        observation, _info = env.reset(seed=seed)
        seats.add(env.unwrapped.seat)
        terminated = False
        while not terminated:
            assert env.observation_space.contains(observation)
            masks = env.action_masks()
            assert masks.dtype == np.bool_
            offered = [env.moves()[action] for action in np.flatnonzero(masks)]
            assert sorted(offered) == sorted(env.unwrapped.position.legal_moves.numbers)
            observation, reward, terminated, _truncated, _info = env.step(np.flatnonzero(masks)[0])
        assert reward in (-1.0, 1.0)
    assert seats == {0, 1}

    class FirstLegal:
        def predict(self, observation: Any, action_masks: Any, deterministic: bool) -> tuple[int, None]:
            return int(np.flatnonzero(action_masks)[0]), None

    assert 0 <= module.winning_share(FirstLegal(), 2, seed=1) <= 1
