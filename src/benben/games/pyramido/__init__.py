"""Pyramido (Ikhwan Kwon, 2023): dominoes in shrinking layers, areas of jewels scored from above. 2 to 4 players."""

from __future__ import annotations

from benben.core.kit.rooms import game_in
from benben.games.pyramido.words import _

GAME = game_in(
    __name__,
    title="Pyramido",
    summary=_("Build a pyramid of dominoes in four layers, and mark the areas with the most jewels."),
    minutes=40,
    weight=2,
    version=1,
    players=(2, 3, 4),
)
