"""PDS-13 to PDS-17: coming home, winning, the blockade, the limit."""

import pytest

import benben
from tests.games.pyramidis.drawn import board, home, position, put, stacks


@pytest.mark.rule("PDS-13")
def test_all_of_the_movers_colour_in_hand_are_home() -> None:
    now = position(put(c5="rrrr", h4="y"))
    after = now.play("c5")
    assert stacks(after) == {"b5": "r", "h4": "y"}
    assert home(after) == {"r": 3}


@pytest.mark.rule("PDS-13")
def test_the_others_in_hand_are_sown_on_from_the_next_field() -> None:
    now = position(put(b5="ryryr", h4="y"))
    after = now.play("b5")
    assert home(after) == {"r": 3}
    assert stacks(after) == {"a4": "y", "b4": "y", "h4": "y"}


@pytest.mark.rule("PDS-13")
def test_on_a_foreign_goal_only_the_piece_dropped_counts() -> None:
    """Red sows three yellow ones over h5, yellow's goal: one is home, the others go on."""
    now = position(put(h4="yyyr", b4="y"))
    after = now.play("h4")
    assert home(after) == {"y": 1}
    assert stacks(after) == {"g5": "y", "f5": "y", "e5": "r", "b4": "y"}


@pytest.mark.rule("PDS-14")
def test_a_piece_dropped_on_its_own_goal_is_home_in_any_move() -> None:
    now = position(put(a4="ry", c4="r"), "y")
    after = now.play("a4")
    assert home(after) == {"r": 1}
    assert stacks(after) == {"b5": "y", "c4": "r"}
    assert [line.rule for line in after.tell()] == ["", "PDS-14"]


@pytest.mark.rule("PDS-14")
def test_straight_from_the_start_to_the_goal() -> None:
    """The red pyramid never left its start field until yellow carried it over the goal."""
    now = position(put(a4="rrrr", b4="yy", h4="y"), "y").play("b4")
    assert stacks(now) == {"a4": "rrrry", "a5": "y", "h4": "y"}
    now = position(put(a4="rrrry", h4="y"), "y").play("a4")
    assert home(now) == {"r": 1}


@pytest.mark.rule("PDS-14")
def test_any_other_piece_stands_on_a_goal_as_anywhere() -> None:
    now = position(put(b4="yyy", c4="r", a5="y"), "y")
    after = now.play("b4")
    assert stacks(after) == {"a4": "y", "a5": "yy", "b5": "y", "c4": "r"}
    assert home(after) == {}


@pytest.mark.rule("PDS-15")
def test_five_home_wins_at_once() -> None:
    now = position(put(b5="r", h4="yy", c4="rr"), home={"r": 4, "y": 3})
    assert not now.is_over
    after = now.play("b5")
    assert (after.is_over, after.winners, after.score) == (True, (0,), (5, 3))
    with pytest.raises(benben.GameOver):
        after.play("c4")


@pytest.mark.rule("PDS-15")
def test_four_home_do_not_win() -> None:
    assert not position(put(b5="r", h4="yy", c4="r"), home={"r": 3}).play("b5").is_over


@pytest.mark.rule("PDS-15")
def test_the_fifth_counts_in_an_opponents_move_too() -> None:
    now = position(put(a4="ry", c4="rr", h4="yyyy"), "y", home={"r": 4})
    assert now.play("a4").winners == (0,)


@pytest.mark.rule("PDS-15")
def test_the_sowing_is_completed_but_the_first_winning_event_decides() -> None:
    """Yellow brings red's fifth home on a5, then covers nothing more: and the rest of the stack is still sown."""
    now = position(put(a4="rrry", h4="yyy", d4="r"), "y", home={"r": 4})
    after = now.play("a4")
    assert after.winners == (0,)
    assert stacks(after) == {"b5": "r", "c5": "r", "d5": "y", "h4": "yyy", "d4": "r"}


BLOCKABLE = put(c4="y", b4="r", h5="r")


@pytest.mark.rule("PDS-16")
def test_covering_the_only_stack_of_an_opponent_wins() -> None:
    now = position(BLOCKABLE, "y", blockade=True)
    # yellow covers b4: red still controls h5
    assert not now.play("c4").is_over
    now = position(put(c4="y", b4="r", h4="y"), "y", blockade=True)
    after = now.play("c4")
    assert (after.is_over, after.winners) == (True, (1,))
    assert after.tell()[-1].rule == "PDS-16"


@pytest.mark.rule("PDS-16")
def test_without_the_option_covering_only_blocks() -> None:
    after = position(put(c4="y", b4="r", h4="y"), "y").play("c4")
    assert not after.is_over
    assert after.actor == 1  # red passes


