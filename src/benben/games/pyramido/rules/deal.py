"""The opening of Pyramido."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benben.core.kernels import kernel
from benben.games.pyramido.box.components import CARDS, DOMINOES, QUARRY, STACKS, TALLEST
from benben.games.pyramido.rules.state import LAY, NO_DOMINO, Board

START_ROW, START_COLUMN = 4, 3  # the first domino of the first layer lies on d5 and e5


def shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"dominoes": DOMINOES, "seats": players}


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """PDO-2, PDO-3. The first shuffled seat begins."""
    s.players = players
    for k in range(QUARRY):
        s.quarry[k] = cards.dominoes[k]
    for pile in range(STACKS):
        for level in range(TALLEST):
            s.stack[pile, level] = NO_DOMINO
    for k in range(QUARRY, DOMINOES):
        pile = (k - QUARRY) // TALLEST
        s.stack[pile, s.height[pile]] = cards.dominoes[k]
        s.height[pile] += 1
    for seat in range(players):
        s.cards[seat] = (1 << CARDS) - 1
        s.corner[seat, 0] = START_ROW
        s.corner[seat, 1] = START_COLUMN
    s.starter = cards.seats[0]
    s.turn = s.starter
    s.phase = LAY
