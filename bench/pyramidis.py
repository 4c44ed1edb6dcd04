"""Pyramidis: speed, and what the bots know."""

from __future__ import annotations

from bench import ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramidis, random games, 2 players",
        lambda: ours.playouts_per_second("pyramidis", 2),
        lambda: peers.rollouts_per_second("oware"),
        "OpenSpiel oware",
        target=2.5,
    ),
    Benchmark(
        "Pyramidis, random games, 2 players",
        lambda: ours.playouts_per_second("pyramidis", 2),
        lambda: peers.rollouts_per_second("mancala"),
        "OpenSpiel mancala",
        target=1.0,
    ),
]

TERMS = {
    "HOME": {"advice.HOME": 0.0},
    "CARRIED": {"advice.CARRIED": 0.0},
    "CONTROL": {"advice.CONTROL": 0.0},
    "COVERS": {"advice.COVERS": 0.0},
    "NEEDED": {"advice.NEEDED": 0.0},
}