@pytest.mark.rule("PDS-16")
def test_covered_by_the_own_colour_is_not_covered() -> None:
    """Yellow drops a red pyramid on red's only stack: red controls it still."""
    after = position(put(d4="ry", c4="r", h4="y"), "y", blockade=True).play("d4")
    assert stacks(after) == {"c4": "rr", "b4": "y", "h4": "y"}
    assert not after.is_over


@pytest.mark.rule("PDS-16")
def test_pieces_in_the_movers_hand_do_not_count() -> None:
    """A red pyramid still in yellow's hand would be free a moment later: too late."""
    now = position(put(e4="yry", d4="r", h4="y"), "y", blockade=True)
    after = now.play("e4")
    assert after.winners == (1,)
    assert stacks(after) == {"d4": "ry", "c4": "r", "b4": "y", "h4": "y"}


@pytest.mark.rule("PDS-16", "PDS-15")
def test_of_two_winning_events_the_first_decides() -> None:
    # first red's fifth comes home over a5, then red's last stack on b5 is covered: red has won
    now = position(put(a4="ry", b5="r", h4="y"), "y", home={"r": 4}, blockade=True)
    assert now.play("a4").winners == (0,)
    # first red's last stack on a4 is covered, then red's fifth comes home: yellow has won
    now = position(put(b4="yry", a4="r", h4="y"), "y", home={"r": 4}, blockade=True)
    after = now.play("b4")
    assert home(after) == {"r": 5}
    assert after.winners == (1,)


@pytest.mark.rule("PDS-16")
def test_one_of_three_opponents_is_enough() -> None:
    now = position(put(c4="r", d4="g", e1="gy", h4="y", e8="b"), "r", players=4, blockade=True)
    assert now.play("c4").winners == (0,)


@pytest.mark.rule("PDS-16")
def test_lifting_is_not_covering() -> None:
    """Red controls nothing, but nobody just covered its last stack."""
    now = position(put(c4="ry", e4="y", h4="y"), "y", blockade=True)
    assert not now.play("e4").is_over


@pytest.mark.rule("PDS-17")
@pytest.mark.parametrize(("players", "limit"), [(2, 300), (4, 600)])
def test_the_match_ends_after_a_number_of_moves(players: int, limit: int) -> None:
    drawing = put(b4="r", h4="yy", e2="g", e7="b")
    now = position(drawing, players=players, moves=limit - 2).play("b4")
    assert not now.is_over
    assert board(now).moves == limit - 1
    assert now.play(next(iter(now.legal_moves))).is_over


@pytest.mark.rule("PDS-17")
def test_at_the_limit_most_home_win() -> None:
    now = position(put(b4="rrr", h4="y"), home={"r": 3, "y": 2}, moves=299)
    assert now.play("b4").winners == (0,)


@pytest.mark.rule("PDS-17")
@pytest.mark.parametrize(
    ("red", "yellow", "winners"),
    [
        ("b4", "h4", (0,)),  # after the move red has 13 steps to go, yellow 15
        ("b4", "f4", (0, 1)),  # both 13
        ("b4", "e4", (1,)),
    ],
)
def test_then_fewest_steps_to_go_then_shared(red: str, yellow: str, winners: tuple[int, ...]) -> None:
    now = position(put(**{red: "r", yellow: "y"}), home={"r": 2, "y": 2}, moves=299)
    assert now.play(red).winners == winners


@pytest.mark.rule("PDS-17")
def test_steps_lead_over_the_way_back_and_under_others() -> None:
    """Red on e2: e3, e4, then f4 … a5: 2 + 11 steps. A covered pyramid counts as well."""
    now = position(put(e2="r", c4="rb"), players=4)
    assert str(now.tally()[0].message) == "Pyramids home: 0; steps to go for the others: 26."


@pytest.mark.rule("PDS-15", "PDS-16")
def test_the_first_winning_drop_is_told() -> None:
    """Yellow covers red's last stack on g5 and has won. Then yellow's fifth, sixth and seventh pyramid come home."""
    after = position(put(f5="yyyy", g5="r"), "y", home={"y": 4}, blockade=True).play("f5")
    assert (after.winners, home(after)) == ((1,), {"y": 7})
    assert after.tell()[-1].rule == "PDS-16"
    assert str(after.tell()[1].message) == "Yellow brings 3 home: 7 in all."
    after = position(put(f5="yy", g5="y", c4="r"), "y", home={"y": 4}, blockade=True).play("f5")
    assert after.tell()[-1].rule == "PDS-15"
    assert str(after.tell()[1].message) == "Yellow brings 1 home: 5 of 5."
