"""Pyramido: speed, and what the bots know."""

from __future__ import annotations

from benben.games.pyramido import advice
from bench import ours, peers
from bench.ablate import Term, times, without_rows
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


def _feature(row: int) -> Term:
    """A term of the evaluation switched off, in both tables."""
    return {"advice.WORTH_AT_END": without_rows(row), "advice.WORTH_TO_COME": without_rows(row)}


TERMS = {
    "MARKED": _feature(advice.MARKED),
    "FEWEST": _feature(advice.FEWEST),
    "MARKERS": _feature(advice.MARKERS),
    "IN_HAND": _feature(advice.IN_HAND),
    "OPEN_SIDES": _feature(advice.OPEN_SIDES),
    "CARDS": _feature(advice.CARDS),
    "LASTING": _feature(advice.LASTING),
    "LARGEST, LARGE": {
        "advice.WORTH_AT_END": without_rows(advice.LARGEST, advice.LARGE),
        "advice.WORTH_TO_COME": without_rows(advice.LARGEST, advice.LARGE),
    },
    "STUCK, RESCUED": {"advice.STUCK": 0.0, "advice.RESCUED": 0.0},
    "weigh: lasting jewels": {"promise.LASTING": times(0.0), "promise.TOGETHER": 0.0},
    "weigh: MINOS": {"promise.MINOS": 0.0},
    "weigh: CARD_KEPT": {"promise.CARD_KEPT": times(0.0)},
}
