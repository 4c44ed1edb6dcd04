"""Bot knowledge for Pyramids: evaluation, also within a turn, move ordering, levels."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from benben.core.game import Level
from benben.core.kernels import kernel
from benben.core.text import texts
from benben.games.pyramids.components import (
    AN_OBELISK,
    COLOURS,
    EITHER,
    GLYPH,
    GLYPH_POINTS,
    MOST_PLAYERS,
    ROUNDS,
    TILES,
)
from benben.games.pyramids.outlook import lay_out, majority, obelisk_outlook, pyramid_outlook, with_card
from benben.games.pyramids.places import SPOTS
from benben.games.pyramids.prospects import (
    BURIED,
    NOWHERE,
    PYRAMID_GLYPH,
    RAISED,
    SAVED,
    add_pair,
    best_use,
    buries_by,
    fill_gains,
    fill_hand,
    fill_tombs,
    highest,
    last_pair,
    lead,
    may_bury,
    may_raise,
    permit_of,
    picks_before,
    raises_by,
    tomb_glyphs,
)
from benben.games.pyramids.rules import BUILD, BURY, HAND, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.scoring import count, glyphs
from benben.games.pyramids.state import OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis

_ = texts(__package__)

LEVELS = (
    Level("novice", _("Novice"), noise=0.15),
    Level("casual", _("Casual player"), noise=0.07),
    Level("club", _("Club player")),
    Level("expert", _("Expert"), effort=80, seconds=1.0),
    Level("master", _("Master"), effort=8_000, seconds=1.0),
)

# Search settings, tuned by matches. Rollouts of a round or two, or a cut-off at the end of a round, were equal or
# worse (docs/bots/pyramids.md).
EXPLORATION = 0.2
WIDENING = 0.35

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
    tombs = np.zeros((MOST_PLAYERS, COLOURS), np.int64)
    fill_tombs(s, tombs)
    spread = SPREAD + SPREAD_ROUND * sqrt(ROUNDS - s.round)
    best = NOWHERE
    for seat in range(s.players):
        out[seat] = seat_worth(s, seat, tombs) / spread
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.players):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


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
    cards = np.zeros(HAND, np.int64)
    n = fill_hand(s, seat, cards)
    permit = permit_of(s, int(s.tile[seat]))
    building = False
    now_raise = False
    now_bury = False
    if count(int(s.filled[seat])) < s.round:  # has not built in this round
        pair = last_pair(s) if s.phase != TILE and s.fresh[seat] == 0 else -1
        if pair >= 0:
            n = add_pair(s, pair, cards, n)
        if n >= 2:
            building = True
            now_raise = may_raise(permit)
            now_bury = may_bury(permit)
        else:
            worth += FIRST_PICK * picks_before(s, seat)
            raises += RAISES if s.tile[seat] == 0 else raises_by(permit)
            buries += BURIES if s.tile[seat] == 0 else buries_by(permit)
    elif s.turn == seat and s.phase in (OBELISK, TOMB):
        now_raise = s.phase == OBELISK
        now_bury = s.phase == TOMB or permit != AN_OBELISK
    for colour in range(COLOURS):
        worth += majority(lead(s, seat, colour, tombs), buries)
    worth += obelisk_outlook(highest(s, seat), raises) + BURY_WORTH * buries
    gains = np.zeros((4, HAND))
    worth += fill_gains(s, seat, cards, n, building, tombs, raises, buries, gains)
    return worth + best_use(gains, n, building, now_raise, now_bury, permit == EITHER)


@kernel
def weigh(s: Necropolis, moves: Any, n: int, out: Any) -> None:
    """In points, like `seat_worth`; weights are comparable only within one position."""
    seat = int(s.turn)
    raises = RAISES * (ROUNDS - s.round)
    buries = BURIES * (ROUNDS - s.round)
    if s.phase == TILE:
        most = highest(s, seat)
        one_more = obelisk_outlook(most, raises + 1.0) - obelisk_outlook(most, raises)
        for k in range(n):
            tile = moves[k] - TAKE_TILE + 1
            permit = permit_of(s, tile)
            out[k] = (
                raises_by(permit) * one_more + buries_by(permit) * BURY_WORTH - FIRST_PICK * tile / TILES[s.players]
            )
        return
    tombs = np.zeros((MOST_PLAYERS, COLOURS), np.int64)
    cards = np.zeros(HAND, np.int64)
    gains = np.zeros((4, HAND))
    fill_tombs(s, tombs)
    held = fill_hand(s, seat, cards)
    permit = permit_of(s, int(s.tile[seat]))
    if s.phase == PAIR:
        for k in range(n):
            full = add_pair(s, moves[k] - TAKE_PAIR, cards, held)
            fill_gains(s, seat, cards, full, True, tombs, raises, buries, gains)
            out[k] = best_use(gains, full, True, may_raise(permit), may_bury(permit), permit == EITHER)
        return
    fill_gains(s, seat, cards, held, False, tombs, raises, buries, gains)
    if s.phase == PYRAMID:
        weigh_spots(s, moves, n, cards, gains, out)
        return
    for k in range(n):
        move = moves[k]
        if move >= KEEP_CARD:
            out[k] = gains[SAVED, move - KEEP_CARD]
        elif move == NONE:
            out[k] = 0.0
        elif move >= BURY:
            out[k] = gains[BURIED, move - BURY] - gains[SAVED, move - BURY]
        else:
            out[k] = gains[RAISED, move - RAISE] - gains[SAVED, move - RAISE]


@kernel
def weigh_spots(s: Necropolis, moves: Any, n: int, cards: Any, gains: Any, out: Any) -> None:
    """The pyramid's expected points with the card there, minus the card's best value elsewhere."""
    seat = int(s.turn)
    permit = permit_of(s, int(s.tile[seat]))
    filled = int(s.filled[seat])
    cells = np.zeros(COLOURS, np.int64)
    feet = np.zeros(COLOURS, np.int64)
    new_cells = np.zeros(COLOURS, np.int64)
    new_feet = np.zeros(COLOURS, np.int64)
    lay_out(s, seat, cells, feet)
    for k in range(n):
        slot = (moves[k] - BUILD) // SPOTS
        after = with_card(filled, cards[slot], (moves[k] - BUILD) % SPOTS, cells, feet, new_cells, new_feet)
        elsewhere = gains[SAVED, slot]
        if may_raise(permit):
            elsewhere = max(elsewhere, gains[RAISED, slot])
        if may_bury(permit):
            elsewhere = max(elsewhere, gains[BURIED, slot])
        glyph = GLYPH_POINTS if GLYPH[cards[slot]] == PYRAMID_GLYPH else 0
        out[k] = pyramid_outlook(new_cells, new_feet, after) + glyph - elsewhere
