"""A short match between bots, without a folder: `benben match` and `benben.tournament`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benben.bots.levels import named
from benben.core.game import Game
from benben.lab.games import Contest, fill_seats
from benben.lab.plans import RunPlan, Series
from benben.lab.pool import pool
from benben.lab.run import Watch, carry_out


def match(
    game: Game,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    options: Mapping[str, object] | None = None,
    watch: Watch = lambda count, plan: None,
) -> Series:
    """Play each deal once in every rotation of the seats. The bots are repeated until all seats are filled."""
    seats = fill_seats(bots, players or max(len(bots), game.usual_table()[0]))
    plan = Series(Contest(game.name, game.check_options(len(seats), options or {}), seed), seats, games)
    check_bots(plan, len(seats))
    with pool(jobs) as workers:
        carry_out(plan, workers, watch)
    return plan


def check_bots(plan: RunPlan, players: int) -> None:
    """BadOptions for a bot that the game does not have, before the first game."""
    for name in plan.bots:
        named(plan.contest.declared, players, name)
