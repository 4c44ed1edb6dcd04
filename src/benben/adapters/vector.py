"""Gymnasium's vector environment over `benben.batch`: many matches, stepped together in compiled code.

    from benben.adapters.vector import BatchEnv

    envs = BatchEnv("pyramidis", 4096)
    observations, info = envs.reset(seed=1)
    observations, reward, terminated, truncated, info = envs.step(envs.random_actions())

Each step is one move in every match, made by the seat to act: self-play. `observations["observation"][i]` is match i
in the eyes of that seat (see `benben.adapters.observation`; entry 0 is the seat), `observations["action_mask"][i]` its
legal moves. `reward[i]` belongs to the seat that has just moved, `info["rewards"][i]` has the rewards of all seats,
which come at the end (see `benben.adapters.outcome`).

A mask without any legal move means that the match is over: its action in the next step is ignored, and that step deals
a new match (Gymnasium's autoreset mode NEXT_STEP). If any other action is illegal, the step raises IllegalMove and
nothing changes. With `copy=False` the arrays are overwritten by the next step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benben.adapters.observation import engine_of, layout_of, typed
from benben.adapters.outcome import is_shared, rewards_of
from benben.adapters.spaces import space_of
from benben.core.batch import Batch
from benben.core.extras import needs
from benben.games import find

with needs("research"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class BatchEnv(VectorEnv):
    """`n` matches at once, on `threads` cores (default: all)."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self, game: str, n: int, players: int = 2, *, threads: int | None = None, copy: bool = True, **options: Any
    ) -> None:
        self.game = find(game)
        self.layout = layout_of(self.game)
        self.num_envs = n
        self.players = players
        self._made = (players, threads, options)
        self.batch = Batch(self.game, n, players, threads=threads, **options)
        self._shared = is_shared(self.game, players, self.batch.options)
        self._copy = copy
        self._observations = np.zeros((n, self.layout.size), np.int16)
        self._shares = np.zeros((n, players))
        self._engine = engine_of(self.game)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.moves)
        self.single_observation_space = gymnasium.spaces.Dict(
            {
                "observation": space_of(self.layout),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.moves,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, n)
        self.observation_space = batch_space(self.single_observation_space, n)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Deal all matches. A seed determines them and all that follow."""
        if seed is not None:
            players, threads, chosen = self._made
            self.batch = Batch(self.game, self.num_envs, players, seed=seed, threads=threads, **chosen)
        else:
            self.batch.reset()
        return self._seen(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        over = self.batch.done
        moves = np.asarray(actions, np.int64)
        movers = self.batch.actors.copy()
        if over.any():
            moves = np.where(over, -1, moves)
        self.batch.play(moves, renew=over)
        done = self.batch.done
        rewards = np.zeros((self.num_envs, self.players))
        reward = np.zeros(self.num_envs)
        if (ended := np.flatnonzero(done)).size:
            self.batch.everywhere(self._share)
            rewards[ended] = rewards_of(self._shares[ended], self._shared)
            reward[ended] = rewards[ended, movers[ended]]
        return self._seen(), reward, done, np.zeros(self.num_envs, np.bool_), {"rewards": rewards}

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each match; 0 where it is over."""
        return np.maximum(self.batch.random_moves(), 0)

    def _seen(self) -> dict[str, NDArray[Any]]:
        self.batch.everywhere(self._observe)
        masks = self.batch.masks.view(np.int8)
        seen: dict[str, NDArray[Any]] = {"observation": self._observations, "action_mask": masks}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _share(self, start: int, end: int) -> None:
        flags = np.zeros(max(self.game.players), np.int64)
        self._engine["share_many"](self.batch.states, start, end, self._shares, flags)

    def _observe(self, start: int, end: int) -> None:
        states, plan, out = self.batch.states, self.layout.plan, self._observations
        if self.game.open:
            self._engine["observe_many_open"](states, start, end, *typed(states), plan, out)
        else:
            veiled, blank = self.game.new_records(1), self.game.new_records(1)
            self._engine["observe_many"](states, start, end, veiled, blank, *typed(veiled), plan, out)
