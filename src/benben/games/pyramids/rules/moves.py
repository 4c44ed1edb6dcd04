"""The moves of Pyramids.

Moves name cards of the hand by slot: the kept card first, then the pair in quarry order. So a slot reveals nothing
hidden.
"""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.kit.moves import Families
from benben.games.pyramids.box.components import GODS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.pyramid_spots import MOST_OPEN, SPOTS

HAND = 3  # maximum: one kept card and a pair
SPARE = HAND - 1  # maximum after the pyramid card

FAMILIES = Families()
TAKE_TILE = FAMILIES.family("take a tile", tile=range(1, len(GODS) + 1))
TAKE_PAIR = FAMILIES.family("take a pair", pair=MOST_PLAYERS)
BUILD = FAMILIES.family("build into the pyramid", slot=HAND, spot=SPOTS)
RAISE = FAMILIES.family("build into the obelisk", slot=SPARE)
BURY = FAMILIES.family("put into the tomb", slot=SPARE)
NONE = FAMILIES.family("build none")
KEEP_CARD = FAMILIES.family("keep a card", slot=SPARE)

MOST_LEGAL = HAND * MOST_OPEN

# Decisions per round with five players: 4 tiles and 4 pairs (the last of each is forced), 5 pyramid cards, 5 for other
# edifices (tiles 2, 3 and 4 one each, tile 5 two), and 5 cards to keep, except in the last round. Fewer players have
# fewer decisions.
LONGEST = ROUNDS * (4 + 4 + 5 + 5 + 5) - 5


@kernel
def discarded_slot(move: int) -> int:
    """Of the two cards in hand, the one that is not kept (PYR-13)."""
    return SPARE - 1 - KEEP_CARD.slot(move)
