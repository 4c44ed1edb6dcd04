"""`python -m bench.pictures`: what a server spends on showing positions, in milliseconds of one core.

Seeded random matches, move after move; each position is shown once to every seat and to a spectator, as a server does
it. A whole view is what a browser gets after a move: the picture and all words and choices. With `--base CHECKOUT` the
same is measured in another checkout, in the same run, as far as it has it. Results go to pictures.md beside this file.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import benben
from benben.core.game import Game
from benben.core.position import Position, start

HERE = Path(__file__)
MOST_MOVES = 150  # of a match
MATCHES = 2  # for each number of players
WORK: dict[str, Callable[[Position], object]] = {
    "picture": lambda view: view.svg(style=False),
    "text board": lambda view: view.text("en"),
    "narration": lambda view: [line.message.say("en") for line in view.tell() + view.tally()],
    "legal moves": lambda view: [(str(move), view.path(move)) for move in view.legal_moves],
}
WHOLE = "whole view"
Times = dict[str, list[float]]  # by work


def measure(game: Game) -> Times:
    """Milliseconds of each call."""
    game.warm()
    times: Times = {name: [] for name in WORK}
    for players in sorted({game.usual_table()[0], max(game.players)}):
        for number in range(MATCHES):
            chance = random.Random(f"{game.name} {players} {number}")
            seed = chance.randbytes(32)
            position, table = start(game, players, seed), _table(game, players, seed)
            for _move in range(MOST_MOVES):
                if position.is_over:
                    break
                move = _chosen(position, chance)
                show_whole = table(move) if table else None
                position = position.play(move)
                for seat in (None, *range(players)):
                    _show(position.view(seat), times)
                    if show_whole:
                        _time(times.setdefault(WHOLE, []), show_whole, seat)
    return times


def _table(game: Game, players: int, seed: bytes) -> Callable[[int], Callable[[int | None], object]] | None:
    """A match of persons on a server: make a move at it and get the function that renders a view for a seat."""
    try:
        from benben.table.match import MOVE, PERSON, SIT, Match, MatchEvent, Occupant
        from benben.web.views import ViewRequest, table_view
    except ImportError:  # an old checkout
        return None
    match, now, request = (
        Match.begin("thematch", game, players, {}, seed, 0.0, (b"",) * players),
        0.0,
        ViewRequest("en"),
    )
    for seat in range(players):
        match.apply(MatchEvent(match.number + 1, SIT, seat, now, text=Occupant(PERSON).as_text()))

    def made(move: int) -> Callable[[int | None], object]:
        match.apply(MatchEvent(match.number + 1, MOVE, match.actor or 0, now, move))
        return lambda seat: table_view(match, () if seat is None else (seat,), request, match.number - 1)

    return made


def _chosen(position: Position, chance: random.Random) -> int:
    """A random move, by the weights of the bots: where all are alike, matches of Pyramido end in their first stage."""
    moves, advice = position.legal_moves.numbers, position.game.advice
    weights = np.ones(len(moves))
    if advice:
        advice.weigh(position.state, np.array(moves), len(moves), weights)
    return chance.choices(moves, weights.clip(1e-9).tolist())[0]


def _show(view: Position, times: Times) -> None:
    for name, work in WORK.items():
        if name != "legal moves" or view.seat == view.actor:
            _time(times[name], work, view)


def _time(times: list[float], work: Callable[[Any], object], of: object) -> None:
    before = time.thread_time()
    work(of)
    times.append(1000 * (time.thread_time() - before))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pictures", description=__doc__)
    parser.add_argument("--base", type=Path, metavar="CHECKOUT", help="another checkout to measure in the same run")
    parser.add_argument("--json", action="store_true", help="only measure, and print all times")
    options = parser.parse_args()
    if options.json:
        print(json.dumps({game.title: measure(game) for game in map(benben.find, benben.names())}))
        return
    ours = _measured(HERE.parents[1])
    report = _report(ours, _measured(options.base) if options.base else None, _commit(options.base))
    print(report)
    HERE.with_suffix(".md").write_text(report, "utf-8")


def _measured(checkout: Path) -> dict[str, Times]:
    """By game, in a process of its own: caches begin empty."""
    environment = os.environ | {"PYTHONPATH": str(checkout.resolve() / "src")}
    command = [sys.executable, str(HERE), "--json"]
    found: dict[str, Any] = json.loads(subprocess.run(command, env=environment, check=True, stdout=-1).stdout)
    return found


def _commit(checkout: Path | None) -> str:
    command = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() if checkout else ""


def _report(ours: dict[str, Times], base: dict[str, Times] | None, commit: str) -> str:
    head = ["game", "what", "views", "median ms", "p95 ms"]
    rows = []
    for game, times in ours.items():
        for what, spent in times.items():
            row = [game, what, f"{len(spent):,}", *_figures(spent)]
            if base and (before := base[game].get(what)):
                row += [*_figures(before), f"{_quantile(before, 50) / _quantile(spent, 50):.1f}"]
            elif base:
                row += ["", "", ""]
            rows.append(row)
    if base:
        head += ["base: median ms", "base: p95 ms", "median, base / this"]
    lines = [" | ".join(cells).join(("| ", " |")) for cells in (head, ["---"] * len(head), *rows)]
    today = datetime.datetime.now(datetime.UTC).date()
    about = [
        f"Written by `python -m bench.pictures`: random matches of up to {MOST_MOVES} moves.",
        "Each position is shown once to every seat and to a spectator. Milliseconds of one core.",
        "",
        f"{today}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}.",
        *([f"Base: commit {commit}."] if base else []),
    ]
    return "\n".join(["# What showing a position costs", *about, "", *lines, ""])


def _figures(times: list[float]) -> list[str]:
    return [f"{_quantile(times, percent):.3f}" for percent in (50, 95)]


def _quantile(times: list[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100]


if __name__ == "__main__":
    main()
