"""A process that plays random games on request, with whatever checkout is on its path: see `bench.kernels`.

For each line `GAME PLAYERS SECONDS` of its input it plays from an opening for this long and answers with the number of
moves and the CPU time. It uses only what release 0.1 had too.
"""

from __future__ import annotations

import sys
import time
from functools import cache

import benben
from benben.core.position import Position
from benben.core.rng import Rng, new_rng

GAMES = 100  # a call: a few milliseconds


@cache
def opening(game: str, players: int) -> tuple[Position, Rng]:
    """An opening for many games, compiled and warm, and a generator of its own."""
    position, rng = benben.new(game, players=players, seed=bytes(32)), new_rng(1)
    benben.playouts(position, GAMES, rng)
    return position, rng


def play(game: str, players: int, seconds: float) -> tuple[int, float]:
    """Moves played, and CPU seconds."""
    position, rng = opening(game, players)
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += benben.playouts(position, GAMES, rng)
    return moves, spent


def main() -> None:
    for line in sys.stdin:
        game, players, seconds = line.split()
        print(*play(game, int(players), float(seconds)), flush=True)


if __name__ == "__main__":
    main()
