"""Kernels for the evaluation: contents of hands and tombs, permissions of the tiles, the value of a card."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.scratch import scratch
from benben.games.pyramids.advice.edifice_values import lay_out, majority, obelisk_outlook, pyramid_outlook, with_card
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import (
    A_TOMB,
    AN_OBELISK,
    BOTH,
    COLOURS,
    EITHER,
    GLYPH,
    GLYPH_POINTS,
    ROUNDS,
    STONES,
)
from benben.games.pyramids.rules.hands import hand_index, hand_size
from benben.games.pyramids.rules.legal import free_tiles
from benben.games.pyramids.rules.pyramid_spots import OPEN, OPEN_COUNT
from benben.games.pyramids.rules.state import NO_CARD, Necropolis

# In points.
KEPT = 1.0  # a card kept for the next round: one more choice …
KEPT_FITS = 0.4  # … plus this fraction of its current value in obelisk or tomb

PYRAMID_GLYPH, OBELISK_GLYPH, TOMB_GLYPH = components.PYRAMID, components.OBELISK, components.TOMB
BUILT, RAISED, BURIED, SAVED = range(4)  # the uses of a card in hand
NOWHERE = -1e9

# Hands and tombs


@kernel
def fill_tombs(s: Necropolis, tombs: Any) -> None:
    """Count the stones in each tomb, by seat and colour."""
    for seat in range(s.players):
        for i in range(s.holds[seat] - s.fresh[seat]):
            if i != s.kept[seat] - 1:
                for colour in range(COLOURS):
                    tombs[seat, colour] += STONES[s.held[seat, i], colour]


@kernel
def tomb_glyphs(s: Necropolis, seat: int) -> int:
    """The number of tomb glyphs in the tomb."""
    n = 0
    for i in range(s.holds[seat] - s.fresh[seat]):
        if i != s.kept[seat] - 1 and GLYPH[s.held[seat, i]] == TOMB_GLYPH:
            n += 1
    return n


@kernel
def lead(s: Necropolis, seat: int, colour: int, tombs: Any) -> int:
    """The lead in stones over the best opponent."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, tombs[other, colour])
    return int(tombs[seat, colour] - best)


@kernel
def fill_hand(s: Necropolis, seat: int, cards: Any) -> int:
    n = hand_size(s, seat)
    for slot in range(n):
        cards[slot] = s.held[seat, hand_index(s, seat, slot)]
    return n


@kernel
def add_pair(s: Necropolis, pair: int, cards: Any, n: int) -> int:
    cards[n] = s.quarry[pair, 0]
    cards[n + 1] = s.quarry[pair, 1]
    return n + 2


@kernel
def last_pair(s: Necropolis) -> int:
    """The pair in the quarry if only one is left, else -1."""
    found = -1
    for pair in range(s.players):
        if s.quarry[pair, 0] != NO_CARD:
            if found >= 0:
                return -1
            found = pair
    return found


# Permissions of the tiles


# By permission: the expected number of cards into obelisk and tomb with this tile.
RAISES_BY = np.zeros(5)
RAISES_BY[[AN_OBELISK, EITHER, BOTH]] = 1.0, 0.5, 1.0
BURIES_BY = np.zeros(5)
BURIES_BY[[A_TOMB, EITHER, BOTH]] = 1.0, 0.5, 1.0


@kernel
def picks_before(s: Necropolis, seat: int) -> float:
    """Expected number of players who choose their pair after this seat."""
    later = 0.0
    for other in range(s.players):
        if other == seat:
            continue
        if s.tile[seat] != 0 and s.tile[other] != 0:
            later += 1.0 if s.tile[other] > s.tile[seat] else 0.0
        elif s.tile[seat] == 0 and s.tile[other] == 0:
            later += 0.5
        else:
            share = free_above(s, max(s.tile[seat], s.tile[other]))
            later += share if s.tile[seat] != 0 else 1.0 - share
    return later


@kernel
def free_above(s: Necropolis, tile: int) -> float:
    """The fraction of the free tiles with a higher number."""
    free = free_tiles(s)
    return count_bits(free >> tile + 1) / max(1, count_bits(free))


