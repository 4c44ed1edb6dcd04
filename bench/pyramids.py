"""Pyramids: speed, and what the bots know."""

from __future__ import annotations

from benben.bots.altered import times
from bench import limit, ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramids, random games, 2 players",
        lambda: ours.playouts_per_second("pyramids", 2),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
        limit=lambda: limit.rate("pyramids", 2),
    ),
    Benchmark(
        "Pyramids, random games, 5 players",
        lambda: ours.playouts_per_second("pyramids", 5),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
        limit=lambda: limit.rate("pyramids", 5),
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
    "GROWTH": {"advice.edifice_values.GROWTH": times(0.0)},
    "CONTACT": {"advice.edifice_values.CONTACT": times(0.0)},
    "THREE: the bonus to come": {"advice.edifice_values.THREE": times(0.0)},
    "RAISES: the obelisk to come": {"advice.evaluation.RAISES": 0.0},
    "BURIES: the tomb to come": {"advice.evaluation.BURIES": 0.0},
    "DOUBT in the tomb": {"advice.edifice_values.DOUBT": 0.0},
    "KEPT, KEPT_FITS": {"advice.card_values.KEPT": 0.0, "advice.card_values.KEPT_FITS": 0.0},
    "FIRST_PICK": {"advice.evaluation.FIRST_PICK": 0.0},
    "SPREAD_ROUND": {"advice.evaluation.SPREAD_ROUND": 0.0},
}
