"""The previews of moves."""

from tests.games.pyramido.drawn import dealt, deck, position, state


def test_ghosts_show_the_piece() -> None:
    now = position(dealt(deck([1, 2, 3])))
    assert now.ghost("1 d5-e5").count("stone-") == 2
    now = now.play("1 d5-e5")
    assert "token-blue" in now.ghost("mark d5")
    now = now.play("mark d5")
    assert "stone-red" in now.ghost("red e5 nw")
    assert "jewel" not in now.ghost("no card")
    now = now.play("no card")
    assert now.ghost("stack 1").count("stone-") == 2
    assert state(now).turn == 0
