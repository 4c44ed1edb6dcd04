"""Hidden information kernels (PYR-18). Hidden: the deck, the first cards, and which of the held cards is kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.contract import blank_state
from benben.core.kernels import kernel
from benben.core.rng import below
from benben.core.secrets import copy_record, copy_visible, hand_out, shuffle_unseen, strike
from benben.games.pyramids.box.components import CARDS
from benben.games.pyramids.rules.hands import assume_kept, candidates
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, RAISE, discarded_slot
from benben.games.pyramids.rules.play import play
from benben.games.pyramids.rules.state import OVER, UNKNOWN, Necropolis

A_CARD_BURIED = -1  # the public code of a card put into the tomb


@kernel
def veil(s: Necropolis, seat: int, out: Necropolis) -> None:
    """Others know all held cards but a first one, and the kept card if it is the only candidate."""
    copy_visible(s, seat, out)
    for other in range(s.players):
        for i in range(s.secret[other], s.holds[other]):
            out.held[other, i] = s.held[other, i]
        if candidates(s, other) == 1:
            out.kept[other] = s.kept[other]


@kernel
def imagine(s: Necropolis, rng: Any) -> None:
    """Draw each hidden card from the cards not shown, and each kept card from its candidates, uniformly."""
    unseen = np.ones(CARDS + 1, np.int64)
    unseen[0] = 0  # no card
    for card in range(1, CARDS + 1):
        unseen[card] -= s.discarded[card]
    for seat in range(s.players):
        strike(unseen, s.quarry[seat])
        strike(unseen, s.pyramid[seat])
        strike(unseen, s.obelisk[seat])
        strike(unseen, s.held[seat])
    pool = np.zeros(CARDS, np.int64)
    n = shuffle_unseen(unseen, pool, rng)
    for seat in range(s.players):
        if s.kept[seat] == UNKNOWN:
            s.kept[seat] = s.sure[seat] + 1 + below(rng, candidates(s, seat))
        n = hand_out(pool, n, s.held[seat], UNKNOWN)
    hand_out(pool, n, s.deck, UNKNOWN)


@kernel
def seen(s: Necropolis, seat: int, move: int) -> int:
    """Others see that a card goes into the tomb, but not which one."""
    return A_CARD_BURIED if move in BURY and seat != s.turn else move


@kernel
def reveals(s: Necropolis, move: int) -> bool:
    """True if the move shows a hidden card, or ends the round (new pairs, or the tombs are opened)."""
    slot = -1
    if move in BUILD:
        slot = BUILD.slot(move)
    elif move in RAISE:
        slot = RAISE.slot(move)
    elif move in KEEP_CARD:
        slot = discarded_slot(move)
    return (slot == 0 and is_unknown_to_others(s, s.turn)) or ends_round(s, move)


@kernel
def is_unknown_to_others(s: Necropolis, seat: int) -> bool:
    """Whether the kept card, the first of the hand, is hidden from others."""
    return candidates(s, seat) > 1 or (s.kept[seat] == 1 and s.secret[seat] == 1)


@kernel
def ends_round(s: Necropolis, move: int) -> bool:
    """Found out by playing the move, also in a view: it does not matter which cards the others have kept."""
    after = blank_state()
    copy_record(s, after)
    assume_kept(after)
    play(after, move)
    return bool(after.phase == OVER or after.round != s.round)
