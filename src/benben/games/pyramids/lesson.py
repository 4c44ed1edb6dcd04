"""A guided first game of Pyramids: what to see and to do, at the decisions where it first matters."""

from __future__ import annotations

from benben.core.game import Step
from benben.core.text import texts
from benben.games.pyramids.components import (
    BONUS,
    BONUS_FROM,
    EITHER,
    GLYPH,
    GLYPH_POINTS,
    NO_GLYPH,
    TILES,
    TOMB_MAJORITY,
)
from benben.games.pyramids.hands import hand
from benben.games.pyramids.ids import card_id, glyph_id, obelisk_id, pair_id, pyramid_id, spot_id, tile_id, tomb_id
from benben.games.pyramids.places import ABOVE, open_spots
from benben.games.pyramids.rules import allowed, is_free
from benben.games.pyramids.state import KEEP, NO_CARD, OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis

_ = texts(__package__)


def _tiles(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(tile_id(tile) for tile in range(1, int(TILES[s.players]) + 1) if is_free(s, tile))


def _pairs(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(pair_id(pair) for pair in range(s.players) if s.quarry[pair, 0] != NO_CARD)


def _spots(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(spot_id(spot) for spot in open_spots(s.filled[seat]))


def _upper_spots(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(spot_id(spot) for spot in open_spots(s.filled[seat]) if spot >= ABOVE)


def _hand(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(card_id(card) for card in hand(s, seat))


def _glyphs(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(glyph_id(card) for card in hand(s, seat) if GLYPH[card] != NO_GLYPH)


def _built(s: Necropolis, seat: int) -> int:
    return int(s.filled[seat]).bit_count()


LESSON = (
    Step(
        "tile",
        lambda s, seat: s.phase == TILE,
        _(
            "You build a necropolis, a city of the dead, with a pyramid, an obelisk and a tomb. First take a god: a "
            "low number chooses its cards early, a high one may build more. The signs on the tile show what."
        ),
        _tiles,
        "PYR-5",
    ),
    Step(
        "pair",
        lambda s, seat: s.phase == PAIR,
        _(
            "Now you take two cards, always a pair. Look at the colours of their stones: what you have already, you "
            "want more of."
        ),
        _pairs,
        "PYR-10",
    ),
    Step(
        "pyramid",
        lambda s, seat: s.phase == PYRAMID,
        _(
            "One card must go into your pyramid. Touch a card of your hand, then a place. The bottom row holds four "
            "cards and may grow to both sides."
        ),
        lambda s, seat: (*_hand(s, seat), *_spots(s, seat)),
        "PYR-15",
    ),
    Step(
        "obelisk",
        lambda s, seat: s.phase == OBELISK,
        _(
            "An obelisk is a single tall pillar of cards. Only the colour found on most of its cards counts: 1, 3, 6, "
            "10, 15 points for one to five. So keep to one colour, or build nothing here."
        ),
        lambda s, seat: (obelisk_id(seat),),
        "PYR-22",
    ),
    Step(
        "tomb",
        lambda s, seat: s.phase == TOMB or (s.phase == OBELISK and allowed(s) == EITHER),
        _(
            "A tomb is your secret pile, face down. In the end whoever has most stones of a colour down there gets "
            "{points} points for it. Cards that fit nowhere else are welcome here.",
            points=TOMB_MAJORITY,
        ),
        lambda s, seat: (tomb_id(seat),),
        "PYR-23",
    ),
    Step(
        "keep",
        lambda s, seat: s.phase == KEEP,
        _(
            "One card goes with you into the next round, the other one is gone, for all to see. Keep the one that will "
            "join most stones of its colour."
        ),
        _hand,
        "PYR-13",
    ),
    Step(
        "groups",
        lambda s, seat: s.phase == PYRAMID and _built(s, seat) >= 1,
        _(
            "In the pyramid stones of one colour that touch are a group, and of each colour your largest group counts: "
            "a point a stone. Lay like colours edge to edge."
        ),
        lambda s, seat: (pyramid_id(seat),),
        "PYR-19",
    ),
    Step(
        "level",
        lambda s, seat: s.phase == PYRAMID and bool(_upper_spots(s, seat)),
        _(
            "A card may also rest on two neighbours and begin the next level. It lies half a card to the side, so its "
            "stones touch those of both cards below."
        ),
        _upper_spots,
        "PYR-16",
    ),
    Step(
        "glyph",
        lambda s, seat: s.phase in (PYRAMID, OBELISK, TOMB) and bool(_glyphs(s, seat)),
        _(
            "This seal shows a pyramid, an obelisk or a tomb. If the card ends up in what its seal shows, that is "
            "{points} points more.",
            points=GLYPH_POINTS,
        ),
        _glyphs,
        "PYR-24",
    ),
    Step(
        "all-colours",
        lambda s, seat: s.phase == PYRAMID and _built(s, seat) >= BONUS_FROM,
        _(
            "Do not forget a colour: if your pyramid has a group of at least {least} in each of the five, you get "
            "{points} points more.",
            least=BONUS_FROM,
            points=BONUS,
        ),
        lambda s, seat: (pyramid_id(seat),),
        "PYR-21",
    ),
)
