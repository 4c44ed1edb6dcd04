"""The rules of Pyramids as kernels: set-up, turns, building.

Moves name cards of the hand by slot: the kept card first, then the pair in quarry order. So a slot reveals nothing
hidden.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import NOBODY
from benben.core.kernels import kernel
from benben.games.pyramids.components import (
    A_TOMB,
    ALLOWS,
    BOTH,
    CARDS,
    EITHER,
    MOST_PLAYERS,
    NOTHING,
    ROUNDS,
    TILES,
)
from benben.games.pyramids.places import (
    ABOVE,
    BASE_COUNT,
    LEFT,
    MOST_OPEN,
    MOVED_ON,
    OPEN,
    OPEN_COUNT,
    PLACES,
    RIGHT,
    SPOTS,
    WIDTHS,
)
from benben.games.pyramids.state import KEEP, NO_CARD, OBELISK, OVER, PAIR, PYRAMID, TILE, TOMB, Necropolis

HAND = 3  # maximum: one kept card and a pair
SPARE = HAND - 1  # maximum after the pyramid card

# First move number of each kind: add tile number - 1, pair, SPOTS * slot + spot, or slot.
TAKE_TILE = 0
TAKE_PAIR = TAKE_TILE + 5
BUILD = TAKE_PAIR + MOST_PLAYERS
RAISE = BUILD + HAND * SPOTS  # into the obelisk
BURY = RAISE + SPARE  # into the tomb
NONE = BURY + SPARE  # build nothing (more)
KEEP_CARD = NONE + 1
MOVES = KEEP_CARD + SPARE

MOST_LEGAL = HAND * MOST_OPEN
# Decisions per round with five players: 4 tiles and 4 pairs (the last of each is forced), 5 pyramid cards, 5 for other
# edifices (tiles 2, 3 and 4 one each, tile 5 two), and 5 cards to keep, except in the last round. Fewer players have
# fewer decisions.
LONGEST = ROUNDS * (4 + 4 + 5 + 5 + 5) - 5

ABOVE_BASE = WIDTHS[0] - ABOVE  # offset from a spot above the base to its place


@kernel
def deal(s: Necropolis, players: int, options: Any, cards: Any) -> None:
    """PYR-7: one card for each player; the rest are the pairs of all rounds. Start player and tile aside are drawn."""
    s.players = players
    for seat in range(players):
        s.held[seat, 0] = cards[seat] + 1
        s.holds[seat] = 1
        s.kept[seat] = 1
        s.secret[seat] = 1
    for i in range(2 * players * ROUNDS):
        s.deck[i] = cards[players + i] + 1
    s.start = cards[CARDS]
    if players == 2:
        s.aside = cards[CARDS + players] + 1
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


@kernel
def actor(s: Necropolis) -> int:
    return NOBODY if s.phase == OVER else s.turn


@kernel
def hand_size(s: Necropolis, seat: int) -> int:
    return int(s.fresh[seat]) + (1 if s.kept[seat] != 0 else 0)


@kernel
def hand_index(s: Necropolis, seat: int, slot: int) -> int:
    """The index in `held` of a card of the hand."""
    if s.kept[seat] != 0:
        if slot == 0:
            return int(s.kept[seat]) - 1
        slot -= 1
    return int(s.holds[seat] - s.fresh[seat]) + slot


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


@kernel
def play(s: Necropolis, move: int) -> None:
    seat = s.turn
    if move < TAKE_PAIR:
        take_tile(s, move - TAKE_TILE + 1)
    elif move < BUILD:
        take_pair(s, move - TAKE_PAIR)
    elif move < RAISE:
        slot = (move - BUILD) // SPOTS
        build(s, seat, give(s, seat, slot), (move - BUILD) % SPOTS)
        after_pyramid(s)
    elif move < BURY:
        s.obelisk[seat, s.levels[seat]] = give(s, seat, move - RAISE)  # PYR-17
        s.levels[seat] += 1
        after_obelisk(s)
    elif move < NONE:
        bury(s, seat, move - BURY)
        end_turn(s)
    elif move == NONE:
        if s.phase == OBELISK:
            after_obelisk(s)
        else:
            end_turn(s)
    else:
        s.discarded[give(s, seat, SPARE - 1 - (move - KEEP_CARD))] = 1  # PYR-13: face up
        settle(s, seat)
        next_to_discard(s)


# Tiles and pairs


@kernel
def take_tile(s: Necropolis, tile: int) -> None:
    """PYR-9: clockwise from the start player. With five players, the last one gets the remaining tile."""
    s.tile[s.turn] = tile
    s.turn = (s.turn + 1) % s.players
    if s.players == 5 and (s.turn + 1) % s.players == s.start:
        last = 1
        while not is_free(s, last):
            last += 1
        s.tile[s.turn] = last
        s.turn = s.start
    if s.turn == s.start:
        next_builder(s, 0)


@kernel
def next_builder(s: Necropolis, after: int) -> None:
    """PYR-10: the player with the next higher tile takes a pair; the last one gets the remaining pair."""
    best = TILES[s.players] + 1
    later = 0
    for seat in range(s.players):
        if s.tile[seat] > after:
            later += 1
            if s.tile[seat] < best:
                best = s.tile[seat]
                s.turn = seat
    if later == 0:
        end_building(s)
        return
    s.phase = PAIR
    if later == 1:
        pair = 0
        while s.quarry[pair, 0] == NO_CARD:
            pair += 1
        take_pair(s, pair)


@kernel
def take_pair(s: Necropolis, pair: int) -> None:
    seat = s.turn
    n = s.holds[seat]
    for i in range(2):
        s.held[seat, n + i] = s.quarry[pair, i]
        s.quarry[pair, i] = NO_CARD
    s.holds[seat] = n + 2
    s.fresh[seat] = 2
    s.phase = PYRAMID


# Building


@kernel
def give(s: Necropolis, seat: int, slot: int) -> int:
    """Remove a card from the hand openly. If it is the kept card, all older ones are known to be in the tomb."""
    index = hand_index(s, seat, slot)
    card = int(s.held[seat, index])
    last = s.holds[seat] - 1
    for i in range(index, last):
        s.held[seat, i] = s.held[seat, i + 1]
    s.held[seat, last] = NO_CARD
    s.holds[seat] = last
    if s.kept[seat] != 0 and slot == 0:
        s.kept[seat] = 0
        s.sure[seat] = last - s.fresh[seat]
        if index == 0:
            s.secret[seat] = 0
    else:
        s.fresh[seat] -= 1
    return card


@kernel
def build(s: Necropolis, seat: int, card: int, spot: int) -> None:
    """PYR-15: into the pyramid."""
    filled = s.filled[seat]
    if spot == LEFT:
        for place in range(PLACES - 1, 0, -1):
            s.pyramid[seat, place] = s.pyramid[seat, place - 1]
        s.pyramid[seat, 0] = card
        # no level overflows on the right: the base had room there
        s.filled[seat] = MOVED_ON[filled] | 1
        return
    place = BASE_COUNT[filled] if spot == RIGHT else spot + ABOVE_BASE
    s.pyramid[seat, place] = card
    s.filled[seat] = filled | 1 << place


@kernel
def after_pyramid(s: Necropolis) -> None:
    """PYR-11: then what the tile allows, if there are cards in hand."""
    if hand_size(s, s.turn) == 0 or allowed(s) == NOTHING:
        end_turn(s)
    else:
        s.phase = TOMB if allowed(s) == A_TOMB else OBELISK


@kernel
def after_obelisk(s: Necropolis) -> None:
    if allowed(s) == BOTH and hand_size(s, s.turn) > 0:
        s.phase = TOMB
    else:
        end_turn(s)


@kernel
def bury(s: Necropolis, seat: int, slot: int) -> None:
    """PYR-18: into the tomb, face down. If there were two cards in hand, the others cannot tell which one it was."""
    if hand_size(s, seat) == 1:
        s.kept[seat] = 0
        s.sure[seat] = s.holds[seat]
    else:
        s.kept[seat] = hand_index(s, seat, 1 - slot) + 1
    s.fresh[seat] = 0


@kernel
def settle(s: Necropolis, seat: int) -> None:
    """If only one card of the pair is left, it becomes the kept card."""
    if s.fresh[seat] == 1 and s.kept[seat] == 0:
        s.fresh[seat] = 0
        s.kept[seat] = s.holds[seat]


@kernel
def end_turn(s: Necropolis) -> None:
    settle(s, s.turn)
    next_builder(s, s.tile[s.turn])


# The end of a round


@kernel
def end_building(s: Necropolis) -> None:
    """PYR-13: the tiles return. After the last round the match is over (PYR-14)."""
    for seat in range(s.players):
        s.tile[seat] = 0
    if s.round == ROUNDS:
        finish(s)
    else:
        next_to_discard(s)


@kernel
def next_to_discard(s: Necropolis) -> None:
    """PYR-13: the next player with more than one card, from the start player on; then the next round."""
    for k in range(s.players):
        seat = (s.start + k) % s.players
        if hand_size(s, seat) > 1:
            s.phase = KEEP
            s.turn = seat
            return
    s.start = (s.start + 1) % s.players
    if s.players == 2:
        s.aside = s.aside % TILES[s.players] + 1  # PYR-6
    begin_round(s)


@kernel
def finish(s: Necropolis) -> None:
    """PYR-25: discard the hands and open the tombs. The cards still in `held` are the tombs."""
    for seat in range(s.players):
        while hand_size(s, seat) > 0:
            s.discarded[give(s, seat, 0)] = 1
        s.secret[seat] = 0
    s.phase = OVER
    s.turn = 0
