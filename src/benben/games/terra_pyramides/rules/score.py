"""Points, the progress of a task, and the winners (TER-23 to TER-25, TER-29 to TER-31)."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.seats import keep_best
from benben.games.terra_pyramides.box.components import NEEDS, POINTS_OF
from benben.games.terra_pyramides.rules.board_tables import SITES
from benben.games.terra_pyramides.rules.state import TEAM, Board, stones, top_level


@kernel
def points_of(s: Board, who: int) -> int:
    """TER-23, TER-24."""
    points = int(s.gold[who]) + stones(s, who)
    for site in range(SITES):
        if s.owner[site] == who + 1:
            points += POINTS_OF[s.level[site]] if s.level[site] > 0 else s.foundation[site]
    return points


@kernel
def progress(s: Board) -> int:
    """Progress of the task: pyramids of 60 (TER-29), points (TER-30), colours with a pyramid of 35 (TER-31)."""
    if s.task == 2:
        return points_of(s, TEAM)
    done = 0
    colours = 0
    for site in range(SITES):
        if s.level[site] == top_level(s):
            done += 1
            colours |= 1 << s.colour[site]
    return done if s.task == 1 else count_bits(colours)


@kernel
def score(s: Board, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = points_of(s, TEAM if s.task else seat)


@kernel
def winners(s: Board, out: Any) -> None:
    """TER-25: most points, ties share the win; in a task, all or nobody (TER-29 to TER-31)."""
    if s.task:
        solved = progress(s) >= NEEDS[s.task]
        for seat in range(s.players):
            out[seat] = 1 if solved else 0
    else:
        score(s, out)
        keep_best(out, s.players)
