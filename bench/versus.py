"""`python -m bench.versus GAME --base CHECKOUT --bots OURS,THEIRS`: a bot of this checkout against one of another.

Each side thinks in a process of its own with its own sources; the CPU time of both is reported, so that one can see
whether they used the same. Each deal is played twice, seats swapped. Both checkouts must have the same rules.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import benben
from benben.lab.games import Contest, dealt, hashed_number
from benben.lab.statistics import wilson
from bench.kernels import FOLDER, environment

PLAYERS = 2
TOGETHER = 20  # games


@dataclass
class Side:
    """A bot and the process that thinks for it."""

    bot: str
    process: subprocess.Popen[str]
    wins: float = 0.0
    seconds: float = 0.0  # of CPU time
    decisions: int = 0

    def ask(self, requests: list[dict[str, object]]) -> None:
        assert self.process.stdin is not None
        print(json.dumps([{**request, "bot": self.bot} for request in requests]), file=self.process.stdin, flush=True)

    def moves(self) -> list[str]:
        """The answers to what was asked."""
        assert self.process.stdout is not None
        answers = json.loads(self.process.stdout.readline())
        self.seconds += sum(seconds for _move, seconds in answers)
        self.decisions += len(answers)
        return [str(move) for move, _seconds in answers]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="A bot of this checkout against one of another.")
    parser.add_argument("game", choices=benben.names())
    parser.add_argument("--base", type=Path, required=True, metavar="CHECKOUT", help="the other one")
    parser.add_argument("--bots", required=True, metavar="OURS,THEIRS")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=15.0, help="begin no games after this time")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    contest = Contest(options.game, seed=options.seed)
    began = time.monotonic()
    with ExitStack() as running:
        checkouts = (FOLDER.parent, options.base.resolve())
        processes = [running.enter_context(mover(checkout)) for checkout in checkouts]
        sides = [Side(bot, process) for bot, process in zip(options.bots.split(","), processes, strict=True)]
        played = 0
        while played < options.games and time.monotonic() - began < 60 * options.minutes:
            play(contest, range(played, played + TOGETHER), sides)
            played += TOGETHER
            print(summary(options.game, sides, played), flush=True)
    return 0


def mover(checkout: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", str(FOLDER / "mover.py")]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(checkout)
    )


class Game:
    """A game in progress; the first side sits on seat 0 in every other one."""

    def __init__(self, contest: Contest, number: int, sides: list[Side]) -> None:
        self.contest, self.number = contest, number
        self.seats = sides if number % 2 == 0 else sides[::-1]
        self.position = dealt(contest, PLAYERS, number // 2)
        self.moves = [str(after.last_move) for after in self.position.line()[1:]]

    @property
    def side(self) -> Side | None:
        """Which is to decide; None at the end."""
        return None if self.position.actor is None else self.seats[self.position.actor]

    def request(self) -> dict[str, object]:
        seed = self.position.setup.seed
        return {
            "match": self.number,
            "game": self.contest.game,
            "players": PLAYERS,
            "seed": seed.hex() if seed else "",
            "options": self.contest.options,
            "moves": self.moves,
            "decision": hashed_number(self.contest.seed, self.number, len(self.moves)),
        }

    def play(self, move: str) -> None:
        self.moves.append(move)
        self.position = self.position.play(move)


def play(contest: Contest, numbers: Sequence[int], sides: list[Side]) -> None:
    """Games at the same time, move by move: processes that wait for each other at every move lose more time than they
    need for it."""
    games = [Game(contest, number, sides) for number in numbers]
    while any(game.side for game in games):
        due = [[game for game in games if game.side is side] for side in sides]
        for side, waiting in zip(sides, due, strict=True):
            if waiting:
                side.ask([game.request() for game in waiting])
        for side, waiting in zip(sides, due, strict=True):
            for game, move in zip(waiting, side.moves() if waiting else [], strict=True):
                game.play(move)
    for side in sides:
        side.ask([])
        side.moves()
    for game in games:
        for seat in game.position.winners:
            game.seats[seat].wins += 1 / len(game.position.winners)


def summary(game: str, sides: list[Side], games: int) -> str:
    low, high = wilson(sides[0].wins, games)
    times = [f"{1000 * side.seconds / max(1, side.decisions):.2f} ms" for side in sides]
    return (
        f"{game}: {sides[0].bot} against {sides[1].bot}: {sides[0].wins / max(1, games):.1%} of {games} games "
        f"({low:.1%} – {high:.1%}); CPU time a decision {times[0]} and {times[1]}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
