"""Bots by name: the levels of a game, and reference bots for comparison."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from benben.bots.altered import AlteredBot, altered_by_name, with_network
from benben.bots.bot import Bot, GreedyBot, JudgingBot, RandomBot
from benben.bots.calibration import ChanceMap, chance_map
from benben.bots.duel import DuelBot
from benben.bots.search import TREES, SearchBot
from benben.core.errors import BadOptions, listed
from benben.core.game import Advice, Game, Level
from benben.core.text import texts

_ = texts(__package__)

_WHOLE_GAMES = 1_000_000  # a horizon that no game reaches
SETTINGS = ("horizon", "exploration", "widening", "samples")  # search settings that a game's advice defines
RELEASE_0_1 = "1"  # after the @ in the name of a bot
OVERRIDES = (*SETTINGS, "trees", "keeps", "patience")  # settings that the name of a bot can override


def bot_of_level(game: Game, players: int, level: Level) -> Bot:
    """The bot of a level: alpha-beta for two players without hidden information, otherwise tree search."""
    advice = game.advice
    assert advice is not None, f"{game.name} has no advice for bots"
    effort = level.effort or None
    bot: Bot
    if not level.effort and level.seconds is None:
        bot = GreedyBot(level.noise)
    elif game.open and players == 2:
        bot = DuelBot(nodes=effort, seconds=level.seconds)
    else:
        bot = _search(advice, TREES * effort if effort else None, level.seconds)
    return _calibrated(game, players, bot)


def as_released(game: Game, players: int, level: Level) -> Bot:
    """The bot of a level as release 0.1 played it: its search, with evaluations whose values are the same since then,
    and without the networks that correct them today.

    It grew one tree, evaluated every cut-off point again, and forgot everything after each decision.
    """
    if level.released:
        level = replace(level, effort=level.released)
    bot = uncalibrated(bot_of_level(game, players, level))
    if isinstance(bot, DuelBot):
        bot.keeps = bot.finishes = False
    if isinstance(bot, SearchBot):
        bot.iterations = level.effort or None
        bot.trees, bot.keeps, bot.samples = 1, False, Advice.samples
    return AlteredBot(bot, with_network(game, None))


def _calibrated(game: Game, players: int, bot: Bot) -> Bot:
    """The same bot; it says its chances as they come true, if that was measured for this game."""
    if isinstance(bot, JudgingBot):
        bot.chance_map = calibration_of(game, players, bot)
    return bot


def uncalibrated(bot: Bot) -> Bot:
    """The same bot; it says its chances as it finds them."""
    if isinstance(bot, JudgingBot):
        bot.chance_map = None
    return bot


def calibration_of(game: Game, players: int, bot: Bot) -> ChanceMap | None:
    """The map of chances for a bot of its kind and effort."""
    kind, effort = kind_of(bot)
    return chance_map(game, players, kind, effort)


def kind_of(bot: Bot) -> tuple[str, int | None]:
    """The kind of bot that its chances depend on, and its effort: None if only the clock limits it."""
    if isinstance(bot, GreedyBot):
        return "greedy", 0
    if isinstance(bot, DuelBot):
        return "duel", bot.nodes
    if isinstance(bot, SearchBot) and not bot.plain:
        return "search", bot.iterations
    return "", 0


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
        patience=chosen.get("patience", 1.0),
        horizon=int(chosen["horizon"]),
        exploration=chosen["exploration"],
        widening=chosen["widening"],
        samples=int(chosen["samples"]),
        plain=plain,
    )


def named(game: Game, players: int, text: str) -> Bot:
    """Parse a bot name: a level of the game, or `random`, `greedy`, `greedy:0.1` (noise), `search:0.5`, `duel:0.5`,
    `uct:0.5` (seconds), `search:1000i`, `duel:1000i` (iterations, positions), `search:1000i:widening=0.3` (overrides a
    search setting of the game), or any of them with other constants in its advice (see `altered`).

    `uct` uses uniformly random rollouts to the end and no game knowledge. `master@1`, `expert@1`: that level as release
    0.1 played it.
    """
    advice = game.advice
    plain, at, changes = text.partition("@")
    if at and advice is not None and changes == RELEASE_0_1:
        for level in advice.levels:
            if level.name == plain:
                return as_released(game, players, level)
    elif at and advice is not None:
        bot = uncalibrated(named(game, players, plain))
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
            bot = makers[kind](*_budget(words[0] if words else ""), **_settings(words[1:]))
            return _calibrated(game, players, bot)
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
