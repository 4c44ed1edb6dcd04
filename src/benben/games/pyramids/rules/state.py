"""The state of a match of Pyramids.

Each player's hand and tomb are one list, `held`, in order of arrival: the card dealt at the start, then the cards taken
from the quarry, without those built or discarded openly. The list is public except for the first card, and the cards
taken this turn are known to be in hand. So besides the first card there is one secret: which of the older cards is the
kept one. Cards before `sure` are known to be in the tomb: showing the kept card proves that all older ones are there;
burying one of two cards leaves both as candidates (PYR-18).
"""

from __future__ import annotations

from benben.core.kernels import inlined
from benben.core.state import State, hidden, private, public
from benben.games.pyramids.box.components import CARDS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.pyramid_spots import PLACES

NO_CARD = 0
UNKNOWN = -1  # in a veiled state: hidden from the viewer
MOST_HELD = 12  # nine in the tomb and a hand of three in the last round

TILE, PAIR, PYRAMID, OBELISK, TOMB, KEEP, OVER = range(7)  # phases: the pending decision


class Necropolis(State):
    # the pairs of all rounds in order; 0 once laid out, and for absent players
    deck = hidden.int8(2 * MOST_PLAYERS * ROUNDS, unknown=UNKNOWN, empty=NO_CARD)
    quarry = public.int8(MOST_PLAYERS, 2)  # the open pairs; 0 once taken
    pyramid = public.int8(MOST_PLAYERS, PLACES)  # by seat and place, the base flush left while it grows (PYR-15)
    filled = public.int16(MOST_PLAYERS, bits=1)  # bit set of the filled places of the pyramid
    obelisk = public.int8(MOST_PLAYERS, ROUNDS)  # lowest card first
    levels = public.int8(MOST_PLAYERS)  # number of cards in the obelisk
    # hand and tomb, oldest card first; others see it too, but for a secret card
    held = private.int8(MOST_PLAYERS, MOST_HELD, unknown=UNKNOWN, empty=NO_CARD)
    holds = public.int8(MOST_PLAYERS)  # number of cards in `held`
    fresh = public.int8(MOST_PLAYERS)  # number of cards taken this turn: the last ones of `held`, in hand
    # index in `held` of the older card in hand, counted from 1; 0: none; others see it if they can tell
    kept = private.int8(MOST_PLAYERS, unknown=UNKNOWN, empty=0)
    sure = public.int8(MOST_PLAYERS)  # number of cards, the first of `held`, publicly known to be in the tomb
    secret = public.int8(MOST_PLAYERS)  # 1 while held[0] is the card dealt at the start, which only its owner has seen
    discarded = public.int8(CARDS + 1)  # by card: 1 if discarded
    tile = public.int8(MOST_PLAYERS)  # the god tile in front of each player, 0: none
    aside = public.int8()  # two players: the tile out of play this round (PYR-6)
    start = public.int8()  # the seat with the start marker
    turn = public.int8()  # the seat to act
    phase = public.int8()
    round = public.int8()  # 1 to 10
    players = public.int8()


@inlined
def put_card(s: Necropolis, seat: int, place: int, card: int) -> None:
    """Put a card on an empty place of a pyramid."""
    s.pyramid[seat, place] = card
    s.filled[seat] |= 1 << place


@inlined
def left_of(s: Necropolis, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.players else 0
