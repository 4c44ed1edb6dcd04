"""The task networks: one per task, predicting the team's final points from `features`.

Two hidden layers; the weights are in `network-1.json` and so on. `python -m bench.fit_terra_pyramides` trains them on
matches that the bot played alone.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.kernels import kernel
from benben.games.terra_pyramides.advice.features import FEATURES, describe
from benben.games.terra_pyramides.box.components import NO_TILE
from benben.games.terra_pyramides.rules.state import PICK, TEAM, Board

Layer = NDArray[np.float32]  # one row per input; the last one is the bias
FILE = "network-{task}.json"
TASKS = (1, 2, 3)


def load(content: str) -> tuple[Layer, Layer, Layer]:
    data = json.loads(content)
    first, second, last = (np.array(data[name], np.float32) for name in ("first", "second", "last"))
    if len(first) != FEATURES + 1:
        raise ValueError(f"the network was made for {len(first) - 1} numbers, not for {FEATURES}")
    return first, second, last


def load_all() -> list[Layer]:
    """The layers, each stacked over all networks."""
    files = [resources.files(__package__).joinpath(FILE.format(task=task)) for task in TASKS]
    return [np.stack(layers) for layers in zip(*(load(file.read_text("utf-8")) for file in files), strict=True)]


FIRST, SECOND, LAST = load_all()


@kernel
def run(seen: Any, first: Any, second: Any, last: Any) -> float:
    """The output of the network for these features. ReLU between the layers."""
    inputs, middle = len(first) - 1, len(second) - 1
    one = first[inputs].copy()
    for i in range(inputs):
        if seen[i] != 0:
            for j in range(middle):
                one[j] += seen[i] * first[i, j]
    two = second[middle].copy()
    for i in range(middle):
        if one[i] > 0:
            for j in range(len(two)):
                two[j] += one[i] * second[i, j]
    value = last[len(two)]
    for j in range(len(two)):
        if two[j] > 0:
            value += two[j] * last[j]
    return float(value)


@kernel
def foresee(s: Board) -> float:
    """The team's predicted final points; from a searched stack, the maximum over its tiles.

    Tasks 1 and 3 are expressed as points too (see `bench.fit_terra_pyramides`): a task is solved above `NEEDS[2]`.
    """
    seen = np.zeros(FEATURES, np.float32)
    first, second, last = FIRST[s.task - 1], SECOND[s.task - 1], LAST[s.task - 1]
    if s.phase != PICK:
        describe(s, seen)
        return run(seen, first, second, last)
    best = -1e9
    stack = s.looking - 1
    for place in range(s.height[stack]):
        s.hand[TEAM] = s.stack[stack, place]
        describe(s, seen)
        best = max(best, run(seen, first, second, last))
    s.hand[TEAM] = NO_TILE
    return best
