"""The guided first game of Pyramids: explanations at the decisions where they first matter."""

from __future__ import annotations

from benben.core.game import LessonStep
from benben.games.pyramids.box.components import (
    BONUS,
    BONUS_FROM,
    EITHER,
    GLYPH,
    GLYPH_POINTS,
    NO_GLYPH,
    TILES,
    TOMB_MAJORITY,
)
from benben.games.pyramids.picture.element_ids import (
    card_id,
    glyph_id,
    obelisk_id,
    pair_id,
    pyramid_id,
    spot_id,
    tile_id,
    tomb_id,
)
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.legal import allowed, free_tiles
from benben.games.pyramids.rules.pyramid_spots import ABOVE, open_spots
from benben.games.pyramids.rules.state import KEEP, NO_CARD, OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis
from benben.games.pyramids.words import _


def _tiles(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(tile_id(tile) for tile in range(1, int(TILES[s.players]) + 1) if free_tiles(s) >> tile & 1)


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
    LessonStep(
        "tile",
        lambda s, seat: s.phase == TILE,
        _(
            "You build a necropolis, a city of the dead, with a pyramid, an obelisk and a tomb. First take a god "
            "tile: with a low number you choose cards early, with a high number you may build more. The symbols on "
            "the tile show what."
        ),
        _tiles,
        "PYR-5",
    ),
    LessonStep(
        "pair",
        lambda s, seat: s.phase == PAIR,
        _(
            "Now take two cards, always as a pair. Look at the colours of their stones: you want more of the colours "
            "that you already have."
        ),
        _pairs,
        "PYR-10",
    ),
    LessonStep(
        "pyramid",
        lambda s, seat: s.phase == PYRAMID,
        _(
            "You must build one card into your pyramid. Touch a card in your hand, then a place. The bottom row has "
            "four cards and can grow on both sides."
        ),
        lambda s, seat: (*_hand(s, seat), *_spots(s, seat)),
        "PYR-15",
    ),
    LessonStep(
        "obelisk",
        lambda s, seat: s.phase == OBELISK,
        _(
            "The obelisk is a single column of cards. Only the colour on the most cards scores: 1, 3, 6, 10 or 15 "
            "points for one to five cards. So keep to one colour, or build nothing here."
        ),
        lambda s, seat: (obelisk_id(seat),),
        "PYR-22",
    ),
    LessonStep(
        "tomb",
        lambda s, seat: s.phase == TOMB or (s.phase == OBELISK and allowed(s) == EITHER),
        _(
            "Your tomb is a secret, face-down pile. At the end, the player with the most stones of a colour in the "
            "tomb gets {points} points for that colour. Put cards here that fit nowhere else.",
            points=TOMB_MAJORITY,
        ),
        lambda s, seat: (tomb_id(seat),),
        "PYR-23",
    ),
    LessonStep(
        "keep",
        lambda s, seat: s.phase == KEEP,
        _(
            "You keep one card for the next round and discard the other openly. Keep the one that can join the most "
            "stones of its colour."
        ),
        _hand,
        "PYR-13",
    ),
    LessonStep(
        "groups",
        lambda s, seat: s.phase == PYRAMID and _built(s, seat) >= 1,
        _(
            "Stones of one colour that touch in the pyramid are a group. Your largest group of each colour scores 1 "
            "point per stone. So build equal colours edge to edge."
        ),
        lambda s, seat: (pyramid_id(seat),),
        "PYR-19",
    ),
    LessonStep(
        "level",
        lambda s, seat: s.phase == PYRAMID and bool(_upper_spots(s, seat)),
        _(
            "You can also build a card on top of two neighbours and start the next level. It is shifted by half a "
            "card, so its stones touch both cards below."
        ),
        _upper_spots,
        "PYR-16",
    ),
    LessonStep(
        "glyph",
        lambda s, seat: s.phase in (PYRAMID, OBELISK, TOMB) and bool(_glyphs(s, seat)),
        _(
            "This seal shows a pyramid, an obelisk or a tomb. If you build the card into the edifice on its seal, "
            "you get {points} extra points.",
            points=GLYPH_POINTS,
        ),
        _glyphs,
        "PYR-24",
    ),
    LessonStep(
        "all-colours",
        lambda s, seat: s.phase == PYRAMID and _built(s, seat) >= BONUS_FROM,
        _(
            "Do not neglect a colour: if your pyramid has a group of at least {least} stones in each of the five "
            "colours, you get {points} extra points.",
            least=BONUS_FROM,
            points=BONUS,
        ),
        lambda s, seat: (pyramid_id(seat),),
        "PYR-21",
    ),
)
