"""Pyramids: speed, and what the bots know."""

from __future__ import annotations

from bench import ours, peers
from bench.ablate import times
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
    Benchmark(
        "Pyramids, search, 2 players",
        lambda: ours.searched_per_second("pyramids"),
        lambda: peers.searched_per_second("backgammon"),
        "OpenSpiel MCTSBot on backgammon",
        target=5.0,
    ),
]

TERMS = {
    "GROWTH": {"outlook.GROWTH": times(0.0)},
    "CONTACT": {"outlook.CONTACT": times(0.0)},
    "THREE: the bonus to come": {"outlook.THREE": times(0.0)},
    "RAISES: the obelisk to come": {"advice.RAISES": 0.0},
    "BURIES: the tomb to come": {"advice.BURIES": 0.0},
    "DOUBT in the tomb": {"outlook.DOUBT": 0.0},
    "KEPT, KEPT_FITS": {"prospects.KEPT": 0.0, "prospects.KEPT_FITS": 0.0},
    "FIRST_PICK": {"advice.FIRST_PICK": 0.0},
    "SPREAD_ROUND": {"advice.SPREAD_ROUND": 0.0},
}
