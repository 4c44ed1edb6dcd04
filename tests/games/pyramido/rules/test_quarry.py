"""PDO-10 and PDO-11: refilling, and an empty stack."""

import pytest

from benben.core.errors import IllegalMove
from benben.games.pyramido import GAME
from benben.games.pyramido.rules.play import play
from benben.games.pyramido.rules.state import LAY, MARK, NO_DOMINO, REFILL, Board
from benben.testing import Table
from tests.games.pyramido.drawn import dealt, moves, position, state
from tests.games.pyramido.players import sensible_match


def stacks(s: Board) -> list[list[int]]:
    """From the bottom."""
    return [[s.stack[pile, level] for level in range(s.height[pile])] for pile in range(4)]


@pytest.mark.rule("PDO-10")
@pytest.mark.parametrize(("place", "behind"), [(1, (1, 2)), (2, (2, 3)), (3, (3, 4))])
def test_the_empty_place_is_refilled_from_one_of_two_stacks(place: int, behind: tuple[int, int]) -> None:
    now = position(dealt()).play(f"{place} d5-e5")
    if state(now).phase == MARK:
        now = now.play("mark d5")
    now = now.play("no card")
    assert moves(now) == {f"stack {pile}" for pile in behind}
    for pile in range(1, 5):
        if pile in behind:
            before, after = state(now), state(now.play(f"stack {pile}"))
            assert after.quarry[place - 1] == stacks(before)[pile - 1][-1]
            assert stacks(after)[pile - 1] == stacks(before)[pile - 1][:-1]
            assert after.turn == 1
        else:
            with pytest.raises(IllegalMove) as error:
                now.play(f"stack {pile}")
            assert (error.value.code, error.value.rule) == ("pyramido.wrong-stack", "PDO-10")
            assert error.value.cells == tuple(f"stack-{pile}" for pile in behind)


def with_stacks(*contents: list[int]) -> Board:
    """Seat 0 is to refill quarry place 2."""
    s = dealt()
    play(s, int(position(s).legal_moves["2 d5-e5"]))
    s.phase = REFILL
    for pile, dominoes in enumerate(contents):
        for level in range(22):
            s.stack[pile, level] = dominoes[level] if level < len(dominoes) else NO_DOMINO
        s.height[pile] = len(dominoes)
    return s


@pytest.mark.rule("PDO-11")
@pytest.mark.parametrize(
    ("contents", "after"),
    [
        ([[10], [20], [30, 31, 32, 33], [40]], [[10], [30, 31], [32, 33], [40]]),  # the tallest
        ([[10], [20], [30, 31, 32], [40]], [[10], [30], [31, 32], [40]]),  # half, rounded down
        ([[10, 11], [20], [30], [40, 41]], [[11], [10], [30], [40, 41]]),  # the leftmost of the tallest
    ],
)
def test_an_empty_stack_takes_the_lower_half_of_the_tallest(contents: list[list[int]], after: list[list[int]]) -> None:
    now = position(with_stacks(*contents)).play("stack 2")
    s = state(now)
    assert s.quarry[1] == 20
    assert stacks(s) == after
    assert all(s.stack[pile, level] == NO_DOMINO for pile in range(4) for level in range(s.height[pile], 22))
    assert any(line.rule == "PDO-11" for line in now.tell())


@pytest.mark.rule("PDO-11")
@pytest.mark.parametrize("seed", range(4))
def test_there_are_always_four_stacks(seed: int) -> None:
    match = sensible_match(Table(GAME, 4).start(seed), seed)
    assert all(min(state(now).height) >= 1 for now in match)
    laid = 90 - 3 - sum(state(match[-1]).height)
    assert laid <= 80
    assert all(NO_DOMINO not in list(state(now).quarry) for now in match if state(now).phase == LAY)
