"""Hidden information: only the dominoes below the tops of the stacks are hidden (PDO-3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.secrets import copy_visible, hand_out, shuffle_unseen, strike
from benben.games.pyramido.box.components import DOMINOES, FIRST_CARD, NOTHING, STACKS, domino_of
from benben.games.pyramido.rules.state import CELLS, UNKNOWN, Board


@kernel
def veil(s: Board, seat: int, out: Any) -> None:
    """PDO-3: the tops of the stacks are seen too."""
    copy_visible(s, seat, out)
    for pile in range(STACKS):
        top = s.height[pile] - 1
        out.stack[pile, top] = s.stack[pile, top]


@kernel
def imagine(s: Board, rng: Any) -> None:
    """Shuffle the unseen dominoes into the hidden places."""
    unseen = np.ones(DOMINOES, np.int64)
    for seat in range(s.players):
        for cell in range(CELLS):
            number = s.block[seat, cell]
            if number != NOTHING and number < FIRST_CARD:  # a card hides one half of a domino, never both
                unseen[domino_of(number)] = 0
    strike(unseen, s.quarry)
    for pile in range(STACKS):
        strike(unseen, s.stack[pile])
    pool = np.zeros(DOMINOES, np.int64)
    n = shuffle_unseen(unseen, pool, rng)
    for pile in range(STACKS):
        n = hand_out(pool, n, s.stack[pile], UNKNOWN)
