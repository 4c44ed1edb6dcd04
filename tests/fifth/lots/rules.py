"""The rules of Lots."""

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.core.rng import shuffle
from benben.core.state import State, int8

LOTS = 10
UNKNOWN = -1
KEEP, SWAP = 0, 1


class Lots(State):
    hand = int8(3)  # each seat's lot, or UNKNOWN
    pile = int8(LOTS)  # all lots as dealt, next to draw at `drawn`; UNKNOWN where nobody may look
    swapped = int8(3)  # 1 where a seat has swapped
    drawn = int8()  # how many are gone from the pile
    turn = int8()  # seats 0 … turn-1 have decided
    players = int8()


@kernel
def deal(s: Lots, players: int, options: Any, cards: Any) -> None:
    s.players = players
    for i in range(LOTS):
        s.pile[i] = cards[i]
    for seat in range(players):
        s.hand[seat] = s.pile[seat]
    s.drawn = players


@kernel
def actor(s: Lots) -> int:
    return s.turn if s.turn < s.players else NOBODY


@kernel
def legal(s: Lots, out: Any) -> int:
    if s.turn == s.players:
        return 0
    out[0] = KEEP
    out[1] = SWAP
    return 2


@kernel
def play(s: Lots, move: int) -> None:
    if move == SWAP:
        s.hand[s.turn] = s.pile[s.drawn]
        s.swapped[s.turn] = 1
        s.drawn += 1
    s.turn += 1


@kernel
def score(s: Lots, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = max(0, s.hand[seat])


@kernel
def winners(s: Lots, out: Any) -> None:
    best = 0
    for seat in range(s.players):
        best = max(best, s.hand[seat])
    for seat in range(s.players):
        out[seat] = 1 if s.hand[seat] == best else 0


@kernel
def veil(s: Lots, seat: int, out: Lots) -> None:
    """A seat knows its own lot, and the one it gave away. When it is over, everything lies open."""
    over = s.turn == s.players
    for i in range(LOTS):
        mine = seat >= 0 and i == seat
        out.pile[i] = s.pile[i] if over or mine else UNKNOWN
    for other in range(s.players):
        out.hand[other] = s.hand[other] if over or other == seat else UNKNOWN
        out.swapped[other] = s.swapped[other]
    out.drawn = s.drawn
    out.turn = s.turn
    out.players = s.players


@kernel
def imagine(s: Lots, rng: Any) -> None:
    if s.turn == s.players:
        return
    seen = np.zeros(LOTS, np.int64)
    for i in range(LOTS):
        if s.pile[i] != UNKNOWN:
            seen[s.pile[i]] = 1
    for seat in range(s.players):
        if s.hand[seat] != UNKNOWN:
            seen[s.hand[seat]] = 1
    unseen = np.zeros(LOTS, np.int64)
    n = 0
    for lot in range(LOTS):
        if not seen[lot]:
            unseen[n] = lot
            n += 1
    shuffle(rng, unseen, 0, n)
    drawn = s.players
    for seat in range(s.players):  # the place of the pile that each hand came from
        place = seat
        if s.swapped[seat]:
            place = drawn
            drawn += 1
        if s.hand[seat] != UNKNOWN:
            s.pile[place] = s.hand[seat]
    for i in range(LOTS):
        if s.pile[i] == UNKNOWN:
            n -= 1
            s.pile[i] = unseen[n]
    drawn = s.players
    for seat in range(s.players):
        place = seat
        if s.swapped[seat]:
            place = drawn
            drawn += 1
        s.hand[seat] = s.pile[place]


@kernel
def seen(s: Lots, seat: int, move: int) -> int:
    return move


@kernel
def reveals(s: Lots, move: int) -> bool:
    """A swap shows the new lot; the last decision shows all."""
    return move == SWAP or s.turn == s.players - 1
