"""The evaluation of a position of Pyramidis."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.seats import make_chances
from benben.games.pyramidis.box.components import HOME_TO_WIN, START, STEPS
from benben.games.pyramidis.rules.moves import FIELDS
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at

MOST_STEPS = int(STEPS.max())

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
def worth(s: Board, colour: int) -> float:
    """The evaluation of a colour, in log-odds."""
    value = 0.0
    near = np.zeros(MOST_STEPS + 1, np.int64)  # number of its pyramids by steps to go
    for field in range(FIELDS):
        height = s.height[field]
        if height == 0:
            continue
        stack = s.stack[field]
        mine = piece_at(stack, height - 1) == colour
        if mine:
            value += CONTROL
            if height == 1:
                value += LONE
        for level in range(height):
            if piece_at(stack, level) == colour:
                near[STEPS[colour, field]] += 1
                if field == START[colour]:
                    value += AT_START
                if not mine:
                    value += BURIED[min(DEEPEST, height - 1 - level)]
    needed = HOME_TO_WIN - s.home[colour]
    for steps in range(MOST_STEPS + 1):
        for _ in range(near[steps]):
            value -= steps * (NEAR if needed > 0 else FAR)
            needed -= 1
    return value


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Softmax of `worth` over the seats."""
    for seat in range(s.players):
        out[seat] = worth(s, colour_of(s, seat))
        if colour_of(s, seat) == s.turn:
            out[seat] += TEMPO
    make_chances(out, s.players, 1.0)
