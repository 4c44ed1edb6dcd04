"""The guided first game: its steps come up, one at a time, the basic move first."""

from benben.games.pyramido import GAME
from benben.testing import Table, check_lesson
from tests.games.pyramido.players import sensible_match


def test_the_lesson() -> None:
    """Random players seldom finish the first layer; these do."""
    check_lesson(GAME, [sensible_match(Table(GAME, 2).start(seed), seed) for seed in range(4)])
