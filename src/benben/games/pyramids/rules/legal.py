"""Who acts, what a tile allows, and the legal moves."""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import inlined, kernel
from benben.games.pyramids.box.components import ALLOWS, EITHER, TILES
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.moves import BUILD, BURY, HAND, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import MOST_OPEN, OPEN, OPEN_COUNT
from benben.games.pyramids.rules.state import KEEP, NO_CARD, OBELISK, OVER, PAIR, PYRAMID, TILE, TOMB, Necropolis


@kernel
def actor(s: Necropolis) -> int:
    return NOBODY if s.phase == OVER else s.turn


@inlined
def allowed(s: Necropolis) -> int:
    """The permission of the tile of the seat to act (PYR-5)."""
    return int(ALLOWS[s.players, s.tile[s.turn]])


@inlined
def free_tiles(s: Necropolis) -> int:
    """Bit set of the tiles that a player can take."""
    out_of_play = 1 << s.aside
    for seat in range(s.players):
        out_of_play |= 1 << s.tile[seat]
    return int((2 << TILES[s.players]) - 2 & ~out_of_play)


@kernel
def legal(s: Necropolis, out: Any) -> int:
    """Chance decides about almost every condition here, so moves are listed without branches.

    A move that is not legal is written too, and the next one overwrites it. So is the rest of `out`, up to MOST_LEGAL.
    """
    n = 0
    phase = s.phase
    size = hand_size(s, s.turn)
    if phase == TILE:  # PYR-9
        free = free_tiles(s)
        for tile in range(1, TILES[s.players] + 1):
            out[n] = TAKE_TILE(tile)
            n += free >> tile & 1
    elif phase == PAIR:  # PYR-10
        for pair in range(s.players):
            out[n] = TAKE_PAIR(pair)
            n += s.quarry[pair, 0] != NO_CARD
    elif phase == PYRAMID:  # PYR-11, PYR-15
        filled = s.filled[s.turn]
        spots = OPEN_COUNT[filled]
        for slot in range(HAND):
            for k in range(MOST_OPEN):
                out[slot * spots + k] = BUILD(slot, OPEN[filled, k])
        n = size * spots
    elif phase in (OBELISK, TOMB):  # PYR-11: if you like
        either = allowed(s) == EITHER
        for slot in range(SPARE):
            out[n] = RAISE(slot)
            n += phase == OBELISK and slot < size
            out[n] = BURY(slot)
            n += (phase == TOMB or either) and slot < size
        out[n] = NONE()
        n += 1
    elif phase == KEEP:  # PYR-13
        for slot in range(SPARE):
            out[slot] = KEEP_CARD(slot)
        n = SPARE
    return int(n)
