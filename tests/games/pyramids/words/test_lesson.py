"""The guided first game: its steps come up, one at a time, the basic move first."""

from benben.games.pyramids import GAME
from benben.testing import Table, check_lesson


def test_the_lesson() -> None:
    check_lesson(GAME, [Table(GAME, 2).match(seed) for seed in range(6)])
