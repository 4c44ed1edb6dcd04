"""TER-26 to TER-31: symbols, open stacks, and the tasks."""

import random

import pytest

import benben
from benben.core.errors import BadOptions
from benben.core.position import Position
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.box.components import TABLES
from benben.games.terra_pyramides.rules.score import progress
from tests.games.terra_pyramides.drawn import board, legal, new, play, position, put, refusal, site
from tests.golden.make import FOLDER

SPHINX = {f"lay {field}" for field in TABLES.fields if field[0] in "abcde"}
SCARAB = {f"lay {field}" for field in TABLES.fields} - SPHINX
NOBODY = None


@pytest.mark.rule("TER-26")
@pytest.mark.parametrize(("source", "fields"), [(1, SPHINX), (4, SPHINX), (5, SCARAB), (8, SCARAB)])
def test_a_tile_belongs_on_the_side_of_its_stack(source: int, fields: set[str]) -> None:
    now = position(put(), symbols=True, sources=[source])
    assert legal(now, "lay") == fields
    other = min((SPHINX | SCARAB) - fields)
    assert refusal(now, other) == ("wrong-side", "TER-26")
    assert legal(position(put(), sources=[source]), "lay") == SPHINX | SCARAB


@pytest.mark.rule("TER-26")
def test_one_gold_lays_it_anywhere() -> None:
    now = position(put(), symbols=True, sources=[1], gold=[2], hands=["r"])
    assert legal(now, "lay") == SPHINX | SCARAB
    assert board(now.play("lay e7")).gold[0] == 2
    assert board(now.play("lay f8")).gold[0] == 1
    poor = now.play("lay f8").tell()
    assert "The other side costs 1 gold." in [str(line.message) for line in poor]
    spent = position(put(e8="+"), symbols=True, sources=[1], gold=[3]).play("buy stone")
    assert legal(spent, "lay") == SPHINX - {"lay e8"}, "the gold must be there when the tile is laid"


@pytest.mark.rule("TER-26")
def test_a_full_side_binds_nobody() -> None:
    half = [field for field in TABLES.fields if field[0] in "abcde"]
    tiles = ["+"] * 8 + ["*"] * 4 + ["+*"] * 4 + [f"{c}+" for c in "bkrgyp"] * 2 + list("bkrgyp")
    now = position(put(**dict(zip(half, tiles, strict=False))), symbols=True, sources=[1], hands=["b*"])
    assert legal(now, "lay") == SCARAB
    assert board(now.play("lay f8")).gold[0] == 0
    now = position(put(**dict(zip(half[1:], tiles, strict=False))), symbols=True, sources=[1], hands=["b*"])
    assert legal(now, "lay") == {f"lay {half[0]}"}


@pytest.mark.rule("TER-27")
def test_four_stacks_lie_open_and_only_their_tops_are_seen() -> None:
    now = new(2, open_stacks=True)
    s = board(now)
    for seat in (0, 1, NOBODY):
        view = board(now.view(seat))
        for stack in range(8):
            shown = [view.stack[stack, place] for place in range(view.height[stack])]
            top = s.stack[stack, s.height[stack] - 1]
            expected = [-1] * (len(shown) - 1) + [top if stack in (0, 1, 4, 5) else -1]
            assert shown == expected


@pytest.mark.rule("TER-27")
def test_an_open_stack_is_drawn_from_in_all_eyes_and_never_searched() -> None:
    now = position(
        put(e5="*"),
        open_stacks=True,
        players=3,
        gold=[2],
        hands=["g", "+", "+"],
        stacks=["r b k", "", "y *", "", "", "", "", ""],
    )
    now = play(now, "lay e7", "row falling")
    assert legal(now) == {"draw 1", "draw 3", "search 3"}
    assert refusal(now, "search 1") == ("open-stack", "TER-27")
    assert board(now.play("draw 1").view(1)).hand[0] == board(now).stack[0, 2]
    assert board(now.play("draw 3").view(1)).hand[0] == -1
    assert board(now.play("draw 1").view(1)).stack[0, 1] > 0, "the next tile is seen now"


