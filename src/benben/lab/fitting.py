"""The fit of a network to examples, with JAX and Optax on the CPU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.extras import needs
from benben.core.kit.network import Network
from benben.lab.examples import Examples

BATCH = 1024
RATE = 3e-3  # of Adam, falling to nothing
DECAY = 1e-4  # of the weights
TESTED = 10  # one game in ten is not learned from: it tells which pass was the best
COMMON = 1e-3  # an input of a smaller root mean square is treated as if it had this one


@dataclass(frozen=True)
class Fit:
    """A fitted network, and the cross-entropy after each pass, on learned and on other games."""

    network: Network
    losses: list[tuple[float, float]]
    unfitted: float  # cross-entropy of the evaluation on the games not learned from

    @property
    def best(self) -> float:
        return min(unseen for _learned, unseen in self.losses)


def fit(
    examples: Examples,
    size: int,
    units: int,
    passes: int,
    trust_in_ends: float,
    seed: int,
    origin: tuple[str, tuple[int, ...], Mapping[str, Any]],
) -> Fit:
    """The network under which the targets are likeliest: the shares of victory, mixed with what the search said."""
    with needs("learn"):
        import jax
        import jax.numpy as jnp
        import optax

    def loss(part: Any, weights: Any) -> Any:
        dense, scores, targets = part
        hidden = dense.reshape(-1, size) @ weights["rows"] + weights["bias"]
        hidden = jnp.concatenate([hidden[:, :1], jax.nn.relu(hidden[:, 1:])], 1)
        said = (hidden @ weights["head"]).reshape(scores.shape)
        return -(targets * jax.nn.log_softmax(weights["trust"] * scores + said)).sum(1).mean()

    @jax.jit
    def step(weights: Any, memory: Any, part: Any) -> tuple[Any, Any, Any]:
        value, slopes = jax.value_and_grad(lambda now: loss(part, now))(weights)
        updates, memory = optimiser.update(slopes, memory, weights)
        return optax.apply_updates(weights, updates), memory, value

    score = jax.jit(loss)
    data, rng = _Data(examples, size, trust_in_ends), np.random.default_rng(seed)
    weights: Any = _first_weights(size, units, rng)
    steps = passes * data.steps
    optimiser = optax.adamw(
        optax.cosine_decay_schedule(RATE, max(1, steps)), weight_decay=DECAY, mask=_decaying(weights)
    )
    memory = optimiser.init(weights)
    unseen = [data.part(places) for places in data.unseen()]

    def tested(now: Any) -> float:
        return sum(float(score(part, now)) * len(part[1]) for part in unseen) / sum(len(part[1]) for part in unseen)

    unfitted, losses, best = tested({**weights, "trust": 1.0}), [], weights
    for _pass in range(passes):
        learned = []
        for places in data.learned(rng):
            weights, memory, value = step(weights, memory, data.part(places))
            learned.append(float(value))
        losses.append((float(np.mean(learned)), tested(weights)))
        if losses[-1][1] == min(loss for _learned, loss in losses):
            best = weights
    found = {name: np.asarray(part, np.float64) for name, part in best.items()}
    rows = found["rows"] * data.scale[:, None]
    return Fit(
        Network(origin[0], origin[1], float(found["trust"]), rows, found["bias"], found["head"], origin[2]),
        losses,
        unfitted,
    )


def _first_weights(size: int, units: int, rng: np.random.Generator) -> dict[str, Any]:
    """Random, but for the head: the first answer is zero."""
    return {
        "trust": np.float32(1.0),
        "rows": rng.normal(0, 0.5 / np.sqrt(size), (size, units)).astype(np.float32),
        "bias": rng.normal(0, 0.1, units).astype(np.float32),
        "head": np.zeros(units, np.float32),
    }


def _decaying(weights: dict[str, Any]) -> dict[str, bool]:
    return {name: name in ("rows", "head") for name in weights}


class _Data:
    """The examples in batches; inputs are scaled to a root mean square of one, where they occur."""

    def __init__(self, examples: Examples, size: int, trust_in_ends: float) -> None:
        self.examples, self.size = examples, size
        squares = np.bincount(examples.inputs, examples.values.astype(np.float64) ** 2, size)
        counts = np.bincount(examples.inputs, minlength=size)
        self.scale = 1 / np.maximum(COMMON, np.sqrt(squares / np.maximum(1, counts)))
        self.scale[counts == 0] = 0.0
        self.targets = trust_in_ends * examples.shares + (1 - trust_in_ends) * examples.said
        self.is_unseen = examples.game % TESTED == 0

    @property
    def steps(self) -> int:
        return max(1, int((~self.is_unseen).sum()) // BATCH)

    def learned(self, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
        """Batches of one size, in random order, so that the step is compiled once."""
        order = rng.permutation(np.flatnonzero(~self.is_unseen))
        size = min(BATCH, len(order))
        return (order[k * size : (k + 1) * size] for k in range(len(order) // max(1, size)))

    def unseen(self) -> Iterator[NDArray[np.int64]]:
        places = np.flatnonzero(self.is_unseen)
        return (places[k : k + BATCH] for k in range(0, len(places), BATCH))

    def part(self, places: NDArray[np.int64]) -> tuple[Any, Any, Any]:
        chosen = self.examples.chosen(places)
        dense = chosen.dense(self.size) * self.scale.astype(np.float32)
        return dense, chosen.scores, self.targets[places]
