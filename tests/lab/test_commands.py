"""The commands of the lab that have no longer test elsewhere: small runs, as a person types them."""

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from benben.cli import main
from benben.lab.games import Contest
from benben.lab.learning import Learning, LearningSettings
from benben.lab.plans import Comparison, Tournament
from benben.lab.pool import Here
from benben.lab.run import Run, Watch

LITTLE = ("--rounds", 1, "--games", 6, "--each", 4, "--units", 2, "--passes", 2, "--gate", 4, "--jobs", 1)


def lab(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The output of `benben lab`."""
    assert main(["--lang", "en", "lab", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_balance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "balance",
        "pyramids",
        "--players",
        2,
        "--players",
        4,
        "--games",
        4,
        "--jobs",
        1,
        "--out",
        tmp_path / "run",
    )
    said = lab(capsys, *words)
    assert "God tiles by round" in said
    assert re.search(r"2 players", said)
    assert re.search(r"4 players", said)


def test_balance_says_how_often_a_task_is_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--option", "mode=task-1", "--players", 1, "--games", 4, "--jobs", 1, "--out", tmp_path / "run")
    said = lab(capsys, "balance", "terra_pyramides", *words)
    assert "solved" in said.splitlines()[0]
    assert "first seat" not in said
    assert "\n1 player. " in said


def test_balance_tells_much_of_a_colour_from_little(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = lab(capsys, "balance", "pyramido", "--games", 6, "--jobs", 1, "--out", tmp_path / "run")
    counts = {int(count) for count in re.findall(r"blocks in aqua: +(\d+)", said)}
    assert len(counts) > 1


def test_a_test_on_margins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("greedy", "random", "--on", "margins", "--games", 60, "--jobs", 1, "--out", tmp_path / "run")
    said = lab(capsys, "test", "pyramids", *words)
    assert said.startswith("greedy is better than random: ")
    assert "points" in said.splitlines()[0]
    plan = Run.open(tmp_path / "run").plan
    assert isinstance(plan, Comparison)
    assert plan.on == "margins"


@pytest.mark.parametrize(("game", "players"), [("pyramido", 3), ("pyramidis", 4), ("pyramids", 5)])
def test_a_tournament_at_larger_tables(
    game: str, players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = ["random", *(f"greedy:0.{noise}" for noise in range(1, players))]
    words = ("--players", players, "--rounds", 1, "--jobs", 1, "--out", tmp_path / "run")
    said = lab(capsys, "tournament", game, *bots, *words)
    assert all(bot in said for bot in bots)
    plan = Run.open(tmp_path / "run").plan
    assert isinstance(plan, Tournament)
    assert [standing.games for standing in plan.standings.values()] == [players] * players
    assert sum(standing.wins for standing in plan.standings.values()) == pytest.approx(players)


def test_tuning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("exploration=0.1", "--steps", 1, "--deals", 1, "--jobs", 1, "--out", tmp_path / "run")
    said = lab(capsys, "tune", "pyramidis", "search:8i", *words)
    assert "benben lab test pyramidis search:8i:exploration=" in said


def test_chances_are_measured_and_fitted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bot", "greedy", "--games", 6, "--each", 6, "--jobs", 1, "--out", tmp_path / "run")
    said = lab(capsys, "calibrate", "pyramids", *words)
    assert "difference" in said
    lab(capsys, "chances", tmp_path / "run", "--to", tmp_path / "game")
    (made,) = json.loads((tmp_path / "game" / "advice" / "calibration" / "chances.json").read_text("utf-8"))["maps"]
    assert (made["kind"], made["players"]) == ("greedy", 2)


def shown_in_a_terminal(*words: object) -> list[str]:
    """All that a command of the lab shows of its progress in a terminal, line over line."""
    command = [sys.executable, "-m", "benben.cli", "--lang", "en", "lab", *map(str, words)]
    here, terminal = pty.openpty()
    wide = os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal, env=wide) as process:
        os.close(terminal)
        shown = b"".join(iter(lambda: read_some(here), b""))
        os.close(here)
    assert process.returncode == 0, shown
    return re.split(r"[\r\n]+", re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", shown.decode()))


def read_some(terminal: int) -> bytes:
    """Nothing: the other end was closed."""
    try:
        return os.read(terminal, 10_000)
    except OSError:
        return b""


def test_a_terminal_shows_games_rate_and_time_left(tmp_path: Path) -> None:
    words = ("--bot", "search:30i", "--games", 100, "--jobs", 1, "--out", tmp_path / "run")
    shown = shown_in_a_terminal("simulate", "pyramidis", *words)
    lines = [re.fullmatch(r"simulate \S+ +(\d+)/100 (?:([\d.]+) games/s)? *(\S+)", line) for line in shown if line]
    assert all(lines), shown
    seen = [(int(line[1]), float(line[2] or 0), line[3]) for line in lines if line]
    assert seen[0] == (0, 0.0, "-:--:--"), "nothing is known yet"
    assert [count for count, _rate, _left in seen] == sorted(count for count, _rate, _left in seen)
    under_way = [(rate, left) for count, rate, left in seen if 0 < count < 100 and rate]
    assert under_way, shown
    assert all(re.fullmatch(r"\d:\d\d:\d\d", left) for _rate, left in under_way)
    assert any(left != "0:00:00" for _rate, left in under_way)
    count, rate, left = seen[-1]
    assert (count, left) == (100, "0:00:00")
    assert rate > 0


def test_positions_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bot", "greedy", "--games", 3, "--jobs", 1, "--out", tmp_path / "run")
    lab(capsys, "simulate", "terra_pyramides", *words)
    said = lab(capsys, "datagen", tmp_path / "run", "--each", 4, "--to", tmp_path / "positions.parquet")
    assert said.startswith("12 positions in ")
    assert parquet.read_table(tmp_path / "positions.parquet").num_rows == 12


def test_learning_and_its_resumption(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = lab(capsys, "learn", "pyramidis", "--bot", "greedy", *LITTLE, "--out", tmp_path / "run")
    assert "round-001: " in said
    assert (tmp_path / "run" / "log.txt").read_text("utf-8").startswith("benben lab learn pyramidis --bot greedy")
    made = (tmp_path / "run" / "round-001" / "network.json").read_bytes()
    assert lab(capsys, "resume", tmp_path / "run", "--jobs", 1) == said
    assert (tmp_path / "run" / "round-001" / "network.json").read_bytes() == made


def test_a_learning_reports_every_game_that_it_plays(tmp_path: Path) -> None:
    watched: list[tuple[str, int]] = []

    def progress(run: Run) -> AbstractContextManager[Watch]:
        return nullcontext(lambda count, plan: watched.append((plan.name, count)))

    settings = LearningSettings(Contest("pyramidis"), "greedy", rounds=1, games=3, each=4, units=2, passes=1, gate=2)
    Learning.create(tmp_path / "run", settings).carry_out(Here(), lambda line: None, progress)
    assert watched == [*(("self-play", count) for count in (1, 2, 3)), ("test", 1), ("test", 2)]
