"""TER-20 to TER-25: the end of a turn, drawing, the end of the match, and the score."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core.position import Position
from benben.games.terra_pyramides.box.components import TILE_LIST
from benben.games.terra_pyramides.rules.state import PICK
from benben.games.terra_pyramides.words.text_board import parse_tile
from tests.games.terra_pyramides.drawn import board, legal, new, play, position, put, refusal, stones

CLOSED = ["r b", "+ * k", "", "", "", "", "", ""]


def at_the_end(**more: object) -> Position:
    """Player A has laid a tile, and the row gave just its stone: only the end of the turn is left."""
    given: dict[str, object] = {"hands": ["g", "+", "+", "+"], "stacks": CLOSED, **more}
    now = play(position(put(e5="*"), **given), "lay e7", "row falling")
    assert board(now).phase == 3
    return now


@pytest.mark.rule("TER-20")
@pytest.mark.parametrize(
    ("gold", "endings"),
    [
        (0, {"draw 1", "draw 2"}),
        (4, {"draw 1", "draw 2", "search 1", "search 2"}),
        (5, {"search 1", "search 2"}),
        (6, set()),
    ],
)
def test_four_gold_may_be_kept_and_one_more_with_a_search(gold: int, endings: set[str]) -> None:
    now = at_the_end(gold=[gold])
    assert legal(now, "draw", "look", "end") == endings
    if gold > 4:
        assert refusal(now, "draw 1") == ("too-rich", "TER-20")
        assert "buy stone" in legal(now)
    if gold > 5:
        assert refusal(now, "search 1") == ("too-rich", "TER-20")


@pytest.mark.rule("TER-20")
def test_without_a_draw_four_gold_may_be_kept() -> None:
    now = at_the_end(gold=[5], stacks=[""] * 8)
    assert legal(now, "end") == set()
    assert refusal(now, "end") == ("too-rich", "TER-20")
    after = now.play("buy stone")
    assert after.actor == 1, "nothing is left to decide: the turn has ended"


@pytest.mark.rule("TER-20")
def test_more_than_seven_stones_are_exchanged_two_for_a_white_one() -> None:
    now = at_the_end(stones=["bbkkrrrg"])  # and the green one of the row
    assert stones(now) == "bbkkrrrgg"
    assert legal(now) == legal(now, "swap")
    assert len(legal(now)) == 10
    assert refusal(now, "draw 1") == ("many-stones", "TER-20")
    now = now.play("swap red blue")
    assert stones(now) == "wbkkrrgg"
    assert "swap white blue" in legal(now)
    assert refusal(now, "swap blue blue") == ("no-such-stone", "TER-20")
    now = now.play("swap green green")
    assert stones(now) == "wwbkkrr"
    assert legal(now) == {"draw 1", "draw 2"}


@pytest.mark.rule("TER-20")
def test_no_exchange_with_seven_stones_or_fewer_and_not_before_the_end() -> None:
    now = at_the_end(stones=["bbkkgg"])
    assert refusal(now, "swap blue blue") == ("few-stones", "TER-20")
    now = position(put(e5="*"), stones=["bbbbbbbb"])
    assert refusal(now, "swap blue blue") == ("turn-goes-on", "TER-20")


@pytest.mark.rule("TER-20")
def test_nothing_is_bought_built_or_taken_back_after_an_exchange() -> None:
    cells = put(e5="*", e4="2A3", f7="3A1")
    now = play(position(cells, hands=["r", "+"], stones=["bbbbbbb"], gold=[4]), "lay e7", "row falling")
    assert {"buy stone", "buy worker f7", "back e4", "build e4 red", "swap blue red"} <= legal(now)
    now = now.play("swap blue red")
    for move in ("buy stone", "buy worker f7", "back e4", "build e4 red"):
        assert refusal(now, move) == ("after-exchange", "TER-20")
    assert legal(now) == legal(now, "draw", "look")


@pytest.mark.rule("TER-20")
def test_gold_is_spent_before_stones_are_exchanged() -> None:
    now = at_the_end(gold=[6], stones=["bbbbbbb"])
    assert legal(now, "swap") == set()
    assert refusal(now, "swap blue blue") == ("too-rich", "TER-20")
    assert legal(at_the_end(gold=[5], stones=["bbbbbbb"]), "swap") == {"swap blue blue", "swap blue green"}
    assert legal(at_the_end(gold=[5], stones=["bbbbbbb"], stacks=[""] * 8), "swap") == set()


@pytest.mark.rule("TER-21")
def test_a_draw_takes_the_top_tile_and_ends_the_turn() -> None:
    now = at_the_end(players=3, stacks=["r b k", "*", "", "", "", "", "", ""])
    after = now.play("draw 1")
    s = board(after)
    assert (s.hand[0], s.source[0], s.height[0], after.actor) == (parse_tile("r"), 1, 2, 1)
    assert now.reveals(now.parse("draw 1"))


@pytest.mark.rule("TER-21")
def test_for_one_gold_any_tile_of_a_stack_is_taken_and_the_order_stays() -> None:
    now = at_the_end(players=3, gold=[1], stacks=["r b k y *", "+"] + [""] * 6)
    looking = now.play("search 1")
    assert board(looking).gold[0] == 0
    assert legal(looking) == {"take 1", "take 2", "take 3", "take 4", "take 5"}
    assert refusal(looking, "draw 2") == ("take-first", "TER-21")
    after = looking.play("take 3")
    s = board(after)
    assert s.hand[0] == parse_tile("k")
    assert [s.stack[0, place] for place in reversed(range(4))] == [parse_tile(tile) for tile in ("r", "b", "y", "*")]
    assert after.actor == 1


@pytest.mark.rule("TER-21")
def test_like_tiles_that_lie_together_are_one_choice() -> None:
    now = at_the_end(players=3, gold=[1], stacks=["+ + * +"] + [""] * 7).play("search 1")
    assert legal(now) == {"take 1", "take 3", "take 4"}
    assert refusal(now, "take 2") == ("same-tile", "TER-21")
    assert refusal(now, "take 5") == ("no-such-tile", "TER-21")


@pytest.mark.rule("TER-21")
def test_a_search_costs_gold() -> None:
    now = at_the_end()
    assert refusal(now, "search 1") == ("no-gold", "TER-21")
    assert refusal(now, "search 8") == ("empty-stack", "TER-22")
    assert refusal(now, "draw 8") == ("empty-stack", "TER-22")
    assert refusal(now, "take 1") == ("not-looking", "TER-21")
    assert refusal(now, "end") == ("draw-first", "TER-21")


@pytest.mark.rule("TER-21")
def test_only_the_payer_sees_the_stack_and_which_tile_was_taken() -> None:
    now = at_the_end(players=3, gold=[1], stacks=["r b k", "* y"] + [""] * 6).play("search 1")
    assert "(r b k)" in now.view(0).text()
    for seat in (1, 2, None):
        view = now.view(seat)
        assert "(" not in view.text().split("Stacks")[1]
        assert all(board(view).stack[0, place] == -1 for place in range(3))
    after = now.play("take 2")
    assert str(after.view(0).last_move) == "take 2"
    assert str(after.view(1).last_move) == "take ?"
    assert board(after.view(1)).hand[0] == -1
    assert "Turquoise draws a tile from stack 1." in [str(line.message) for line in after.view(1).tell()]
    assert board(after.view(1)).source[0] == 1  # which stack is public
    assert after.view(1) == now.play("take 1").view(1), "the place of the tile taken is not public"


@pytest.mark.rule("TER-22")
@pytest.mark.parametrize(
    ("players", "task", "height"), [(2, 0, 0), (3, 0, 1), (4, 0, 1), (1, 1, 0), (3, 2, 0), (4, 3, 0)]
)
def test_single_last_tiles_are_out_with_two_players_and_on_tasks(players: int, task: int, height: int) -> None:
    now = at_the_end(players=players, task=task, stacks=["r b", "k y p", "", "", "", "", "", ""])
    after = now.play("draw 1")
    assert board(after).height[0] == height
    assert board(after).hand[0] == parse_tile("r")
    told = [str(line.message) for line in after.tell()]
    assert ("The last tile of stack 1 is removed unseen." in told) == (height == 0)


@pytest.mark.rule("TER-22")
@pytest.mark.parametrize(("players", "turns"), [(2, 14), (3, 12), (4, 9)])
def test_the_match_ends_when_all_tiles_are_laid(players: int, turns: int) -> None:
    for seed in range(10):
        chance = random.Random(seed)
        now = new(players, seed, symbols=seed % 2 == 1, open_stacks=seed % 3 == 1)
        while not now.is_over:
            now = now.play(chance.choice(now.legal_moves.numbers))
        s = board(now)
        assert s.turns == players * turns
        assert sum(1 for tile in s.tile if tile) == 4 + players * turns
        assert not any(s.height)
        assert not any(s.hand)


@pytest.mark.rule("TER-23")
def test_foundations_and_pyramids_count_for_whose_workers_stand_there() -> None:
    places = {"e4": "3A1", "f7": "2A3", "d6": "1B2", "g5": "2", "e9": "3b1A1", "c8": "3r5B1"}
    now = position(put(e5="*", **places))
    assert now.score == (3 + 2 + 5, 1 + 60)
    assert [(str(line.message), line.points) for line in now.tally() if line.seat == 0] == [
        ("Foundation on e4.", 3),
        ("Foundation on f7.", 2),
        ("Pyramid on e9, blue, level 1.", 5),
    ]


@pytest.mark.rule("TER-23")
def test_a_foundation_under_a_pyramid_counts_no_more() -> None:
    assert position(put(e5="*", e4="3b2A1")).score[0] == 10


@pytest.mark.rule("TER-24")
def test_a_point_for_each_stone_and_each_gold() -> None:
    assert position(put(e5="*"), stones=["wbb", "r"], gold=[4, 1]).score == (7, 2)


@pytest.mark.rule("TER-25")
@pytest.mark.parametrize(("gold", "winners"), [([2, 2], (0,)), ([1, 2], (0, 1)), ([0, 2], (1,))])
def test_most_points_win_and_ties_share(gold: list[int], winners: tuple[int, ...]) -> None:
    now = position(put(e5="*"), hands=["r", ""], gold=gold, stacks=[""] * 8)
    now = play(now, "lay e7", "row falling")  # a red stone for A, and nobody has another tile to lay
    assert now.is_over
    assert now.winners == winners


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(["competitive", "task-1", "task-2", "task-3"]))
def test_what_always_holds(seed: int, players: int, mode: str) -> None:
    chance = random.Random(seed)
    now = new(players, seed % 251, mode=mode, symbols=seed % 2 == 1)
    team = mode != "competitive"
    workers = 12 if team else {2: 14, 3: 12, 4: 10}[players]
    while not now.is_over:
        numbers = now.legal_moves.numbers
        is_searching = board(now).phase == PICK and board(now).height[board(now).looking - 1] > 1  # asked all the same
        assert len(numbers) > 1 or is_searching, "what has one choice only the engine does itself"
        # levels are rare at random: take them where they come up
        builds = [move for move in now.legal_moves if str(move).startswith(("build", "pay"))]
        after = now.play(chance.choice(builds) if builds and chance.random() < 0.8 else chance.choice(numbers))
        s = board(after)
        for who in range(1 if team else players):
            placed = sum(s.workers[site] for site in range(20) if s.owner[site] == who + 1)
            waiting = s.waiting.bit_count() if (team or s.turn == who) else 0
            assert s.supply[who] + placed + waiting == workers
            assert s.gold[who] >= 0
            assert min(s.stone[who, kind] for kind in range(7)) >= 0
            if after.actor != now.actor:
                assert s.gold[who] <= 4
                assert sum(s.stone[who, kind] for kind in range(7)) <= 7
        for site in range(20):
            assert s.workers[site] <= 3
            assert (s.owner[site] == 0) == (s.workers[site] == 0) or (team and s.level[site] == 4)
            assert s.foundation[site] > 0 or s.owner[site] == 0
        seen = [tile for tile in s.tile if tile] + [tile for tile in s.hand if tile]
        seen += [s.stack[stack, place] for stack in range(8) for place in range(s.height[stack])]
        left = list(TILE_LIST)
        for tile in seen:
            left.remove(tile)
        now = after
