"""What the bots know of Pyramids: what a position is worth, in the middle of a turn too, and which moves look best."""

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

# How the tree is searched, found by matches. Simulating on for a round or two, or stopping where a new round begins,
# was no better or worse (docs/bots/pyramids.md).
EXPLORATION = 0.2
WIDENING = 0.35

# All in points.
RAISES = 0.45  # cards that a player raises in a round, on average …
BURIES = 0.58  # … and buries
BURY_WORTH = 2.5  # what a card to come brings in the tomb, on average
FIRST_PICK = 2.0  # to choose a pair before another player
SPREAD = 2.6  # the lead that turns an even match into 73 %: in the last round …
SPREAD_ROUND = 0.75  # … and this much more, times the root of the rounds to come


@kernel
def evaluate(s: Necropolis, out: Any) -> None:
    """Each seat's expected points; the fewer rounds are to come, the likelier a lead decides the match."""
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
    """Expected points at the end: what stands, what is to come, and what the cards in hand bring.

    Who holds a pair, or will get the one that is left, builds at once in thought, every card where it brings most: so a
    position in the middle of a turn is worth what the turn makes of it.
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
    """In points, as `seat_worth` counts them; only moves of one position can be compared."""
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
    """The outlook of the pyramid with the card there, less the best that the card would bring elsewhere."""
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
