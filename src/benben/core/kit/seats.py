"""Points, winners, chances: what every game computes for its seats in the same way. States have a field `players`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np

from benben.core.kernels import Kernel, kernel
from benben.core.text import Message, texts

if TYPE_CHECKING:
    from benben.core.game import Options

_ = texts(__package__)

MOST_SEATS = 16


@kernel
def keep_best(out: Any, players: int) -> None:
    """Turn a value for each seat into flags: 1 for the greatest, equal ones included, 0 for the others."""
    best = out[0]
    for seat in range(players):
        best = max(best, out[seat])
    for seat in range(players):
        out[seat] = 1 if out[seat] == best else 0


@kernel
def make_chances(out: Any, players: int, spread: float) -> None:
    """Turn the points expected of each seat into chances to win: their softmax.

    With two seats, a lead of one `spread` is a chance of 73 %. A seat that cannot win has -1e9 points or fewer.
    """
    best = -1e9
    for seat in range(players):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exp((out[seat] - best) / spread)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


def winning_seats(winners: Kernel, s: Any) -> list[int]:
    """The seats that a game's kernel `winners` names in a finished match."""
    won = np.zeros(MOST_SEATS, np.int64)
    winners(s, won)
    return [seat for seat in range(s.players) if won[seat]]


def points_of(score: Kernel, s: Any) -> list[int]:
    """The points by seat that a game's kernel `score` counts."""
    points = np.zeros(MOST_SEATS, np.int64)
    score(s, points)
    return [int(points[seat]) for seat in range(s.players)]


def first_of(names: tuple[Message, ...]) -> Callable[[int, Options], tuple[Message, ...]]:
    """The display names of the seats of a table: the first of these."""
    return lambda players, options: names[:players]


def result(won: Sequence[int], names: Sequence[Message]) -> Message:
    """The result of a finished match in one sentence. `names`: by seat."""
    if len(won) == 1:
        return _("{player} has won.", player=names[won[0]])
    return _("The victory is shared.")
