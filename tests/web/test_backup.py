"""A backup taken in the middle of load holds every move that was acknowledged before it began, and can be played on."""

import stat
import time
from pathlib import Path

import pytest

from benben.cli import main
from tests.web import postgres
from tests.web.load import load
from tests.web.server import running


def test_backup_under_load_and_restore(
    fresh_database: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    is_sqlite = fresh_database.startswith("sqlite")
    file = tmp_path / "backup"
    with running(fresh_database, tmp_path, workers=2) as server:
        with load(server) as tables:
            time.sleep(0.5)
            before = [dict(table.acknowledged) for table in tables]
            assert main(["backup", str(file), "--database", fresh_database]) == 0
            time.sleep(0.2)
        assert sum(len(table.acknowledged) for table in tables) > sum(map(len, before)) > 0, "there was no load"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "seeds are in it"
    assert not file.with_name("backup.part").exists()
    empty = f"sqlite:///{tmp_path / 'new' / 'benben.db'}"
    if not is_sqlite:
        empty = postgres.new_database(request.getfixturevalue("postgres_address"))
    assert main(["restore", str(file), "--database", empty]) == 0
    with running(empty, tmp_path, workers=2) as server:
        for table, moves in zip(tables, before, strict=True):
            table.acknowledged = moves
            table.moved_to(server.url).check()
            table.finish()
    assert main(["restore", str(file), "--database", empty]) == 1
    assert "This database is not empty" in capsys.readouterr().err


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = f"sqlite:///{tmp_path / 'benben.db'}"
    assert main(["restore", str(tmp_path / "missing"), "--database", empty]) == 1
    assert "There is no backup" in capsys.readouterr().err
    (tmp_path / "rubbish").write_text("rubbish " * 1000)
    assert main(["restore", str(tmp_path / "rubbish"), "--database", empty]) == 1
    assert "file is not a database" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "copy"), "--database", f"sqlite:///{tmp_path / 'nowhere.db'}"]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not (tmp_path / "copy").exists()
