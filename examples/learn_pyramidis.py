"""Teach Pyramidis to MaskablePPO of sb3-contrib, until it beats the greedy bot.

    pip install 'benben[sb3]'
    python examples/learn_pyramidis.py --steps 600000

The learner has either seat against greedy. Pyramidis has no chance, and against one opponent a single line of moves
would be enough to win; so every match begins with two random moves of each seat. Every so often the learner plays new
matches without exploring; the share that it wins is the curve. `make test-sb3` runs this.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import benben
from benben.adapters.gymnasium import SeatEnv
from benben.adapters.observation import layout_of

ENVIRONMENTS = 16
OPENING_MOVES = 4
HEIGHT, COLOURS = 8, 4


class Openings(SeatEnv):
    """A seat in matches that begin with random moves."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed, options=options)
        position = benben.new(self.game.name)
        for _move in range(OPENING_MOVES):
            position = position.play(int(self.np_random.choice(position.legal_moves.numbers)))
        self.position = position
        self._let_others_play()
        return self._seen()


class Features(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The stacks as flags, one for each level and colour: colours are no quantities."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        layout = layout_of(env.game)
        self.stack, self.height, self.control = (layout[name] for name in ("stack", "height", "control"))
        self.home, self.towers = layout["home"], layout["towers"]
        size = self.observation(np.zeros(layout.size, np.int16)).size
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32)

    def observation(self, observation: Any) -> Any:
        pieces = observation[self.stack.start : self.stack.stop].reshape(self.stack.shape)
        height = observation[self.height.start : self.height.stop]
        there = np.arange(HEIGHT) < height[:, None]
        flags = (pieces[:, :, None] == np.arange(0, COLOURS, 2)) & there[:, :, None]
        home = observation[self.home.start : self.home.stop] / 5
        bits = [observation[field.start : field.stop] for field in (self.control, self.towers)]
        seat = observation[:1]
        return np.concatenate([seat, flags.ravel(), height / HEIGHT, home, *bits]).clip(0, 1).astype(np.float32)

    def action_masks(self) -> Any:
        return self.unwrapped.action_masks()  # type: ignore[attr-defined]


def environment() -> Features:
    return Features(Openings("pyramidis", seat="random", opponents=[benben.bot("greedy")]))


def winning_share(model: Any, matches: int, seed: int) -> float:
    """How often the model wins against greedy without exploring."""
    env, won = environment(), 0
    for number in range(matches):
        observation, _info = env.reset(seed=seed + number)
        terminated, reward = False, 0.0
        while not terminated:
            action, _state = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, result, terminated, _truncated, _info = env.step(action)
            reward = float(result)
        won += reward > 0
    return won / matches


def learn(steps: int, every: int, matches: int, report: Callable[[int, float, float], None]) -> float:
    """Learn for some steps of the learner; return the last winning share."""
    torch.set_num_threads(1)  # faster for networks of this size
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([environment] * ENVIRONMENTS),
        n_steps=256,
        batch_size=512,
        n_epochs=6,
        learning_rate=5e-4,
        gamma=0.997,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    started, share = time.monotonic(), 0.0
    while model.num_timesteps < steps:
        model.learn(every, reset_num_timesteps=False)
        share = winning_share(model, matches, seed=1_000_000)
        report(model.num_timesteps, share, (time.monotonic() - started) / 60)
    return share


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=600_000)
    parser.add_argument("--every", type=int, default=50_000, help="steps between two points of the curve")
    parser.add_argument("--matches", type=int, default=200, help="matches for one point")
    parser.add_argument("--curve", type=Path, help="write the curve to this file, as JSON")
    parser.add_argument("--target", type=float, default=0.5, help="exit status 1 if the last share is not above this")
    options = parser.parse_args()
    curve: list[dict[str, float]] = []

    def report(steps: int, share: float, minutes: float) -> None:
        print(f"{steps:9,} steps  {minutes:5.1f} min  wins {share:.1%}", flush=True)
        curve.append({"steps": steps, "minutes": round(minutes, 2), "wins": share})
        if options.curve:
            options.curve.write_text(json.dumps(curve, indent=1) + "\n", "utf-8")

    share = learn(options.steps, options.every, options.matches, report)
    return 0 if share > options.target else 1


if __name__ == "__main__":
    sys.exit(main())
