"""Touch paths: the elements to touch for a move, and the inverse."""

from __future__ import annotations

from benben.core.errors import MalformedMove
from benben.core.text import texts
from benben.games.pyramids import rules
from benben.games.pyramids.components import MOST_PLAYERS
from benben.games.pyramids.hands import hand
from benben.games.pyramids.ids import NONE_ID, card_id, obelisk_id, pair_id, spot_id, tile_id, tomb_id
from benben.games.pyramids.places import SPOTS
from benben.games.pyramids.state import Necropolis

_ = texts(__package__)


def path(s: Necropolis, move: int) -> tuple[str, ...]:
    """A tile; a pair; a card of the hand and its destination; the card to keep; or the button for none."""
    if move < rules.TAKE_PAIR:
        return (tile_id(move - rules.TAKE_TILE + 1),)
    if move < rules.BUILD:
        return (pair_id(move - rules.TAKE_PAIR),)
    if move == rules.NONE:
        return (NONE_ID,)
    held = [card_id(card) for card in hand(s, s.turn)]
    if move < rules.RAISE:
        slot, spot = divmod(move - rules.BUILD, SPOTS)
        return (held[slot], spot_id(spot))
    if move < rules.BURY:
        return (held[move - rules.RAISE], obelisk_id(s.turn))
    if move < rules.NONE:
        return (held[move - rules.BURY], tomb_id(s.turn))
    return (held[move - rules.KEEP_CARD],)


def aim(s: Necropolis, path: tuple[str, ...]) -> int:
    held = [card_id(card) for card in hand(s, s.turn)]
    match path:
        case (one,) if one in _SINGLE:
            return _SINGLE[one]
        case (card,) if card in held[: rules.SPARE]:
            return rules.KEEP_CARD + held.index(card)
        case (card, spot) if card in held and spot in _SPOTS:
            return rules.BUILD + held.index(card) * SPOTS + _SPOTS[spot]
        case (card, zone) if card in held[: rules.SPARE] and zone == obelisk_id(s.turn):
            return rules.RAISE + held.index(card)
        case (card, zone) if card in held[: rules.SPARE] and zone == tomb_id(s.turn):
            return rules.BURY + held.index(card)
    raise MalformedMove(_("Touch a tile, a pair, or a card in your hand and then its place."))


_SPOTS = {spot_id(spot): spot for spot in range(SPOTS)}
_SINGLE = {
    NONE_ID: rules.NONE,
    **{tile_id(tile): rules.TAKE_TILE + tile - 1 for tile in range(1, 6)},
    **{pair_id(pair): rules.TAKE_PAIR + pair for pair in range(MOST_PLAYERS)},
}
