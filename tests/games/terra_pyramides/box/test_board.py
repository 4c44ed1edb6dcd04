"""TER-1 to TER-4: the board and the box."""

import json
import os
import subprocess
import sys
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from benben.core.kit.box_files import VARIABLE, BadBox, checked, written
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.box import components
from benben.games.terra_pyramides.box.board import (
    AXES,
    FIELD,
    FILE,
    HATCHED,
    OASIS,
    SITE,
    BadBoard,
    build_tables,
    read_board,
    row_through,
    sites_beside,
)
from benben.games.terra_pyramides.box.components import BOARD, EYE, STONE, TABLES, TILE_LIST, WORKER
from benben.games.terra_pyramides.rules.state import Board
from tests.games.terra_pyramides.drawn import board, new


def ours() -> dict[str, Any]:
    """The board's file, to be altered."""
    data: dict[str, Any] = json.loads(
        resources.files("benben.games.terra_pyramides.box").joinpath("board.json").read_text("utf-8")
    )
    return data


def with_cell(data: dict[str, Any], name: str, kind: str) -> dict[str, Any]:
    rows = [row.split() for row in data["rows"]]
    rows[int(name[1:]) - 1][ord(name[0]) - ord("a")] = kind
    data["rows"] = [" ".join(row) for row in rows]
    cells = Counter(cell for row in rows for cell in row)
    data["totals"] = {"fields": cells["."] + cells["H"], "sites": cells["#"], "oases": cells["o"]}
    return data


@pytest.mark.rule("TER-1")
def test_our_board() -> None:
    assert (len(BOARD.of(FIELD, HATCHED)), len(BOARD.of(SITE)), len(BOARD.of(OASIS))) == (68, 20, 12)
    assert {start.field for start in BOARD.start} == {"e5", "f5", "e6", "f6"}
    for (column, row), kind in BOARD.cells.items():
        assert (kind == SITE) == ((3 * row + column) % 5 == 3)
        assert BOARD.cells[9 - row, column] == kind, "a quarter turn changes nothing"
    for cell in BOARD.of(FIELD, HATCHED):
        assert len(sites_beside(BOARD, cell)) == 1
        assert max(len(row_through(BOARD, cell, axis)) for axis in range(len(AXES))) <= 4


@pytest.mark.rule("TER-1")
@pytest.mark.parametrize(
    ("name", "kind", "complaint"),
    [
        ("i1", "o", "h1 touches no building site"),
        ("g1", "x", "unknown signs: x"),
        ("e5", ".", "every hatched field"),
    ],
)
def test_a_board_that_breaks_the_rules_is_refused(name: str, kind: str, complaint: str) -> None:
    with pytest.raises(BadBoard, match=complaint):
        read_board(json.dumps(with_cell(ours(), name, kind)))


@pytest.mark.rule("TER-1")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"totals": {"fields": 67, "sites": 20, "oases": 12}}, "the totals say"),
        ({"start": []}, "every hatched field"),
        ({"start": [{"field": "e5", "site": "f7", "stack": 1}, *ours()["start"][1:]]}, "does not touch"),
        ({"start": [{"field": "e5", "site": "e4", "stack": 9}, *ours()["start"][1:]]}, "no stack 9"),
        ({"start": [{"field": "e5", "site": "e4", "stack": 2}, *ours()["start"][1:]]}, "different stacks"),
        ({"rows": [*ours()["rows"][:-1], "# #"]}, "equally long"),
        ({"rows": [row.replace("o", ".") for row in ours()["rows"]]}, "touches no building site|totals"),
        ({"sphinx_columns": None, "rows": None}, "lacks something"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadBoard, match=complaint):
        read_board(json.dumps(ours() | change))


@pytest.mark.rule("TER-1")
def test_a_row_of_more_than_four_is_refused() -> None:
    data = ours()
    for name in ("c3", "b3", "d3", "c2", "c4"):  # a site and all that touches it
        data = with_cell(data, name, "o")
    with pytest.raises(BadBoard, match="longer than 4"):
        read_board(json.dumps(data))


