"""Names of colours, seats, gods, cards and spots."""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.kit.seats import first_of
from benben.core.text import Message
from benben.games.pyramids.box.components import ALLOWS, DECK, NO_GLYPH, Card
from benben.games.pyramids.rules.pyramid_spots import INDEX, LEFT, LEVEL, RIGHT, place_above
from benben.games.pyramids.words import _

COLOUR_NAMES = (_("Blue"), _("White"), _("Red"), _("Green"), _("Yellow"))
EDIFICES = (_("pyramid"), _("obelisk"), _("tomb"))

SEATS = (_("Thebes"), _("Memphis"), _("Abydos"), _("Edfu"), _("Giza"))  # the players' dynasties, named after towns
GOD_NAMES = (_("Horus"), _("Anubis"), _("Khepri"), _("Sekhmet"), _("Thoth"))
SLOTS = "abc"  # the cards of a hand

# What a tile allows besides the pyramid card, by ALLOWS.
PERMITS = (_("pyramid only"), _("tomb"), _("obelisk"), _("tomb or obelisk"), _("tomb and obelisk"))

# The same with the pyramid card, which is always built.
BUILDS = (
    _("pyramid only"),
    _("pyramid and tomb"),
    _("pyramid and obelisk"),
    _("pyramid, and tomb or obelisk"),
    _("pyramid, tomb and obelisk"),
)
PLACES_IN_ORDER = (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))  # who acts


@remembered
def card_name(card: int) -> Message:
    return card_in_words(DECK[card - 1])


def card_in_words(drawn: Card) -> Message:
    """Its stones from left to right, and its glyph."""
    parts = [
        COLOUR_NAMES[column[0]]
        if len(column) == 1
        else _("{upper} over {lower}", upper=COLOUR_NAMES[column[0]], lower=COLOUR_NAMES[column[1]])
        for column in drawn.columns
    ]
    if drawn.glyph == NO_GLYPH:
        return _("{left} | {right}", left=parts[0], right=parts[1])
    return _("{left} | {right} with {glyph} glyph", left=parts[0], right=parts[1], glyph=EDIFICES[drawn.glyph])


def permits(players: int, tile: int) -> Message:
    return PERMITS[ALLOWS[players, tile]]


def spot_name(spot: int) -> str:
    """The spot in notation: `left`, `right`, or level and place, `2.1`."""
    if spot in (LEFT, RIGHT):
        return ("left", "right")[spot]
    place = place_above(spot)
    return f"{LEVEL[place] + 1}.{INDEX[place] + 1}"


seats = first_of(SEATS)
