"""The luck of a reveal: what a hidden thing did to the chances when it was shown.

Both sides of the difference are seen by the same seat and judged by the same evaluation: before, the mean over the
worlds that fitted its view, after the move; then the mean over those that still fit. So luck is zero on average,
whatever the evaluation is worth, and the luck of a match can be subtracted from its result without bias.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from benben.bots.luck.kernels import FUNCTIONS, NO_MOVE
from benben.core.game import Game
from benben.core.kernels import Kernel
from benben.core.position import Position
from benben.core.rng import new_rng

SAMPLES = 64  # imagined worlds on each side


@cache
def _mean_chances(game: Game, compiled: bool) -> Kernel:
    return game.specialise(FUNCTIONS, compiled)["mean_chances"]


def luck(before: Position, move: int, after: Position, seed: int, samples: int = SAMPLES) -> tuple[float, ...]:
    """How the chances of each seat changed by what the move showed. Two views of the seat that made the move."""
    first, second = np.random.SeedSequence(seed).spawn(2)
    expected = _chances(before, move, first, samples)
    return tuple((_chances(after, NO_MOVE, second, samples) - expected).tolist())


def _chances(view: Position, move: int, seed: np.random.SeedSequence, samples: int) -> np.typing.NDArray[np.float64]:
    game = view.game
    mean = np.zeros(view.players)
    flags = np.zeros(max(game.players), np.int64)
    kernel = _mean_chances(game, game.warm().compiled)
    kernel(view.state.record, game.new_records(1), new_rng(seed), samples, move, np.zeros(view.players), flags, mean)
    return mean
