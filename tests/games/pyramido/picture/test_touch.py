"""The paths through the picture."""

import pytest

from benben.core.errors import IllegalMove
from tests.games.pyramido.drawn import dealt, deck, play_turn, position
from tests.games.pyramido.picture.test_drawing import ids


def test_touching_what_is_not_allowed_tells_why() -> None:
    now = play_turn(play_turn(position(dealt(deck([1, 2, 3, 4]))), "d5-e5"), "d5-e5")
    with pytest.raises(IllegalMove) as far:
        now.aim(("domino-3", "cell-d6", "cell-f6"))
    assert far.value.code == "pyramido.not-neighbours"
    taken = now.aim(("domino-3", "domino-1-right", "cell-f5"))
    assert now.why_not(taken).code == "pyramido.occupied"
    choice = play_turn(position(dealt(deck([2, 1, 3]))), "d5-e5").play("1 d5-e5")
    with pytest.raises(IllegalMove) as wrong:
        choice.aim(("marker-1-red", "domino-1-left"))
    assert wrong.value.code == "pyramido.wrong-colour"
    assert set(wrong.value.cells) <= ids(choice.svg())


def test_both_ways_of_touching_a_twin_mean_one_move() -> None:
    now = play_turn(play_turn(position(dealt(deck([2, 3, 0]))), "d5-e5"), "d5-e5")
    assert now.aim(("domino-0", "cell-d6", "cell-e6")) == now.aim(("domino-0", "cell-e6", "cell-d6"))
