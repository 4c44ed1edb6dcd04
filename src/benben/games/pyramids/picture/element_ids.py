"""Element ids of the picture: cards and stones by card number, everything else by seat or number."""

from __future__ import annotations

from benben.games.pyramids.box.components import DECK
from benben.games.pyramids.words.names import spot_name

NONE_ID = "none"


def card_id(card: int) -> str:
    return f"card-{card}"


def stone_id(card: int, stone: int) -> str:
    """`stone`: from 0, the left column first, the upper stone first."""
    return f"stone-{card}-{stone + 1}"


def glyph_id(card: int) -> str:
    return f"glyph-{card}"


def stone_ids(card: int, colour: int) -> list[str]:
    """The stones of a colour."""
    return [stone_id(card, stone) for stone, other in enumerate(DECK.cards[card - 1].stones) if other == colour]


def tile_id(tile: int) -> str:
    return f"tile-{tile}"


def pair_id(pair: int) -> str:
    return f"pair-{pair + 1}"


def board_id(seat: int) -> str:
    return f"board-{seat + 1}"


def pyramid_id(seat: int) -> str:
    return f"pyramid-{seat + 1}"


def obelisk_id(seat: int) -> str:
    return f"obelisk-{seat + 1}"


def tomb_id(seat: int) -> str:
    return f"tomb-{seat + 1}"


def hand_id(seat: int) -> str:
    return f"hand-{seat + 1}"


def spot_id(spot: int) -> str:
    """The id of a spot where the next card of the pyramid may go."""
    return f"spot-{spot_name(spot).replace('.', '-')}"