@pytest.mark.rule("TER-28")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_team_shares_one_board_one_hand_and_28_turns(players: int) -> None:
    now = new(players, seed=2, mode="task-2")
    s = board(now)
    assert (list(s.supply), list(s.tips)) == ([12, 0, 0, 0], [8, 0, 0, 0])
    assert list(s.source) == [3, 0, 0, 0]
    for seat in (*range(players), NOBODY):
        assert board(now.view(seat)).hand[0] == s.hand[0], "the tile in hand is open"
    chance = random.Random(1)
    actors: list[int | None] = []
    while not now.is_over:
        turn = board(now).turns
        if turn == len(actors):
            actors.append(now.actor)
        now = now.play(chance.choice(now.legal_moves.numbers))
    assert board(now).turns == 28
    assert len(set(now.score)) == 1
    first = actors[0]
    assert first is not None
    assert actors == [(first + k) % players for k in range(28)], "the turn passes round the table"


@pytest.mark.rule("TER-28")
def test_alone_only_tasks_are_played() -> None:
    with pytest.raises(BadOptions, match="One player can only play a task"):
        new(1)


@pytest.mark.rule("TER-28")
def test_only_the_first_turn_of_the_team_is_a_first_turn() -> None:
    cells = put(d7="+", e8="r", d6="3", f7="2")
    for turns, free in ((0, False), (1, True)):
        now = position(cells, task=1, players=3, turns=turns, turn=turns, hands=["+"])
        now = play(now, "lay e7", "row across", "d7-d6")
        assert ("e7-f7" in legal(now)) == free


@pytest.mark.rule("TER-28")
def test_all_who_sit_at_the_table_see_the_stack_that_is_searched() -> None:
    now = position(put(e5="*"), task=1, players=2, gold=[1], hands=["g"], stacks=["r b k", *[""] * 7])
    now = play(now, "lay e7", "row falling", "search 1")
    assert now.view(0).text() == now.view(1).text()
    assert "(r b k)" in now.view(1).text()
    assert "(r b k)" not in now.view().text()


TIPS = {"e4": "1b5A1", "d6": "1r5A1", "g5": "1g5A1"}


@pytest.mark.rule("TER-29")
def test_the_fourth_pyramid_of_60_solves_task_1_at_once() -> None:
    now = position(put(e8="+", f7="3y4A3", e9="2", **TIPS), task=1, players=2, stones=["yyyyy"])
    assert progress(board(now)) == 3
    assert "Task 1: 3 of 4 pyramids of 60." in now.text()
    assert str(now.tally()[0].message) == "Task 1: 3 of 4 pyramids of 60."
    after = now.play("build f7")
    assert after.is_over
    assert after.winners == (0, 1)
    assert "The task is solved." in after.text()
    assert board(after).tips[0] == 4


@pytest.mark.rule("TER-29")
def test_task_1_is_won_in_the_middle_of_a_turn() -> None:
    now = position(put(d7="+", f7="3y4A3", **TIPS), task=1, players=1, stones=["yyyyy"], hands=["+"])
    now = play(now, "lay e7", "row across", "build f7")
    assert now.winners == (0,)
    s = board(now)
    assert s.supply[0] + sum(s.workers) == 12, "workers that still waited are back"


def last_turn(task: int, cells: str, **more: object) -> Position:
    """The 28th turn of a team: nothing is left to draw."""
    given = {"task": task, "players": 2, "turns": 27, "turn": 1, "hands": ["r"], "stacks": [""] * 8, **more}
    return position(cells, **given)


@pytest.mark.rule("TER-29", "TER-31")
@pytest.mark.parametrize("task", [1, 3])
def test_without_the_condition_the_task_is_lost_after_turn_28(task: int) -> None:
    now = play(last_turn(task, put(e5="*")), "lay e7", "row falling")
    assert now.is_over
    assert now.winners == ()
    assert "The task is lost." in now.text()


