"""The games and their registry."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from benben.core.errors import BadOptions, listed
from benben.core.game import Game
from benben.core.text import texts

_ = texts(__package__)

# Name of each game, and the package that declares it as `GAME`.
REGISTRY = {
    "pyramidis": "benben.games.pyramidis",
    "pyramido": "benben.games.pyramido",
    "pyramids": "benben.games.pyramids",
    "terra_pyramides": "benben.games.terra_pyramides",
}


def names() -> tuple[str, ...]:
    """The names of all games, in registry order."""
    return tuple(REGISTRY)


def find(name: str) -> Game:
    """The game with this name. Raises BadOptions."""
    if name not in REGISTRY:
        raise BadOptions(_("There is no game “{name}”; the games are: {names}.", name=name, names=listed(names())))
    return _load(REGISTRY[name])


@cache
def _load(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game
