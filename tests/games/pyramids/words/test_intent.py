"""What a god tile brings is said before it is taken: what it lets its player build, and when."""

import random

import pytest

from benben.core.position import Position
from benben.games.pyramids import GAME
from benben.games.pyramids.rules.state import TILE, Necropolis
from benben.games.pyramids.words.intent import places_in_order
from benben.testing import Table

GODS = ("horus", "anubis", "khepri", "sekhmet", "thoth")


def state(position: Position) -> Necropolis:
    assert isinstance(position.state, Necropolis)
    return position.state


@pytest.mark.rule("PYR-10")
@pytest.mark.parametrize("players", GAME.players)
def test_the_place_in_the_order_of_play_is_foretold(players: int) -> None:
    for seed in range(12):
        chance, now = random.Random(seed), Table(GAME, players).start(seed)
        foretold: dict[int, tuple[int, int]] = {}
        while state(now).phase == TILE:
            seat, move = now.actor, chance.choice(list(now.legal_moves))
            assert seat is not None
            foretold[seat] = places_in_order(state(now), GODS.index(str(move)) + 1)
            now = now.play(move)
        tiles = [int(tile) for tile in state(now).tile[:players]]
        for seat, (first, last) in foretold.items():
            assert first <= sorted(tiles).index(tiles[seat]) <= last
        first, last = foretold[list(foretold)[-1]]
        assert first == last, "nothing is open for the last one to choose"


def test_it_is_said_in_words() -> None:
    sure = Table(GAME, 5).start(1).intent("anubis")  # with five players every tile is taken
    open_yet = Table(GAME, 3).start(1).intent("anubis")
    assert sure
    assert open_yet
    assert sure.say("en") == "Anubis: pyramid and tomb. You act second."
    assert sure.say("de") == "Anubis: Pyramide und Grabkammer. Du bist an zweiter Stelle am Zug."
    assert open_yet.say("en") == "Anubis: pyramid and tomb. You act first at the earliest, second at the latest."
