"""A difference between two moves in points, as the evaluation expects them when the seat acts again."""

from __future__ import annotations

from types import ModuleType

from benben.coach.chances import Difference, mean_and_error
from benben.coach.reasons import WORLDS, follow, it_acts_again, terms_of
from benben.core.position import Position


def points(difference: Difference, seat: int) -> tuple[float, float] | None:
    """The points that the better move brings the seat more than its opponents on average, and the standard error.

    In a task of all together, the points of the team. None in games without points.
    """
    futures = difference.futures[:WORLDS]
    module = terms_of(futures[0][0].world.game) if futures else None
    if module is None or not hasattr(module, "points"):
        return None
    ends = [[follow(one, seat, it_acts_again) for one in both] for both in futures]
    return mean_and_error([_margin(module, best, seat) - _margin(module, other, seat) for best, other in ends])


def _margin(module: ModuleType, world: Position, seat: int) -> float:
    seats = range(world.players)
    expected = [float(world.score[other] if world.is_over else module.points(world.state, other)) for other in seats]
    if world.game.together(world.players, world.options) or world.players == 1:
        return expected[seat]
    others = expected[:seat] + expected[seat + 1 :]
    return expected[seat] - sum(others) / len(others)
