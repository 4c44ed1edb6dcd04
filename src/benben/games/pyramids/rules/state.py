"""The state of a match of Pyramids.

Each player's hand and tomb are one list, `held`, in order of arrival: the card dealt at the start, then the cards taken
from the quarry, without those built or discarded openly. The list is public except for the first card, and the cards
taken this turn are known to be in hand. So besides the first card there is one secret: which of the older cards is the
kept one. Cards before `sure` are known to be in the tomb: showing the kept card proves that all older ones are there;
burying one of two cards leaves both as candidates (PYR-18).
"""

from __future__ import annotations

from benben.core.state import State, int8, int16
from benben.games.pyramids.box.components import CARDS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.pyramid_spots import PLACES

NO_CARD = 0
UNKNOWN = -1  # in a veiled state: hidden from the viewer
MOST_HELD = 12  # nine in the tomb and a hand of three in the last round

TILE, PAIR, PYRAMID, OBELISK, TOMB, KEEP, OVER = range(7)  # phases: the pending decision


class Necropolis(State):
    deck = int8(2 * MOST_PLAYERS * ROUNDS)  # the pairs of all rounds in order; 0 once laid out, and for absent players
    quarry = int8(MOST_PLAYERS, 2)  # the open pairs; 0 once taken
    pyramid = int8(MOST_PLAYERS, PLACES)  # by seat and place, the base flush left while it grows (PYR-15)
    filled = int16(MOST_PLAYERS)  # bit set of the filled places of the pyramid
    obelisk = int8(MOST_PLAYERS, ROUNDS)  # lowest card first
    levels = int8(MOST_PLAYERS)  # number of cards in the obelisk
    held = int8(MOST_PLAYERS, MOST_HELD)  # hand and tomb, oldest card first
    holds = int8(MOST_PLAYERS)  # number of cards in `held`
    fresh = int8(MOST_PLAYERS)  # number of cards taken this turn: the last ones of `held`, in hand
    kept = int8(MOST_PLAYERS)  # index in `held` of the older card in hand, counted from 1; 0: none
    sure = int8(MOST_PLAYERS)  # number of cards, the first of `held`, publicly known to be in the tomb
    secret = int8(MOST_PLAYERS)  # 1 while held[0] is the card dealt at the start, which only its owner has seen
    discarded = int8(CARDS + 1)  # by card: 1 if discarded
    tile = int8(MOST_PLAYERS)  # the god tile in front of each player, 0: none
    aside = int8()  # two players: the tile out of play this round (PYR-6)
    start = int8()  # the seat with the start marker
    turn = int8()  # the seat to act
    phase = int8()
    round = int8()  # 1 to 10
    players = int8()
