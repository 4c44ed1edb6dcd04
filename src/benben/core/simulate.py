"""Perft counts and random playouts from a position, in compiled code."""

from __future__ import annotations

import numpy as np

from benben.core.position import Position
from benben.core.rng import Rng, new_rng


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from here: the standard test of a move generator."""
    if depth == 0:
        return 1
    game = position.game
    states = game.new_records(depth)
    states[0] = position.state.record[0]
    room = np.empty((depth, game.most_legal), np.int32)
    return int(game.warm().perft(states, room, 0, depth))


def playouts(position: Position, count: int, seed: int | Rng = 0) -> int:
    """Play `count` games to the end with random moves; return the total number of moves."""
    game = position.game
    rng = new_rng(seed) if isinstance(seed, int) else seed
    return int(game.warm().playouts(position.state.record, game.new_records(1), rng, game.move_room(), count))