def several_sites() -> dict[str, Any]:
    """Our board with one oasis built over: b3 and b2 now touch two sites each."""
    return with_cell(ours(), "b1", "#")


@pytest.mark.rule("TER-1")
def test_tables_of_a_board_where_a_field_touches_several_sites() -> None:
    tables = build_tables(read_board(json.dumps(several_sites()), stem="mine"))
    field = tables.fields.index("b2")
    ways = range(tables.lay_from[field], tables.lay_from[field + 1])
    assert {tables.sites[tables.lay_site[way]] for way in ways} == {"b1", "a2"}
    assert len(tables.lay_field) > len(tables.fields)


PLAY = """
import random
from benben.core.position import start
from benben.games.terra_pyramides import GAME
from benben.testing import CHECKS, Table

assert GAME.box.startswith("board-"), GAME.box
position = start(GAME, 2, bytes(32))
assert {"lay b2-b1", "lay b2-a2", "lay d7"} <= {str(move) for move in position.legal_moves}
after = position.play("lay b2-b1")
assert "b2" in after.svg() and after.before.path("lay b2-b1") == ("hand-1", "b2", "b1"), after.before.path("lay b2-b1")
assert after.text().splitlines()[2].split()[2][-1] == "^"
for check in CHECKS:
    if check.__name__ in ("moves_round_trip_through_notation", "paths_lead_to_moves", "pictures_are_sound"):
        check(Table(GAME, 2))
print("played")
"""


