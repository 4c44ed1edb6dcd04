"""The levels of the bots."""

from benben.games.pyramidis.advice import LEVELS


def test_levels() -> None:
    assert [level.name for level in LEVELS] == ["novice", "casual", "club", "expert", "master"]
    efforts = [level.effort for level in LEVELS]
    assert efforts == sorted(efforts)
