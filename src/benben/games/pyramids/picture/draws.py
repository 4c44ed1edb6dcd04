"""The cards, to choose the one that came up on a real table."""

from __future__ import annotations

from benben.core.drawing.materials import at
from benben.core.kit.draws import Drawn, Draws, who_begins
from benben.core.svg import Pen, group
from benben.core.text import Message
from benben.games.pyramids.picture.cards import face, symbols
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, card_name

HALF = 46.0


def _where(place: int, players: int) -> Message:
    if place < players:
        return _("Which card was dealt to {seat} at the start?", seat=SEATS[place])
    pair, side = divmod((place - players) % (2 * players), 2)
    if side == 0:
        return _("Pair {n}: which card lies on the left?", n=pair + 1)
    return _("Pair {n}: which card lies on the right?", n=pair + 1)


def _card(card: int, look: Pen) -> str:
    return group([face(card + 1, HALF, None, frozenset(), look)], transform=at(-HALF, -HALF))


DRAWS = Draws(
    {
        "cards": Drawn(_where, lambda card: card_name(card + 1), _card),
        "start": who_begins(SEATS),
        "tile": Drawn(
            lambda place, players: _("Which god is out of play in the first round?"), lambda tile: GOD_NAMES[tile]
        ),
    },
    symbols,
)
