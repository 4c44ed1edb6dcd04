"""Pyramido: speed, and what the bots know."""

from __future__ import annotations

from typing import Any

from benben.bots.altered import Changes, times
from benben.games.pyramido.advice import features
from benben.games.pyramido.advice.expected_points import INPUTS
from bench import limit, ours, peers
from bench.timing import Benchmark

BENCHMARKS = [
    Benchmark(
        "Pyramido, random games, 2 players",
        lambda: ours.playouts_per_second("pyramido", 2),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
        limit=lambda: limit.rate("pyramido", 2),
    ),
    Benchmark(
        "Pyramido, random games, 4 players",
        lambda: ours.playouts_per_second("pyramido", 4),
        lambda: peers.rollouts_per_second("backgammon"),
        "OpenSpiel backgammon",
        target=5.0,
        limit=lambda: limit.rate("pyramido", 4),
    ),
    Benchmark(
        "Pyramido, search, 2 players",
        lambda: ours.searched_per_second("pyramido"),
        lambda: peers.searched_per_second("backgammon"),
        "OpenSpiel MCTSBot on backgammon",
        target=5.0,
    ),
]


def _features(first: int, count: int = 1) -> Changes:
    """Some of what pyramids are judged by, out of sight of the network."""

    def change(old: Any) -> Any:
        new = old.reshape(len(old), INPUTS, -1).copy()
        new[:, first : first + count] = 0.0
        return new.reshape(old.shape)

    return {"advice.expected_points.ROWS": change}


def _linear(head: Any) -> Any:
    """Without the rectified units."""
    new = head.copy()
    new[:, 1:] = 0.0
    return new


TERMS = {
    "CARDS": _features(features.CARDS),
    "MARKERS": _features(features.MARKERS),
    "MARKED": _features(features.MARKED),
    "MARKED_LASTING": _features(features.MARKED_LASTING),
    "FEWEST": _features(features.FEWEST, 3),
    "OPEN_SIDES, FEWEST_OPEN": _features(features.OPEN_SIDES, 2),
    "JOINABLE": _features(features.JOINABLE),
    "IN_HAND": _features(features.IN_HAND, 7),
    "LARGEST": _features(features.LARGEST, 6),
    "EDGES": _features(features.EDGES, 3),
    "SECOND, ALIVE": _features(features.SECOND, 2),
    "FOR_CARDS": _features(features.FOR_CARDS, 3),
    "OFFERS": _features(features.OFFERS, 4),
    "the hidden layer": {"advice.expected_points.HEAD": _linear},
    "STUCK, RESCUED": {"advice.evaluation.STUCK": 0.0, "advice.evaluation.RESCUED": 0.0},
    "weigh: lasting jewels": {"advice.priors.LASTING": times(0.0), "advice.priors.TOGETHER": 0.0},
    "weigh: MINOS": {"advice.priors.MINOS": 0.0},
    "weigh: CARD_KEPT": {"advice.priors.CARD_KEPT": times(0.0)},
}
