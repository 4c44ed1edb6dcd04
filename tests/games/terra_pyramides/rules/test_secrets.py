"""Who knows what: the deal of unseen tiles, and what a move shows."""

from collections import Counter

import pytest

from benben.core.position import Position
from benben.games.terra_pyramides.box.components import FOUNDATION_LIST, IS_OPEN_STACK, TILE_LIST
from benben.games.terra_pyramides.words.text_board import parse_tile
from tests.games.terra_pyramides.drawn import board, new, play, position, put


@pytest.mark.rule("TER-5")
def test_hands_are_secret_and_their_stacks_are_not() -> None:
    now = new(3)
    for seat in range(3):
        view = board(now.view(seat))
        assert [view.hand[other] != -1 for other in range(3)] == [other == seat for other in range(3)]
        assert list(view.source) == [3, 7, 4, 0]
    assert set(board(now.view()).hand) == {-1, 0}


def test_imagined_tiles_are_those_not_seen() -> None:
    now = new(2, seed=1)
    view = now.view(0)
    hands: Counter[int] = Counter()
    for k in range(400):
        s = board(view.imagine(k))
        hands[s.hand[1]] += 1
        tiles = [*filter(None, s.tile), *filter(None, s.hand)]
        tiles += [s.stack[stack, place] for stack in range(8) for place in range(s.height[stack])]
        assert sorted(tiles) == TILE_LIST
        values = [*filter(None, s.foundation), *(s.deck[place] for place in range(s.deck_left))]
        assert sorted(values) == FOUNDATION_LIST
    unseen = Counter(TILE_LIST)
    unseen.subtract([*filter(None, board(view).tile), board(view).hand[0]])
    total = sum(unseen.values())
    for tile, count in unseen.items():
        assert abs(hands[tile] - 400 * count / total) < 45, "every unseen tile is equally likely"


def test_the_stack_that_is_looked_through_is_not_imagined_again() -> None:
    now = position(put(e5="*"), players=3, gold=[1], hands=["g", "+", "+"], stacks=["r b k", "* y"] + [""] * 6)
    now = play(now, "lay e7", "row falling", "search 1")
    for k in range(5):
        s = board(now.view(0).imagine(k))
        assert [s.stack[0, place] for place in (2, 1, 0)] == [parse_tile(tile) for tile in "rbk"]
    worlds = {tuple(board(now.view(1).imagine(k)).stack[0]) for k in range(20)}
    assert len(worlds) > 5


def test_what_a_move_shows() -> None:
    now = new(2)
    assert now.reveals(now.parse("lay a10"))  # a foundation
    assert now.reveals(now.parse("lay e3"))  # e4 has one, but nobody else knew the tile
    together = new(2, mode="task-1")
    assert together.reveals(together.parse("lay a10"))
    assert not together.reveals(together.parse("lay e3")), "all see the shared tile"
    later = play(position(put(e5="*"), players=3, gold=[1], hands=["g", "+", "+"]), "lay e7", "row falling")
    assert later.reveals(later.parse("draw 1"))
    assert later.reveals(later.parse("search 1"))
    looking = later.play("search 1")
    assert not looking.reveals(looking.parse("take 1"))


def test_what_follows_without_a_choice_shows_something_too() -> None:
    """Five gold and one stack that can be searched: after the exchange the search is forced."""
    cells, stacks = put(e5="*"), ["r b", "", "k y p", *[""] * 5]
    now = position(
        cells, players=3, open_stacks=True, gold=[5], stones=["bbbbbbb"], hands=["g", "+", "+"], stacks=stacks
    )
    now = play(now, "lay e7", "row falling")
    assert now.reveals(now.parse("swap blue blue"))
    after = now.play("swap blue blue")
    assert {str(move) for move in after.legal_moves} == {"take 1", "take 2", "take 3"}
    alone = position(cells, players=3, hands=["g", "+", "+"], stacks=["r b", *[""] * 7]).play("lay e7")
    assert alone.reveals(alone.parse("row falling"))
    assert alone.play("row falling").actor == 1, "the only stack was drawn from"


@pytest.mark.rule("TER-27")
def test_a_tile_from_an_open_stack_is_known_before_it_is_laid() -> None:
    """Everybody saw it, so laying it shows nothing; a tile from a face-down stack is another matter."""
    for stack, is_known in ((0, True), (2, False)):
        assert IS_OPEN_STACK[stack] == is_known
        now = new(2, open_stacks=True)
        s = board(now)
        s.source[0] = stack + 1
        drawn = Position(now.setup, s.record)
        assert drawn.reveals(drawn.parse("lay e3")) != is_known


@pytest.mark.rule("TER-21")
def test_a_search_among_like_tiles_asks_all_the_same() -> None:
    """A tile that is taken without asking would tell everybody that all are alike."""
    hands, stacks = ["g", "r", "b"], ["+ + +", "k y p", *[""] * 6]
    now = position(put(e5="*"), players=3, gold=[1], hands=hands, stacks=stacks)
    now = play(now, "lay e7", "row falling")
    alike, different = now.play("search 1"), now.play("search 2")
    for searching in (alike, different):
        assert searching.actor == 0
        assert board(searching.view(1)).phase == board(alike.view(1)).phase
    assert {str(move) for move in alike.legal_moves} == {"take 1"}
    assert alike.play("take 1").actor == 1


@pytest.mark.rule("TER-21")
def test_the_last_tile_of_a_stack_is_taken_without_asking() -> None:
    """Everybody sees that there is only one."""
    hands, stacks = ["g", "+", "+"], ["r", "b y k", *[""] * 6]
    now = position(put(e5="*"), players=3, gold=[1], hands=hands, stacks=stacks)
    assert play(now, "lay e7", "row falling", "search 1").actor == 1
