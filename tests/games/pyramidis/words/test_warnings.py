"""Warnings before a move."""

import random

import pytest

from benben.core.position import start
from benben.games.pyramidis import GAME


@pytest.mark.rule("PDS-15")
def test_a_move_after_which_the_other_could_win_is_warned_of() -> None:
    """Exactly then."""
    warned = safe = 0
    for seed in range(6):
        chance, now = random.Random(seed), start(GAME, 2)
        while not now.is_over:
            for move in now.legal_moves if sum(now.score) > 4 else ():
                after = now.play(move)
                if after.is_over or after.actor == now.actor:
                    continue
                ends = [after.play(reply) for reply in after.legal_moves]
                loses = any(end.is_over and now.actor not in end.winners and end.winners for end in ends)
                line = now.view(now.actor).warning(move)
                assert (line is not None) == loses
                warned += loses
                safe += not loses
            now = now.play(chance.choice(now.legal_moves.numbers))
    assert warned
    assert safe
