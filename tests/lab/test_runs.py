"""A run: the same games and the same report wherever it is played, and nothing lost when it is interrupted."""

import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pyarrow.parquet as parquet
import pytest

import benben
from benben.core.errors import BadOptions
from benben.core.game import Game
from benben.lab.calibration import Calibration
from benben.lab.datagen import write_positions
from benben.lab.games import Contest, Played, replayed
from benben.lab.plans import SWISS, Balance, Comparison, RunPlan, Series, Simulation, Tournament, Tuning
from benben.lab.pool import Here, pool
from benben.lab.report import write_report
from benben.lab.run import BadRun, Run
from tests.registered import games_with

ROOT = Path(__file__).parents[2]

A = TypeVar("A")
B = TypeVar("B")

CONTEST = Contest("pyramidis", seed=4)


def plans() -> list[RunPlan]:
    return [
        Series(CONTEST, ["greedy", "random"], 8),
        Comparison(CONTEST, "greedy", "greedy:0.3", most=40),
        Tournament(CONTEST, ["greedy", "random", "greedy:0.3"], rounds=2),
        Tournament(Contest("pyramidis"), ["greedy", "random", "greedy:0.3", "greedy:0.1"], 2, SWISS, 3),
        Simulation(CONTEST, "greedy", [2, 4], 8),
        Calibration(CONTEST, "greedy", "greedy:0.1", 2, 8, each=4),
    ]


