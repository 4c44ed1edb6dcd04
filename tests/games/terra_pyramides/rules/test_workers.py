"""TER-11 to TER-14: where workers go, and how they come back."""

import pytest

from benben.core.position import Position
from tests.games.terra_pyramides.drawn import board, legal, play, position, put, refusal, site

# A worker on e7: f7 to its right, d6 up left, e9 below over e8, e4 above over e6 and e5.
PAVED = {"e5": "r", "e6": "b", "e8": "*"}


def at_e7(hands: str = "+", row: str = "row falling", rest: dict[str, str] | None = None, **more: object) -> Position:
    return play(position(put(**PAVED | (rest or {})), hands=[hands], **more), "lay e7", row)


@pytest.mark.rule("TER-11")
def test_a_worker_goes_straight_over_tiles_to_foundations() -> None:
    now = at_e7()
    assert legal(now, "move") == {"e7-f7", "e7-d6", "e7-e9", "e7-e4"}
    after = now.play("e7-e4")
    assert site(after, "e4") == "1A1"


@pytest.mark.rule("TER-11")
@pytest.mark.parametrize("row", ["row across", "row down", "row falling", "row rising"])
def test_the_row_does_not_bind_the_direction(row: str) -> None:
    assert legal(at_e7(row=row), "move") == {"e7-f7", "e7-d6", "e7-e9", "e7-e4"}


@pytest.mark.rule("TER-11")
def test_never_over_a_free_field_an_oasis_or_onto_an_empty_site() -> None:
    now = play(position(put(e5="r", d6="1"), hands=["+"]), "lay e7", "row falling")
    assert legal(now, "move") == {"e7-f7", "e7-d6"}
    assert refusal(now, "e7-e4") == ("over-free-field", "TER-11")
    assert refusal(now, "e7-e9") == ("over-free-field", "TER-11")
    now = play(position(put(c7="+"), hands=["*"]), "lay d7", "row across")
    assert refusal(now, "c7-a7") == ("over-free-field", "TER-11")
    now = play(position(put(h6="+", i8="r"), hands=["*"]), "lay h5", "row down")  # below h6 lies the oasis h7
    assert refusal(now, "h6-h8") == ("over-oasis", "TER-11")
    now = play(position(put(e8="r"), hands=["+"]), "lay e7", "row rising")
    assert refusal(now, "e7-d6") == ("no-foundation", "TER-11")


@pytest.mark.rule("TER-11")
def test_the_first_site_in_a_line_ends_the_way() -> None:
    now = at_e7()
    with pytest.raises(ValueError, match="not the first site in a straight line"):
        now.play("e7-d1")
    with pytest.raises(ValueError, match="not the first site in a straight line"):
        now.play("e7-f2")
    with pytest.raises(ValueError, match="not a building site"):
        now.play("e7-e6")


@pytest.mark.rule("TER-11")
def test_pieces_on_tiles_do_not_block() -> None:
    now = play(position(put(e5="+", e6="+", e4="2"), hands=["+"]), "lay e7", "row down")
    assert {"e5-e4", "e6-e4", "e7-e4"} <= legal(now, "move")


@pytest.mark.rule("TER-11")
def test_own_places_with_room_are_destinations_others_are_not() -> None:
    places = {"f7": "2A2", "d6": "3b1A1", "e9": "1B1", "e4": "2r2B1"}
    now = at_e7(rest=places)
    assert legal(now, "move") == {"e7-f7", "e7-d6"}
    assert refusal(now, "e7-e9") == ("not-yours", "TER-11")
    assert refusal(now, "e7-e4") == ("not-yours", "TER-11")


@pytest.mark.rule("TER-11")
def test_several_workers_go_one_at_a_time_to_one_place_or_to_different_ones() -> None:
    now = play(position(put(d7="+", e8="r", d6="2", f7="1"), hands=["+"]), "lay e7", "row across")
    together = play(now, "d7-d6", "e7-d6")
    assert site(together, "d6") == "2A2"
    apart = play(now, "e7-f7", "d7-d6")
    assert (site(apart, "d6"), site(apart, "f7")) == ("2A1", "1A1")
    other_order = play(now, "d7-d6", "e7-f7")
    assert other_order == apart
    assert refusal(now.play("d7-d6"), "d7-d6") == ("no-worker", "TER-11")


@pytest.mark.rule("TER-12")
def test_at_most_three_workers_on_a_place() -> None:
    now = at_e7(rest={"f7": "2A3"}, supply=[5])
    assert "e7-f7" not in legal(now)
    assert refusal(now, "e7-f7") == ("full", "TER-12")
    assert refusal(at_e7(rest={"f7": "2A3"}, gold=[3]), "buy worker f7") == ("full", "TER-12")


