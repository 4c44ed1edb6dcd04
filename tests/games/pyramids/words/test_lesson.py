"""The guided first game: its steps come up, one at a time, the basic move first."""

import pytest

from benben.games.pyramids import GAME
from benben.testing import Table
from tests.games.lessons import said, said_in_some

MATCHES = [Table(GAME, 2).match(seed) for seed in range(6)]


@pytest.mark.parametrize("seat", [0, 1])
def test_every_step_comes_up_in_some_first_game(seat: int) -> None:
    assert said_in_some(MATCHES, seat) == {step.name for step in GAME.face.lesson}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_word_is_about_the_first_move(seat: int) -> None:
    for match in MATCHES:
        told = said(match, seat)
        assert next(iter(told)) == GAME.face.lesson[0].name
        assert next(iter(told.values())) == 1
