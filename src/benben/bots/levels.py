"""Bots by name: the levels of a game, and the plain ones for comparison."""

from __future__ import annotations

from collections.abc import Callable

from benben.bots.bot import Bot, GreedyBot, RandomBot
from benben.bots.duel import DuelBot
from benben.bots.search import SearchBot
from benben.core.errors import BadOptions, listed
from benben.core.game import Advice, Game, Level
from benben.core.text import texts

_ = texts(__package__)

_WHOLE_GAMES = 1_000_000  # a horizon that no game reaches


def bot_of_level(game: Game, players: int, level: Level) -> Bot:
    """The bot that plays at a level. For two without secrets it looks ahead exactly, otherwise by tree search."""
    advice = game.advice
    assert advice is not None, f"{game.name} has no advice for bots"
    if not level.effort and level.seconds is None:
        return GreedyBot(level.noise)
    effort = level.effort or None
    if game.open and players == 2:
        return DuelBot(nodes=effort, seconds=level.seconds)
    return _search(advice, effort, level.seconds)


def _search(advice: Advice, effort: int | None, seconds: float | None) -> Bot:
    return SearchBot(
        iterations=effort,
        seconds=seconds,
        horizon=advice.horizon,
        exploration=advice.exploration,
        widening=advice.widening,
    )


def named(game: Game, players: int, text: str) -> Bot:
    """A bot from a word: a level of the game, or `random`, `greedy`, `search:0.5`, `duel:0.5`, `uct:0.5` (seconds),
    `search:1000i`, `duel:1000i` (iterations, positions).

    `uct` plays random games to the end and knows nothing but the rules.
    """
    advice = game.advice
    if advice is not None:
        for level in advice.levels:
            if level.name == text:
                return bot_of_level(game, players, level)
    kind, _colon, budget = text.partition(":")
    makers: dict[str, Callable[[int | None, float | None], Bot]] = {
        "random": lambda effort, seconds: RandomBot(),
        "greedy": lambda effort, seconds: GreedyBot(),
        "uct": lambda effort, seconds: SearchBot(iterations=effort, seconds=seconds, horizon=_WHOLE_GAMES),
    }
    if advice is not None:
        makers["search"] = lambda effort, seconds: _search(advice, effort, seconds)
        if game.open and players == 2:
            makers["duel"] = lambda effort, seconds: DuelBot(nodes=effort, seconds=seconds)
    if kind in makers:
        try:
            effort = int(budget[:-1]) if budget.endswith("i") else None
            seconds = float(budget) if budget and effort is None else None
            return makers[kind](effort, seconds)
        except ValueError:
            pass
    names = [level.name for level in advice.levels] if advice else []
    raise BadOptions(
        _("There is no bot “{name}” here; there are: {names}.", name=text, names=listed([*names, *makers]))
    )
