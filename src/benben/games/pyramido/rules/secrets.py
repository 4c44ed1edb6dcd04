"""Hidden information kernels: only the dominoes below the tops of the stacks are hidden (PDO-3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.rng import shuffle
from benben.games.pyramido.box.components import COLOURS, DOMINOES, FIRST_CARD, NOTHING, QUARRY, STACKS, STAGES, TALLEST
from benben.games.pyramido.rules.moves import FILLS, REFILLS
from benben.games.pyramido.rules.state import CELLS, NO_DOMINO, UNKNOWN, Board


@kernel
def veil(s: Board, seat: int, out: Any) -> None:
    """PDO-3: all seats see the same: everything but the dominoes below the tops of the stacks."""
    for player in range(s.players):
        for cell in range(CELLS):
            out.block[player, cell] = s.block[player, cell]
        for stage in range(STAGES):
            out.points[player, stage] = s.points[player, stage]
            for colour in range(COLOURS):
                out.mark[player, stage, colour] = s.mark[player, stage, colour]
        out.occupied[player] = s.occupied[player]
        out.rows[player] = s.rows[player]
        out.columns[player] = s.columns[player]
        out.corner[player, 0] = s.corner[player, 0]
        out.corner[player, 1] = s.corner[player, 1]
        out.turns[player] = s.turns[player]
        out.cards[player] = s.cards[player]
    for k in range(QUARRY):
        out.quarry[k] = s.quarry[k]
    for pile in range(STACKS):
        top = s.height[pile] - 1
        for level in range(TALLEST):
            out.stack[pile, level] = UNKNOWN if level < top else s.stack[pile, level]
        out.height[pile] = s.height[pile]
    out.new[0] = s.new[0]
    out.new[1] = s.new[1]
    out.lost = s.lost
    out.players = s.players
    out.stage = s.stage
    out.starter = s.starter
    out.turn = s.turn
    out.phase = s.phase


@kernel
def imagine(s: Board, rng: Any) -> None:
    """Shuffle the unseen dominoes into the hidden places."""
    seen = np.zeros(DOMINOES, np.int64)
    for seat in range(s.players):
        for cell in range(CELLS):
            number = s.block[seat, cell]
            if number != NOTHING and number < FIRST_CARD:  # a card hides one half of a domino, never both
                seen[(number - 1) >> 3] = 1
    for k in range(QUARRY):
        if s.quarry[k] != NO_DOMINO:
            seen[s.quarry[k]] = 1
    for pile in range(STACKS):
        for level in range(s.height[pile]):
            if s.stack[pile, level] != UNKNOWN:
                seen[s.stack[pile, level]] = 1
    unseen = np.zeros(DOMINOES, np.int64)
    count = 0
    for domino in range(DOMINOES):
        if not seen[domino]:
            unseen[count] = domino
            count += 1
    shuffle(rng, unseen, 0, count)
    for pile in range(STACKS):
        for level in range(s.height[pile]):
            if s.stack[pile, level] == UNKNOWN:
                count -= 1
                s.stack[pile, level] = unseen[count]


@kernel
def seen(s: Board, seat: int, move: int) -> int:
    """All moves are public."""
    return move


@kernel
def reveals(s: Board, move: int) -> bool:
    """A refill reveals the next domino of a stack."""
    return REFILLS <= move < FILLS
