"""PettingZoo: a match as an agent-environment cycle, one agent for each seat.

    from benben.adapters import pettingzoo

    env = pettingzoo.env("pyramido", players=3, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are `seat_0`, `seat_1` … An action is the number of a move. An observation has the `observation` of the seat
(see `benben.adapters.observation`) and its `action_mask`. A mask without any legal move means that the seat is not to
act, or that the match is over. An illegal action raises IllegalMove with the reason, and changes nothing. Rewards come
at the end: see `benben.adapters.outcome`. `reset(seed=…)` determines this match and those after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.adapters.observation import layout_of
from benben.adapters.outcome import rewards
from benben.adapters.picture import RENDER_MODES, render
from benben.adapters.seeds import deal_seed
from benben.adapters.spaces import mask_of, space_of
from benben.core.extras import needs
from benben.core.position import Position, start
from benben.games import find

with needs("research"):
    import gymnasium
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual checks around it."""
    checked = wrappers.AssertOutOfBoundsWrapper(raw_env(game, players, render_mode, **options))
    return wrappers.OrderEnforcingWrapper(checked)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # without types; the name that PettingZoo expects
    """The environment itself. `position` is the whole truth of the match: for tests and logs, not for agents."""

    metadata = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": list(RENDER_MODES),
        "name": "benben_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: str, players: int = 2, render_mode: str | None = None, **options: Any) -> None:
        EzPickle.__init__(self, game, players, render_mode, **options)
        super().__init__()
        self.game = find(game)
        self.game.warm()
        self.players = players
        self.options = self.game.check_options(players, options)
        self.layout = layout_of(self.game)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        space = space_of(self.layout)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": space,
                    "action_mask": gymnasium.spaces.Box(0, 1, (self.game.moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.game.moves) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self.position: Position = start(self.game, players, 0, **self.options)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match. Without a seed, the next one of the last seed's sequence."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.position = start(self.game, self.players, deal_seed(self._chance), **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.position.actor is not None
        self.agent_selection = self.possible_agents[self.position.actor]

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.position.view(self.possible_agents.index(agent))
        return {"observation": self.layout.observe(view), "action_mask": mask_of(view)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.position = self.position.play(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self.position.actor is None:
            self.rewards = dict(zip(self.possible_agents, rewards(self.position), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.position.actor]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat to act sees it; at the end, as it is."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
