"""TER-15 to TER-19: pyramids, and what gold buys."""

import pytest

from benben.core.position import Position
from tests.games.terra_pyramides.drawn import board, legal, play, position, put, refusal, site, stones


def ready(place: str, held: str, **more: object) -> Position:
    """Three workers stand on f7, and player A has these stones."""
    return position(put(e8="+", f7=place), stones=[held], **more)


@pytest.mark.rule("TER-15")
@pytest.mark.parametrize(
    ("place", "held", "then", "left", "points"),
    [
        ("3b1A3", "bb", "3b2A1", "", 10),
        ("3b2A3", "bbbr", "3b3A1", "r", 20),
        ("3b3A3", "bbbbb", "3b4A1", "b", 35),
        ("3b4A3", "bbbbb", "3b5A1", "", 60),
    ],
)
def test_the_next_level_costs_its_number_in_stones(place: str, held: str, then: str, left: str, points: int) -> None:
    now = ready(place, held)
    after = now.play("build f7")
    assert (site(after, "f7"), stones(after)) == (then, left)
    assert board(after).supply[0] == board(now).supply[0] + 2
    assert after.score[0] == points + len(left)


@pytest.mark.rule("TER-15")
def test_the_first_level_costs_one_stone_and_is_worth_five() -> None:
    now = ready("3A3", "r")
    after = now.play("build f7 blue")  # the only stone pays without being asked for
    assert (site(after, "f7"), stones(after)) == ("3b1A1", "")
    assert board(after).supply[0] == 13
    assert after.score[0] == 5


@pytest.mark.rule("TER-15")
def test_three_own_workers_are_needed() -> None:
    assert refusal(ready("3b1A2", "bb"), "build f7") == ("too-few-workers", "TER-15")
    assert refusal(ready("3A2", "bb"), "build f7 red") == ("too-few-workers", "TER-15")
    assert refusal(ready("3b1B3", "bb"), "build f7") == ("not-held", "TER-15")
    assert refusal(ready("3A3", ""), "build f7 red") == ("no-stone", "TER-15")
    assert refusal(ready("3b5A1", "bbbbbb"), "build f7") == ("grown-up", "TER-15")


@pytest.mark.rule("TER-15")
@pytest.mark.parametrize("moves", [(), ("lay e7",), ("lay e7", "row falling"), ("lay e7", "row falling", "return e7")])
def test_levels_are_built_at_every_moment_of_extra_actions(moves: tuple[str, ...]) -> None:
    now = play(ready("3b1A3", "bbr", hands=["+"]), *moves)
    assert "build f7" in legal(now)
    assert site(now.play("build f7"), "f7") == "3b2A1"


@pytest.mark.rule("TER-15")
def test_several_levels_in_one_turn() -> None:
    """A level, two workers onto the pyramid again, and the next level."""
    now = position(put(d7="+", f7="3b1A3", e8="+*"), hands=["+"], stones=["bbbbb"])
    now = play(now, "lay e7", "row down", "build f7", "e7-f7", "return e8")
    assert site(now, "f7") == "3b2A2"
    now = position(put(e6="+", f7="3b1A3"), hands=["+"], stones=["bbbbb"], gold=[3])
    now = play(now, "lay e7", "row down", "build f7", "e7-f7", "buy worker f7", "build f7")
    assert site(now, "f7") == "3b3A1"


@pytest.mark.rule("TER-16")
def test_the_first_level_may_have_any_colour_and_any_stone_pays() -> None:
    now = ready("3A3", "wrr")
    colours = ("blue", "grey", "red", "green", "yellow", "purple")
    assert legal(now, "found", "raise") == {f"build f7 {colour}" for colour in colours}
    paying = now.play("build f7 purple")
    assert legal(paying) == {"pay white", "pay red"}
    assert refusal(paying, "draw 1") == ("pay-first", "TER-16")
    assert refusal(paying, "pay blue") == ("no-such-stone", "TER-16")
    assert stones(paying.play("pay white")) == "rr"
    assert stones(paying.play("pay red")) == "wr"
    assert site(paying.play("pay red"), "f7") == "3p1A1"
    assert board(paying.play("pay red")).phase == board(now).phase
    assert refusal(now, "build f7") == ("which-colour", "TER-16")
    with pytest.raises(ValueError, match="no white pyramids"):
        now.play("build f7 white")


