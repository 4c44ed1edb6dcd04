"""Our own speed, measured as the peers' is."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import benben
from benben.bots.search import SearchBot
from benben.core.rng import new_rng
from bench.timing import rate

GAMES = 200  # a call: a few milliseconds
ITERATIONS = 2_000  # a search for one move, as `peers.SIMULATIONS`
TO_THE_END = 1_000_000  # moves


def playouts_per_second(game: str, players: int = 2) -> float:
    """Moves a second in random games from an opening, on this core."""
    opening, rng = benben.new(game, players=players, seed=bytes(32)), new_rng(1)
    return rate(lambda: benben.playouts(opening, GAMES, rng))


def searched_per_second(game: str, players: int = 2) -> float:
    """Moves simulated by a search for the first move, its rollouts random and to the end, on this core."""
    opening = benben.new(game, players=players, seed=bytes(32))
    searcher = SearchBot(iterations=ITERATIONS, trees=1, horizon=TO_THE_END, plain=True)
    view = opening.view(opening.actor)
    return rate(lambda: searcher.think(view, 1).simulated)


def seconds_of(program: str) -> float:
    """How long a new Python process needs for this, its own start not counted."""
    return _process(program) - _process("pass")


def _process(program: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, env=os.environ)
    return time.perf_counter() - start
