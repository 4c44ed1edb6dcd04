"""Bots with other constants or another network in their advice: to find out what these are worth, and to improve them.

master@advice.evaluation.NEAR=0.02,advice.evaluation.FAR=0.05
search:1000i@advice.evaluation.BURIED*0      a table of numbers, each multiplied
search:1000i@network=FILE                    a network that `benben lab learn` has written
search:1000i@network=none                    the evaluation without a network
"""

from __future__ import annotations

import hashlib
import re
import threading
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from benben.bots.bot import Bot, Report, Thought
from benben.core.game import Game
from benben.core.kernels import Kernel
from benben.core.kit.network import Network, read
from benben.core.position import Position, Setup

Changes = Mapping[str, Any]  # "module.NAME" of the game: the value in its place, or a function of the old value
KERNELS = ("evaluate", "describe", "weigh", "prefer", "quiet", "judge_quiet")
NETWORK, WITHOUT = "network=", "none"
_CHANGE = re.compile(r"([a-z_.]+\.[A-Z_0-9]+)([=*])(-?[0-9.]+(?:e-?[0-9]+)?)")


def constant(game: Game, path: str) -> Any:
    """The value of a constant of the game, by module and name."""
    module, _dot, name = path.rpartition(".")
    return getattr(import_module(f"{game.package}.{module}"), name)


def altered(game: Game, changes: Changes) -> Game:
    """The game with other constants in its advice, compiled under a name of its own."""
    assert game.advice is not None
    swaps: list[tuple[str, object, object]] = []
    for path, value in changes.items():
        old = constant(game, path)
        swaps.append((path.rpartition(".")[2], old, value(old) if callable(value) else value))
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


class AlteredBot:
    """A bot that thinks about the position of another game: the same rules, other advice."""

    def __init__(self, bot: Bot, game: Game) -> None:
        self.bot = bot
        self.game = game

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        setup = Setup(self.game, view.players, view.options, None)
        return self.bot.think(Position(setup, view.state.record, view.seat), seed, report, stop)


@cache
def with_network(game: Game, network: Network | None) -> Game:
    """The game with another network in its advice, or with none, compiled under a name of its own."""
    assert game.advice is not None
    if network is game.advice.network:
        return game
    name = f"{game.box}-{network.digest if network else WITHOUT}"
    other = replace(game, advice=replace(game.advice, network=network), box=name)
    other._engines.update(game._engines)
    return other


def read_network(game: Game, text: str) -> Network | None:
    """The network in a file, or none. ValueError if it is not one of this game."""
    if text == WITHOUT:
        return None
    try:
        network = read(Path(text))
    except (OSError, KeyError, TypeError) as error:
        raise ValueError(text) from error
    if game.advice is None or (network.game, network.inputs) != (game.name, game.advice.inputs):
        raise ValueError(text)
    return network


@cache
def altered_by_name(game: Game, text: str) -> Game:
    """The game with the changes that the name of a bot gives after its @. ValueError if they are malformed."""
    if text.startswith(NETWORK):
        return with_network(game, read_network(game, text.removeprefix(NETWORK)))
    changes: dict[str, Any] = {}
    for word in text.split(","):
        found = _CHANGE.fullmatch(word)
        if found is None:
            raise ValueError(word)
        path, sign, value = found.groups()
        try:
            constant(game, path)
        except (ImportError, AttributeError) as error:
            raise ValueError(word) from error
        changes[path] = times(float(value)) if sign == "*" else float(value)
    return altered(game, changes)


def times(factor: float) -> Callable[[Any], Any]:
    """Each number of a table times the factor."""
    return lambda old: old * factor
