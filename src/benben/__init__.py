"""Pyramid board games at one table.

>>> import benben
>>> position = benben.new("pyramidis", players=2)
>>> position = position.play("a4:3")
>>> position.actor
1
"""

from __future__ import annotations

from collections.abc import Sequence

from benben.bots.ask import NamedBot, Opinion
from benben.bots.bot import Thought
from benben.core import record as _record
from benben.core.batch import Batch
from benben.core.contract import NOBODY
from benben.core.errors import (
    BadOptions,
    BadRecord,
    BenbenError,
    GameOver,
    IllegalMove,
    MalformedMove,
    Reason,
    VeiledPosition,
)
from benben.core.extras import MissingExtra
from benben.core.game import Game
from benben.core.position import LegalMoves, Move, Position, Setup, start
from benben.core.record import Record
from benben.core.shuffle import commit, new_seed, permutation
from benben.core.simulate import perft, playouts
from benben.games import find, names
from benben.lab import match as _match
from benben.lab.statistics import Standing

__version__ = "0.1.0"

__all__ = [
    "NOBODY",
    "BadOptions",
    "BadRecord",
    "Batch",
    "BenbenError",
    "Game",
    "GameOver",
    "IllegalMove",
    "LegalMoves",
    "MalformedMove",
    "MissingExtra",
    "Move",
    "NamedBot",
    "Opinion",
    "Position",
    "Reason",
    "Record",
    "Setup",
    "Standing",
    "Thought",
    "VeiledPosition",
    "batch",
    "bot",
    "commit",
    "find",
    "names",
    "new",
    "new_seed",
    "perft",
    "permutation",
    "playouts",
    "read",
    "replay",
    "tournament",
    "verify",
    "write",
]


def new(game: str, players: int = 2, *, seed: bytes | int | None = None, **options: object) -> Position:
    """The first position of a match: `benben.new("pyramidis", players=4, blockade=True)`.

    The seed determines the deal: 32 bytes, or a number. Without one it is drawn, as for a match between people.
    `names()` lists the games, `find(game).options` the options of a game. BadOptions says what does not fit.
    """
    return start(find(game), players, seed, **options)


def batch(
    game: str, n: int, players: int = 2, *, seed: int = 0, threads: int | None = None, **options: object
) -> Batch:
    """A batch of n matches of a game, stepped together in compiled code."""
    return Batch(find(game), n, players, seed=seed, threads=threads, **options)


def bot(name: str) -> NamedBot:
    """A bot by name: a level ("novice", "casual", "club", "expert", "master"), `random`, `greedy`, `search:0.5`
    (seconds), `search:1000i` (iterations) and others; docs/bots.md lists them.

    >>> position = benben.new("pyramidis")
    >>> opinion = benben.bot("club").think(position.view(position.actor))
    >>> position = position.play(opinion.move)
    """
    return NamedBot(name)


def tournament(
    game: str,
    bots: Sequence[str],
    games: int = 20,
    *,
    players: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    **options: object,
) -> list[Standing]:
    """Let bots play each other: each deal once in every rotation of the seats. One standing a seat, in the order of
    `bots`, which are repeated until all seats are filled."""
    return _match.match(find(game), bots, games, players, seed, jobs, options).standings


def read(path: str) -> Position:
    """The last position of the match in a record file, verified like `verify`."""
    with open(path, encoding="utf-8") as file:
        return verify(file.read())


def replay(text: str) -> Position:
    """The last position of a record given as text."""
    return _record.replay(_record.read(text), find)


def verify(text: str) -> Position:
    """Like `replay`, but also verifies the commitment, the check digits and the result."""
    return _record.verify(_record.read(text), find)


write = _record.write
