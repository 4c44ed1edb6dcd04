"""A game is found by the file names of its rooms, and what is missing is named."""

import sys
from pathlib import Path

import pytest

from benben.core.kit import rooms
from benben.core.kit.rooms import OPTIONAL, ROLES, game_in
from benben.core.text import Message
from benben.games import pyramidis


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
