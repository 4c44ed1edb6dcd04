"""The list of legal moves, which kernels make without branches, beside a plain one."""

import pytest

from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import ALLOWS, EITHER, TILES
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.legal import free_tiles
from benben.games.pyramids.rules.moves import BUILD, BURY, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import open_spots
from benben.games.pyramids.rules.state import KEEP, OBELISK, OVER, PAIR, PYRAMID, TILE, TOMB, Necropolis
from benben.testing import Table
from tests.games.pyramids.drawn import state


def plain_free_tiles(s: Necropolis) -> list[int]:
    return [tile for tile in range(1, TILES[s.players] + 1) if tile not in (*s.tile, s.aside)]


def plain_legal(s: Necropolis) -> list[int]:
    """PYR-9 to PYR-13, one after the other."""
    slots = range(len(hand(s, s.turn)))
    if s.phase == TILE:
        return [TAKE_TILE(tile) for tile in plain_free_tiles(s)]
    if s.phase == PAIR:
        return [TAKE_PAIR(pair) for pair in range(s.players) if s.quarry[pair, 0]]
    if s.phase == PYRAMID:
        return [BUILD(slot, spot) for slot in slots for spot in open_spots(s.filled[s.turn])]
    if s.phase == TOMB:
        return [*(BURY(slot) for slot in slots), NONE()]
    if s.phase == OBELISK and ALLOWS[s.players, s.tile[s.turn]] == EITHER:
        return [*(move for slot in slots for move in (RAISE(slot), BURY(slot))), NONE()]
    if s.phase == OBELISK:
        return [*(RAISE(slot) for slot in slots), NONE()]
    return [KEEP_CARD(0), KEEP_CARD(1)] if s.phase == KEEP else []


@pytest.mark.rule("PYR-9", "PYR-10", "PYR-11", "PYR-13", "PYR-15")
@pytest.mark.parametrize("players", GAME.players)
def test_the_list_agrees_with_a_plain_one(players: int) -> None:
    phases = set()
    for seed in (1, 2, 3):
        for now in Table(GAME, players).match(seed):
            s = state(now)
            assert list(now.legal_moves.numbers) == plain_legal(s)
            assert [tile for tile in range(8) if free_tiles(s) >> tile & 1] == plain_free_tiles(s)
            phases.add(s.phase)
    assert phases == {TILE, PAIR, PYRAMID, OBELISK, TOMB, KEEP, OVER}
