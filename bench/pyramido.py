"""Pyramido: speed, and what the bots know."""

from __future__ import annotations

from typing import Any

from benben.games.pyramido import worth
from bench import ours, peers
from bench.ablate import Term, times
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
    Benchmark(
        "Pyramido, search, 2 players",
        lambda: ours.searched_per_second("pyramido"),
        lambda: peers.searched_per_second("backgammon"),
        "OpenSpiel MCTSBot on backgammon",
        target=5.0,
    ),
]


def _features(first: int, count: int = 1) -> Term:
    """Some of what pyramids are judged by, out of sight of the network."""

    def change(old: Any) -> Any:
        new = old.copy()
        new[:, first : first + count] = 0.0
        return new

    return {"worth.INPUT": change, "worth.DIRECT": change}


TERMS = {
    "CARDS": _features(worth.CARDS),
    "MARKERS": _features(worth.MARKERS),
    "MARKED": _features(worth.MARKED),
    "MARKED_LASTING": _features(worth.MARKED_LASTING),
    "FEWEST": _features(worth.FEWEST, 3),
    "OPEN_SIDES, FEWEST_OPEN": _features(worth.OPEN_SIDES, 2),
    "JOINABLE": _features(worth.JOINABLE),
    "IN_HAND": _features(worth.IN_HAND, 7),
    "LARGEST": _features(worth.LARGEST, 6),
    "EDGES": _features(worth.EDGES, 3),
    "SECOND, ALIVE": _features(worth.SECOND, 2),
    "FOR_CARDS": _features(worth.FOR_CARDS, 3),
    "OFFERS": _features(worth.OFFERS, 4),
    "the hidden layer": {"worth.OUTPUT": times(0.0)},
    "STUCK, RESCUED": {"advice.STUCK": 0.0, "advice.RESCUED": 0.0},
    "weigh: lasting jewels": {"promise.LASTING": times(0.0), "promise.TOGETHER": 0.0},
    "weigh: MINOS": {"promise.MINOS": 0.0},
    "weigh: CARD_KEPT": {"promise.CARD_KEPT": times(0.0)},
}
