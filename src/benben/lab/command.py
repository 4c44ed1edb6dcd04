"""`benben lab …`: the commands of the lab."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import benben
from benben.bots.altered import constant
from benben.bots.levels import named
from benben.coach.puzzles import FILE
from benben.core.errors import BadOptions
from benben.core.extras import needs
from benben.core.text import texts
from benben.lab.calibration import Calibration, write_map
from benben.lab.datagen import write_positions
from benben.lab.games import Contest
from benben.lab.learning import Learning, LearningSettings
from benben.lab.match import check_bots
from benben.lab.plans import (
    MARGINS,
    ROUND_ROBIN,
    SHARES,
    SWISS,
    Balance,
    Comparison,
    RunPlan,
    Simulation,
    Tournament,
    Tuning,
)  # fmt: skip
from benben.lab.pool import pool
from benben.lab.puzzles import MOST, Mining, collection
from benben.lab.report import write_learning_report, write_report
from benben.lab.run import Run, Watch, write_whole

_ = texts(__package__)

LEARNING = {  # options of `learn`: fields of its settings
    "players": "at the table",
    "rounds": "each with games, a fit and a test",
    "games": "of self-play in a round",
    "errors": "share of random moves in them",
    "each": "positions of each game",
    "ends": "weight of the end of the game in what is learned; the rest is what the search said",
    "units": "of the network",
    "passes": "of the fit over the examples",
    "gate": "the most games of the test",
    "tested": "bot of the test, if another one",
}
INTERRUPTED = 130  # exit code of a program that was ended by Ctrl-C


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lab = commands.add_parser("lab", help="experiments with bots: tests, tournaments, statistics, reports")
    kinds = lab.add_subparsers(required=True, metavar="EXPERIMENT")

    test = _new_run(kinds, "test", "is one bot better than another? Plays until the answer is clear", _test)
    test.add_argument("first", help="the bot in question: a level, search:1000i, …")
    test.add_argument("second", help="the one to compare it with")
    test.add_argument(
        "--players", type=int, default=2, help="more than two: the first bot against several of the second"
    )
    test.add_argument("--on", choices=(SHARES, MARGINS), default=SHARES, help="count victories, or points ahead")
    test.add_argument("--low", type=float, help="not better: a mean of at most this (default: even)")
    test.add_argument("--high", type=float, help="better: a mean of at least this (default: 5 %% or 1 point more)")
    test.add_argument("--error", type=float, default=0.05, help="chance of either wrong answer; default: %(default)s")
    test.add_argument("--games", type=int, default=20_000, help="the most games; default: %(default)s")

    tournament = _new_run(kinds, "tournament", "several bots: standings and ratings", _tournament)
    tournament.add_argument("bots", nargs="+")
    tournament.add_argument("--players", type=int, default=2)
    tournament.add_argument("--system", choices=(ROUND_ROBIN, SWISS), default=ROUND_ROBIN)
    tournament.add_argument("--rounds", type=int, default=10, help="how often each group meets; Swiss: rounds")

    simulate = _new_run(kinds, "simulate", "how does the game play: length, points, first seat", _simulate)
    simulate.add_argument("--bot", default="greedy", help="plays all seats; default: %(default)s")
    simulate.add_argument("--players", type=int, action="append", help="repeat it for several; default: two")
    simulate.add_argument("--games", type=int, default=1_000)

    balance = _new_run(kinds, "balance", "the same, and what is worth how much: gods, colours, foundations …", _balance)
    balance.add_argument("--bot", default="greedy", help="plays all seats; default: %(default)s")
    balance.add_argument("--players", type=int, action="append", help="repeat it for several; default: two")
    balance.add_argument("--games", type=int, default=1_000)

    calibrate = _new_run(kinds, "calibrate", "do the chances that a bot says come true?", _calibrate)
    calibrate.add_argument("--bot", default="greedy", help="plays all seats; default: %(default)s")
    calibrate.add_argument("--judge", help="says the chances; default: the same bot")
    calibrate.add_argument("--players", type=int, help="default: the usual number")
    calibrate.add_argument("--games", type=int, default=1_000)
    calibrate.add_argument("--each", type=int, default=0, help="positions of each game; default: all")

    puzzles = _new_run(kinds, "puzzles", "mine positions in which one move is clearly right", _puzzles)
    puzzles.add_argument("--players", type=int, help="default: the usual number")
    puzzles.add_argument("--games", type=int, default=1_000, help="the most games; default: %(default)s")
    puzzles.add_argument("--wanted", type=int, default=150, help="puzzles; then it ends; default: %(default)s")
    puzzles.add_argument("--each", type=int, default=12, help="decisions of each game; default: %(default)s")
    for name, said in Mining.EFFORT.items():
        kind, usual = type(getattr(Mining, name)), getattr(Mining, name)
        puzzles.add_argument(f"--{name}", type=kind, default=usual, help=f"{said}; default: %(default)s")

    tune = _new_run(kinds, "tune", "find better values of constants (SPSA)", _tune)
    tune.add_argument("bot", help="with a fixed budget: search:500i")
    tune.add_argument("constants", nargs="+", help="exploration, widening, horizon, or advice.MODULE.NAME; NAME=VALUE")
    tune.add_argument("--steps", type=int, default=50)
    tune.add_argument("--deals", type=int, default=4, help="in each step; default: %(default)s")
    tune.set_defaults(players=2)

    learn = kinds.add_parser("learn", help="teach the network that corrects an evaluation, from self-play")
    learn.add_argument("game", choices=benben.names())
    learn.add_argument("--bot", required=True, help="with a fixed budget: search:100i, duel:300i")
    for name, said in LEARNING.items():
        usual = getattr(LearningSettings, name)
        learn.add_argument(f"--{name}", type=type(usual), default=usual, help=f"{said}; default: %(default)s")
    _add_folder(learn)
    _add_workers(learn)
    learn.set_defaults(run=_learn)

    datagen = kinds.add_parser("datagen", help="write positions of a run with their outcome, for learning")
    datagen.add_argument("run_folder", type=Path, metavar="RUN")
    datagen.add_argument("--each", type=int, default=8, help="positions of each game; default: %(default)s")
    datagen.add_argument("--to", type=Path, metavar="FILE", help="default: positions.parquet in the run's folder")
    datagen.set_defaults(run=_datagen)

    collect = kinds.add_parser("collect", help="write puzzles of a run as the puzzles of the game, a spread of grades")
    collect.add_argument("run_folder", type=Path, metavar="RUN")
    collect.add_argument("--most", type=int, default=MOST, help="puzzles; default: %(default)s")
    collect.add_argument("--to", type=Path, metavar="FILE", help="default: the file of the game")
    collect.set_defaults(run=_collect)

    chances = kinds.add_parser("chances", help="fit a map of chances to a run of `calibrate`, for what that bot says")
    chances.add_argument("run_folder", type=Path, metavar="RUN")
    chances.add_argument("--to", type=Path, metavar="FOLDER", help="default: the folder of the game")
    chances.set_defaults(run=_chances)

    resume = kinds.add_parser("resume", help="go on with a run that was interrupted")
    _add_workers(resume)
    resume.add_argument("run_folder", type=Path, metavar="RUN")
    resume.set_defaults(run=_resume)

    report = kinds.add_parser("report", help="write a run as one web page with plots")
    report.add_argument("run_folder", type=Path, metavar="RUN")
    report.add_argument("--to", type=Path, metavar="FILE", help="default: report.html in the run's folder")
    report.set_defaults(run=_report)

    replay = kinds.add_parser("replay", help="print the record of one game of a run")
    replay.add_argument("run_folder", type=Path, metavar="RUN")
    replay.add_argument("number", type=int)
    replay.set_defaults(run=_replay)


def _new_run(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    said: str,
    plan: Callable[[argparse.Namespace, Contest], RunPlan],
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(name, help=said)
    parser.add_argument("game", choices=benben.names())
    _add_folder(parser)
    _add_workers(parser)
    parser.set_defaults(run=lambda options: _start(options, plan))
    return parser


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="RUN", help="the folder of the run; default: a new one here")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="see `benben games`")


def _add_workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; default: one for each core")
    parser.add_argument("--ray", nargs="?", const="local", metavar="ADDRESS", help="play on a Ray cluster")


def _start(options: argparse.Namespace, plan_for: Callable[[argparse.Namespace, Contest], RunPlan]) -> int:
    plan = plan_for(options, _contest(options))
    given = plan.contest.options
    tables = plan.tables if isinstance(plan, Simulation) else [options.players]
    for players in tables:
        plan.contest.declared.check_options(players, given)
        check_bots(plan, players)
    return _carry_out(Run.create(options.out or _new_folder(options.game, plan.name), plan), options)


def _contest(options: argparse.Namespace) -> Contest:
    given = dict(entry.split("=", 1) if "=" in entry else (entry, "yes") for entry in options.option)
    return Contest(options.game, given, options.seed)


def _new_folder(game: str, name: str) -> Path:
    stem = f"{game}-{name}"
    return next(folder for number in range(1, 10_000) if not (folder := Path(f"{stem}-{number}")).exists())


def _test(options: argparse.Namespace, contest: Contest) -> RunPlan:
    wanted = (options.players, options.on, options.low, options.high, options.error, options.games)
    return Comparison(contest, options.first, options.second, *wanted)


def _tournament(options: argparse.Namespace, contest: Contest) -> RunPlan:
    return Tournament(contest, options.bots, options.players, options.system, options.rounds)


def _simulate(options: argparse.Namespace, contest: Contest) -> RunPlan:
    options.players = options.players or [contest.declared.usual_table()[0]]
    return Simulation(contest, options.bot, options.players, options.games)


def _balance(options: argparse.Namespace, contest: Contest) -> RunPlan:
    options.players = options.players or [contest.declared.usual_table()[0]]
    return Balance(contest, options.bot, options.players, options.games)


def _calibrate(options: argparse.Namespace, contest: Contest) -> RunPlan:
    options.players = options.players or contest.declared.usual_table()[0]
    return Calibration(contest, options.bot, options.judge or options.bot, options.players, options.games, options.each)


def _puzzles(options: argparse.Namespace, contest: Contest) -> RunPlan:
    options.players = options.players or contest.declared.usual_table()[0]
    effort = {name: getattr(options, name) for name in Mining.EFFORT}
    return Mining(contest, options.players, options.games, options.wanted, options.each, **effort)


def _tune(options: argparse.Namespace, contest: Contest) -> RunPlan:
    constants = {}
    for word in options.constants:
        name, equals, value = word.partition("=")
        constants[name] = float(value) if equals else _value(contest, name)
    return Tuning(contest, options.bot, constants, options.steps, options.deals)


def _value(contest: Contest, name: str) -> float:
    """The present value of a constant."""
    try:
        found = constant(contest.declared, name) if "." in name else getattr(contest.declared.advice, name)
        return float(found)
    except (ImportError, AttributeError, TypeError) as error:
        raise BadOptions(_("{game} has no constant {name}.", game=contest.declared.title, name=name)) from error


def _learn(options: argparse.Namespace) -> int:
    contest = _contest(options)
    contest.declared.check_options(options.players, contest.options)
    for bot in (options.bot, options.tested or options.bot):
        named(contest.declared, options.players, bot)  # report an unknown bot before the first game
    settings = LearningSettings(contest, options.bot, **{name: getattr(options, name) for name in LEARNING})
    return _go_on_learning(Learning.create(options.out or _new_folder(options.game, "learn"), settings), options)


def _go_on_learning(learning: Learning, options: argparse.Namespace) -> int:
    try:
        with pool(options.jobs, options.ray) as workers:
            network = learning.carry_out(workers, progress=progress)
    except KeyboardInterrupt:
        print(f"\nGo on: benben lab resume {learning.folder}", file=sys.stderr)
        return INTERRUPTED
    write_whole(learning.folder / "log.txt", learning.log().encode())
    if network is None:
        print("Nothing better was found.")
    else:
        write_whole(learning.folder / "network.json", network.as_text().encode())
        print(f"Kept: {learning.folder / 'network.json'}. To use it, copy it to the advice of the game.")
    return 0


def _datagen(options: argparse.Namespace) -> int:
    run = Run.open(options.run_folder)
    file = options.to or run.folder / "positions.parquet"
    print(f"{write_positions(run, file, options.each)} positions in {file}")
    return 0


def _collect(options: argparse.Namespace) -> int:
    plan = Run.open(options.run_folder).plan
    if not isinstance(plan, Mining):
        raise BadOptions(_("This is no run of `benben lab puzzles`."))
    found = collection(plan, options.most)
    file = options.to or Path(str(resources.files(plan.contest.declared.package))) / FILE
    write_whole(file, found.as_text().encode())
    print(f"{len(found.puzzles)} puzzles in {file}")
    return 0


def _chances(options: argparse.Namespace) -> int:
    plan = Run.open(options.run_folder).plan
    if not isinstance(plan, Calibration):
        raise BadOptions(_("This is no run of `benben lab calibrate`."))
    print(write_map(plan, options.to or Path(str(resources.files(plan.contest.declared.package)))))
    return 0


def _resume(options: argparse.Namespace) -> int:
    if Learning.is_one(options.run_folder):
        return _go_on_learning(Learning.open(options.run_folder), options)
    return _carry_out(Run.open(options.run_folder), options)


def _carry_out(run: Run, options: argparse.Namespace) -> int:
    try:
        with pool(options.jobs, options.ray) as workers, progress(run) as watch:
            run.carry_out(workers, watch)
    except KeyboardInterrupt:
        print(f"\n{run.count} games are saved. Go on: benben lab resume {run.folder}", file=sys.stderr)
        return INTERRUPTED
    print(run.plan.summary())
    print(f"\n{run.count} games in {run.folder}. A page with plots: benben lab report {run.folder}")
    return 0


@contextmanager
def progress(run: Run) -> Iterator[Watch]:
    """A bar with rate and time left, in a terminal."""
    if not sys.stderr.isatty():
        yield lambda count, plan: None
        return
    with needs("lab"):
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(run.plan.name, total=run.plan.games, completed=run.count, rate="")

        def watch(count: int, plan: RunPlan) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=count, rate=f"{speed:.1f} games/s" if speed else "")

        yield watch


def _report(options: argparse.Namespace) -> int:
    file = options.to or options.run_folder / "report.html"
    if Learning.is_one(options.run_folder):
        write_learning_report(Learning.open(options.run_folder), file)
    else:
        write_report(Run.open(options.run_folder), file)
    print(file)
    return 0


def _replay(options: argparse.Namespace) -> int:
    print(Run.open(options.run_folder).record(options.number), end="")
    return 0
