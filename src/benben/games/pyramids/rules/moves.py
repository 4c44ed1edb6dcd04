"""The numbers of the moves.

Moves name cards of the hand by slot: the kept card first, then the pair in quarry order. So a slot reveals nothing
hidden.
"""

from __future__ import annotations

from benben.games.pyramids.box.components import MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.pyramid_spots import MOST_OPEN, SPOTS

HAND = 3  # maximum: one kept card and a pair
SPARE = HAND - 1  # maximum after the pyramid card

# First move number of each kind: add tile number - 1, pair, SPOTS * slot + spot, or slot.
TAKE_TILE = 0
TAKE_PAIR = TAKE_TILE + 5
BUILD = TAKE_PAIR + MOST_PLAYERS
RAISE = BUILD + HAND * SPOTS  # into the obelisk
BURY = RAISE + SPARE  # into the tomb
NONE = BURY + SPARE  # build nothing (more)
KEEP_CARD = NONE + 1
MOVES = KEEP_CARD + SPARE

MOST_LEGAL = HAND * MOST_OPEN

# Decisions per round with five players: 4 tiles and 4 pairs (the last of each is forced), 5 pyramid cards, 5 for other
# edifices (tiles 2, 3 and 4 one each, tile 5 two), and 5 cards to keep, except in the last round. Fewer players have
# fewer decisions.
LONGEST = ROUNDS * (4 + 4 + 5 + 5 + 5) - 5
