"""Move ordering: the weights of moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.games.pyramids.advice.card_values import (
    BURIED,
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
    may_bury,
    may_raise,
    permit_of,
    raises_by,
)
from benben.games.pyramids.advice.edifice_values import lay_out, obelisk_outlook, pyramid_outlook, with_card
from benben.games.pyramids.advice.evaluation import BURIES, BURY_WORTH, FIRST_PICK, RAISES
from benben.games.pyramids.box.components import COLOURS, EITHER, GLYPH, GLYPH_POINTS, MOST_PLAYERS, ROUNDS, TILES
from benben.games.pyramids.rules.moves import BUILD, BURY, HAND, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import SPOTS
from benben.games.pyramids.rules.state import PAIR, PYRAMID, TILE, Necropolis


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
