"""The evaluation of a position of Pyramidis."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.kit.seats import make_chances
from benben.games.pyramidis.box.components import COLOURS, HOME_TO_WIN, START, STEPS
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at

STEP_COUNTS = int(STEPS.max()) + 1

# Evaluation terms of a colour, in log-odds. Fitted by logistic regression to self-play games (docs/bots/pyramidis.md).
# Pyramids home have no term of their own: they have no steps to go, but they control no field either.
NEAR = 0.011  # per step to go, for the nearest pyramids, as many as still needed
FAR = 0.046  # per step to go, for the others, which also fight for control
CONTROL = 0.25  # per stack that the colour controls
LONE = -0.155  # added if that stack is a single pyramid
AT_START = 0.22  # per pyramid on the start field, where nobody can carry it off
BURIED = np.array([0.0, 0.02, -0.09, -0.3, -0.49])  # per pyramid in another colour's stack, by pyramids on top of it
TEMPO = 0.17  # side to move
DEEPEST = len(BURIED) - 1


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Softmax of the seats' log-odds."""
    worth = float_scratch(COLOURS)
    near = scratch(COLOURS, STEP_COUNTS)  # pyramids of a colour by steps to go
    far = scratch(COLOURS)  # bit set of these steps
    for field in each_bit(s.control[0] | s.control[1] | s.control[2] | s.control[3]):
        height = s.height[field]
        stack = s.stack[field]
        owner = piece_at(stack, height - 1)
        worth[owner] += CONTROL
        if height == 1:
            worth[owner] += LONE
        for level in range(height):
            colour = piece_at(stack, level)
            steps = STEPS[colour, field]
            near[colour, steps] += 1
            far[colour] |= 1 << steps
            if field == START[colour]:
                worth[colour] += AT_START
            if colour != owner:
                worth[colour] += BURIED[min(DEEPEST, height - 1 - level)]
    for seat in range(s.players):
        colour = colour_of(s, seat)
        out[seat] = less_steps(worth[colour], near[colour], far[colour], HOME_TO_WIN - s.home[colour])
        if colour == s.turn:
            out[seat] += TEMPO
    make_chances(out, s.players, 1.0)


@kernel
def less_steps(value: float, near: Any, far: int, needed: int) -> float:
    """The value of a colour, less the cost of its steps to go: of the nearest `needed` pyramids, then of the others."""
    for steps in each_bit(far):
        for _ in range(near[steps]):
            value -= steps * (NEAR if needed > 0 else FAR)
            needed -= 1
    return value
