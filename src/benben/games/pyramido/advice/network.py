"""A small network that maps the features of a pyramid to expected points."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.pyramido.advice.features import CHOOSING, FEATURES, FEWEST, LEFT, MARKED
from benben.games.pyramido.box.components import STAGES

# One hidden layer with skip connections (bench/fit_pyramido.py): one network for each stage with turns remaining,
# and one for each stage with a full layer.
_WEIGHTS = json.loads(resources.files(__package__ or "").joinpath("network.json").read_text("utf-8"))
INPUT = np.array(_WEIGHTS["input"])  # [part, feature, hidden]
BIAS = np.array(_WEIGHTS["bias"])  # [part, hidden]
OUTPUT = np.array(_WEIGHTS["output"])  # [part, hidden]
DIRECT = np.array(_WEIGHTS["direct"])  # [part, feature]
CONSTANT = np.array(_WEIGHTS["constant"])  # [part]
HIDDEN = BIAS.shape[1]


@kernel
def points_to_come(stage: int, features: Any, hidden: Any) -> float:
    """Expected further points of a pyramid. `hidden` is a scratch buffer."""
    part = 2 * stage
    value = 0.0
    if features[LEFT] == 0.0:  # this stage's points are known, except for a possible card
        part += 1
        value = features[MARKED] + features[FEWEST]
        if stage == STAGES - 1 and features[CHOOSING] == 0.0:
            return float(value)
    value += CONSTANT[part]
    for j in range(HIDDEN):
        hidden[j] = BIAS[part, j]
    for k in range(FEATURES):
        x = features[k]
        if x != 0.0:
            value += x * DIRECT[part, k]
            for j in range(HIDDEN):
                hidden[j] += x * INPUT[part, k, j]
    for j in range(HIDDEN):
        if hidden[j] > 0.0:
            value += hidden[j] * OUTPUT[part, j]
    return float(value)
