"""Touch paths: a tile; a pair; a card of the hand and its destination; the card to keep; or the button for none."""

from __future__ import annotations

from benben.core.errors import IllegalMove
from benben.core.kit.touch import Path, Touch
from benben.games.pyramids.picture.element_ids import NONE_ID, card_id, obelisk_id, pair_id, spot_id, tile_id, tomb_id
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.legal import legal
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.reasons import no_third_card


def _card(s: Necropolis, slot: int, *destination: str) -> Path:
    held = hand(s, s.turn)
    return (card_id(held[slot]), *destination) if slot < len(held) else ()


def _third_card(s: Necropolis, path: Path) -> None:
    """With three cards in hand, there is no move of the third one into obelisk or tomb: tell why."""
    for slot, card in enumerate(hand(s, s.turn)):
        for family, zone in ((RAISE, obelisk_id(s.turn)), (BURY, tomb_id(s.turn))):
            if slot >= SPARE and path == (card_id(card), zone):
                raise IllegalMove(no_third_card(s, family, slot))


TOUCH = Touch(
    FAMILIES,
    legal,
    {
        TAKE_TILE: lambda s, tile: (tile_id(tile),),
        TAKE_PAIR: lambda s, pair: (pair_id(pair),),
        BUILD: lambda s, slot, spot: _card(s, slot, spot_id(spot)),
        RAISE: lambda s, slot: _card(s, slot, obelisk_id(s.turn)),
        BURY: lambda s, slot: _card(s, slot, tomb_id(s.turn)),
        NONE: lambda s: (NONE_ID,),
        KEEP_CARD: _card,
    },
    hint=_("Touch a tile, a pair, or a card in your hand and then its place."),
    special=_third_card,
)
path, aim = TOUCH.path, TOUCH.aim