@pytest.mark.parametrize("number", range(6))
def test_a_run_is_read_as_it_was_played(number: int, tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", plans()[number])
    run.carry_out(Here())
    assert run.plan.games >= run.count > 0
    read = Run.open(tmp_path / "run")
    assert (read.count, read.plan.summary()) == (run.count, run.plan.summary())
    assert [played.number for played in read.games()] == list(range(run.count))
    assert next(read.plan.upcoming(), None) is None


class Interrupted:
    """Ctrl-C after a number of batches."""

    def __init__(self, batches: int) -> None:
        self.left = batches

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        for batch in batches:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield work(batch)


@pytest.mark.parametrize("number", range(6))
def test_an_interrupted_run_goes_on_where_it_was(number: int, tmp_path: Path) -> None:
    whole, parts = Run.create(tmp_path / "whole", plans()[number]), Run.create(tmp_path / "parts", plans()[number])
    whole.carry_out(Here())
    with pytest.raises(KeyboardInterrupt):
        parts.carry_out(Interrupted(2))
    assert 0 < Run.open(tmp_path / "parts").count < whole.count
    again = Run.open(tmp_path / "parts")
    again.carry_out(Here())
    assert list(again.games()) == list(whole.games())
    for run in (whole, again):
        write_report(Run.open(run.folder), run.folder / "report.html")
    assert (tmp_path / "whole" / "report.html").read_bytes() == (tmp_path / "parts" / "report.html").read_bytes()


def test_one_process_and_two_give_the_same_report(tmp_path: Path) -> None:
    for jobs in (1, 2):
        run = Run.create(tmp_path / f"{jobs}", Comparison(CONTEST, "greedy", "greedy:0.3", most=60))
        with pool(jobs) as workers:
            run.carry_out(workers)
        write_report(run, tmp_path / f"{jobs}.html")
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_a_report_shows_where_moves_are_made(tmp_path: Path) -> None:
    """The more often a field was touched, the clearer it is; each picture of the page for its own number of players."""
    run = Run.create(tmp_path / "run", Simulation(CONTEST, "greedy", [2, 4], 8))
    run.carry_out(Here())
    write_report(run, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count("Where moves are made: the paler, the rarer. Of the first 4 games.") == 2
    clearest = {}
    for players in (2, 4):
        touched = Counter[str]()
        for played in (played for played in run.games() if len(played.bots) == players):
            for before, after in pairwise(replayed(run.plan.contest, played).line()):
                assert after.last_move is not None
                touched.update(set(before.path(after.last_move)))
        shown = dict(re.findall(rf"#heat-{players}-(\S+) {{ opacity: (\d\.\d\d) }}", page))
        fields = {name: count for name, count in touched.items() if re.fullmatch("[a-h][0-9]", name)}
        assert len(fields) > 10
        assert shown[max(fields, key=lambda name: fields[name])] == "1.00"
        assert len({shown[name] for name in fields}) > 2
        for name, count in fields.items():
            assert float(shown[name]) == pytest.approx(0.15 + 0.85 * count / max(fields.values()), abs=0.01)
            assert page.count(f'id="heat-{players}-{name}"') == 1
        clearest[players] = shown
    assert clearest[2] != clearest[4]


def test_a_game_of_a_run_is_a_record(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", Series(Contest("pyramids", seed=2), ["greedy", "random"], 2))
    run.carry_out(Here())
    first, second = (Run.open(tmp_path / "run").record(1) for _time in range(2))
    assert first == second
    assert benben.verify(first).score == run.game(1).points
    with pytest.raises(BadRun):
        run.record(2)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRun):
        Run.open(tmp_path)
    run = Run.create(tmp_path / "run", plans()[0])
    with pytest.raises(BadRun):
        Run.create(run.folder, plans()[0])
    settings = run.folder / "settings.json"
    settings.write_text(settings.read_text().replace('"rules": 1', '"rules": 99'))
    with pytest.raises(BadRun, match="version 99"):
        Run.open(run.folder)
    settings.write_text(settings.read_text().replace('"rules": 99', '"rules": 1').replace('"standard"', '"mine-1"'))
    with pytest.raises(BadRun, match="the box “mine-1”"):
        Run.open(run.folder)
    with pytest.raises(BadOptions):
        Tournament(CONTEST, ["greedy"], 2)
    with pytest.raises(BadOptions):
        Comparison(CONTEST, "a", "b", low=0.6, high=0.5)


def lab(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benben.cli", "--lang", "en", "lab", *arguments]
    return subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def lab_said(*arguments: str, cwd: Path) -> tuple[int, str, str]:
    with lab(*arguments, cwd=cwd) as process:
        said, error = process.communicate(timeout=120)
    return process.returncode, said, error


def test_a_killed_run_is_resumed_from_the_command_line(tmp_path: Path) -> None:
    options = ("tournament", "pyramidis", "greedy", "random", "--rounds", "4000", "--jobs", "1", "--out", "run")
    games = tmp_path / "run" / "games"
    with lab(*options, cwd=tmp_path) as playing:
        wait_for(lambda: any(games.glob("*.parquet")))
        playing.send_signal(signal.SIGKILL)
    before = Run.open(tmp_path / "run")
    assert 0 < before.count < before.plan.games
    with lab("resume", "run", "--jobs", "1", cwd=tmp_path) as resumed:
        files = len(list(games.glob("*.parquet")))
        wait_for(lambda: len(list(games.glob("*.parquet"))) > files)
        resumed.send_signal(signal.SIGINT)
        _said, error = resumed.communicate(timeout=240)
    assert resumed.returncode == 130
    assert "benben lab resume run" in error
    after = Run.open(tmp_path / "run")
    assert after.count > before.count
    assert [played.number for played in after.games()] == list(range(after.count))


def test_a_test_from_the_command_line(tmp_path: Path) -> None:
    options = ("greedy", "random", "--jobs", "1", "--games", "60")
    code, said, error = lab_said("test", "pyramidis", *options, cwd=tmp_path)
    assert code == 0, error
    assert said.startswith("greedy is better than random: ")
    assert lab_said("report", "pyramidis-test-1", cwd=tmp_path)[0] == 0
    assert "<svg" in (tmp_path / "pyramidis-test-1" / "report.html").read_text("utf-8")
    code, _said, error = lab_said("test", "pyramidis", "greedy", "nobody", cwd=tmp_path)
    assert code == 1
    assert "nobody" in error


def test_an_interrupt_takes_effect_between_batches() -> None:
    """Also if it comes while a library calls back, where Python can only report an exception and go on."""

    class Library:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def work(batch: int) -> int:
        if batch == 2:
            Library()
        return batch

    done: list[int] = []
    with pool() as workers, pytest.raises(KeyboardInterrupt):
        done.extend(workers.map(work, range(5)))
    assert done == [0, 1, 2]


def wait_for(happened: Callable[[], bool]) -> None:
    for _attempt in range(1_200):
        if happened():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within two minutes")


def die_once(marker: str) -> int:
    """Work whose worker is killed the first time."""
    file = Path(marker)
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return os.getpid()
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_a_batch_whose_worker_was_killed_is_played_again(tmp_path: Path) -> None:
    with pool(2) as workers:
        done = list(workers.map(die_once, [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "a")]))
    assert len(done) == 3
    assert all(done)


def test_two_nodes_of_ray_give_the_same_report_also_if_a_worker_is_killed(tmp_path: Path) -> None:
    def plan() -> RunPlan:
        return Series(Contest("pyramids", seed=9), ["greedy", "greedy:0.1"], 24)

    alone = Run.create(tmp_path / "alone", plan())
    alone.carry_out(Here())
    write_report(alone, tmp_path / "alone.html")
    Run.create(tmp_path / "ray", plan())
    program = [
        sys.executable,
        str(Path(__file__).with_name("ray_run.py")),
        str(tmp_path / "ray"),
        str(tmp_path / "ray.html"),
    ]
    quiet = {"RAY_DISABLE_IMPORT_WARNING": "1", "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(program, capture_output=True, text=True, env=os.environ | quiet, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1] == "2 1"
    assert list(Run.open(tmp_path / "ray").games()) == list(alone.games())  # no game is missing or counted twice
    assert (tmp_path / "ray.html").read_bytes() == (tmp_path / "alone.html").read_bytes()


def test_tuning_moves_towards_the_setting_that_wins() -> None:
    plan = Tuning(CONTEST, "search:8i", {"exploration": 0.5, "advice.evaluation.NEAR": 0.01}, steps=2, deals=1)
    before, winner = plan.values(), next(plan.upcoming()).bots[0]
    assert winner.startswith("search:8i:exploration=")
    assert "@advice.evaluation.NEAR=" in winner
    for _game in range(2):
        pairing = next(plan.upcoming())
        plan.add(Played(pairing.number, pairing.deal, pairing.bots, (1, 1), (pairing.bots.index(winner),), ()))
    wanted = [float(value) for value in re.findall(r"=([0-9.e-]+)", winner)]
    for value, old, new in zip(wanted, before.values(), plan.values().values(), strict=True):
        assert (new - old) * (value - old) > 0


def test_a_tuning_run_plays_altered_bots(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", Tuning(CONTEST, "greedy", {"advice.evaluation.TEMPO": 0.17}, steps=1, deals=1))
    run.carry_out(Here())
    assert run.count == 2
    assert "benben lab test pyramidis greedy@advice.evaluation.TEMPO=" in Run.open(run.folder).plan.summary()


@pytest.mark.parametrize("game", games_with("words.measures"), ids=str)
def test_balance_answers_the_questions_of_players(game: Game, tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", Balance(Contest(game.name), "greedy", [2], 4))
    run.carry_out(Here())
    said = run.plan.summary()
    for measure in run.plan.contest.declared.face.measures:
        assert str(measure.title) in said
    assert "winners" in said


def test_positions_for_learning(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", Series(Contest("pyramids", seed=2), ["greedy", "random"], 2))
    run.carry_out(Here())
    assert write_positions(run, tmp_path / "positions.parquet", 5) == 10
    rows = parquet.read_table(tmp_path / "positions.parquet").to_pylist()
    state = benben.find("pyramids").state.from_bytes(rows[3]["state"])
    line = replayed(run.plan.contest, run.game(rows[3]["game"])).line()
    assert state.record.tobytes() == line[rows[3]["ply"]].state.record.tobytes()
    assert rows[3]["seat"] == line[rows[3]["ply"]].actor
    assert sum(rows[3]["shares"]) == 1
