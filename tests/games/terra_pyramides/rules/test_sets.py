"""The sets that `play` keeps, and the choices it sees without a list, beside slow twins that read the whole board."""

import numpy as np
import pytest

from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.box.board import LONGEST_ROW
from benben.games.terra_pyramides.box.components import FIELDS, NO_TILE, SITES, TABLES, TO_BUILD
from benben.games.terra_pyramides.rules.board_tables import WORD
from benben.games.terra_pyramides.rules.legal import is_paved, legal, sites_with_room
from benben.games.terra_pyramides.rules.moves import MOST_LEGAL
from benben.games.terra_pyramides.rules.play import forced, has_choice, step
from benben.games.terra_pyramides.rules.state import PICK, SEATS, Board, player, top_level
from benben.testing import Table, setups
from tests.games.terra_pyramides.drawn import board, position, put

TABLES_TO_PLAY = [table for table in setups(GAME) if table.players in (1, 2, 4)]


def members(*words: int) -> set[int]:
    """The numbers in a set of one or more words."""
    return {WORD * k + bit for k, word in enumerate(words) for bit in range(64) if word >> bit & 1}


def check_sets(s: Board) -> None:
    sites = range(len(SITES))
    assert members(*s.free_fields) == {field for field in range(len(FIELDS)) if s.tile[field] == NO_TILE}
    for half in (0, 1):
        assert s.free[half] == sum(s.tile[field] == NO_TILE for field in np.flatnonzero(TABLES.half == half).tolist())
    assert members(s.vacant) == {site for site in sites if s.foundation[site] and not s.owner[site]}
    for who in range(SEATS):
        own = [site for site in sites if s.owner[site] == who + 1]
        assert members(s.room[who]) == {
            site for site in own if s.workers[site] < TO_BUILD and s.level[site] < top_level(s)
        }
        assert members(s.spare[who]) == {site for site in own if s.workers[site] > (1 if s.level[site] else 0)}


def takes_worker(s: Board, who: int, site: int) -> bool:
    """TER-11 to TER-13, TER-18: a free foundation, or an own place with room."""
    if s.owner[site] == 0:
        return s.foundation[site] > 0 and s.entered in (0, site + 1)
    return bool(s.owner[site] == who + 1 and s.workers[site] < TO_BUILD and s.level[site] < top_level(s))


def check_ways(s: Board) -> None:
    for way in range(len(TABLES.reach_field)):
        over = [TABLES.reach_over[way, k] for k in range(LONGEST_ROW - 1)]
        assert is_paved(s, way) == (TABLES.reach_clear[way] and all(s.tile[field] != NO_TILE for field in over))
    who = player(s)
    assert members(sites_with_room(s, who)) == {site for site in range(len(SITES)) if takes_worker(s, who, site)}


def check_choice(s: Board) -> None:
    """TER-21: a search asks even if there is only one move."""
    room = np.empty(MOST_LEGAL, np.int64)
    count = legal(s, room)
    searching = s.phase == PICK and s.height[s.looking - 1] > 1
    assert count > 1 or not has_choice(s)
    assert forced(s) == (room[0] if count == 1 and not searching else -1)


@pytest.mark.parametrize("table", TABLES_TO_PLAY, ids=str)
def test_sets_and_choices_are_those_of_the_board(table: Table) -> None:
    for now in table.match(3):
        for seen in (now, now.view(0), now.view(0).imagine(1)):
            check_sets(board(seen))
        check_ways(board(now))
        if now.before is not None and now.last_move is not None:  # one decision at a time, the forced ones too
            s, move = board(now.before), now.last_move.number
            while move >= 0:
                step(s, move)
                check_sets(s)
                check_choice(s)
                move = forced(s)


def test_drawn_positions_have_the_sets_of_their_boards() -> None:
    now = position(put(e8="*", f7="2b4A3", d6="3r2B1", e9="2A3", e4="3"), players=3)
    check_sets(board(now))
    together = position(put(e8="*", f7="2b3A3", d6="3r4A0"), stones=["bbbb"], task=3)
    check_sets(board(together))
    check_sets(board(together.play("build f7")))
