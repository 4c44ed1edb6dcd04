"""What the seat to act is asked to do."""

import pytest

from benben.games.pyramids.rules.state import KEEP, OBELISK, PYRAMID, TOMB
from tests.games.pyramids.words.test_words import building


@pytest.mark.rule("PYR-5")
@pytest.mark.parametrize(
    ("tile", "then"),
    [
        (1, "At the end of the round you keep one card for the next."),
        (2, "Then you may put a card into your tomb."),
        (3, "Then you may build a card into your obelisk."),
        (4, "Then you may build a card into your obelisk, and one into your tomb."),
    ],
)
def test_the_tile_says_what_comes_after_the_pyramid(tile: int, then: str) -> None:
    asked = building(PYRAMID, tile).ask()
    assert asked is not None
    assert (str(asked.now), str(asked.then)) == ("Build one of your cards into your pyramid.", then)


@pytest.mark.rule("PYR-11")
@pytest.mark.parametrize(
    ("phase", "tile", "now"),
    [
        (OBELISK, 4, "Build a card into your obelisk, or build none."),
        (TOMB, 4, "Put a card face down into your tomb, or put none."),
        (KEEP, 1, "Choose the card to keep. You discard the other one."),
    ],
)
def test_each_phase_has_its_task(phase: int, tile: int, now: str) -> None:
    asked = building(phase, tile).ask()
    assert asked is not None
    assert str(asked.now) == now
