"""Pyramids (IELLO, 2017): draft gods and cards to build three edifices. 2 to 5 players."""

from __future__ import annotations

from benben.core.kit.rooms import game_in
from benben.games.pyramids.box.components import BOX
from benben.games.pyramids.words import _

GAME = game_in(
    __name__,
    title="Pyramids",
    summary=_("Choose gods and cards, build a pyramid, an obelisk and a tomb, and connect stones of the same colour."),
    minutes=30,
    weight=2,
    version=1,
    players=(2, 3, 4, 5),
    box=BOX.name,
)
