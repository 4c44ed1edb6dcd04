"""A random agent in each interface: the smallest working program for PettingZoo, Gymnasium, the vector environment,
OpenSpiel, and text.

    pip install 'benben[research]'
    python examples/random_agents.py pyramido
"""

from __future__ import annotations

import random
import sys

import gymnasium
import numpy as np
import pyspiel

import benben
from benben.adapters import gymnasium as seat_environments
from benben.adapters import language, open_spiel, pettingzoo, vector


def in_python(game: str) -> float:
    """The library itself; returns the first seat's reward, as all of these do."""
    position = benben.new(game, seed=1)
    while not position.is_over:
        position = position.play(random.choice(position.legal_moves))
    return 1.0 if 0 in position.winners else -1.0


def in_pettingzoo(game: str) -> float:
    env = pettingzoo.env(game)
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, _truncation, _info = env.last()
        rewards[agent] = reward
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
    return float(rewards["seat_0"])


def in_gymnasium(game: str) -> float:
    version = benben.find(game).version
    env = gymnasium.make(f"benben/{game}-v{version}", opponents=[benben.bot("random")])
    _observation, info = env.reset(seed=1)
    terminated, reward = False, 0.0
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        _observation, reward, terminated, _truncated, info = env.step(action)  # type: ignore[assignment]
    return reward


def in_vector(game: str) -> float:
    envs = vector.BatchEnv(game, 8)
    envs.reset(seed=1)
    while True:
        _observations, _reward, terminated, _truncated, info = envs.step(envs.random_actions())
        if terminated.any():
            return float(info["rewards"][np.flatnonzero(terminated)[0], 0])


def in_open_spiel(game: str) -> float:
    state = pyspiel.load_game(f"{open_spiel.PREFIX}{game}").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return float(state.returns()[0])


def in_text(game: str) -> float:
    def player(prompt: str) -> str:
        moves = prompt.split("Your legal moves: ")[1].splitlines()[0]
        return f"move: {random.choice(moves.split(', '))}"

    position = language.play(game, [player, player], seed=1).position
    assert position is not None
    return 1.0 if 0 in position.winners else -1.0


AGENTS = (in_python, in_pettingzoo, in_gymnasium, in_vector, in_open_spiel, in_text)


def main(game: str = "pyramidis") -> None:
    assert seat_environments.SeatEnv.metadata, "importing it registers the environments"
    for agent in AGENTS:
        print(f"{agent.__name__:14} {agent(game):5.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
