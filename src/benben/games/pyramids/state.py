"""The state of a match of Pyramids.

What a player hides is one list, in the order in which the cards came: the card dealt at the start, then what was taken
from the quarry, without what was built or discarded openly. Some of these lie in the tomb, the rest is the hand.
Everybody knows the list (but for the first card), and that the cards taken this turn are in hand. So beside the first
card there is one secret: which of the older ones the player has kept. Cards before `sure` it cannot be: whoever shows
the card kept shows that all older ones lie in the tomb; whoever buries one of two makes it either of them (PYR-18).
"""

from __future__ import annotations

from benben.core.state import State, int8, int16
from benben.games.pyramids.components import CARDS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.places import PLACES

NO_CARD = 0
UNKNOWN = -1  # in a veiled state: a card, or which card, the viewer does not know
MOST_HELD = 12  # nine in the tomb, and a hand of three in the last round

TILE, PAIR, PYRAMID, OBELISK, TOMB, KEEP, OVER = range(7)  # phases: what is to be decided


class Necropolis(State):
    deck = int8(
        2 * MOST_PLAYERS * ROUNDS
    )  # the pairs of all rounds in order; 0 once laid out, and where none is needed
    quarry = int8(MOST_PLAYERS, 2)  # the pairs laid out; 0 once taken
    pyramid = int8(MOST_PLAYERS, PLACES)  # by seat and place, the base flush left while it grows (PYR-15)
    filled = int16(MOST_PLAYERS)  # the places of the pyramid that have a card, one bit a place
    obelisk = int8(MOST_PLAYERS, ROUNDS)  # the lowest first
    levels = int8(MOST_PLAYERS)  # how many there are
    held = int8(MOST_PLAYERS, MOST_HELD)  # hand and tomb, the oldest first
    holds = int8(MOST_PLAYERS)  # how many there are
    fresh = int8(MOST_PLAYERS)  # the last so many of them were taken this turn and are in hand
    kept = int8(MOST_PLAYERS)  # which of the older ones is in hand, counted from 1; 0: none
    sure = int8(MOST_PLAYERS)  # the first so many are in the tomb, as everybody can tell
    secret = int8(MOST_PLAYERS)  # 1 while held[0] is the card dealt at the start, which only its owner has seen
    discarded = int8(CARDS + 1)  # by card: 1 if it lies in the box
    tile = int8(MOST_PLAYERS)  # the god tile in front of each player, 0: none
    aside = int8()  # two players: the tile that is out this round (PYR-6)
    start = int8()  # who has the start marker
    turn = int8()  # the seat to act
    phase = int8()
    round = int8()  # 1 to 10
    players = int8()
