"""Are the mistakes that the coach flags true ones? `python -m bench.coach [GAME …]`, into bench/coach.md.

Matches between levels are reviewed at the lower level. Flagged mistakes are checked by games that know nothing of the
search: in imagined worlds that the review has not seen, both moves are made, and greedy bots with some noise play on to
the end, each from its own view. BENBEN_COACH_MISTAKES and BENBEN_COACH_GAMES make it shorter.
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
from functools import partial
from itertools import count
from pathlib import Path
from statistics import fmean

import benben
from benben.bots.bot import warm
from benben.bots.levels import bot_of_level, named
from benben.coach.chances import SURE, mean_and_error, result
from benben.coach.review import Decision, review
from benben.core.position import Position
from benben.lab.games import Contest, dealt, hashed_number, played_out
from benben.lab.pool import pool
from bench.__main__ import cpu_model

FILE = Path(__file__).with_suffix(".md")
MISTAKES = int(os.environ.get("BENBEN_COACH_MISTAKES", "50"))  # of each game
GAMES = int(os.environ.get("BENBEN_COACH_GAMES", "1000"))  # for each mistake: half of them with either move
SEED = 20
PAIRS = ((0, 1), (1, 2))  # levels that meet, by number
NOISE = 0.5  # of the weakest level's: without any, a game without chance would be the same game again and again
MOST_OF_A_MATCH = 4  # mistakes: those of one match are alike


@dataclass(frozen=True)
class Checked:
    """A flagged mistake, and what the games say of it."""

    said: float  # the loss that the review tells
    mean: float  # the loss in the games, in shares of the victory
    error: float  # its standard error
    explained: bool


@dataclass(frozen=True)
class Reviewed:
    """A match: its mistakes, and what its review took."""

    decisions: int
    seconds: float  # of CPU
    checked: tuple[Checked, ...]


def main() -> int:
    names = sys.argv[1:] or benben.names()
    today = datetime.datetime.now(datetime.UTC).date()
    lines = [
        "# Mistakes that the coach flags, checked by games",
        "",
        f"Written by `python -m bench.coach`: {MISTAKES} mistakes of each game, {GAMES} games for each. A mistake is "
        "confirmed if the move that the coach prefers wins more of them.",
        "",
        f"{today}, {cpu_model()}, {os.cpu_count()} cores, Python {platform.python_version()}.",
        "",
        "| game | matches | mistakes | confirmed | by two errors | contradicted by two errors | explained "
        "| loss told | loss in the games | CPU of a review |",
        "|" + " --- |" * 10,
    ]
    for name in names:
        warm(benben.find(name), search=True)  # compiled once, before the processes start
        lines.append(row(name, list(reviewed_matches(name))))
        print(lines[-1], flush=True)
        FILE.write_text("\n".join(lines) + "\n", "utf-8")  # a run that is stopped keeps the games that are done
    return 0


def reviewed_matches(name: str) -> Iterator[Reviewed]:
    """As many as it takes to find enough mistakes."""
    found = 0
    with pool(os.cpu_count() or 1) as workers:
        for match in workers.map(partial(reviewed, name), count()):
            found += len(match.checked)
            yield match
            if found >= MISTAKES:
                return


def reviewed(name: str, number: int) -> Reviewed:
    """Play a match, review it, and check its mistakes."""
    game, contest = benben.find(name), Contest(name, seed=SEED)
    assert game.advice is not None
    pair = PAIRS[number % len(PAIRS)]
    levels = [game.advice.levels[level] for level in (pair if number // len(PAIRS) % 2 else reversed(pair))]
    bots = [bot_of_level(game, 2, replace(level, seconds=None)) for level in levels]
    end = played_out(dealt(contest, 2, number), bots, SEED, number)
    began = time.process_time()
    found = review(end, game.advice.levels[pair[0]].name, threads=1)
    seconds = time.process_time() - began
    line = end.line()
    some = random.Random(number).sample(found.turning_points, min(MOST_OF_A_MATCH, len(found.turning_points)))
    mistakes = [checked(line[one.ply], one) for one in some]
    return Reviewed(len(found.decisions), seconds, tuple(mistakes))


def checked(before: Position, mistake: Decision) -> Checked:
    """The difference between both moves, in the same worlds and with the same seeds."""
    view = before.view(mistake.seat)
    best, played = (view.parse(move) for move in (mistake.best, mistake.move))
    assert view.game.advice is not None
    noise = NOISE * view.game.advice.levels[0].noise
    bots = [named(view.game, view.players, f"greedy:{noise}")] * view.players
    gains = []
    for number in range(GAMES // 2):
        world = view.imagine(hashed_number(SEED, mistake.ply, number))
        good, bad = (result(played_out(world.play(move), bots, SEED, number)) for move in (best, played))
        gains.append(good[mistake.seat] - bad[mistake.seat])
    return Checked(mistake.loss, *mean_and_error(gains), bool(mistake.reasons))


def row(name: str, matches: list[Reviewed]) -> str:
    mistakes = [one for match in matches for one in match.checked]
    confirmed = sum(one.mean > 0 for one in mistakes)
    surely = sum(one.mean > SURE * one.error for one in mistakes)
    against = sum(-one.mean > SURE * one.error for one in mistakes)
    explained = sum(one.explained for one in mistakes)
    cells = [
        benben.find(name).title,
        str(len(matches)),
        str(len(mistakes)),
        *(f"{part / len(mistakes):.0%}" for part in (confirmed, surely, against, explained)),
        *(
            f"{100 * fmean(values):.1f} %"
            for values in ([one.said for one in mistakes], [one.mean for one in mistakes])
        ),
        f"{fmean(match.seconds for match in matches):.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
