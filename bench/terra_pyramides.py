"""Terra Pyramides: speed, and what the bots know."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.bots.altered import Changes
from benben.games.terra_pyramides.advice import analysis, expected_points, task_features
from bench import ours, peers
from bench.fit_terra_pyramides import TASKS, play
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


@cache
def _usual(task: int) -> NDArray[np.float32]:
    """What the numbers that a network sees come to on average."""
    matches = play(task, games=2, iterations=16, seed=0, fresh=False)
    mean: NDArray[np.float32] = np.concatenate([seen for seen, _ in matches]).mean(0)
    return mean


def _features(first: int, count: int) -> Changes:
    """Some of what the networks see always as usual, so that they learn nothing from it."""

    def change(old: Any) -> Any:
        new = old.reshape(len(old), task_features.FEATURES, -1).copy()
        new[:, first : first + count] = 0
        return new.reshape(old.shape)

    def change_bias(old: Any) -> Any:
        rows = expected_points.FIRST.reshape(len(old), task_features.FEATURES, -1)[:, first : first + count]
        usual = [_usual(task)[first : first + count] for task in TASKS]
        return old + np.array([seen @ row for seen, row in zip(usual, rows, strict=True)])

    return {"advice.expected_points.FIRST": change, "advice.expected_points.FIRST_BIAS": change_bias}


TERMS = {
    "GOLD": {"advice.analysis.GOLD": 0.0},
    "FUTURE, FAR_FUTURE": {"advice.analysis.FUTURE": 0.0, "advice.analysis.FAR_FUTURE": 0.0},
    "BUILT_LEVEL": {"advice.analysis.BUILT_LEVEL": 0.0},
    "CROWDED = WAITING": {"advice.analysis.CROWDED": analysis.WAITING},
    "UNDECIDED = SPARE": {"advice.analysis.UNDECIDED": analysis.SPARE},
    "LATER = HELD": {"advice.analysis.LATER": analysis.HELD},
    "MISSING": {"advice.analysis.MISSING": 0.0},
    "ELSEWHERE, BEYOND": {"advice.analysis.ELSEWHERE": 0.0, "advice.analysis.BEYOND": 0.0},
    "REACHABLE": {"advice.analysis.REACHABLE": 0.0},
    "the networks": {"advice.evaluation.TRUST_IN_NETWORK": 0.0},
    "all but the networks": {"advice.evaluation.TRUST_IN_NETWORK": 1.0},
    "network: TIME": _features(task_features.TIME, 2),
    "network: HOLDINGS": _features(task_features.HOLDINGS, 6),
    "network: HAND": _features(task_features.HAND, 3),
    "network: TILE": _features(task_features.TILE, 1),
    "network: LEVELS": _features(task_features.LEVELS, 6),
    "network: UNSEEN": _features(task_features.UNSEEN, 2),
    "network: WORTH": _features(task_features.WORTH, 2),
    "network: PLACES": _features(task_features.PLACES, task_features.COLOURS - task_features.PLACES),
    "network: COLOURS": _features(task_features.COLOURS, 4),
    "network: ROWS": _features(task_features.ROWS_AT, task_features.UNITS - task_features.ROWS_AT),
    "network: UNITS": _features(task_features.UNITS, 3),
    "network: SENDERS, SPACE": _features(task_features.SENDERS, task_features.FEATURES - task_features.SENDERS),
}
