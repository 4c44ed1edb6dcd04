"""Terra Pyramides: speed."""

from __future__ import annotations

from bench import ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Terra Pyramides, random games, 2 players",
        lambda: ours.playouts_per_second("terra_pyramides", 2),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=3.0,
    ),
    Benchmark(
        "Terra Pyramides, random games, 4 players",
        lambda: ours.playouts_per_second("terra_pyramides", 4),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=3.0,
    ),
    Benchmark(
        "Terra Pyramides, search, 2 players",
        lambda: ours.searched_per_second("terra_pyramides"),
        lambda: peers.searched_per_second("backgammon"),
        "OpenSpiel MCTSBot on backgammon",
        target=5.0,
    ),
]
