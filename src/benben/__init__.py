"""Four pyramid board games at one table.

>>> import benben
>>> position = benben.new("pyramidis", players=2)
>>> position = position.play("a4:3")
>>> position.actor
1
"""

from __future__ import annotations

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
from benben.core.game import Game
from benben.core.position import LegalMoves, Move, Position, start
from benben.core.record import Record
from benben.core.shuffle import commit, new_seed, permutation
from benben.core.simulate import perft, playouts
from benben.games import find, names

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
    "Move",
    "Position",
    "Reason",
    "Record",
    "VeiledPosition",
    "batch",
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
    "verify",
    "write",
]


def new(game: str, players: int = 2, *, seed: bytes | None = None, **options: object) -> Position:
    """The first position of a match: `benben.new("pyramidis", players=4, blockade=True)`."""
    return start(find(game), players, seed, **options)


def batch(
    game: str, n: int, players: int = 2, *, seed: int = 0, threads: int | None = None, **options: object
) -> Batch:
    """A batch of n matches of a game, stepped together in compiled code."""
    return Batch(find(game), n, players, seed=seed, threads=threads, **options)


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
