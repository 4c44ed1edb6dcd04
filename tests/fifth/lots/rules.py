"""The rules of Lots."""

from typing import Any

import numpy as np

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.core.kit.events import Event
from benben.core.kit.moves import Families
from benben.core.kit.seats import keep_best
from benben.core.secrets import hand_out, shuffle_unseen, strike
from benben.core.state import State, hidden, private, public

LOTS = 10
UNKNOWN, NO_LOT = -1, -2

FAMILIES = Families()
KEEP = FAMILIES.family("keep")
SWAP = FAMILIES.family("swap")

OPENED = Event("all lots are shown")


class Lots(State):
    hand = private.int8(3, unknown=UNKNOWN, empty=NO_LOT)  # each seat's lot until all are shown
    given = private.int8(3, unknown=UNKNOWN, empty=NO_LOT)  # the lot that it swapped
    pile = hidden.int8(LOTS, unknown=UNKNOWN, empty=NO_LOT)  # the next to draw at `drawn`
    shown = public.int8(3)  # the lots at the end
    drawn = public.int8()  # how many are gone from the pile
    turn = public.int8()  # seats 0 … turn-1 have decided
    players = public.int8()


@kernel
def deal(s: Lots, players: int, options: Any, cards: Any) -> None:
    s.players = players
    for seat in range(3):
        s.given[seat] = NO_LOT
        s.shown[seat] = NO_LOT
        s.hand[seat] = cards.lots[seat] if seat < players else NO_LOT
    for i in range(LOTS):
        s.pile[i] = cards.lots[i] if i >= players else NO_LOT
    s.drawn = players


@kernel
def actor(s: Lots) -> int:
    return s.turn if s.turn < s.players else NOBODY


@kernel
def legal(s: Lots, out: Any) -> int:
    if s.turn == s.players:
        return 0
    out[0] = KEEP()
    out[1] = SWAP()
    return 2


@kernel
def play(s: Lots, move: int) -> None:
    if move in SWAP:
        s.given[s.turn] = s.hand[s.turn]
        s.hand[s.turn] = s.pile[s.drawn]
        s.pile[s.drawn] = NO_LOT
        s.drawn += 1
    s.turn += 1
    if s.turn == s.players:
        OPENED()
        for seat in range(s.players):
            s.shown[seat] = s.hand[seat]
            s.hand[seat] = NO_LOT


@kernel
def score(s: Lots, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = max(0, s.hand[seat], s.shown[seat])


@kernel
def winners(s: Lots, out: Any) -> None:
    score(s, out)
    keep_best(out, s.players)


@kernel
def imagine(s: Lots, rng: Any) -> None:
    unseen = np.ones(LOTS, np.int64)
    strike(unseen, s.hand)
    strike(unseen, s.given)
    strike(unseen, s.shown)
    pool = np.zeros(LOTS, np.int64)
    n = shuffle_unseen(unseen, pool, rng)
    n = hand_out(pool, n, s.hand, UNKNOWN)
    n = hand_out(pool, n, s.given, UNKNOWN)
    hand_out(pool, n, s.pile, UNKNOWN)