@pytest.mark.rule("TER-12")
def test_a_finished_pyramid_takes_no_more() -> None:
    now = at_e7(rest={"f7": "2b5A1"})
    assert refusal(now, "e7-f7") == ("finished", "TER-12")
    assert "e7-f7" in legal(at_e7(rest={"f7": "2b4A1"}))


@pytest.mark.rule("TER-13")
def test_the_second_example_of_the_rulebook() -> None:
    """In the first turn one free foundation only: both workers go onto that of value 3."""
    now = position(put(d7="+", e8="r", d6="3", f7="2", e9="1"), hands=["+"], turns=0)
    now = play(now, "lay e7", "row across")
    assert {"d7-d6", "e7-d6", "e7-f7", "e7-e9"} <= legal(now)
    now = now.play("d7-d6")
    assert legal(now, "move") == {"e7-d6"}
    assert refusal(now, "e7-f7") == ("first-turn", "TER-13")
    assert site(now.play("e7-d6"), "d6") == "3A2"


@pytest.mark.rule("TER-13")
def test_in_the_first_turn_bought_workers_and_places_left_again_count() -> None:
    cells = put(d7="+", e8="r", d6="3", f7="2", e9="1")
    now = play(position(cells, hands=["+"], turns=1, turn=0, gold=[4]), "lay e7", "row across", "d7-d6")
    assert legal(now, "hire") == {"buy worker d6"}
    assert refusal(now, "buy worker f7") == ("first-turn", "TER-13")
    left = now.play("back d6")
    assert site(left, "d6") == "3"
    assert refusal(left, "e7-f7") == ("first-turn", "TER-13")
    assert "e7-d6" in legal(left)


@pytest.mark.rule("TER-13")
def test_from_the_second_turn_on_any_number_may_be_occupied() -> None:
    now = play(position(put(d7="+", e8="r", d6="3", f7="2"), hands=["+"], turns=2), "lay e7", "row across", "d7-d6")
    assert "e7-f7" in legal(now)


@pytest.mark.rule("TER-14")
def test_a_worker_without_a_way_goes_back() -> None:
    """The engine takes it back itself where nothing else can be done."""
    cells = put(b7="+", a7="2B1")
    now = position(cells, hands=["*"], stacks=["r b"] + [""] * 6 + ["+ *"])
    now = play(now, "lay e7", "row across")
    assert board(now).supply[0] == 14
    assert "The worker on b7 returns to the supply." in [str(line.message) for line in now.tell()]
    assert legal(now) == {"draw 1", "draw 8", "search 1", "search 8"}


@pytest.mark.rule("TER-14")
def test_a_worker_that_can_move_may_go_back_too() -> None:
    now = at_e7()
    after = now.play("return e7")
    assert board(after).supply[0] == board(now).supply[0] + 1
    assert refusal(after, "return e7") == ("no-worker", "TER-14")


@pytest.mark.rule("TER-14")
def test_workers_come_back_one_by_one_and_free_their_foundation() -> None:
    now = position(put(e8="r", f7="3A2"))
    one = now.play("back f7")
    assert (site(one, "f7"), board(one).supply[0]) == ("3A1", 13)
    none = one.play("back f7")
    assert (site(none, "f7"), board(none).supply[0]) == ("3", 14)
    assert refusal(none, "back f7") == ("not-held", "TER-14")


@pytest.mark.rule("TER-14")
def test_the_last_worker_stays_on_its_pyramid() -> None:
    now = position(put(e8="r", f7="3b1A2", d6="2B2")).play("back f7")
    assert site(now, "f7") == "3b1A1"
    assert refusal(now, "back f7") == ("last-worker", "TER-14")
    assert refusal(now, "back d6") == ("not-held", "TER-14")


@pytest.mark.rule("TER-14")
@pytest.mark.parametrize("moves", [(), ("lay e7",), ("lay e7", "row falling"), ("lay e7", "row falling", "e7-f7")])
def test_workers_come_back_at_every_moment_of_extra_actions(moves: tuple[str, ...]) -> None:
    now = play(position(put(**PAVED, d6="3A2"), hands=["+"], gold=[4]), *moves)
    assert {"back d6", "buy stone", "buy worker d6"} <= legal(now)


@pytest.mark.rule("TER-14")
def test_room_made_by_a_worker_taken_back_can_be_used() -> None:
    now = at_e7(rest={"f7": "2A3"})
    assert "e7-f7" in legal(now.play("back f7"))