# The value of cards


@kernel
def fill_gains(
    s: Necropolis,
    seat: int,
    cards: Any,
    n: int,
    building: bool,
    tombs: Any,
    raises: float,
    buries: float,
    majorities: Any,
    gains: Any,
) -> float:
    """Fill in the value of each card in hand for each use; return the pyramid's expected points without them.

    `majorities` is what `majority` knows for `buries`.
    """
    cells = scratch(COLOURS)
    feet = scratch(COLOURS)
    lay_out(s, seat, cells, feet)
    outlook = pyramid_outlook(cells, feet, int(s.filled[seat]))
    levels = scratch(COLOURS)
    for level in range(s.levels[seat]):
        for colour in range(COLOURS):
            levels[colour] += 1 if STONES[s.obelisk[seat, level], colour] > 0 else 0
    for slot in range(n):
        gains[RAISED, slot] = raise_gain(levels, cards[slot], raises)
        gains[BURIED, slot] = bury_gain(s, seat, cards[slot], tombs, buries, majorities)
        if s.round < ROUNDS:
            gains[SAVED, slot] = KEPT + KEPT_FITS * max(gains[RAISED, slot], gains[BURIED, slot])
        if building:
            gains[BUILT, slot] = best_spot(cards[slot], cells, feet, int(s.filled[seat])) - outlook
    return outlook


@kernel
def raise_gain(levels: Any, card: int, raises: float) -> float:
    """The value of a card in an obelisk with this many levels of each colour."""
    before = 0
    after = 0
    for colour in range(COLOURS):
        before = max(before, levels[colour])
        after = max(after, levels[colour] + (1 if STONES[card, colour] > 0 else 0))
    gain = obelisk_outlook(after, raises) - obelisk_outlook(before, raises)
    return gain + (GLYPH_POINTS if GLYPH[card] == OBELISK_GLYPH else 0)


@kernel
def bury_gain(s: Necropolis, seat: int, card: int, tombs: Any, buries: float, majorities: Any) -> float:
    """The value of a card in the tomb: own gain plus the loss of the best opponent."""
    gain = 0.0
    for colour in range(COLOURS):
        stones = STONES[card, colour]
        if stones > 0:
            ahead = lead(s, seat, colour, tombs)
            gain += majority(ahead + stones, buries, majorities) - majority(ahead, buries, majorities)
            gain += majority(-ahead, buries, majorities) - majority(-ahead - stones, buries, majorities)
    return gain + (GLYPH_POINTS if GLYPH[card] == TOMB_GLYPH else 0)


@kernel
def best_spot(card: int, cells: Any, feet: Any, filled: int) -> float:
    """The pyramid's expected points with this card at its best spot."""
    new_cells = scratch(COLOURS)
    new_feet = scratch(COLOURS)
    best = NOWHERE
    for k in range(OPEN_COUNT[filled]):
        after = with_card(filled, card, OPEN[filled, k], cells, feet, new_cells, new_feet)
        best = max(best, pyramid_outlook(new_cells, new_feet, after))
    return best + (GLYPH_POINTS if GLYPH[card] == PYRAMID_GLYPH else 0)


@kernel
def best_use(gains: Any, n: int, building: bool, now_raise: bool, now_bury: bool, either: bool) -> float:
    """The maximum value of a hand: one card for each permitted edifice, one kept (PYR-11, PYR-13)."""
    best = NOWHERE
    for b in range(0 if building else -1, n if building else 0):
        for r in range(-1, n if now_raise else 0):
            for t in range(-1, n if now_bury and not (either and r >= 0) else 0):
                if (r >= 0 and r == b) or (t >= 0 and t in (b, r)):
                    continue
                gain = gains[BUILT, b] if b >= 0 else 0.0
                gain += gains[RAISED, r] if r >= 0 else 0.0
                gain += gains[BURIED, t] if t >= 0 else 0.0
                saved = 0.0
                for k in range(n):
                    if k not in (b, r, t):
                        saved = max(saved, gains[SAVED, k])
                best = max(best, gain + saved)
    return best
