"""Evaluation of a position, also within a turn."""

from __future__ import annotations

from math import sqrt
from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.kit.seats import make_chances
from benben.games.pyramids.advice.card_values import (
    BURIES_BY,
    RAISES_BY,
    add_pair,
    best_use,
    fill_gains,
    fill_hand,
    fill_tombs,
    last_pair,
    lead,
    picks_before,
    tomb_glyphs,
)
from benben.games.pyramids.advice.edifice_values import LEADS, majority, obelisk_outlook
from benben.games.pyramids.box.components import ALLOWS, AN_OBELISK, COLOURS, EITHER, GLYPH_POINTS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.moves import HAND
from benben.games.pyramids.rules.score import glyphs, highest
from benben.games.pyramids.rules.state import OBELISK, TILE, TOMB, Necropolis

# In points, unless noted.
RAISES = 0.45  # mean number of cards per round that a player builds into the obelisk
BURIES = 0.58  # mean number of cards per round that a player puts into the tomb
BURY_WORTH = 2.5  # mean value of a future card in the tomb
FIRST_PICK = 2.0  # choosing a pair before another player
SPREAD = 2.6  # a lead of this much in the last round is a win probability of 73 % …
SPREAD_ROUND = 0.75  # … plus this much times the square root of the remaining rounds


@kernel
def evaluate(s: Necropolis, out: Any) -> None:
    """Softmax of each seat's expected points; the fewer rounds remain, the more a lead counts."""
    tombs = scratch(MOST_PLAYERS, COLOURS)
    fill_tombs(s, tombs)
    spread = SPREAD + SPREAD_ROUND * sqrt(ROUNDS - s.round)
    for seat in range(s.players):
        out[seat] = seat_worth(s, seat, tombs) / spread
    make_chances(out, s.players, 1.0)


@kernel
def seat_worth(s: Necropolis, seat: int, tombs: Any) -> float:
    """Expected final points: built cards, future cards, and cards in hand.

    A seat with a pair in hand, or with only one pair left to take, is assumed to use its cards in the best way. So a
    position within a turn has the value of the completed turn.
    """
    rounds = ROUNDS - s.round
    raises = RAISES * rounds
    buries = BURIES * rounds
    worth: float = GLYPH_POINTS * (glyphs(s, seat) + tomb_glyphs(s, seat))
    cards = scratch(HAND)
    n = fill_hand(s, seat, cards)
    permit = int(ALLOWS[s.players, s.tile[seat]])
    building = False
    now_raise = False
    now_bury = False
    if count_bits(int(s.filled[seat])) < s.round:  # has not built in this round
        pair = last_pair(s) if s.phase != TILE and s.fresh[seat] == 0 else -1
        if pair >= 0:
            n = add_pair(s, pair, cards, n)
        if n >= 2:
            building = True
            now_raise = RAISES_BY[permit] > 0
            now_bury = BURIES_BY[permit] > 0
        else:
            worth += FIRST_PICK * picks_before(s, seat)
            raises += RAISES if s.tile[seat] == 0 else RAISES_BY[permit]
            buries += BURIES if s.tile[seat] == 0 else BURIES_BY[permit]
    elif s.turn == seat and s.phase in (OBELISK, TOMB):
        now_raise = s.phase == OBELISK
        now_bury = s.phase == TOMB or permit != AN_OBELISK
    majorities = float_scratch(LEADS)
    for colour in range(COLOURS):
        worth += majority(lead(s, seat, colour, tombs), buries, majorities)
    worth += obelisk_outlook(highest(s, seat), raises) + BURY_WORTH * buries
    gains = float_scratch(4, HAND)
    worth += fill_gains(s, seat, cards, n, building, tombs, raises, buries, majorities, gains)
    return worth + best_use(gains, n, building, now_raise, now_bury, permit == EITHER)
