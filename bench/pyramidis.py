"""Pyramidis: random games."""

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
