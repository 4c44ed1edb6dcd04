"""PDO-3: what is hidden."""

from collections import Counter

import pytest

from benben.core.rng import new_rng
from benben.games.pyramido import GAME
from benben.games.pyramido.rules.secrets import imagine
from benben.games.pyramido.rules.state import NO_DOMINO, UNKNOWN
from benben.testing import Table
from tests.games.pyramido.drawn import state
from tests.games.pyramido.players import sensible_match


@pytest.mark.rule("PDO-3")
def test_only_the_tops_are_seen() -> None:
    now = Table(GAME, 3).match(1)[10]
    for seat in (0, 1, 2, None):
        seen, true = state(now.view(seat)), state(now)
        for pile in range(4):
            height = true.height[pile]
            levels = [seen.stack[pile, level] for level in range(22)]
            assert levels == [UNKNOWN] * (height - 1) + [true.stack[pile, height - 1]] + [NO_DOMINO] * (22 - height)
        assert list(seen.quarry) == list(true.quarry)
        assert [seen.block[k, c] for k in range(3) for c in range(54)] == [
            true.block[k, c] for k in range(3) for c in range(54)
        ]


@pytest.mark.rule("PDO-3")
def test_imagined_stacks_hold_what_nobody_has_seen_in_any_order() -> None:
    match = sensible_match(Table(GAME, 4).start(2), 2)
    now = match[int(len(match) * 0.9)]
    true, view = state(now), state(now.view(0))
    hidden = {(pile, level) for pile in range(4) for level in range(true.height[pile] - 1)}
    unseen = {true.stack[place] for place in hidden}
    where: dict[int, Counter[tuple[int, int]]] = {domino: Counter() for domino in unseen}
    rounds = 600
    for k in range(rounds):
        world = view.copy()
        imagine(world, new_rng(k))
        assert {world.stack[place] for place in hidden} == unseen
        for place in hidden:
            where[world.stack[place]][place] += 1
    for places in where.values():  # each domino as often in each place, but for chance
        assert all(abs(places[place] - rounds / len(hidden)) < 6 * (rounds / len(hidden)) ** 0.5 for place in hidden)


def test_a_refill_and_nothing_else_reveals() -> None:
    for now in sensible_match(Table(GAME, 2).start(3), 3)[:-1]:
        for move in now.legal_moves:
            assert now.reveals(move) == str(move).startswith("stack")
