"""The dominoes, to choose the one that came up on a real table."""

from __future__ import annotations

from benben.core.kit.draws import Drawn, Draws, who_begins
from benben.core.svg import Pen
from benben.core.text import Message
from benben.games.pyramido.box.components import QUARRY, TALLEST, block_number
from benben.games.pyramido.picture.pieces import block, symbols
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import SEATS, domino_with_jewels


def _where(place: int, players: int) -> Message:
    if place < QUARRY:
        return _("Which domino lies at place {n} of the quarry?", n=place + 1)
    return _("Which domino lies on top of stack {n}?", n=(place - QUARRY) // TALLEST + 1)


def _domino(domino: int, look: Pen) -> str:
    return "".join(block(block_number(domino, half, 0), (half - 1) * 50, -25, 50, look) for half in range(2))


DRAWS = Draws({"dominoes": Drawn(_where, domino_with_jewels, _domino), "seats": who_begins(SEATS)}, symbols)
