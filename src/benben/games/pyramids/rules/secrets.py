"""Hidden information kernels (PYR-18). Hidden: the deck, the first cards, and which of the held cards is kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.rng import below, shuffle
from benben.games.pyramids.box.components import BOTH, CARDS, NOTHING, ROUNDS
from benben.games.pyramids.rules.hands import candidates, hand_size
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, NONE, RAISE, SPARE
from benben.games.pyramids.rules.pyramid_spots import PLACES, SPOTS
from benben.games.pyramids.rules.state import KEEP, NO_CARD, OBELISK, UNKNOWN, Necropolis

A_CARD_BURIED = -1  # the public code of a card put into the tomb


@kernel
def veil(s: Necropolis, seat: int, out: Necropolis) -> None:
    out.players = s.players
    out.round = s.round
    out.phase = s.phase
    out.turn = s.turn
    out.start = s.start
    out.aside = s.aside
    for card in range(1, CARDS + 1):
        out.discarded[card] = s.discarded[card]
    for i in range(2 * s.players * ROUNDS):
        out.deck[i] = NO_CARD if s.deck[i] == NO_CARD else UNKNOWN
    for other in range(s.players):
        out.tile[other] = s.tile[other]
        for i in range(2):
            out.quarry[other, i] = s.quarry[other, i]
        for place in range(PLACES):
            out.pyramid[other, place] = s.pyramid[other, place]
        out.filled[other] = s.filled[other]
        for level in range(s.levels[other]):
            out.obelisk[other, level] = s.obelisk[other, level]
        out.levels[other] = s.levels[other]
        for i in range(s.holds[other]):
            out.held[other, i] = s.held[other, i]
        out.holds[other] = s.holds[other]
        out.fresh[other] = s.fresh[other]
        out.kept[other] = s.kept[other]
        out.sure[other] = s.sure[other]
        out.secret[other] = s.secret[other]
        if other != seat:
            if s.secret[other]:
                out.held[other, 0] = UNKNOWN
            if candidates(s, other) > 1:
                out.kept[other] = UNKNOWN


@kernel
def imagine(s: Necropolis, rng: Any) -> None:
    """Draw each hidden card from the cards not shown, and each kept card from its candidates, uniformly."""
    pool = np.zeros(CARDS, np.int64)
    n = 0
    known = np.zeros(CARDS + 1, np.int64)
    mark_known(s, known)
    for card in range(1, CARDS + 1):
        if known[card] == 0:
            pool[n] = card
            n += 1
    shuffle(rng, pool, 0, n)
    for seat in range(s.players):
        if s.kept[seat] == UNKNOWN:
            s.kept[seat] = s.sure[seat] + 1 + below(rng, candidates(s, seat))
        if s.held[seat, 0] == UNKNOWN:
            n -= 1
            s.held[seat, 0] = pool[n]
    for i in range(2 * s.players * ROUNDS):
        if s.deck[i] == UNKNOWN:
            n -= 1
            s.deck[i] = pool[n]


@kernel
def mark_known(s: Necropolis, known: Any) -> None:
    """Mark the cards visible in this (veiled) state. Empty entries mark the dummy card 0."""
    for card in range(1, CARDS + 1):
        known[card] = s.discarded[card]
    for seat in range(s.players):
        for i in range(2):
            known[s.quarry[seat, i]] = 1
        for place in range(PLACES):
            known[s.pyramid[seat, place]] = 1
        for level in range(s.levels[seat]):
            known[s.obelisk[seat, level]] = 1
        for i in range(s.holds[seat]):
            if s.held[seat, i] != UNKNOWN:
                known[s.held[seat, i]] = 1


@kernel
def seen(s: Necropolis, seat: int, move: int) -> int:
    """Others see that a card goes into the tomb, but not which one."""
    return A_CARD_BURIED if BURY <= move < NONE and seat != s.turn else move


@kernel
def reveals(s: Necropolis, move: int) -> bool:
    """True if the move shows a hidden card, or ends the round (new pairs, or the tombs are opened)."""
    slot = -1
    if BUILD <= move < RAISE:
        slot = (move - BUILD) // SPOTS
    elif RAISE <= move < BURY:
        slot = move - RAISE
    elif move >= KEEP_CARD:
        slot = SPARE - 1 - (move - KEEP_CARD)
    if slot == 0 and is_unknown_to_others(s, s.turn):
        return True
    return ends_round(s, move)


@kernel
def is_unknown_to_others(s: Necropolis, seat: int) -> bool:
    """Whether the kept card, the first of the hand, is hidden from others."""
    return candidates(s, seat) > 1 or (s.kept[seat] == 1 and s.secret[seat] == 1)


@kernel
def ends_round(s: Necropolis, move: int) -> bool:
    seat = s.turn
    if s.phase == KEEP:
        for other in range(s.players):
            if other != seat and hand_size(s, other) > 1:
                return False
        return True
    if move < BUILD:
        return False
    left = hand_size(s, seat) - (0 if move == NONE else 1)
    if move < RAISE:
        ends_turn = left == 0 or allowed(s) == NOTHING
    elif move < BURY or (move == NONE and s.phase == OBELISK):
        ends_turn = left == 0 or allowed(s) != BOTH
    else:
        ends_turn = True
    if not ends_turn:
        return False
    for other in range(s.players):
        if s.tile[other] > s.tile[seat]:
            return False
        if other != seat and hand_size(s, other) > 1 and s.round < ROUNDS:
            return False
    return left <= 1 or s.round == ROUNDS
