"""The board as text."""

from tests.games.pyramido.drawn import dealt, deck, position


def test_the_board_as_text() -> None:
    text = str(position(dealt(deck([1, 2, 3]))).play("1 d5-e5").play("mark d5").play("red e5 nw"))
    assert text.splitlines()[0] == "Stage 1: Sun refills the quarry."
    assert "stack 1  BbBb nnnn  (22)" in text
    pyramid = text[text.index("Sun:", 40) : text.index("Moon:")].rstrip()
    assert pyramid.splitlines() == [
        "Sun: points 0, cards 2, markers in hand nyag",
        "  layer 1",
        "      d   e",
        "    5 Bb* Rr*",
        "      bb  rr+",
    ]
