"""Are the mistakes that the coach flags true ones, and how long does a review take?

`python -m bench.coach [GAME …]` writes bench/coach.md. It keeps the rows of games that are not named. It plays matches
between levels and reviews them at the lower one. Flagged mistakes are checked by games that know nothing of the review:
in imagined worlds that it has not seen, both moves are made, and quick bots play on to the end, each from its own view.
Each game takes about `BENBEN_COACH_SECONDS` of CPU. Then whole reviews are timed, with two threads.
"""

from __future__ import annotations

import datetime
import os
import platform
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from statistics import fmean

import benben
from benben.bots.bot import Bot, warm
from benben.bots.levels import bot_of_level, named
from benben.coach.chances import SURE, is_duel, mean_and_error, result
from benben.coach.judging import MISTAKE
from benben.coach.review import Review, ReviewedDecision, review
from benben.core.game import Game, Level
from benben.core.position import Position
from benben.lab.games import Contest, dealt, hashed_number, played_out
from bench.__main__ import cpu_model

FILE = Path(__file__).with_suffix(".md")
MISTAKES = 50  # of each game
GAMES = 1000  # for each mistake, at most: half of them with either move
FEWEST_PAIRS, CERTAIN = 50, 4.0  # games end early when the mean is this many errors from zero
SECONDS = float(os.environ.get("BENBEN_COACH_SECONDS", "600"))  # of CPU for the mistakes of a game
EACH = SECONDS / MISTAKES / 2  # of it for the games of one mistake
SEED = 20
PAIRS = ((0, 1), (1, 2), (2, 3))  # levels that meet, by number
NOISE = 0.5  # of the weakest level's: without any, a game without chance would be the same game again and again
DUEL = "duel:150i"  # where alpha-beta is as quick: it makes use of what a mistake gives away
MOST_OF_A_MATCH = 4  # mistakes: those of one match are alike
THREADS = 2
LEARNER = "casual"  # of the reviews that are timed


@dataclass(frozen=True)
class Checked:
    """A flagged mistake, and what the games say of it."""

    said: float  # the loss that the review tells
    mean: float  # the loss in the games, in shares of the victory
    error: float  # its standard error
    games: int


@dataclass(frozen=True)
class Reviewed:
    """A match: how many mistakes it had, how many of them are explained, and those that games have checked."""

    mistakes: int
    explained: int
    checked: tuple[Checked, ...]


@dataclass(frozen=True)
class Timed:
    """A whole review with two threads."""

    players: int
    decisions: int
    mistakes: int
    wall: float
    cpu: float


def main() -> int:
    rows = kept_rows()
    for name in sys.argv[1:] or benben.names():
        game = benben.find(name)
        warm(game, search=True)
        rows[game.title] = [mistakes_row(game, list(reviewed_matches(name))), *map(timed_row, [game] * 2, timed(name))]
        print(*rows[game.title], sep="\n", flush=True)
        FILE.write_text(report(rows), "utf-8")  # a run that is stopped keeps the games that are done
    return 0


def reviewed_matches(name: str) -> Iterator[Reviewed]:
    """As many as it takes to find enough mistakes, or as fit into the time."""
    found, began = 0, time.process_time()
    for number in count():
        yield (match := reviewed(name, number))
        found += len(match.checked)
        if found >= MISTAKES or time.process_time() - began > SECONDS:
            return


