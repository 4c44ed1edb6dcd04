from benben.games.pyramido import GAME
from benben.testing import check_lesson


def test_the_lesson() -> None:
    check_lesson(GAME, least=6, most=8)
