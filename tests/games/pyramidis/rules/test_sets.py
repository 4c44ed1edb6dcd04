"""The sets that `play` keeps beside slow twins that read the stacks."""

import pytest

from benben.games.pyramidis import GAME
from benben.games.pyramidis.box.components import COLOURS, FIELDS, LETTERS, TOWER
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words.text_board import stack_letters
from benben.testing import Table, setups
from tests.games.pyramidis.drawn import EMPTY, board, position


def check_sets(s: Board) -> None:
    stacks = [stack_letters(s, field) for field in range(len(FIELDS))]
    for colour in range(COLOURS):
        own = [field for field, stack in enumerate(stacks) if stack and stack[-1] == LETTERS[colour]]
        assert s.control[colour] == sum(1 << field for field in own)
    assert s.towers == sum(1 << field for field, stack in enumerate(stacks) if len(stack) >= TOWER)
    assert all(s.stack[field] >> 4 * s.height[field] == 0 for field in range(len(FIELDS))), "nothing above a stack"


@pytest.mark.parametrize("table", setups(GAME), ids=str)
def test_sets_are_those_of_the_stacks(table: Table) -> None:
    for seed in range(3):
        for now in table.match(seed):
            check_sets(board(now))


def test_drawn_positions_have_the_sets_of_their_boards() -> None:
    drawn = EMPTY.split()
    drawn[3:6] = ["rygbr", "y", "rg"]
    check_sets(board(position(" ".join(drawn))))
