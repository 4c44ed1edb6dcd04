"""Speed of the vector environment: masked and observed steps a second on one core, beside pgx and EnvPool.

The games differ, so a ratio compares environments, not the same work. pgx's board games have masks and are compiled by
JAX for one CPU core; EnvPool has no board game with masks, so its fastest environment stands for it. Random legal
actions are chosen inside the measured time on all sides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import benben
from benben.adapters.vector import BatchEnv
from bench.timing import AtMost, Benchmark, rate

MATCHES = 1024
STEPS = 20  # in one call


@cache
def _ours(game: str) -> BatchEnv:
    envs = BatchEnv(game, MATCHES, threads=1)
    envs.reset(seed=1)
    return envs


def steps_per_second(game: str) -> float:
    """Random legal actions, with fresh arrays of observations and masks at every step."""
    envs = _ours(game)

    def work() -> float:
        for _step in range(STEPS):
            envs.step(envs.random_actions())
        return STEPS * MATCHES

    return rate(work)


@cache
def _pgx(name: str) -> Callable[[], float]:
    """pgx: step, and reset where a match is over, all inside one compiled loop."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)

    def one(state: Any, key: Any) -> Any:
        chosen, fresh, chance = jax.random.split(key, 3)
        action = jax.random.categorical(chosen, jnp.log(state.legal_action_mask))
        after = env.step(state, action, chance)
        return jax.lax.cond(after.terminated | after.truncated, lambda: env.init(fresh), lambda: after)

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        return jax.vmap(one)(state, jax.random.split(key, MATCHES))

    memory = {
        "state": jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), MATCHES)),
        "key": jax.random.PRNGKey(1),
    }

    def work() -> float:
        for _step in range(STEPS):
            memory["key"], now = jax.random.split(memory["key"])
            memory["state"] = step(memory["state"], now)
        memory["state"].observation.block_until_ready()
        return STEPS * MATCHES

    return work


def pgx_steps_per_second(name: str) -> float:
    return rate(_pgx(name))


@cache
def _envpool(name: str) -> Any:
    import envpool

    envs = envpool.make_gymnasium(name, num_envs=MATCHES, num_threads=1)
    envs.reset()
    return envs


def envpool_steps_per_second(name: str) -> float:
    """EnvPool with random actions; its games here have no masks to respect."""
    envs, chance = _envpool(name), np.random.default_rng(1)
    actions = envs.action_space.n

    def work() -> float:
        for _step in range(STEPS):
            envs.step(chance.integers(actions, size=MATCHES, dtype=np.int32))
        return STEPS * MATCHES

    return rate(work)


def _beside(game: str, peer: Callable[[], float], peer_name: str) -> Benchmark:
    title = benben.find(game).title
    return Benchmark(
        f"{title}, vector environment, another game", lambda: steps_per_second(game), peer, peer_name, 0.0, "steps/s"
    )


BENCHMARKS = [
    AtMost("Pyramidis, one masked and observed step", lambda: 1e6 / steps_per_second("pyramidis"), 1.0, "µs"),
    _beside("pyramidis", lambda: pgx_steps_per_second("connect_four"), "pgx connect_four"),
    _beside("pyramidis", lambda: envpool_steps_per_second("CartPole-v1"), "EnvPool CartPole"),
    _beside("pyramido", lambda: pgx_steps_per_second("backgammon"), "pgx backgammon"),
    _beside("pyramids", lambda: pgx_steps_per_second("backgammon"), "pgx backgammon"),
    _beside("terra_pyramides", lambda: pgx_steps_per_second("backgammon"), "pgx backgammon"),
]
