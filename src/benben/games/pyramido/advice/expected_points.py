"""Networks that map the features of a pyramid to expected points."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.network import add_up, fill_units, list_inputs, load_networks, put
from benben.core.kit.scratch import float_scratch, scratch, unowned
from benben.games.pyramido.advice.features import CHOOSING, FEATURES, FEWEST, LEFT, MARKED
from benben.games.pyramido.box.components import STAGES

KNOWN = FEATURES  # points of this stage that are certain
INPUTS = FEATURES + 1

# Fitted by bench/fit_pyramido.py: for each stage a network with turns remaining, and one with a full layer.
NETWORKS = load_networks(__package__, "expected_points.json", INPUTS)
ROWS, BIAS, HEAD = NETWORKS.flat_rows, NETWORKS.bias, NETWORKS.head
UNITS = BIAS.shape[1]


@kernel
def points_to_come(stage: int, features: Any) -> float:
    """Expected further points of a pyramid."""
    part = 2 * stage
    inputs = scratch(INPUTS)
    values = float_scratch(INPUTS)
    units = float_scratch(UNITS)
    count = 0
    if features[LEFT] == 0.0:  # this stage's points are known, except for a possible card
        part += 1
        known = features[MARKED] + features[FEWEST]
        if stage == STAGES - 1 and features[CHOOSING] == 0.0:
            return float(known)
        count = put(inputs, values, count, KNOWN, known)
    count = list_inputs(features, FEATURES, inputs, values, count)
    fill_units(units, UNITS, unowned(ROWS[part]), unowned(BIAS[part]), inputs, values, count)
    return float(add_up(units, UNITS, unowned(HEAD[part])))
