"""Element ids of the picture: cards and stones by card number, everything else by seat or number."""

from __future__ import annotations

from collections.abc import Callable

from benben.games.pyramids.box.components import DECK
from benben.games.pyramids.words.names import spot_name

NONE_ID = "none"


def _numbered(name: str, first: int) -> Callable[[int], str]:
    return lambda number: f"{name}-{number + first}"


card_id, glyph_id, tile_id = (_numbered(name, 0) for name in ("card", "glyph", "tile"))
pair_id, board_id, pyramid_id = (_numbered(name, 1) for name in ("pair", "board", "pyramid"))
obelisk_id, tomb_id, hand_id = (_numbered(name, 1) for name in ("obelisk", "tomb", "hand"))


def stone_id(card: int, stone: int) -> str:
    """`stone`: from 0, the left column first, the upper stone first."""
    return f"stone-{card}-{stone + 1}"


def stone_ids(card: int, colour: int) -> list[str]:
    """The stones of a colour."""
    return [stone_id(card, stone) for stone, other in enumerate(DECK[card - 1].stones) if other == colour]


def spot_id(spot: int) -> str:
    """The id of a spot where the next card of the pyramid may go."""
    return f"spot-{spot_name(spot).replace('.', '-')}"
