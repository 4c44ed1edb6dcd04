"""Moves as text, read liberally and written one way."""

import pytest

from benben.core.errors import MalformedMove
from tests.games.pyramido.drawn import dealt, deck, position


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("1 D5-E5", "1 d5-e5"),
        ("  1   d5 - e5 ", "1 d5-e5"),
        ("1d5-e5", "1 d5-e5"),
    ],
)
def test_moves_are_read_liberally_and_written_one_way(said: str, written: str) -> None:
    now = position(dealt(deck([1, 2, 3])))
    assert str(now.play(said).last_move) == written


def test_every_step_of_a_turn_has_its_words() -> None:
    now = position(dealt(deck([1, 2, 3])))
    for said in ("1 d5-e5", "Mark D5", "card Red e5 NW", "Stack 1"):
        now = now.play(said)
    assert now.moves == ("1 d5-e5", "mark d5", "red e5 nw", "stack 1")


@pytest.mark.parametrize("text", ["d5-e5", "1", "mark", "mark k5", "stack", "stack x", "pink e5 nw", "red e5", "fill"])
def test_what_is_no_move_gets_an_example(text: str) -> None:
    with pytest.raises(MalformedMove, match="2 d5-e5"):
        position(dealt()).play(text)
