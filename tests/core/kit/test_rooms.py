"""A game is found by the file names of its rooms, and what is missing is named."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import benben
from benben.core.kit import rooms
from benben.core.kit.rooms import OPTIONAL, ROLES, game_in
from benben.core.text import Message
from benben.games import pyramidis
from checks import ROOT


def test_every_part_is_found() -> None:
    game = pyramidis.GAME
    assert (game.name, game.moves, game.open) == ("pyramidis", 33, True)
    assert game.rule_ids == tuple(f"PDS-{number}" for number in range(1, 18))
    assert game.face.lesson
    assert game.advice is not None
    assert game.rules.play is sys.modules["benben.games.pyramidis.rules.play"].play


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of a game with one room and one file."""
    room = tmp_path / "halfgame" / "rules"
    room.mkdir(parents=True)
    (room.parent / "__init__.py").write_text("")
    (room / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match=r"halfgame\.en\.md"):
        game_in("halfgame", title="", summary=Message("", ""), version=1, players=(2,))
    page = tmp_path / "halfgame.en.md"
    page.write_text("**HALF-1** A rule.")
    monkeypatch.setattr(rooms, "rule_page", lambda name, language: page)
    with pytest.raises(ImportError, match=r"halfgame needs deal in rules/deal\.py"):
        game_in("halfgame", title="", summary=Message("", ""), version=1, players=(2,))


def test_optional_parts_are_parts() -> None:
    assert ROLES.keys() >= OPTIONAL


def named_in_contributing() -> set[str]:
    """The files of the role table: one in each row, by its whole name."""
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("| role | file in")[2].partition("\n\n")[0]
    files = [row.split("|")[2].strip() for row in table.splitlines()[2:]]
    assert [file for file in files if not re.fullmatch(r"`[\w/.]+`", file)] == [], "a role has one file name"
    assert len(set(files)) == len(files), "a file has one role"
    return {file.strip("`") for file in files}


def test_the_table_in_contributing_is_what_game_in_reads() -> None:
    files = {f"{file.replace('.', '/')}.py" for file, _name in ROLES.values()} - {"advice.py"}
    assert files <= named_in_contributing()
    assert "advice/__init__.py" in named_in_contributing()


def test_the_table_in_contributing_names_what_the_folders_have() -> None:
    """Each file that two games have, and none that no game has."""
    games = ROOT / "src/benben/games"
    found = Counter(
        str(file.relative_to(games / name))
        for name in benben.names()
        for file in (games / name).rglob("*")
        if file.is_file() and file.suffix not in (".pyc", ".nbi", ".nbc") and not is_empty_room(file)
    )
    table = named_in_contributing()
    assert {file for file, games in found.items() if games > 1} - table == set()
    assert table - found.keys() == set()


def is_empty_room(file: Path) -> bool:
    return file.name == "__init__.py" and len(file.read_text("utf-8").splitlines()) == 1