@pytest.mark.rule("TER-16")
def test_later_levels_take_stones_of_the_colour_first_then_white() -> None:
    assert stones(ready("3b2A3", "wwbbr").play("build f7")) == "wr"
    assert stones(ready("3b2A3", "wwwbbb").play("build f7")) == "www"
    assert stones(ready("3b2A3", "wwwr").play("build f7")) == "r"
    assert refusal(ready("3b2A3", "wbrrr"), "build f7") == ("too-few-stones", "TER-16")
    assert refusal(ready("3b2A3", "bbb"), "build f7 red") == ("has-colour", "TER-16")


@pytest.mark.rule("TER-17")
def test_without_a_piece_of_the_level_nothing_is_built() -> None:
    three_blue = {"f7": "3A3", "d6": "2b1B1", "e4": "2b2B1", "g5": "1b1B1"}
    now = position(put(e8="+", **three_blue), stones=["r"])
    assert refusal(now, "build f7 blue") == ("no-piece", "TER-17")
    assert len(legal(now, "found")) == 5
    # The eight third levels are all used, whatever has been built on top of them.
    eight = dict(zip(("d1", "i1", "a2", "f2", "c3", "h3", "e4"), "bbbkkkr", strict=True))
    cells = {name: f"3{colour}{4 if name < 'e' else 3}B1" for name, colour in eight.items()}
    now = position(put(e8="+", f7="2g2A3", j4="2r3B1", **cells), stones=["gggg"], supply=[2, 2])
    assert refusal(now, "build f7") == ("no-piece", "TER-17")


@pytest.mark.rule("TER-17")
def test_each_player_has_two_tips() -> None:
    now = position(put(e8="+", f7="3b4A3", d6="2r5A1", e4="2g5A1"), stones=["bbbbb"])
    assert refusal(now, "build f7") == ("no-piece", "TER-17")
    now = position(put(e8="+", f7="3b4A3", d6="2r5A1", e4="2g5B1"), stones=["bbbbb"])
    assert "build f7" in legal(now)


@pytest.mark.rule("TER-18")
def test_three_gold_buy_a_worker_onto_own_places_and_free_foundations() -> None:
    places = {"f7": "3A1", "d6": "2b1A2", "e4": "2", "g5": "1B1", "e9": "2r1B2", "c8": "2b5A1", "a7": "1A3"}
    now = position(put(e8="+", **places), gold=[4])
    assert legal(now, "hire") == {"buy worker f7", "buy worker d6", "buy worker e4"}
    after = now.play("buy worker e4")
    assert (site(after, "e4"), board(after).gold[0], board(after).supply[0]) == ("2A1", 1, board(now).supply[0] - 1)
    assert refusal(now, "buy worker g5") == ("not-yours", "TER-18")
    assert refusal(now, "buy worker a7") == ("full", "TER-12")
    assert refusal(now, "buy worker d1") == ("no-foundation", "TER-18")
    assert refusal(after, "buy worker e4") == ("too-poor", "TER-18")


@pytest.mark.rule("TER-18")
def test_a_bought_worker_comes_from_the_own_supply() -> None:
    now = position(put(e8="+", f7="3A1"), gold=[4], supply=[0])
    assert legal(now, "hire") == set()
    assert refusal(now, "buy worker f7") == ("no-supply", "TER-18")


@pytest.mark.rule("TER-19")
def test_three_gold_buy_a_white_stone() -> None:
    now = position(put(e8="+"), gold=[4], stones=["r"])
    after = now.play("buy stone")
    assert (stones(after), board(after).gold[0]) == ("wr", 1)
    assert refusal(after, "buy stone") == ("too-poor", "TER-19")


@pytest.mark.rule("TER-17")
def test_every_level_built_stays_used() -> None:
    now = position(put(e8="+", f7="3A3", d6="2b1A3", e4="2r2A3", g5="1g3A3"), stones=["wwbbrrrgggg"])
    before = board(now)
    s = board(play(now, "build f7 yellow", "pay white", "build d6", "build e4", "build g5"))
    assert [before.first_left[colour] - s.first_left[colour] for colour in range(7)] == [0, 0, 0, 0, 0, 1, 0]
    assert [one - other for one, other in zip(before.level_left, s.level_left, strict=True)] == [1, 1, 1]
