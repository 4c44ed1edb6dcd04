"""The effects of moves: tiles and pairs, building, the end of a round."""

from __future__ import annotations

from benben.core.kernels import inlined, kernel
from benben.core.kit.bits import lowest_bit
from benben.core.kit.events import Event
from benben.games.pyramids.box.components import A_TOMB, BOTH, NOTHING, ROUNDS, TILES
from benben.games.pyramids.rules.deal import begin_round
from benben.games.pyramids.rules.hands import hand_index, hand_size, is_kept_card
from benben.games.pyramids.rules.legal import allowed, free_tiles
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, RAISE, TAKE_PAIR, TAKE_TILE, discarded_slot
from benben.games.pyramids.rules.pyramid_spots import LEFT, PLACES, place_of
from benben.games.pyramids.rules.state import (
    KEEP,
    MOST_HELD,
    NO_CARD,
    OBELISK,
    OVER,
    PAIR,
    PYRAMID,
    TOMB,
    Necropolis,
    left_of,
    put_card,
)

BUILT = Event("built into the pyramid", "seat", "place")
GOT_LAST_TILE = Event("got the last tile", "seat", "tile")
TOOK_LAST_PAIR = Event("took the last pair", "seat")
OPENED_TOMBS = Event("opened the tombs")


@kernel
def play(s: Necropolis, move: int) -> None:
    seat = s.turn
    if move in TAKE_TILE:
        take_tile(s, TAKE_TILE.tile(move))
    elif move in TAKE_PAIR:
        take_pair(s, TAKE_PAIR.pair(move))
    elif move in BUILD:
        slot, spot = BUILD.fields(move)
        build(s, seat, give(s, seat, slot), spot)
        after_pyramid(s)
    elif move in RAISE:
        s.obelisk[seat, s.levels[seat]] = give(s, seat, RAISE.slot(move))  # PYR-17
        s.levels[seat] += 1
        after_obelisk(s)
    elif move in BURY:
        bury(s, seat, BURY.slot(move))
        end_turn(s)
    elif move in KEEP_CARD:
        s.discarded[give(s, seat, discarded_slot(move))] = 1  # PYR-13: face up
        settle(s, seat)
        next_to_discard(s)
    elif s.phase == OBELISK:
        after_obelisk(s)
    else:
        end_turn(s)


# Tiles and pairs


@inlined
def take_tile(s: Necropolis, tile: int) -> None:
    """PYR-9: clockwise from the start player. With five players, the last one gets the remaining tile."""
    s.tile[s.turn] = tile
    s.turn = left_of(s, s.turn)
    if s.players == 5 and left_of(s, s.turn) == s.start:
        last = lowest_bit(free_tiles(s))
        s.tile[s.turn] = last
        GOT_LAST_TILE(s.turn, last)
        s.turn = s.start
    if s.turn == s.start:
        next_builder(s, 0)


@inlined
def next_builder(s: Necropolis, after: int) -> None:
    """PYR-10: the player with the next higher tile takes a pair; the last one gets the remaining pair."""
    best = TILES[s.players] + 1
    builder = s.turn
    later = 0
    for seat in range(s.players):  # without branches: the order of the tiles is chance
        tile = int(s.tile[seat])
        later += tile > after
        builder = seat if after < tile < best else builder
        best = tile if after < tile < best else best
    if later == 0:
        end_building(s)
        return
    s.turn = builder
    s.phase = PAIR
    if later == 1:
        last = 0
        for pair in range(s.players):
            last += pair if s.quarry[pair, 0] != NO_CARD else 0  # only one is left
        take_pair(s, last)
        TOOK_LAST_PAIR(s.turn)


@inlined
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


@inlined
def give(s: Necropolis, seat: int, slot: int) -> int:
    """Remove a card from the hand openly. If it is the kept card, all older ones are known to be in the tomb."""
    index = hand_index(s, seat, slot)
    was_kept = is_kept_card(s, seat, slot)
    card = int(s.held[seat, index])
    for i in range(MOST_HELD - 1):  # the later cards move up; without branches: chance decides about the index
        s.held[seat, i] = s.held[seat, i + 1] if i >= index else s.held[seat, i]
    s.held[seat, MOST_HELD - 1] = NO_CARD
    s.holds[seat] -= 1
    s.fresh[seat] -= 0 if was_kept else 1
    s.kept[seat] = 0 if was_kept else s.kept[seat]
    s.sure[seat] = s.holds[seat] - s.fresh[seat] if was_kept else s.sure[seat]
    s.secret[seat] = 0 if was_kept and index == 0 else s.secret[seat]
    return card


@inlined
def build(s: Necropolis, seat: int, card: int, spot: int) -> None:
    """PYR-15: into the pyramid; a card at the left end of the base moves all others to the right."""
    if spot == LEFT:
        for place in range(PLACES - 1, 0, -1):
            s.pyramid[seat, place] = s.pyramid[seat, place - 1]
        s.filled[seat] <<= 1
    place = place_of(s.filled[seat], spot)
    put_card(s, seat, place, card)
    BUILT(seat, place)


@inlined
def after_pyramid(s: Necropolis) -> None:
    """PYR-11: then what the tile allows, if there are cards in hand."""
    if hand_size(s, s.turn) == 0 or allowed(s) == NOTHING:
        end_turn(s)
    else:
        s.phase = TOMB if allowed(s) == A_TOMB else OBELISK


@inlined
def after_obelisk(s: Necropolis) -> None:
    if allowed(s) == BOTH and hand_size(s, s.turn) > 0:
        s.phase = TOMB
    else:
        end_turn(s)


@inlined
def bury(s: Necropolis, seat: int, slot: int) -> None:
    """PYR-18: into the tomb, face down. If there were two cards in hand, the others cannot tell which one it was."""
    if hand_size(s, seat) == 1:
        s.kept[seat] = 0
        s.sure[seat] = s.holds[seat]
    else:
        s.kept[seat] = hand_index(s, seat, 1 - slot) + 1
    s.fresh[seat] = 0


@inlined
def settle(s: Necropolis, seat: int) -> None:
    """If only one card of the pair is left, it becomes the kept card."""
    single = s.fresh[seat] == 1 and s.kept[seat] == 0
    s.kept[seat] = s.holds[seat] if single else s.kept[seat]
    s.fresh[seat] = 0 if single else s.fresh[seat]


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
    seat = s.start
    for _ in range(s.players):
        if hand_size(s, seat) > 1:
            s.phase = KEEP
            s.turn = seat
            return
        seat = left_of(s, seat)
    s.start = left_of(s, s.start)
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
    OPENED_TOMBS()
