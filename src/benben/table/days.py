"""The deal of a day: which game everybody plays on a date, and its seed. A day begins at midnight UTC.

The seed of a day is HMAC-SHA-256 of the date, keyed with a secret of the server: the hash of a coming day's seed can be
shown before, and the seeds of past days tell nothing of those to come.
"""

from __future__ import annotations

import hmac
import time
from datetime import UTC, date, datetime, timedelta

from benben.core.game import Game
from benben.core.text import texts
from benben.games import find, names
from benben.table.deal_store import Deal
from benben.table.errors import NoSuchDeal

_ = texts(__package__)

FIRST_DAY = date(2026, 1, 1)


def today() -> date:
    return datetime.fromtimestamp(time.time(), UTC).date()


def check_day(day: date, ahead: int = 1) -> None:
    """Raise NoSuchDeal if the day is more than `ahead` days in the future, or before the first one."""
    if not FIRST_DAY <= day <= today() + timedelta(days=ahead):
        raise NoSuchDeal(_("There is no deal for this day."))


def midnight(day: date) -> float:
    """The time at which a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def deal_of_day(secret: str, day: date) -> Deal:
    """One game a day, in turn."""
    games = [game for game in map(find, names()) if game.advice is not None]
    turn, place = divmod(day.toordinal(), len(games))
    game = games[place]
    tables = tables_of(game)
    players, options = tables[turn % len(tables)]
    seed = hmac.digest(secret.encode(), b"benben/1/day/" + day.isoformat().encode(), "sha256")
    begins = midnight(day)
    return Deal(day.isoformat(), game.name, players, options, level_of(game), seed, begins, begins + 24 * 3600)


def level_of(game: Game) -> str:
    """The level of the bots on a day: the middle one."""
    assert game.advice is not None
    levels = game.advice.levels
    return levels[len(levels) // 2].name


def tables_of(game: Game) -> list[tuple[int, dict[str, str]]]:
    """The tables of a game that take turns: its tasks for one player, or the usual one against bots."""
    usual = {option.name: option.values[0] for option in game.options}
    solo = [{**usual, option.name: value} for option in game.options for value in option.values]
    allowed = [(1, options) for options in solo if 1 in game.players and game.forbids(1, options) is None]
    return allowed or [game.usual_table()]
