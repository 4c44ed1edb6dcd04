"""Spaces and masks of observations, for Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.adapters.observation import ObservationLayout
from benben.core.extras import needs
from benben.core.position import Position

with needs("research"):
    from gymnasium.spaces import Box


def space_of(layout: ObservationLayout) -> Any:
    """The space of a game's observations."""
    return Box(layout.low, layout.high, dtype=np.int16)


def mask_of(view: Position) -> NDArray[np.int8]:
    """1 for each legal move of the view's seat; all 0 where that seat is not to act."""
    mask = np.zeros(view.game.moves, np.int8)
    if view.seat == view.actor:
        mask[list(view.legal_moves.numbers)] = 1
    return mask
