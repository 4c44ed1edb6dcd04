"""Bots by name: the levels of a game, and reference bots for comparison."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from benben.bots.altered import AlteredBot, altered_by_name
from benben.bots.bot import Bot, GreedyBot, RandomBot
from benben.bots.duel import DuelBot
from benben.bots.search import TREES, SearchBot
from benben.core.errors import BadOptions, listed
from benben.core.game import Advice, Game, Level
from benben.core.text import texts

_ = texts(__package__)

_WHOLE_GAMES = 1_000_000  # a horizon that no game reaches
SETTINGS = ("horizon", "exploration", "widening")  # search settings that a game's advice defines
OVERRIDES = (*SETTINGS, "trees", "keeps")  # settings that the name of a bot can override


def bot_of_level(game: Game, players: int, level: Level) -> Bot:
    """The bot of a level: alpha-beta for two players without hidden information, otherwise tree search."""
    advice = game.advice
    assert advice is not None, f"{game.name} has no advice for bots"
    if not level.effort and level.seconds is None:
        return GreedyBot(level.noise)
    effort = level.effort or None
    if game.open and players == 2:
        return DuelBot(nodes=effort, seconds=level.seconds)
    return _search(advice, TREES * effort if effort else None, level.seconds)


def searchers(game: Game, players: int) -> list[Bot]:
    """One bot of each search kind that the levels use, with a minimal budget, for compilation."""
    assert game.advice is not None
    found: list[Bot] = [_search(game.advice, 1, None)]
    if game.open and players == 2:
        found.append(DuelBot(nodes=100))
    return found


def _search(
    advice: Advice, effort: int | None, seconds: float | None, plain: bool = False, **settings: float
) -> SearchBot:
    chosen = {name: getattr(advice, name) for name in SETTINGS} | settings
    return SearchBot(
        iterations=effort,
        seconds=seconds,
        trees=int(chosen.get("trees", TREES)),
        keeps=bool(chosen.get("keeps", True)),
        horizon=int(chosen["horizon"]),
        exploration=chosen["exploration"],
        widening=chosen["widening"],
        plain=plain,
    )


def named(game: Game, players: int, text: str) -> Bot:
    """Parse a bot name: a level of the game, or `random`, `greedy`, `greedy:0.1` (noise), `search:0.5`, `duel:0.5`,
    `uct:0.5` (seconds), `search:1000i`, `duel:1000i` (iterations, positions), `search:1000i:widening=0.3` (overrides a
    search setting of the game), or any of them with other constants in its advice (see `altered`).

    `uct` uses uniformly random rollouts to the end and no game knowledge.
    """
    advice = game.advice
    plain, at, changes = text.partition("@")
    if at and advice is not None:
        bot = named(game, players, plain)
        with suppress(ValueError):
            return AlteredBot(bot, altered_by_name(game, changes))
    if advice is not None:
        for level in advice.levels:
            if level.name == text:
                return bot_of_level(game, players, level)
    kind, *words = text.split(":")
    makers: dict[str, Callable[..., Bot]] = {
        "random": lambda effort, seconds: RandomBot(),
        "greedy": lambda effort, noise: GreedyBot(noise or 0.0),
    }
    if advice is not None:
        makers["search"] = partial(_search, advice)
        makers["uct"] = partial(_search, Advice(advice.evaluate, horizon=_WHOLE_GAMES, exploration=0.7), plain=True)
        if game.open and players == 2:
            makers["duel"] = lambda effort, seconds: DuelBot(nodes=effort, seconds=seconds)
    if kind in makers:
        try:
            return makers[kind](*_budget(words[0] if words else ""), **_settings(words[1:]))
        except (ValueError, TypeError):
            pass
    names = [level.name for level in advice.levels] if advice else []
    raise BadOptions(_("Unknown bot “{name}”; this game has: {names}.", name=text, names=listed([*names, *makers])))


def _budget(word: str) -> tuple[int | None, float | None]:
    """(iterations, None) or (None, seconds)."""
    if word.endswith("i"):
        return int(word[:-1]), None
    return None, float(word) if word else None


def _settings(words: list[str]) -> dict[str, float]:
    settings = {name: float(value) for name, _equals, value in (word.partition("=") for word in words)}
    if settings.keys() <= set(OVERRIDES):
        return settings
    raise ValueError(words)
