"""Who acts, what a tile allows, and the legal moves."""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramids.box.components import ALLOWS, EITHER, TILES
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import OPEN, OPEN_COUNT, SPOTS
from benben.games.pyramids.rules.state import KEEP, NO_CARD, OBELISK, OVER, PAIR, PYRAMID, TILE, TOMB, Necropolis


@kernel
def actor(s: Necropolis) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def allowed(s: Necropolis) -> int:
    """The permission of the tile of the seat to act (PYR-5)."""
    return int(ALLOWS[s.players, s.tile[s.turn]])


@kernel
def is_free(s: Necropolis, tile: int) -> bool:
    """Whether a player can take this tile."""
    if tile > TILES[s.players] or tile == s.aside:
        return False
    for seat in range(s.players):
        if s.tile[seat] == tile:
            return False
    return True


@kernel
def legal(s: Necropolis, out: Any) -> int:
    n = 0
    phase = s.phase
    if phase == TILE:  # PYR-9
        for tile in range(1, TILES[s.players] + 1):
            if is_free(s, tile):
                out[n] = TAKE_TILE + tile - 1
                n += 1
    elif phase == PAIR:  # PYR-10
        for pair in range(s.players):
            if s.quarry[pair, 0] != NO_CARD:
                out[n] = TAKE_PAIR + pair
                n += 1
    elif phase == PYRAMID:  # PYR-11, PYR-15
        filled = s.filled[s.turn]
        for slot in range(hand_size(s, s.turn)):
            for k in range(OPEN_COUNT[filled]):
                out[n] = BUILD + slot * SPOTS + OPEN[filled, k]
                n += 1
    elif phase in (OBELISK, TOMB):  # PYR-11: if you like
        for slot in range(hand_size(s, s.turn)):
            if phase == OBELISK:
                out[n] = RAISE + slot
                n += 1
            if phase == TOMB or allowed(s) == EITHER:
                out[n] = BURY + slot
                n += 1
        out[n] = NONE
        n += 1
    elif phase == KEEP:  # PYR-13
        for slot in range(SPARE):
            out[n] = KEEP_CARD + slot
            n += 1
    return n
