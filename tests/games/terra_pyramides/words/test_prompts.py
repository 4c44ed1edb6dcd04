"""What the seat to act is asked to do."""

import pytest

from benben.core.position import Position
from tests.games.terra_pyramides.drawn import play, position, put


def asked(now: Position) -> tuple[str, str]:
    ask = now.ask()
    assert ask is not None
    return str(ask.now), str(ask.then)


def test_a_turn_is_announced_step_by_step() -> None:
    now = position(put(e8="+"), hands=["+"])
    assert asked(now) == ("Lay your tile on a free field.", "Then choose a row through it.")
    now = now.play("lay e7")
    assert asked(now)[0] == "Choose a row through your tile. You get everything it shows."
    now = now.play("row down")
    assert asked(now)[1] == "Then move the next worker."
    now = now.play("return e7")
    assert asked(now)[1] == "Then draw a tile for your next turn."
    now = now.play("return e8")
    assert asked(now) == ("Draw a tile from a stack.", "None")


@pytest.mark.rule("TER-15")
def test_what_can_be_built_is_not_forgotten() -> None:
    now = position(put(e8="*", f7="2b1A3"), stones=["bb"], hands=["+"])
    assert asked(now)[0] == "Lay your tile on a free field. You may build on f7 first."
    assert "f7" not in asked(position(put(e8="*", f7="2b1A3"), stones=["b"], hands=["+"]))[0]


@pytest.mark.rule("TER-20")
def test_what_is_too_much_comes_first() -> None:
    rich = play(position(put(e8="*"), hands=["*"], gold=[4]), "lay e7", "row down")
    assert asked(rich)[0] == "You may keep 4 gold and have 6: buy a worker or a white stone."
    assert asked(play(position(put(e8="*"), hands=["+"], gold=[4]), "lay e7", "row down", "return e7"))[0] == (
        "You have 5 gold: pay 1 gold to search a stack, or buy something first."
    )
    full = play(position(put(e8="r"), hands=["b"], stones=["bbbbbb"]), "lay e7", "row down")
    assert asked(full)[0].startswith("You may keep 7 stones and have 8: exchange two")


@pytest.mark.rule("TER-26")
def test_the_half_is_named_where_it_matters() -> None:
    bound = position(put(e8="*"), hands=["+"], symbols=True)
    assert "half" in asked(bound)[0]
    assert "gold" not in asked(bound)[0]
    assert "for 1 gold" in asked(position(put(e8="*"), hands=["+"], symbols=True, gold=[1]))[0]
