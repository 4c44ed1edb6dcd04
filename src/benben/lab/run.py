"""A run: a folder with its settings and its games, which can be resumed after anything.

    settings.json       what is played; with it and the number of a game, the game is determined
    games/*.parquet     the games in order; each file is written whole or not at all, and never changed

Every Parquet reader takes the folder `games` as one table.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, fields
from itertools import islice
from pathlib import Path
from typing import Any

import benben
from benben.core.errors import BadOptions, BenbenError
from benben.core.extras import needs
from benben.core.game import STANDARD_BOX
from benben.core.record import write
from benben.core.text import texts
from benben.lab.calibration import Calibration
from benben.lab.games import Contest, Judged, Pairing, Played, play, replayed
from benben.lab.plans import Balance, Comparison, RunPlan, SelfPlay, Series, Simulation, Tournament, Tuning
from benben.lab.pool import Pool
from benben.lab.puzzles import Mining

_ = texts(__package__)

SETTINGS, GAMES = "settings.json", "games"
BATCH_SECONDS = 2.0  # of work in a batch
MOST_IN_A_BATCH = 1_000
SAVE_SECONDS = 5.0  # at most this much work is lost when the process is killed

Batch = tuple[Contest, list[Pairing]]
Watch = Callable[[int, RunPlan], None]


PLANS: dict[str, type[RunPlan]] = {
    plan.name: plan
    for plan in (Series, Comparison, Tournament, Simulation, SelfPlay, Balance, Tuning, Calibration, Mining)
}


class BadRun(BenbenError):
    """A folder that is no run, or one that this version cannot go on with."""

    code = "bad-run"


def settings_of(plan: RunPlan) -> dict[str, Any]:
    """The settings from which `plan_of` makes the same plan."""
    given = {part.name: getattr(plan, part.name) for part in fields(plan) if part.init and part.name != "contest"}
    return {"plan": plan.name, "contest": asdict(plan.contest), **given}


def plan_of(settings: dict[str, Any]) -> RunPlan:
    """The plan with these settings, as `settings_of` gives them."""
    given = dict(settings)
    return PLANS[given.pop("plan")](Contest(**given.pop("contest")), **given)


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, plan: RunPlan) -> None:
        """For `create` and `open_run`."""
        self.folder, self.plan = folder, plan
        self.count = 0  # games that are saved

    @classmethod
    def create(cls, folder: Path, plan: RunPlan) -> Run:
        """A new run. BadRun if the folder holds something already."""
        if folder.exists() and any(folder.iterdir()):
            raise BadRun(_("The folder {folder} is not empty: `benben lab resume` continues a run.", folder=folder))
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        game = plan.contest.declared
        made_with = {"benben": benben.__version__, "rules": game.version, "box": game.box}
        write_whole(folder / SETTINGS, json.dumps({**made_with, **settings_of(plan)}, indent=1).encode())
        return cls(folder, plan)

    @classmethod
    def open(cls, folder: Path) -> Run:
        """A run with all its games. BadRun if the folder is no run, or of other rules or another box."""
        try:
            settings = json.loads((folder / SETTINGS).read_text("utf-8"))
            settings.pop("benben")
            rules, box = settings.pop("rules"), settings.pop("box", STANDARD_BOX)
            plan = plan_of(settings)
        except BadOptions:
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadRun(_("{folder} is not the folder of a run.", folder=folder)) from error
        if rules != plan.contest.declared.version:
            raise BadRun(_("This run was played with version {rules} of the rules.", rules=rules))
        if box != plan.contest.declared.box:
            raise BadRun(_("This run was played with the box “{box}”.", box=box))
        run = cls(folder, plan)
        for played in run.games():
            plan.add(played)
            run.count += 1
        return run

    def games(self) -> Iterator[Played]:
        """The saved games, in order."""
        with needs("lab"):
            import pyarrow.parquet as parquet
        for file in sorted((self.folder / GAMES).glob("*.parquet")):
            for row in parquet.read_table(file).to_pylist():
                judged = tuple(Judged(**_with_tuples(each)) for each in row.pop("judged", None) or ())
                yield Played(**_with_tuples(row), judged=judged)

    def game(self, number: int) -> Played:
        """The game of this number."""
        for played in self.games():
            if played.number == number:
                return played
        raise BadRun(_("This run has no game {number}.", number=number))

    def record(self, number: int) -> str:
        """The record of a game: the same text every time."""
        played = self.game(number)
        return write(replayed(self.plan.contest, played), played.bots)

    def carry_out(self, pool: Pool, watch: Watch = lambda count, plan: None) -> None:
        """Play what is left. Every game that was played is saved, also if this is interrupted."""
        new: list[Played] = []
        saved = time.monotonic()
        try:
            for played in _results(self.plan, pool):
                new.append(played)
                watch(self.count + len(new), self.plan)
                if time.monotonic() - saved > SAVE_SECONDS:
                    self._save(new)
                    new, saved = [], time.monotonic()
        finally:
            self._save(new)

    def _save(self, games: Sequence[Played]) -> None:
        if not games:
            return
        with needs("lab"):
            import pyarrow
            import pyarrow.parquet as parquet
        columns = {part.name: [getattr(played, part.name) for played in games] for part in fields(Played)}
        columns["judged"] = [[asdict(each) for each in played.judged] for played in games]
        number, numbers, texts = pyarrow.int32(), pyarrow.list_(pyarrow.int32()), pyarrow.list_(pyarrow.string())
        reals = pyarrow.list_(pyarrow.float64())
        said = [("ply", number), ("actor", number), ("chances", reals), ("luck", reals)]
        judged = pyarrow.list_(pyarrow.struct(said))
        kinds = {"number": number, "deal": number, "bots": texts, "judged": judged, "puzzles": texts}
        schema = pyarrow.schema([(name, kinds.get(name, numbers)) for name in columns])
        sink = pyarrow.BufferOutputStream()
        parquet.write_table(pyarrow.table(columns, schema=schema), sink, compression="zstd")
        write_whole(self.folder / GAMES / f"{games[0].number:08}.parquet", sink.getvalue().to_pybytes())
        self.count += len(games)


def _with_tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that it is never seen half-written."""
    partial = file.with_suffix(file.suffix + ".part")
    with partial.open("wb") as sink:
        sink.write(content)
        sink.flush()
        os.fsync(sink.fileno())
    partial.replace(file)


