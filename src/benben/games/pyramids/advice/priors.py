"""Move ordering: the weights of moves."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.scratch import float_scratch, scratch
from benben.games.pyramids.advice.card_values import (
    BURIED,
    BURIES_BY,
    PYRAMID_GLYPH,
    RAISED,
    RAISES_BY,
    SAVED,
    add_pair,
    best_use,
    fill_gains,
    fill_hand,
    fill_tombs,
)
from benben.games.pyramids.advice.edifice_values import LEADS, lay_out, obelisk_outlook, pyramid_outlook, with_card
from benben.games.pyramids.advice.evaluation import BURIES, BURY_WORTH, FIRST_PICK, RAISES
from benben.games.pyramids.box.components import (
    ALLOWS,
    COLOURS,
    EITHER,
    GLYPH,
    GLYPH_POINTS,
    MOST_PLAYERS,
    ROUNDS,
    TILES,
)
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.moves import BUILD, BURY, HAND, KEEP_CARD, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.score import highest
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
            tile = TAKE_TILE.tile(moves[k])
            permit = ALLOWS[s.players, tile]
            out[k] = (
                RAISES_BY[permit] * one_more + BURIES_BY[permit] * BURY_WORTH - FIRST_PICK * tile / TILES[s.players]
            )
        return
    tombs = scratch(MOST_PLAYERS, COLOURS)
    cards = scratch(HAND)
    gains = float_scratch(4, HAND)
    majorities = float_scratch(LEADS)
    fill_tombs(s, tombs)
    held = fill_hand(s, seat, cards)
    permit = allowed(s)
    if s.phase == PAIR:
        for k in range(n):
            full = add_pair(s, TAKE_PAIR.pair(moves[k]), cards, held)
            fill_gains(s, seat, cards, full, True, tombs, raises, buries, majorities, gains)
            out[k] = best_use(gains, full, True, RAISES_BY[permit] > 0, BURIES_BY[permit] > 0, permit == EITHER)
        return
    fill_gains(s, seat, cards, held, False, tombs, raises, buries, majorities, gains)
    if s.phase == PYRAMID:
        weigh_spots(s, moves, n, cards, gains, out)
        return
    for k in range(n):
        move = moves[k]
        if move in KEEP_CARD:
            out[k] = gains[SAVED, KEEP_CARD.slot(move)]
        elif move in BURY:
            out[k] = gains[BURIED, BURY.slot(move)] - gains[SAVED, BURY.slot(move)]
        elif move in RAISE:
            out[k] = gains[RAISED, RAISE.slot(move)] - gains[SAVED, RAISE.slot(move)]
        else:
            out[k] = 0.0


@kernel
def weigh_spots(s: Necropolis, moves: Any, n: int, cards: Any, gains: Any, out: Any) -> None:
    """The pyramid's expected points with the card there, minus the card's best value elsewhere."""
    seat = int(s.turn)
    permit = allowed(s)
    filled = int(s.filled[seat])
    cells = scratch(COLOURS)
    feet = scratch(COLOURS)
    new_cells = scratch(COLOURS)
    new_feet = scratch(COLOURS)
    lay_out(s, seat, cells, feet)
    for k in range(n):
        slot, spot = BUILD.fields(moves[k])
        after = with_card(filled, cards[slot], spot, cells, feet, new_cells, new_feet)
        elsewhere = gains[SAVED, slot]
        if RAISES_BY[permit] > 0:
            elsewhere = max(elsewhere, gains[RAISED, slot])
        if BURIES_BY[permit] > 0:
            elsewhere = max(elsewhere, gains[BURIED, slot])
        glyph = GLYPH_POINTS if GLYPH[cards[slot]] == PYRAMID_GLYPH else 0
        out[k] = pyramid_outlook(new_cells, new_feet, after) + glyph - elsewhere
