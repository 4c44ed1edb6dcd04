"""PDS-6 to PDS-12: moving, sowing, towers, passing, the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import benben
from benben.games.pyramidis import GAME
from benben.testing import Table
from tests.games.pyramidis.drawn import board, position, put, stacks, turn


def moves(now: benben.Position) -> set[str]:
    return {str(move) for move in now.legal_moves}


@pytest.mark.rule("PDS-6")
def test_the_owner_of_the_top_pyramid_moves_the_stack() -> None:
    now = position(
        """
                     .    .
                     .    .
                     .    .
        .  .  ry  .  yr   .  .  .
        .  .  .   .  .    .  .  y
                     .    .
                     .    .
                     .    .
        """
    )
    assert moves(now) == {"e4"}
    for field, top in (("c4", "Yellow"), ("h5", "Yellow")):
        with pytest.raises(benben.IllegalMove, match=f"{top} owns the top") as refused:
            now.play(field)
        assert (refused.value.rule, refused.value.cells) == ("PDS-6", (field,))


@pytest.mark.rule("PDS-6")
def test_a_seat_that_can_move_must() -> None:
    """There is no passing: even when the only move carries the opponent home."""
    now = position(put(b5="yr", h4="y"))
    assert moves(now) == {"b5"}


@pytest.mark.rule("PDS-7")
@pytest.mark.parametrize(("height", "most"), [(8, 5), (5, 5), (4, 4), (1, 1)])
def test_from_the_start_field_1_to_5_from_the_top(height: int, most: int) -> None:
    now = position(put(a4="r" * height, h4="y"))
    assert moves(now) == {f"a4:{n}" for n in range(1, most + 1)}
    after = now.play("a4:1")
    assert stacks(after).get("a4", "") == "r" * (height - 1)


@pytest.mark.rule("PDS-7")
def test_the_top_ones_are_taken() -> None:
    now = position(put(a4="yrr", h4="y"))
    after = now.play("a4:2")
    assert stacks(after) == {"a4": "y", "b4": "r", "c4": "r", "h4": "y"}


@pytest.mark.rule("PDS-7")
def test_elsewhere_the_complete_stack_moves() -> None:
    now = position(put(c4="rrr", h4="y"))
    assert moves(now) == {"c4"}
    assert stacks(now.play("c4")) == {"d4": "r", "e4": "r", "f4": "r", "h4": "y"}
    with pytest.raises(benben.IllegalMove) as refused:
        now.play("c4:2")
    assert refused.value.code == "pyramidis.whole-stack"


@pytest.mark.rule("PDS-7")
def test_another_colour_moves_a_stack_on_your_start_whole() -> None:
    now = position(put(a4="rry", h4="y", c4="r"), "y")
    assert moves(now) == {"a4", "h4:1"}
    after = now.play("a4")
    assert stacks(after) == {"b5": "r", "c5": "y", "h4": "y", "c4": "r"}  # the bottom red one went home over a5


@pytest.mark.rule("PDS-7")
def test_a_partial_take_that_uncovers_a_foreign_piece_gives_control_away() -> None:
    now = position(put(a4="ryr", h4="y"))
    after = now.play("a4:1")
    assert moves(after) == {"a4", "h4:1"}
    assert turn(after.play("h4:1")) == "r"
    with pytest.raises(benben.IllegalMove, match="Yellow owns"):
        after.play("h4:1").play("a4:1")


@pytest.mark.rule("PDS-8")
def test_the_bottom_piece_is_sown_first_the_top_piece_last() -> None:
    now = position(put(b4="ryyr", h4="y"))
    assert stacks(now.play("b4")) == {"c4": "r", "d4": "y", "e4": "y", "f4": "r", "h4": "y"}


@pytest.mark.rule("PDS-8")
def test_exactly_one_stays_on_each_field_empty_or_not() -> None:
    now = position(put(b4="rrr", d4="yy", e4="ry", h4="y"))
    assert stacks(now.play("b4")) == {"c4": "r", "d4": "yyr", "e4": "ryr", "h4": "y"}


@pytest.mark.rule("PDS-8")
def test_the_sowing_goes_round_the_end_of_the_ring() -> None:
    now = position(put(g4="rrr", b4="y"))
    assert stacks(now.play("g4")) == {"h4": "r", "h5": "r", "g5": "r", "b4": "y"}


@pytest.mark.rule("PDS-9")
def test_a_tower_is_jumped_over_and_not_counted() -> None:
    now = position(put(b4="rr", c4="ryryy", h4="y"))
    assert stacks(now.play("b4")) == {"c4": "ryryy", "d4": "r", "e4": "r", "h4": "y"}


@pytest.mark.rule("PDS-9")
def test_a_stack_becomes_a_tower_only_after_the_fifth_piece() -> None:
    now = position(put(b4="rr", c4="ryry", h4="y"))
    after = now.play("b4")
    assert stacks(after) == {"c4": "ryryr", "d4": "r", "h4": "y"}
    later = after.play("h4:1").play("c4")
    assert stacks(later) == {"d4": "rr", "e4": "y", "f4": "r", "g4": "yy", "h4": "r"}


@pytest.mark.rule("PDS-9")
@pytest.mark.parametrize(("height", "jumped"), [(8, True), (6, True), (5, True), (4, False)])
def test_a_start_field_of_5_or_more_is_jumped_over(height: int, jumped: bool) -> None:
    now = position(put(g4="r", h4="y" * height))
    after = stacks(now.play("g4"))
    assert after == ({"h5": "r", "h4": "y" * height} if jumped else {"h4": "yyyyr"})


@pytest.mark.rule("PDS-9")
def test_nobody_gets_home_past_a_tower_on_the_goal() -> None:
    now = position(put(b5="r", a5="yyyyy", h4="y"))
    after = now.play("b5")
    assert stacks(after) == {"a4": "r", "a5": "yyyyy", "h4": "y"}
    assert after.score == (0, 0)


@pytest.mark.rule("PDS-10")
@given(seed=st.integers(0, 10_000), players=st.sampled_from((2, 4)))
def test_no_stack_off_a_start_field_is_higher_than_5(seed: int, players: int) -> None:
    batch = benben.batch("pyramidis", 1, players, seed=seed)
    starts = {"a4", "h4"} if players == 2 else {"a4", "h4", "e1", "e8"}
    while not batch.done.all():
        batch.play(batch.random_moves())
        assert all(len(stack) <= 5 or field in starts for field, stack in stacks(batch.position(0)).items())


@pytest.mark.rule("PDS-10")
@pytest.mark.parametrize("seed", range(3))
def test_no_pyramid_is_ever_lost(seed: int) -> None:
    for now in Table(GAME, 4).match(seed):
        pieces = "".join(stacks(now).values())
        assert [pieces.count(letter) + n for letter, n in zip("rgyb", board(now).home, strict=True)] == [8] * 4


@pytest.mark.rule("PDS-11")
def test_who_controls_no_stack_passes() -> None:
    now = position(put(c4="yr", f4="r", h4="rr"))
    after = now.play("f4")
    assert turn(after) == "r"
    assert [line.rule for line in after.tell()] == ["", "PDS-11"]


@pytest.mark.rule("PDS-11")
def test_the_next_of_four_moves_instead() -> None:
    now = position(put(c4="r", e2="gb", e8="b", h4="ry"), players=4)
    after = now.play("c4")
    assert turn(after) == "y"


@pytest.mark.rule("PDS-12")
@pytest.mark.parametrize(
    ("letter", "field", "way"),
    [
        ("r", "e2", "e3 e4 f4 g4"),
        ("r", "d7", "d6 d5 c5 b5"),
        ("y", "e2", "e3 e4 d4 c4"),
        ("y", "d8", "d7 d6 d5 e5"),
        ("g", "a4", "b4 c4 d4 d3"),
        ("g", "h5", "g5 f5 e5 e6"),
        ("b", "b5", "c5 d5 d6 d7"),
        ("b", "g4", "f4 e4 e3 e2"),
    ],
)
def test_back_to_the_own_course_by_the_shortest_way(letter: str, field: str, way: str) -> None:
    """Straight to the nearest central field, and on in the own direction, in one sowing."""
    fields = way.split()
    now = position(put(**{field: letter * 4}), letter, players=4)
    assert stacks(now.play(field)) == dict.fromkeys(fields, letter)


@pytest.mark.rule("PDS-12")
def test_when_to_come_back_is_the_players_choice() -> None:
    now = position(put(e2="r", b4="r", h4="y", e8="b", e1="g"), players=4)
    assert moves(now) == {"e2", "b4"}
