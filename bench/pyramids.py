"""Pyramids: random games."""

from __future__ import annotations

from bench import ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramids, random games, 2 players",
        lambda: ours.playouts_per_second("pyramids", 2),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
    ),
    Benchmark(
        "Pyramids, random games, 5 players",
        lambda: ours.playouts_per_second("pyramids", 5),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
    ),
]
