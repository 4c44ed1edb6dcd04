"""What the bots know of Pyramidis."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from benben.core.game import Level
from benben.core.kernels import kernel
from benben.core.text import texts
from benben.games.pyramidis.components import COLOURS, GOAL, HOME_TO_WIN, STEPS
from benben.games.pyramidis.rules import FIELDS, colour_of, piece_at
from benben.games.pyramidis.state import Board

_ = texts(__package__)

LEVELS = (
    Level("novice", _("Novice"), noise=0.12),
    Level("casual", _("Casual player"), noise=0.0),
    Level("club", _("Club player"), effort=150),
    Level("expert", _("Expert"), effort=5_000),
    Level("master", _("Master"), seconds=1.0),
)

# In steps of the course.
HOME = 6.0  # a pyramid home is worth more than its steps: nobody can carry it off again
CARRIED = 3.0  # a pyramid under another colour goes where that colour goes
CONTROL = 2.0  # a stack to move
COVERS = 1.0  # every pyramid of an opponent that stands under mine
NEEDED = 0.6  # how much less a pyramid counts that is not among the next to be needed
SPREAD = 12.0  # steps of lead that turn an even match into 73 %


@kernel
def worth(s: Board, colour: int) -> float:
    """How well a colour stands, in steps."""
    value: float = HOME * s.home[colour]
    near = np.zeros(20, np.int64)  # how many of its pyramids are this many steps from home
    for field in range(FIELDS):
        height = s.height[field]
        if height == 0:
            continue
        owner = piece_at(s.stack[field], height - 1)
        if owner == colour:
            value += CONTROL
        for level in range(height):
            piece = piece_at(s.stack[field], level)
            if piece == colour:
                near[STEPS[colour, field]] += 1
                if owner != colour:
                    value -= CARRIED
            elif owner == colour:
                value += COVERS
    if s.towers >> GOAL[colour] & 1:
        value -= CARRIED
    needed = HOME_TO_WIN - s.home[colour]
    for steps in range(20):
        for _ in range(near[steps]):
            value -= steps if needed > 0 else steps * (1.0 - NEEDED)
            needed -= 1
    return value


@kernel
def evaluate(s: Board, out: Any) -> None:
    """Each seat against all others: the better it stands than they do, the likelier it wins."""
    values = np.zeros(COLOURS)
    best = -1e9
    for seat in range(s.players):
        values[seat] = worth(s, colour_of(s, seat)) / SPREAD
        best = max(best, values[seat])
    total = 0.0
    for seat in range(s.players):
        values[seat] = exp(values[seat] - best)
        total += values[seat]
    for seat in range(s.players):
        out[seat] = values[seat] / total
