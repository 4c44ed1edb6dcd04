"""Pyramido: random games."""

from __future__ import annotations

from bench import ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramido, random games, 2 players",
        lambda: ours.playouts_per_second("pyramido", 2),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
    ),
    Benchmark(
        "Pyramido, random games, 4 players",
        lambda: ours.playouts_per_second("pyramido", 4),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
    ),
]
