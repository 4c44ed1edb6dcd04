"""The set of filled places that `play` keeps beside a slow twin that reads the layer."""

import pytest

from benben.games.pyramido import GAME
from benben.games.pyramido.box.components import LONG
from benben.games.pyramido.rules.layers import layer, place_at
from benben.games.pyramido.rules.state import OVER, Board
from benben.testing import Table, setups
from tests.games.pyramido.drawn import board, state


def check_sets(s: Board) -> None:
    for seat in range(s.players):
        wide = LONG - s.stage
        filled = [place_at(cell // wide, cell % wide) for cell, _block in layer(s, seat, s.stage)]
        assert s.occupied[seat] == sum(1 << place for place in filled)


@pytest.mark.parametrize("table", setups(GAME), ids=str)
def test_filled_places_are_those_of_the_layer(table: Table) -> None:
    for now in table.match(1):
        if state(now).phase != OVER:
            for seen in (now, now.view(0), now.view(0).imagine(1)):
                check_sets(state(seen))


def test_drawn_positions_have_the_sets_of_their_layers() -> None:
    one = ["bB nn ..\nbb nN ..\n.. yY ..\n.. yy .."]
    check_sets(board(one, one))