def carry_out(plan: RunPlan, pool: Pool, watch: Watch = lambda count, plan: None) -> None:
    """Play a whole plan without saving it."""
    for count, _played in enumerate(_results(plan, pool), 1):
        watch(count, plan)


def _results(plan: RunPlan, pool: Pool) -> Iterator[Played]:
    """Play and add game after game until the plan is complete. Games played ahead of its end are dropped."""
    pace = Pace()
    while next(plan.upcoming(), None) is not None:
        for seconds, results in pool.map(play_batch, pace.batches(plan.contest, plan.upcoming())):
            pace.observe(seconds, len(results))
            for played in results:
                plan.add(played)
                yield played
                if next(plan.upcoming(), None) is None:
                    return


class Pace:
    """Divides games into batches of about BATCH_SECONDS. It decides only which games travel together."""

    def __init__(self) -> None:
        self.size = 1

    def batches(self, contest: Contest, pairings: Iterator[Pairing]) -> Iterator[Batch]:
        while batch := list(islice(pairings, self.size)):
            yield contest, batch

    def observe(self, seconds: float, games: int) -> None:
        fitting = int(games * BATCH_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(MOST_IN_A_BATCH, 2 * self.size, fitting))


def play_batch(batch: Batch) -> tuple[float, list[Played]]:
    """Play some games; the time that they took, and how they went. Runs in a worker."""
    contest, pairings = batch
    started = time.perf_counter()
    results = [play(contest, pairing) for pairing in pairings]
    return time.perf_counter() - started, results