def reviewed(name: str, number: int) -> Reviewed:
    """Play a match, review it, and check its mistakes."""
    game, contest = benben.find(name), Contest(name, seed=SEED)
    assert game.advice is not None
    pair = PAIRS[number % len(PAIRS)]
    levels = [game.advice.levels[level] for level in (pair if number // len(PAIRS) % 2 else reversed(pair))]
    end = played_out(dealt(contest, 2, number), [timeless(game, 2, level) for level in levels], SEED, number)
    found = review(end, game.advice.levels[pair[0]].name, threads=1)
    line, mistakes = end.line(), found.turning_points
    some = random.Random(number).sample(mistakes, min(MOST_OF_A_MATCH, len(mistakes)))
    explained = sum(bool(one.reasons) for one in mistakes)
    return Reviewed(len(mistakes), explained, tuple(checked(line[one.ply], one) for one in some))


def timeless(game: Game, players: int, level: Level) -> Bot:
    """The bot of a level without a limit in seconds: it plays the same on every machine."""
    return bot_of_level(game, players, replace(level, seconds=None))


def checked(before: Position, mistake: ReviewedDecision) -> Checked:
    """The difference between both moves, in the same worlds and with the same seeds."""
    view, began = before.view(mistake.seat), time.process_time()
    best, played = (view.parse(move) for move in (mistake.best, mistake.move))
    assert view.game.advice is not None
    noise = NOISE * view.game.advice.levels[0].noise
    quick = DUEL if is_duel(view) else f"greedy:{noise}"
    gains: list[float] = []
    mean = error = 0.0
    for number in range(GAMES // 2):
        world, seed = view.imagine(hashed_number(SEED, mistake.ply, number)), hashed_number(SEED, number)
        bots = [named(view.game, view.players, quick) for _seat in range(view.players)]
        good, bad = (result(played_out(world.play(move), bots, seed, number)) for move in (best, played))
        gains.append(good[mistake.seat] - bad[mistake.seat])
        mean, error = mean_and_error(gains)
        is_known = abs(mean) > CERTAIN * error > 0 and len(gains) >= FEWEST_PAIRS
        if is_known or time.process_time() - began > EACH:
            break
    return Checked(mistake.loss, mean, error, 2 * len(gains))


def timed(name: str) -> Iterator[Timed]:
    """The review of the sample record, and of a match of the most players that weak bots have played."""
    game, contest = benben.find(name), Contest(name, seed=SEED)
    most = max(game.players)
    assert game.advice is not None
    bots = [timeless(game, most, game.advice.levels[seat % 2]) for seat in range(most)]
    for last in (benben.read(str(Path(benben.__file__).parent / "games" / name / "sample.benben")),
                 played_out(dealt(contest, most, 0), bots, SEED, 0)):  # fmt: skip
        wall, cpu = time.perf_counter(), time.process_time()
        found = review(last, LEARNER, threads=THREADS)
        yield Timed(
            last.players, len(found.decisions), mistakes_of(found),
            time.perf_counter() - wall, time.process_time() - cpu,
        )  # fmt: skip


def mistakes_of(found: Review) -> int:
    return sum(one.verdict == MISTAKE for one in found.decisions)


MISTAKES_HEAD = (
    "| game | matches | flagged | explained | checked | games for each | confirmed | by two errors "
    "| contradicted by two errors | loss told | loss in the games |"
)
TIMED_HEAD = "| game | players | decisions | mistakes | wall time | CPU time |"


def mistakes_row(game: Game, matches: list[Reviewed]) -> str:
    checks = [one for match in matches for one in match.checked]
    flagged = sum(match.mistakes for match in matches)
    shares = (
        sum(one.mean > 0 for one in checks),
        sum(one.mean > SURE * one.error for one in checks),
        sum(-one.mean > SURE * one.error for one in checks),
    )
    return cells(
        game.title, len(matches), flagged,
        f"{sum(match.explained for match in matches) / max(1, flagged):.1%}", len(checks),
        round(fmean([one.games for one in checks] or [0])),
        *(f"{part / max(1, len(checks)):.0%}" for part in shares),
        f"{100 * fmean([one.said for one in checks] or [0]):.1f} %",
        f"{100 * fmean([one.mean for one in checks] or [0]):.1f} %",
    )  # fmt: skip


def timed_row(game: Game, one: Timed) -> str:
    return cells(game.title, one.players, one.decisions, one.mistakes, f"{one.wall:.1f} s", f"{one.cpu:.1f} s")


def cells(*values: object) -> str:
    return f"| {' | '.join(map(str, values))} |"


def report(rows: dict[str, list[str]]) -> str:
    today = datetime.datetime.now(datetime.UTC).date()
    machine = f"{today}, {cpu_model()}, {os.cpu_count()} cores, Python {platform.python_version()}."
    lines = [
        "# Mistakes that the coach flags, checked by games",
        "",
        f"Written by `python -m bench.coach`: up to {MISTAKES} mistakes of each game, up to {GAMES} games and "
        f"{EACH:.0f} s of CPU for each; fewer once the mean is {CERTAIN:.0f} standard errors from zero. "
        "A mistake is confirmed if the move that the coach prefers wins more of them.",
        "",
        machine,
        "",
        MISTAKES_HEAD,
        "|" + " --- |" * (MISTAKES_HEAD.count("|") - 1),
        *(of_game[0] for of_game in rows.values()),
        "",
        "## Time of a review",
        "",
        f"With {THREADS} threads, at the level {LEARNER}, of the sample record and of a match of the most players that "
        "weak bots have played. Kernels were compiled before.",
        "",
        TIMED_HEAD,
        "|" + " --- |" * (TIMED_HEAD.count("|") - 1),
        *(row for of_game in rows.values() for row in of_game[1:]),
    ]
    return "\n".join(lines) + "\n"


def kept_rows() -> dict[str, list[str]]:
    """By title: the rows of the last report."""
    rows: dict[str, list[str]] = {benben.find(name).title: [] for name in benben.names()}
    for line in FILE.read_text("utf-8").splitlines() if FILE.is_file() else ():
        title = line[2:].split(" |")[0]
        if title in rows and line.startswith("| "):
            rows[title].append(line)
    return {title: of_game for title, of_game in rows.items() if of_game}


if __name__ == "__main__":
    sys.exit(main())
