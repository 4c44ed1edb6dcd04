"""Pyramidis: speed, and what the bots know."""

from __future__ import annotations

from benben.bots.altered import times
from benben.games.pyramidis.advice.evaluation import FAR
from bench import limit, ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramidis, random games, 2 players",
        lambda: ours.playouts_per_second("pyramidis", 2),
        lambda: peers.rollouts_per_second("oware"),
        "OpenSpiel oware",
        target=2.5,
        limit=lambda: limit.rate("pyramidis", 2),
    ),
    Benchmark(
        "Pyramidis, random games, 2 players",
        lambda: ours.playouts_per_second("pyramidis", 2),
        lambda: peers.rollouts_per_second("mancala"),
        "OpenSpiel mancala",
        target=1.0,
        limit=lambda: limit.rate("pyramidis", 2),
    ),
    Benchmark(
        "Pyramidis, search, 2 players",
        lambda: ours.searched_per_second("pyramidis"),
        lambda: peers.searched_per_second("oware"),
        "OpenSpiel MCTSBot on oware",
        target=2.0,
    ),
]

TERMS = {
    "NEAR, FAR: steps to go": {"advice.evaluation.NEAR": 0.0, "advice.evaluation.FAR": 0.0},
    "NEAR = FAR": {"advice.evaluation.NEAR": FAR},
    "CONTROL, LONE": {"advice.evaluation.CONTROL": 0.0, "advice.evaluation.LONE": 0.0},
    "LONE": {"advice.evaluation.LONE": 0.0},
    "AT_START": {"advice.evaluation.AT_START": 0.0},
    "BURIED": {"advice.evaluation.BURIED": times(0.0)},
    "TEMPO": {"advice.evaluation.TEMPO": 0.0},
}
