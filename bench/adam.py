"""Adam, the way in which the networks of the bots are fitted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

SMOOTHING, SQUARES_SMOOTHING = 0.9, 0.999


class Adam:
    """Steps against the slopes, longer where these have been small and steady."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self._means = [np.zeros_like(part) for part in parts]
        self._squares = [np.zeros_like(part) for part in parts]
        self._step = 0

    def changes(self, slopes: Sequence[Any]) -> list[Any]:
        """What to take away from each part, for a rate of one."""
        self._step += 1
        found = []
        for mean, square, slope in zip(self._means, self._squares, slopes, strict=True):
            mean += (1 - SMOOTHING) * (slope - mean)
            square += (1 - SQUARES_SMOOTHING) * (slope**2 - square)
            mean_now = mean / (1 - SMOOTHING**self._step)
            found.append(mean_now / (np.sqrt(square / (1 - SQUARES_SMOOTHING**self._step)) + 1e-8))
        return found
