"""The guided first game: its steps come up, one at a time, the basic move first."""

import random

import pytest

from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.rules.moves import ACTIONS, Action
from benben.games.terra_pyramides.rules.state import Board
from benben.testing import Match, Table
from tests.games.lessons import said, said_in_some
from tests.games.terra_pyramides.drawn import board


def builders_match(seed: int) -> Match:
    """Random players seldom gather three workers; these do, and build."""
    chance, positions = random.Random(seed), [Table(GAME, 2).start(seed)]
    while not positions[-1].is_over:
        moves = positions[-1].legal_moves.numbers
        best = max(_zeal(board(positions[-1]), ACTIONS[move]) for move in moves)
        keen = [move for move in moves if _zeal(board(positions[-1]), ACTIONS[move]) == best]
        positions.append(positions[-1].play(chance.choice(keen)))
    return positions


def _zeal(s: Board, action: Action) -> int:
    match action:
        case Action("raise" | "found"):
            return 9
        case Action("move", _field, site):
            return 3 + int(s.workers[site])
        case Action("back" | "return"):
            return 0
    return 2


MATCHES = [builders_match(seed) for seed in range(4)]


@pytest.mark.parametrize("seat", [0, 1])
def test_every_step_comes_up_in_some_first_game(seat: int) -> None:
    assert said_in_some(MATCHES, seat) == {step.name for step in GAME.face.lesson}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_word_is_about_the_first_move(seat: int) -> None:
    for match in MATCHES:
        told = said(match, seat)
        assert next(iter(told)) == GAME.face.lesson[0].name
        assert next(iter(told.values())) == 1
