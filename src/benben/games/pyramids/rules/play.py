"""The effects of moves: tiles and pairs, building, the end of a round."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.games.pyramids.box.components import A_TOMB, BOTH, NOTHING, ROUNDS, TILES
from benben.games.pyramids.rules.deal import begin_round
from benben.games.pyramids.rules.hands import hand_index, hand_size
from benben.games.pyramids.rules.legal import allowed, is_free
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import ABOVE, BASE_COUNT, LEFT, MOVED_ON, PLACES, RIGHT, SPOTS, WIDTHS
from benben.games.pyramids.rules.state import KEEP, NO_CARD, OBELISK, OVER, PAIR, PYRAMID, TOMB, Necropolis

ABOVE_BASE = WIDTHS[0] - ABOVE  # offset from a spot above the base to its place


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