FOUR_TIPS = {**TIPS, "f7": "1y5A1", "e9": "2p4A1"}  # 240 + 35 = 275


@pytest.mark.rule("TER-30")
@pytest.mark.parametrize(("stones", "won"), [("", False), ("b", True)])
def test_task_2_needs_more_than_275_points_at_the_end(stones: str, won: bool) -> None:
    cells = {"e5": "*", "c8": "1b3A1", **FOUR_TIPS, "e9": "2p2A1"}  # 240 + 20 + 10 = 270, and the stone of the row
    now = last_turn(2, put(**cells), stones=["kkkk" + stones])
    assert not now.is_over
    assert f"Task 2: {274 + len(stones)} points" in now.text()
    now = play(now, "lay e7", "row falling")
    assert now.is_over
    assert now.score == (275 + len(stones),) * 2
    assert now.winners == ((0, 1) if won else ())


@pytest.mark.rule("TER-30")
def test_task_2_is_judged_after_the_last_turn_only() -> None:
    now = position(put(e5="*", **FOUR_TIPS), task=2, players=1, gold=[4])
    assert progress(board(now)) == 279
    assert not now.is_over


FIVE_OF_35 = {"e4": "1b4A0", "d6": "1k4A0", "g5": "1r4A0", "e9": "1g4A0", "c8": "1y4A0"}


@pytest.mark.rule("TER-31")
def test_six_colours_of_35_solve_task_3_at_once() -> None:
    cells = put(e8="+", f7="3p3A3", i6="2b2A1", **FIVE_OF_35)  # another pyramid does no harm
    now = position(cells, task=3, players=2, stones=["ppppb"])
    assert progress(board(now)) == 5
    assert now.score[0] == 5 * 35 + 20 + 10 + 5
    after = now.play("build f7")
    assert after.winners == (0, 1)
    assert site(after, "f7") == "3p4A0"
    again = put(e8="+", f7="3y3A3", **FIVE_OF_35)
    now = position(again, task=3, players=2, stones=["yyyy"]).play("build f7")
    assert not now.is_over, "yellow was there already"
    assert progress(board(now)) == 5


@pytest.mark.rule("TER-31")
def test_in_task_3_a_pyramid_of_35_is_done_with() -> None:
    now = position(put(e8="+", f7="3p3A3"), task=3, players=1, stones=["ppppp"], gold=[4], hands=["+"])
    supply = board(now).supply[0]
    now = now.play("build f7")
    assert board(now).supply[0] == supply + 3, "all its workers return"
    assert site(now, "f7") == "3p4A0"
    assert refusal(now, "buy worker f7") == ("finished", "TER-31")
    assert refusal(now, "build f7") == ("grown-up", "TER-31")
    assert refusal(now, "back f7") == ("all-gone", "TER-31")
    assert refusal(play(now, "lay e7", "row falling"), "e7-f7") == ("finished", "TER-31")


@pytest.mark.rule("TER-26", "TER-27", "TER-28")
@pytest.mark.parametrize("mode", ["competitive", "task-1", "task-2", "task-3"])
def test_variants_combine(mode: str) -> None:
    now = new(2, mode=mode, symbols=True, open_stacks=True)
    chance = random.Random(4)
    while not now.is_over:
        now = now.play(chance.choice(now.legal_moves.numbers))
    assert board(now).turns == 28


@pytest.mark.parametrize("task", [1, 2, 3])
def test_each_task_has_been_solved(task: int) -> None:
    """A recorded match (see solve.py) in which nobody saw more than they may."""
    end = benben.verify((FOLDER / GAME.name / f"task-{task}-solved.benben").read_text("utf-8"))
    assert end.options["mode"] == f"task-{task}"
    assert end.winners == tuple(range(end.players))
