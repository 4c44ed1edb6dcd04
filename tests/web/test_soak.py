"""The short forms of `make soak`: kills under load, memory, open streams."""

from pathlib import Path

import pytest

from bench import open_streams, soak
from tests.web.server import running


def test_nothing_acknowledged_is_lost_by_kills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "KILLS", 4)
    found = soak.killed_under_load("SQLite", f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, None)
    assert found.kills == 4
    assert found.moves > 10


def test_memory_does_not_grow_with_the_tables_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """98 kB for each table was the fault. Few matches are cached, so that the line is flat soon."""
    monkeypatch.setattr(soak, "MEMORY_SECONDS", 12.0)
    line = soak.memory_run(cached_matches=10)
    assert line.points[-1][2] > 20
    assert line.growth < 60


def test_a_person_waits_briefly_beside_bots_and_other_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"BOT_TABLES": 20, "GREEDY_TABLES": 4, "ANSWERS": 3}.items():
        monkeypatch.setattr(soak, name, value)
    found = soak.bot_runs()
    assert [len(run.answers) for run in found] == [3, 3, 3]
    assert all(max(run.answers) < 20 and max(run.pages) < 5 for run in found)
    assert soak.report_bots(found).count("\n| beside") == 2


def test_many_streams_stay_open_while_moves_go_over_them(tmp_path: Path) -> None:
    limits = {"max_streams": 2_000, "streams_per_client": 2_000}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, 1, **limits) as server:
        (load,) = open_streams.run(server.port, tables=150, paces=[100.0], seconds=4.0)
    assert load.streams == 300
    assert load.moves >= 200
    assert load.percentile(0.5) < 500


def test_a_section_of_the_report_is_replaced_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "REPORT", tmp_path / "soak.md")
    soak.section("Kills", "one")
    soak.section("Memory", "two")
    soak.section("Kills", "three")
    text = soak.REPORT.read_text()
    assert text.index("three") < text.index("## Memory") < text.index("two")
    assert "one" not in text.replace("none", "")
