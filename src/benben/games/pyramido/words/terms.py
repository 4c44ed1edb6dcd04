"""What the network of Pyramido looks at, named: for the coach, which says what the better move has more of."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.game import Line
from benben.core.text import Message
from benben.games.pyramido.advice import features as f
from benben.games.pyramido.advice.analysis import AREA, AREA_JEWELS, AREA_OPEN, MOST_AREAS, survey
from benben.games.pyramido.advice.evaluation import expected
from benben.games.pyramido.advice.expected_points import points_to_come
from benben.games.pyramido.box.components import COLOURS, STAGES
from benben.games.pyramido.rules.score import VIEW, total
from benben.games.pyramido.rules.state import OVER, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import colour_in_words

IN_POINTS = True
LESS: set[str] = set()  # terms of which less is better: none

NAMES = {
    "points": Line(_("Points of finished stages"), rule="PDO-14"),
    "jewels": Line(_("Jewels in marked areas"), rule="PDO-14"),
    "sides": Line(_("Open sides of marked areas"), rule="PDO-13"),
    "joinable": Line(_("Jewels that marked areas can still reach"), rule="PDO-13"),
    "hand": Line(_("Jewels in areas for the markers in hand"), rule="PDO-14"),
    "later": Line(_("Jewels that later layers can build on"), rule="PDO-13"),
    "cards": Line(_("Cards left"), rule="PDO-18"),
    "offers": Line(_("Jewels from the best domino of the quarry"), rule="PDO-10"),
    "expected": Line(_("Expected points"), rule="PDO-14"),
}

# The features of each term; the first ones are its amount.
AMOUNTS = {
    "jewels": [f.MARKED],
    "sides": [f.OPEN_SIDES],
    "joinable": [f.JOINABLE],
    "hand": [*range(f.IN_HAND, f.IN_HAND_OPEN)],
    "later": [f.ALIVE],
    "cards": [f.CARDS],
    "offers": [f.OFFERS],
}
BESIDE = {
    "jewels": [f.MARKED_LASTING, f.MARKERS, *range(f.FEWEST, f.OPEN_SIDES)],
    "sides": [f.FEWEST_OPEN],
    "hand": [f.IN_HAND_OPEN],
    "later": [*range(f.LARGEST, f.ALIVE), *range(f.FOR_CARDS, f.OFFERS)],
    "cards": [f.CHOOSING],
    "offers": [*range(f.OFFERS + 1, f.FEATURES)],
}


def terms(better: Board, worse: Board, seat: int) -> dict[str, tuple[float, float, float]]:
    """By term: its amount in each of two states, and what the difference is worth to the seat, in points.

    The worth of a term is what the network expects more in the better state than with the features of that term from
    the other. States that the network judges with different weights have only their points in common.
    """
    known = {"points": _with_gain(total(better, seat), total(worse, seat))}
    one, other = _features(better, seat), _features(worse, seat)
    alike = (better.stage, one[f.LEFT] == 0.0) == (worse.stage, other[f.LEFT] == 0.0)
    if OVER in (better.phase, worse.phase) or not alike:
        return known | {"expected": _with_gain(expected(better, seat), expected(worse, seat))}
    for name, amount in AMOUNTS.items():
        mixed = one.copy()
        for feature in (*amount, *BESIDE.get(name, ())):
            mixed[feature] = other[feature]
        worth = _to_come(better, one) - _to_come(better, mixed)
        known[name] = float(one[amount].sum()), float(other[amount].sum()), worth
    return known


def points(s: Board, seat: int) -> float:
    """The expected final points of a seat."""
    return float(expected(s, seat))


def details(s: Board, seat: int) -> dict[str, dict[str, float]]:
    """The amounts of some terms by what they consist of: the areas by stage and colour, the points by stage."""
    by_stage = {f"{stage}": float(s.points[seat, stage]) for stage in range(STAGES)}
    found: dict[str, dict[str, float]] = {"points": by_stage, "jewels": {}, "sides": {}}
    if s.phase == OVER:
        return found
    marks, label, areas, _count = _survey(s, seat)
    for colour in range(COLOURS):
        if marks[colour]:
            area = areas[label[marks[colour]]]
            found["jewels"][f"{s.stage} {colour}"] = float(area[AREA_JEWELS])
            found["sides"][f"{s.stage} {colour}"] = float(area[AREA_OPEN])
    return found


def detail_in_words(_term: str, detail: str) -> Message:
    """A key of `details`."""
    stage, *colour = map(int, detail.split())
    if not colour:
        return _("Stage {stage}", stage=stage + 1)
    return _("{colour} in stage {stage}", colour=colour_in_words(colour[0]), stage=stage + 1)


def _with_gain(better: float, worse: float) -> tuple[float, float, float]:
    return better, worse, better - worse


def _to_come(s: Board, features: Any) -> float:
    return float(points_to_come(s.stage, features))


def _features(s: Board, seat: int) -> Any:
    marks, label, areas, count = _survey(s, seat)
    features = np.zeros(f.FEATURES)
    f.describe(s, seat, label, areas, count, marks, features)
    return features


def _survey(s: Board, seat: int) -> tuple[list[int], list[int], Any, int]:
    view, label, marks = [0] * VIEW, [0] * VIEW, [0] * COLOURS
    areas = np.zeros((MOST_AREAS, AREA))
    return marks, label, areas, survey(s, seat, view, label, areas, marks)
