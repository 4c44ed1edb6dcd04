"""The sample match of a game: `sample.benben` beside its declaration."""

from __future__ import annotations

from functools import cache
from importlib import resources

from benben.core.game import Game
from benben.core.position import Position
from benben.core.record import read, replay


@cache
def sample(game: Game) -> tuple[Position, ...]:
    """The positions of the sample match; none if there is no sample, or if it was played with another box."""
    file = resources.files(game.package).joinpath("sample.benben")
    if not file.is_file():
        return ()
    record = read(file.read_text("utf-8"))
    return tuple(replay(record, lambda name: game).line()) if record.header.get("box", game.box) == game.box else ()
