"""Teach Pyramidis to MaskablePPO of sb3-contrib, until it beats the greedy bot.

    pip install 'benben[sb3]'
    python examples/learn_pyramidis.py --steps 700000

The learner has either seat against greedy. Pyramidis has no chance, and against one opponent a single line of moves
would be enough to win; so every match begins with two random moves of each seat. The board is symmetric, so the learner
sees the fields in the order of its own course, whichever seat it has, and how greedy would rate each of its moves: what
is left to learn is where greedy is wrong. A match is long and its reward comes at the end, so the learner is also paid
for the change of greedy's estimate of its chances (potential-based shaping: it does not change which policy is best).
Every so often it plays new matches without exploring and without that pay; the share that it wins is the curve.
`make test-sb3` runs this.
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
from benben.bots.bot import even, functions, rated
from benben.games.pyramidis.box.components import COURSES, FIELDS, HOME_TO_WIN, INDEX, MOST_TAKEN, RED, YELLOW

ENVIRONMENTS = 16
OPENING_MOVES = 4
HEIGHT = 8
GAMMA = 0.995
RATING_SCALE = 0.02  # log-odds / 4 by which a move is e times less than the best one


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


class OwnCourse(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Observations and actions in the order of the learner's course, from its start to its goal.

    Pieces are flags, one for each field, level and side; then how greedy rates each action, 1 for its own choice.
    Actions: the stack on a field of the course, then the numbers of pyramids taken from the start. `shaped` adds the
    change of the chances to the reward.
    """

    def __init__(self, env: Openings, shaped: bool) -> None:
        super().__init__(env)
        self.seats, self.shaped, self.potential = env, shaped, 0.0
        self.kernels = functions(env.game, compiled=True)
        layout = layout_of(env.game)
        self.stack, self.height, self.home = (layout[name] for name in ("stack", "height", "home"))
        self.courses = [[INDEX[name] for name in COURSES[colour]] for colour in (RED, YELLOW)]
        fields = len(self.courses[0])
        actions = fields + MOST_TAKEN
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (fields * (2 * HEIGHT + 1) + 2 + actions,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observation, info = super().reset(seed=seed, options=options)
        seen, self.potential = self._seen(observation)
        return seen, info

    def step(self, action: Any) -> Any:
        observation, reward, terminated, truncated, info = super().step(self.moves()[int(action)])
        before = self.potential
        seen, self.potential = self._seen(observation)
        pay = GAMMA * self.potential - before if self.shaped else 0.0
        return seen, float(reward) + pay, terminated, truncated, info

    def action_masks(self) -> Any:
        return self.seats.action_masks()[self.moves()]

    def moves(self) -> list[int]:
        """The moves of the game, by action."""
        return [*self.courses[self.seats.seat], *range(len(FIELDS), len(FIELDS) + MOST_TAKEN)]

    def _seen(self, observation: Any) -> tuple[Any, float]:
        """The observation, and the chances: from -1, lost, to 1, won; none at the end."""
        course, own = self.courses[self.seats.seat], (RED, YELLOW)[self.seats.seat]
        pieces = observation[self.stack.start : self.stack.stop].reshape(self.stack.shape)[course]
        height = observation[self.height.start : self.height.stop][course]
        there = np.arange(HEIGHT) < height[:, None]
        sides = [((pieces == colour) & there).ravel() for colour in (own, YELLOW - own)]
        home = observation[self.home.start : self.home.stop][[own, YELLOW - own]] / HOME_TO_WIN
        ratings, chances = np.zeros(self.seats.game.moves), 0.0
        if not self.seats.position.is_over:
            moves, rates = rated(self.seats.position.view(self.seats.seat), 0, 1, self.kernels)
            ratings[moves] = np.exp((even(rates) - even(rates.max())) / RATING_SCALE)
            chances = 2 * float(rates.max()) - 1
        parts = (*sides, height / HEIGHT, home, ratings[self.moves()])
        return np.concatenate(parts).clip(0, 1).astype(np.float32), chances


def environment(shaped: bool = False) -> OwnCourse:
    return OwnCourse(Openings("pyramidis", seat="random", opponents=[benben.bot("greedy")]), shaped)


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
        DummyVecEnv([lambda: environment(shaped=True)] * ENVIRONMENTS),
        n_steps=128,
        batch_size=256,
        n_epochs=4,
        learning_rate=4e-4,
        gamma=GAMMA,
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
    parser.add_argument("--steps", type=int, default=700_000)
    parser.add_argument("--every", type=int, default=40_000, help="steps between two points of the curve")
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
