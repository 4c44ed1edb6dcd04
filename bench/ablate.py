"""`python -m bench.ablate GAME [TERM …] [--bot search:1000i] [--games N]`: what each term of a game's advice is worth.

A bot whose advice lacks a term plays the bot as it is, paired deals, seats swapped, the same budget. Alone
(`--players 1 --option mode=task-2`) both play the same deals, and a row shows each. The terms are declared as `TERMS`
in the game's module of this folder: constants of the game's own modules and what to put in their place.
`--set MODULE.NAME=VALUE` tries another value of a constant instead.
"""

from __future__ import annotations

import argparse
import hashlib
import threading
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

import benben
from benben.bots import arena
from benben.bots.bot import Bot, Report, Thought
from benben.bots.levels import named
from benben.core.game import Game
from benben.core.kernels import Kernel
from benben.core.position import Position, Setup

Term = Mapping[str, Any]  # "module.NAME" of the game: the value in its place, or a function of the old value
KERNELS = ("evaluate", "weigh", "prefer", "quiet", "judge_quiet")


def without(game: Game, term: Term) -> Game:
    """The game with other constants in its advice, compiled under a name of its own."""
    assert game.advice is not None
    package = game.package
    swaps: list[tuple[str, object, object]] = []
    for path, value in term.items():
        module, _dot, name = path.rpartition(".")
        old = getattr(import_module(f"{package}.{module}"), name)
        swaps.append((name, old, value(old) if callable(value) else value))
    done: dict[Kernel, Kernel] = {}
    kernels: dict[str, Any] = {
        name: _with_constants(getattr(game.advice, name), swaps, done) for name in KERNELS if getattr(game.advice, name)
    }
    digest = hashlib.sha256(repr([(name, np.asarray(value).tolist()) for name, _old, value in swaps]).encode())
    other = replace(game, advice=replace(game.advice, **kernels), box=f"{game.box}-{digest.hexdigest()[:12]}")
    other._engines.update(game._engines)  # the rules are the same: only the bots' kernels are compiled again
    return other


def _with_constants(function: Kernel, swaps: list[tuple[str, object, object]], done: dict[Kernel, Kernel]) -> Kernel:
    """A copy of a kernel, and of all that it calls, that reads other values."""
    if function not in done:
        names = dict(function.__globals__)
        twin = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        twin.__kernel__ = True  # type: ignore[attr-defined]  # as `core.kernels.kernel` marks it
        twin.__module__ = function.__module__
        done[function] = twin
        for name in function.__code__.co_names:
            if getattr(names.get(name), "__kernel__", False):
                names[name] = _with_constants(names[name], swaps, done)
            for other, old, value in swaps:
                if name == other and names.get(name) is old:
                    names[name] = value
    return done[function]


class Misadvised:
    """A bot that thinks about another game's position: the same rules, other advice."""

    def __init__(self, bot: Bot, game: Game) -> None:
        self.bot = bot
        self.game = game

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        setup = Setup(self.game, view.players, view.options, None)
        return self.bot.think(Position(setup, view.state.record, view.seat), seed, report, stop)


class Ablation(arena.Series):
    """Games between a bot as it is and the same one with other advice."""

    def seat(self, name: str) -> Bot:
        plain, _at, other = name.partition("@")
        bot = named(self.game, len(self.bots), plain)
        return Misadvised(bot, ALTERED[other]) if other else bot


ALTERED: dict[str, Game] = {}


def ablate(
    game: Game,
    label: str,
    term: Term,
    bot: str,
    games: int,
    players: int,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> arena.Standing:
    """How the bot fares with the term changed, against itself as it is or alone."""
    game.warm()
    ALTERED[label] = without(game, term)
    seats = arena.fill_seats([f"{bot}@{label}", bot], players)
    standings = Ablation(game, seats, game.check_options(players, dict(options or {})), seed).play(games)
    total = arena.Standing(label)
    for standing in standings[::2]:
        total.games += standing.games
        total.wins += standing.wins
        total.points += standing.points
    return total


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ablate", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("game", choices=benben.names())
    parser.add_argument("terms", nargs="*", help="default: all")
    parser.add_argument("--bot", default="search:1000i", help="default: %(default)s; fixed iterations, not seconds")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--set", action="append", default=[], metavar="MODULE.NAME=VALUE")
    options = parser.parse_args()
    game = benben.find(options.game)
    terms: dict[str, Term] = getattr(import_module(f"bench.{game.name}"), "TERMS", {})
    chosen = {name: term for name, term in terms.items() if not options.terms or name in options.terms}
    if options.set:
        chosen = {text: _constant(text) for text in options.set}
    if options.players == 1:
        chosen = {"(nothing)": {}, **chosen}
    table = dict(text.split("=", 1) for text in options.option)
    print(f"{'changed':34} {'games':>6} {'rate':>7}  95 % interval    points", flush=True)
    for label, term in chosen.items():
        found = ablate(game, label, term, options.bot, options.games, options.players, options.seed, table)
        low, high = found.interval
        mean = found.points / found.games
        print(f"{label:34} {found.games:6} {found.rate:7.1%}  {low:.1%} – {high:.1%}   {mean:6.1f}", flush=True)


def _constant(text: str) -> Term:
    path, _equals, value = text.partition("=")
    return {path: float(value)}


def times(factor: float) -> Callable[[Any], Any]:
    return lambda old: old * factor


if __name__ == "__main__":
    main()
