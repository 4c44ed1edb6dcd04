"""Calibrated chances: what a bot says is mapped to how often such positions were won.

The map of a game is data: `advice/calibration/chances.json` in its folder, written by `benben lab chances RUN`.
It changes what bots say, not what they play. A folder of its own, here and in the games: what lies beside kernels is
part of the key of their compiled code.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, inf, log
from operator import mul
from typing import Any

from benben.core.game import Game

FILE = ("advice", "calibration", "chances.json")
BENDS = (-2.8, -2.0, -1.2, -0.6, 0.0, 0.6, 1.2, 2.0, 2.8)  # log-odds at which the slope of the map changes
CENTRE = BENDS.index(0.0)
SIMILAR = log(10)  # a bot with ten times the effort sees other things, and says other chances
DECIDED = 1e-6  # a bot that is surer than this has seen the end, and is believed


@dataclass(frozen=True)
class ChanceMap:
    """A map of chances. Slopes are corrections: with zeros it changes nothing, above -1 it is monotone for two seats.

    The score of a seat is the logarithm of its chance. To the score of the seat to act a bent line of its log-odds is
    added, to those of the others a straight one. The softmax of the scores are the new chances.
    """

    kind: str  # of bot: greedy, search, duel
    effort: int  # iterations or positions in all; 0 for greedy
    players: int
    slopes: tuple[float, ...]  # below the first bend, between the bends, above the last
    lift: float  # where the log-odds are zero
    others: float  # slope for the seats that do not act; 0 for two seats

    def __call__(self, chances: Sequence[float], actor: int) -> tuple[float, ...]:
        """Calibrated chances; the same where a bot said none or is sure."""
        if len(chances) != self.players or max(chances) > 1 - DECIDED:
            return tuple(chances)
        scores = [log(max(DECIDED, chance)) + self.others * log_odds(chance) for chance in chances]
        scores[actor] = log(max(DECIDED, chances[actor])) + self.lift + sum(map(mul, self.slopes, bent(chances[actor])))
        weights = [exp(score - max(scores)) for score in scores]
        return tuple(weight / sum(weights) for weight in weights)


def log_odds(chance: float) -> float:
    within = min(1 - DECIDED, max(DECIDED, chance))
    return log(within / (1 - within))


def bent(chance: float) -> list[float]:
    """How far the log-odds of a chance reach from zero through each part between the bends, with their sign."""
    odds = log_odds(chance)
    above = [max(0.0, min(odds, end) - low) for low, end in zip(BENDS, (*BENDS[1:], inf), strict=True)]
    below = [min(0.0, max(odds, low) - end) for low, end in zip((-inf, *BENDS[:-1]), BENDS, strict=True)]
    return below[: CENTRE + 1] + above[CENTRE:]


@cache
def chance_maps(game: Game) -> tuple[ChanceMap, ...]:
    """All maps that were made for a game; none for a game without the file."""
    file = resources.files(game.package)
    for part in FILE:
        file = file.joinpath(part)
    try:
        entries: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["maps"]
    except FileNotFoundError:
        return ()
    return tuple(
        ChanceMap(each["kind"], each["effort"], each["players"], tuple(each["slopes"]), each["lift"], each["others"])
        for each in entries
    )


def chance_map(game: Game, players: int, kind: str, effort: int | None) -> ChanceMap | None:
    """The map for a kind of bot whose effort is nearest to this one; None if none was made for a similar effort.

    `effort` None: limited by seconds only, so that it is not known.
    """
    if effort is None:
        return None
    known = [
        each
        for each in chance_maps(game)
        if (each.kind, each.players) == (kind, players) and _distance(each.effort, effort) <= SIMILAR
    ]
    return min(known, key=lambda each: _distance(each.effort, effort), default=None)


def _distance(one: int, other: int) -> float:
    """Factor between two efforts, as a logarithm."""
    return abs(log(1 + one) - log(1 + other))
