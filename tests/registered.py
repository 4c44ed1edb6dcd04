"""The games of the registry, by what they have.

Generic tests take their games from here: a new game without puzzles, score sheet or named terms passes them too.
"""

from __future__ import annotations

from importlib import resources

import benben
from benben.core.game import Game
from benben.core.kit.rooms import module_of

GAMES = [benben.find(name) for name in benben.names()]

# Tests that count what happens in a match need games in which enough can happen.
LONG = [game for game in GAMES if game.longest >= 60]

# Games in which something is hidden.
HIDING = [game for game in GAMES if not game.open]


def games_with(file: str, name: str = "") -> list[Game]:
    """The games with a file of this role, "words.terms", or with a data file, "puzzles.jsonl". `name`: a name in it."""
    return [game for game in GAMES if _has(game, file, name)]


def _has(game: Game, file: str, name: str) -> bool:
    if file.endswith(".jsonl"):
        return resources.files(game.package).joinpath(file).is_file()
    module = module_of(game.package, file)
    return module is not None and (not name or hasattr(module, name))
