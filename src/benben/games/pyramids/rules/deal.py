"""The deal, and the pairs of a new round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.events import Event
from benben.games.pyramids.box.components import CARDS, ROUNDS, TILES
from benben.games.pyramids.rules.state import NO_CARD, TILE, Necropolis

ROUND_BEGAN = Event("a round began")


def shuffles(players: int, options: Mapping[str, str]) -> dict[str, int]:
    """PYR-7: the cards and the start player. PYR-6: with two players, the first tile to be out."""
    shuffles = {"cards": CARDS, "start": players}
    return shuffles | {"tile": int(TILES[players])} if players == 2 else shuffles


@kernel
def deal(s: Necropolis, players: int, options: Any, cards: Any) -> None:
    """PYR-7: one card for each player; the rest are the pairs of all rounds. Start player and tile aside are drawn."""
    s.players = players
    for seat in range(players):
        s.held[seat, 0] = cards.cards[seat] + 1
        s.holds[seat] = 1
        s.kept[seat] = 1
        s.secret[seat] = 1
    for i in range(2 * players * ROUNDS):
        s.deck[i] = cards.cards[players + i] + 1
    s.start = cards.start[0]
    if players == 2:
        s.aside = cards.tile[0] + 1
    begin_round(s)


@kernel
def begin_round(s: Necropolis) -> None:
    """PYR-8: lay out as many pairs as there are players."""
    first = 2 * s.players * s.round
    for i in range(2 * s.players):
        s.quarry[i >> 1, i & 1] = s.deck[first + i]
        s.deck[first + i] = NO_CARD
    s.round += 1
    s.phase = TILE
    s.turn = s.start
    ROUND_BEGAN()
