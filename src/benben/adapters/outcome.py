"""Rewards: the result of a match as numbers.

In a competition of n seats a sole winner gets 1 and each other seat -1 / (n - 1); k winners share: each gets
(n / k - 1) / (n - 1). The sum is 0. Where all seats win or lose together (tasks, solo matches) each gets 1 or -1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benben.core.game import Game, Options
from benben.core.position import Position


def is_shared(game: Game, players: int, options: Options) -> bool:
    """True if all seats win or lose together."""
    return players == 1 or game.together(players, options)


def rewards(position: Position) -> tuple[float, ...]:
    """The reward of each seat at the end of a match; zeros before."""
    if not position.is_over:
        return (0.0,) * position.players
    shares = np.zeros((1, position.players))
    for seat in position.winners:
        shares[0, seat] = 1 / len(position.winners)
    return tuple(rewards_of(shares, is_shared(position.game, position.players, position.options))[0].tolist())


def rewards_of(shares: NDArray[np.float64], shared: bool) -> NDArray[np.float64]:
    """The rewards of finished matches, by match and seat, from each seat's share of the win."""
    players = shares.shape[1]
    if shared:
        return np.where(shares > 0, 1.0, -1.0)
    result: NDArray[np.float64] = (shares * players - 1) / (players - 1)
    return result