@pytest.mark.rule("TER-1")
def test_another_board_is_played(tmp_path: Path) -> None:
    """The player chooses which of several sites the stairs face."""
    (tmp_path / f"{FILE}.json").write_text(json.dumps(several_sites()), encoding="utf-8")
    environment = {**os.environ, VARIABLE: str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.rule("TER-2")
def test_the_mix_of_tiles() -> None:
    mix = Counter((bool(tile & STONE), bool(tile & WORKER), bool(tile & EYE)) for tile in TILE_LIST)
    stone, worker, eye = (True, False, False), (False, True, False), (False, False, True)
    both = {
        "stone and worker": (True, True, False),
        "stone and eye": (True, False, True),
        "worker and eye": (False, True, True),
    }
    assert mix == {
        stone: 6,
        both["stone and worker"]: 12,
        both["stone and eye"]: 6,
        worker: 8,
        both["worker and eye"]: 4,
        eye: 4,
    }
    for symbols in (0, WORKER, EYE):
        of_each = Counter(tile & STONE for tile in TILE_LIST if tile & STONE and tile & ~STONE == symbols)
        assert len(of_each) == 6
        assert len(set(of_each.values())) == 1


TILES = list(components.BOX.entries["tiles"])
FOUNDATIONS = list(components.BOX.entries["foundations"])


@pytest.mark.rule("TER-2")
@pytest.mark.parametrize(
    ("tiles", "complaint"),
    [
        (TILES[:39], "39 entries. The rulebook prints 40 .TER-2.: 1 are missing"),
        ([*TILES, "eye"], "1 are too many"),
        ([*TILES[:39], "blue worker eye"], "entry 40, “blue worker eye”: a tile has one or two"),
        ([*TILES[:39], "gold"], "one or two"),
        ([*TILES[:39], "blue red"], "one or two"),
        ([*TILES[:39], ""], "one or two"),
        ([*TILES[:39], "eye eye"], "one or two"),
    ],
)
def test_a_wrong_mix_is_refused(tiles: list[str], complaint: str) -> None:
    with pytest.raises(BadBox, match=complaint):
        checked({"name": "mine", "tiles": tiles, "foundations": FOUNDATIONS}, *components.PIECES)


@pytest.mark.rule("TER-3")
@pytest.mark.parametrize("value", ["0", "10", "-1", "one", 2.5])
def test_a_wrong_foundation_is_refused(value: object) -> None:
    with pytest.raises(BadBox, match="a number from 1 to 9"):
        checked({"name": "mine", "tiles": TILES, "foundations": [*FOUNDATIONS[:21], value]}, *components.PIECES)


OTHER_TILES = """
from collections import Counter
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.box.components import FOUNDATION_LIST, TILE_LIST
from benben.testing import CHECKS, Table

assert GAME.box.startswith("mine-"), GAME.box
assert Counter(FOUNDATION_LIST) == {9: 22} and set(TILE_LIST) == {1 + 8}
for check in CHECKS:
    if check.__name__ in ("moves_round_trip_through_notation", "pictures_are_sound", "secrets_are_kept"):
        check(Table(GAME, 2))
view = (position := Table(GAME, 2).start(1)).view(position.actor)
import benben
assert int(benben.bot("greedy").think(view, 1).move) in view.legal_moves.numbers
print("played")
"""


@pytest.mark.rule("TER-2")
def test_other_tiles_are_played(tmp_path: Path) -> None:
    content = written("mine", {"tiles": ["worker blue"] * 40, "foundations": ["9"] * 22})
    (tmp_path / "terra_pyramides.json").write_text(content, encoding="utf-8")
    environment = {**os.environ, VARIABLE: str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", OTHER_TILES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "played\n", done.stderr


@pytest.mark.rule("TER-3")
def test_foundations_and_levels() -> None:
    assert Counter(components.FOUNDATION_LIST) == {1: 7, 2: 7, 3: 7, 4: 1}
    s = board(new(3))
    on_board = Counter(value for value in s.foundation if value)
    face_down = Counter(s.deck[place] for place in range(s.deck_left))
    assert on_board + face_down == Counter(components.FOUNDATION_LIST)
    assert list(s.first_left) == [0, 3, 3, 3, 3, 3, 3]
    assert list(s.level_left) == [10, 8, 8]
    assert list(s.tips) == [2, 2, 2, 0]


@pytest.mark.rule("TER-4")
@pytest.mark.parametrize(("players", "workers"), [(2, 14), (3, 12), (4, 10)])
def test_workers_to_use(players: int, workers: int) -> None:
    assert list(board(new(players)).supply) == [workers] * players + [0] * (4 - players)


@pytest.mark.rule("TER-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up(players: int) -> None:
    for seed in range(5):
        s = board(new(players, seed))
        laid = {TABLES.fields[field]: TABLES.sites[s.stairs[field]] for field in range(68) if s.tile[field]}
        assert laid == {"e5": "e4", "f5": "g5", "e6": "d6", "f6": "f7"}
        assert {TABLES.sites[site] for site in range(20) if s.foundation[site]} == {"e4", "g5", "d6", "f7"}
        assert list(s.source)[:players] == [3, 7, 4, 8][:players]
        taken = {0, 1, 4, 5} | {2, 6, 3, 7} & set(range(8)) & {stack - 1 for stack in list(s.source)[:players]}
        assert [s.height[stack] for stack in range(8)] == [4 if stack in taken else 5 for stack in range(8)]
        tiles = [tile for tile in s.tile if tile] + [tile for tile in s.hand if tile]
        tiles += [s.stack[stack, place] for stack in range(8) for place in range(s.height[stack])]
        assert sorted(tiles) == TILE_LIST


@pytest.mark.rule("TER-5")
def test_the_start_player_is_drawn() -> None:
    assert {new(4, seed).actor for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.rule("TER-5")
def test_tiles_come_from_the_stacks_named() -> None:
    """The top of stack 1 lies on e5, of 2 on f5, of 5 on e6, of 6 on f6; of 3 and 7 they are in hand."""
    s = Board(GAME.dealt(2, GAME.check_options(2, {}), [*range(40), *range(22), 0, 1]))
    tops = {stack: TILE_LIST[5 * stack + 4] for stack in range(8)}
    fields = {name: s.tile[TABLES.fields.index(name)] for name in ("e5", "f5", "e6", "f6")}
    assert fields == {"e5": tops[0], "f5": tops[1], "e6": tops[4], "f6": tops[5]}
    assert (s.hand[0], s.hand[1]) == (tops[2], tops[6])
