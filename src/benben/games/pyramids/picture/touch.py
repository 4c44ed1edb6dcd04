"""Touch paths: the elements to touch for a move, and the inverse."""

from __future__ import annotations

from benben.core.errors import MalformedMove
from benben.games.pyramids.box.components import MOST_PLAYERS
from benben.games.pyramids.picture.element_ids import NONE_ID, card_id, obelisk_id, pair_id, spot_id, tile_id, tomb_id
from benben.games.pyramids.rules import moves
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.pyramid_spots import SPOTS
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _


def path(s: Necropolis, move: int) -> tuple[str, ...]:
    """A tile; a pair; a card of the hand and its destination; the card to keep; or the button for none."""
    if move < moves.TAKE_PAIR:
        return (tile_id(move - moves.TAKE_TILE + 1),)
    if move < moves.BUILD:
        return (pair_id(move - moves.TAKE_PAIR),)
    if move == moves.NONE:
        return (NONE_ID,)
    held = [card_id(card) for card in hand(s, s.turn)]
    if move < moves.RAISE:
        slot, spot = divmod(move - moves.BUILD, SPOTS)
        return (held[slot], spot_id(spot))
    if move < moves.BURY:
        return (held[move - moves.RAISE], obelisk_id(s.turn))
    if move < moves.NONE:
        return (held[move - moves.BURY], tomb_id(s.turn))
    return (held[move - moves.KEEP_CARD],)


def aim(s: Necropolis, path: tuple[str, ...]) -> int:
    held = [card_id(card) for card in hand(s, s.turn)]
    match path:
        case (one,) if one in _SINGLE:
            return _SINGLE[one]
        case (card,) if card in held[: moves.SPARE]:
            return moves.KEEP_CARD + held.index(card)
        case (card, spot) if card in held and spot in _SPOTS:
            return moves.BUILD + held.index(card) * SPOTS + _SPOTS[spot]
        case (card, zone) if card in held[: moves.SPARE] and zone == obelisk_id(s.turn):
            return moves.RAISE + held.index(card)
        case (card, zone) if card in held[: moves.SPARE] and zone == tomb_id(s.turn):
            return moves.BURY + held.index(card)
    raise MalformedMove(_("Touch a tile, a pair, or a card in your hand and then its place."))


_SPOTS = {spot_id(spot): spot for spot in range(SPOTS)}
_SINGLE = {
    NONE_ID: moves.NONE,
    **{tile_id(tile): moves.TAKE_TILE + tile - 1 for tile in range(1, 6)},
    **{pair_id(pair): moves.TAKE_PAIR + pair for pair in range(MOST_PLAYERS)},
}
