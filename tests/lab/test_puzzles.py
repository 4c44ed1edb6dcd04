"""`benben lab puzzles`: the same puzzles however the run was interrupted, and a spread of grades in the file."""

from dataclasses import replace
from pathlib import Path

import pytest

import benben
from benben.cli import main
from benben.coach.puzzles import Puzzle, puzzles_of
from benben.core.errors import BadOptions
from benben.games import REGISTRY
from benben.lab.games import Contest
from benben.lab.pool import Here
from benben.lab.puzzles import Mining, collection, names_of_levels
from benben.lab.run import Run
from tests.lab.test_runs import Interrupted

EFFORT = {"search": 60, "deeper": 2, "worlds": 4, "ahead": 8, "again": 16, "margin": 0.005, "runs": 2, "positions": 20}


def mining() -> Mining:
    return Mining(Contest("pyramidis", seed=3), 2, 5, 1_000, 20, **EFFORT)  # type: ignore[arg-type]  # ints but one


def test_an_interrupted_mine_finds_the_same(tmp_path: Path) -> None:
    whole, parts = Run.create(tmp_path / "whole", mining()), Run.create(tmp_path / "parts", mining())
    whole.carry_out(Here())
    with pytest.raises(KeyboardInterrupt):
        parts.carry_out(Interrupted(1))
    again = Run.open(tmp_path / "parts")
    assert 0 < again.count < whole.count == 5
    again.carry_out(Here())
    read = Run.open(tmp_path / "parts").plan
    assert isinstance(read, Mining)
    assert isinstance(whole.plan, Mining)
    assert read.found == whole.plan.found != []
    assert read.summary() == whole.plan.summary()


def test_from_the_command_line_to_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = mining()
    words = plan.command(5).split()[1:]
    assert main(["--lang", "en", *words, "--jobs", "1", "--out", str(tmp_path / "run")]) == 0
    assert " puzzles in 5 games, by grade:\n" in capsys.readouterr().out
    file = tmp_path / "puzzles.jsonl"
    assert main(["--lang", "en", "lab", "collect", str(tmp_path / "run"), "--to", str(file), "--most", "4"]) == 0
    run = Run.open(tmp_path / "run").plan
    assert isinstance(run, Mining)
    assert run.command(5) == plan.command(5)
    assert file.read_text("utf-8") == collection(run, 4).as_text()
    first, *lines = file.read_text("utf-8").splitlines()
    assert plan.command(5) in first
    assert 0 < len(lines) <= 4
    assert all(Puzzle.from_text(line) in run.found for line in lines)


def test_a_mine_ends_when_enough_is_found(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", replace(mining(), wanted=1))
    run.carry_out(Here())
    assert run.count < 5
    assert isinstance(run.plan, Mining)
    assert run.plan.found


def test_a_file_has_a_spread_of_grades_and_few_easy_ones() -> None:
    plan = mining()
    one = puzzles_of(benben.find("pyramidis")).puzzles[0]
    mined = {"novice": 50, "casual": 3, "club": 40, "expert": 30, "master": 1}
    plan.found = [
        replace(one, grade=grade, view=f"{grade} {n}") for grade, count in mined.items() for n in range(count)
    ]
    found = collection(plan, 60)
    assert found.about["grades"] == {"novice": 9, "casual": 3, "club": 24, "expert": 23, "master": 1}
    assert [puzzle.grade for puzzle in found.puzzles] == sorted(
        (puzzle.grade for puzzle in found.puzzles), key=list(mined).index
    )
    assert found.numbered("casual")[0][0] == 10


def test_a_file_has_various_solutions() -> None:
    plan = mining()
    one = puzzles_of(benben.find("pyramidis")).puzzles[0]
    moves = ["no"] * 30 + [f"move {n}" for n in range(5)]
    plan.found = [replace(one, grade="club", move=move, view=str(n)) for n, move in enumerate(moves)]
    assert sorted({puzzle.move for puzzle in collection(plan, 6).puzzles}) == sorted(set(moves))


def test_bots_of_a_mine_have_no_clock() -> None:
    assert names_of_levels(benben.find("pyramidis"), 2) == ("greedy:0.15", "greedy:0.0", "duel:150i", "duel:2000i")
    assert names_of_levels(benben.find("pyramids"), 3)[-1] == "search:160i"


def test_a_game_without_bots_has_no_mine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "lots", "tests.fifth.lots")
    with pytest.raises(BadOptions):
        Mining(Contest("lots"))
