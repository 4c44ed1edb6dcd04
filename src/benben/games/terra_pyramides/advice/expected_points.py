"""The task networks: one per task, predicting the team's final points from `task_features`.

`python -m bench.fit_terra_pyramides` trains them on matches that the bot played alone.
"""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.network import add_up, fill_units, list_inputs, load_networks, rectify
from benben.core.kit.scratch import scratch, single_scratch, unowned
from benben.games.terra_pyramides.advice.task_features import FEATURES, describe
from benben.games.terra_pyramides.box.components import NO_TILE
from benben.games.terra_pyramides.rules.state import PICK, TEAM, Board

NETWORKS = load_networks(__package__, "expected_points.json", FEATURES)
FIRST, FIRST_BIAS = NETWORKS.layer_before
ROWS, BIAS, HEAD = NETWORKS.flat_rows, NETWORKS.bias, NETWORKS.head
FIRST_UNITS, UNITS = FIRST_BIAS.shape[1], BIAS.shape[1]


@kernel
def run(seen: Any, task: int) -> float:
    """The output of the network of this task for these features, whose memory is used up."""
    inputs = scratch(FEATURES)
    first = single_scratch(FIRST_UNITS)
    units = single_scratch(UNITS)
    count = list_inputs(seen, FEATURES, inputs, seen, 0)
    rows, bias = unowned(FIRST[task - 1]), unowned(FIRST_BIAS[task - 1])
    fill_units(first, FIRST_UNITS, rows, bias, inputs, seen, count)
    rectify(first, FIRST_UNITS)
    count = list_inputs(first, FIRST_UNITS, inputs, first, 0)
    fill_units(units, UNITS, unowned(ROWS[task - 1]), unowned(BIAS[task - 1]), inputs, first, count)
    return float(add_up(units, UNITS, unowned(HEAD[task - 1])))


@kernel
def foresee(s: Board) -> float:
    """The team's predicted final points; from a searched stack, the maximum over its tiles.

    Tasks 1 and 3 are expressed as points too (see `bench.fit_terra_pyramides`): a task is solved above `NEEDS[2]`.
    """
    seen = single_scratch(FEATURES)
    if s.phase != PICK:
        describe(s, seen)
        return run(seen, s.task)
    best = -1e9
    stack = s.looking - 1
    for place in range(s.height[stack]):
        s.hand[TEAM] = s.stack[stack, place]
        describe(s, seen)
        best = max(best, run(seen, s.task))
    s.hand[TEAM] = NO_TILE
    return best
