"""`python -m bench.kernels --base CHECKOUT`: random games of this checkout and of another one, in turns on one core.

Both sides play from the same openings in processes of their own; what counts is CPU time, so that other work on the
machine disturbs little. Then what the compiler costs: the first playout of a new process with an empty and with a
filled cache. The limit is a program in C that plays the same games and nothing else (`bench/limit`). A complete run
writes the tables to kernels.md beside this file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import nan
from pathlib import Path
from statistics import median

import benben
from bench import limit
from bench.__main__ import figure, machine
from bench.timing import one_core

FOLDER = Path(__file__).parent
PLAYERS = (2, 4)
SECONDS = 0.5  # a turn
ROUNDS = 5  # of playouts
STARTS = 2  # of new processes
FIRST_GAME = "import benben; benben.playouts(benben.new({game!r}, players=2, seed=bytes(32)), 1)"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Random games of two checkouts, in turns.")
    parser.add_argument("--base", type=Path, required=True, metavar="CHECKOUT", help="what to compare with")
    parser.add_argument("--game", action="append", choices=benben.names(), help="only this one; writes no file")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="turns of each side")
    parser.add_argument("--no-starts", action="store_true", help="only the playouts; writes no file")
    options = parser.parse_args(arguments)
    checkouts = [options.base.resolve(), FOLDER.parent]
    games = options.game or benben.names()
    with one_core():
        lines = playouts(checkouts, games, options.rounds)
        if not options.no_starts:
            lines += ["", *starts(checkouts, games)]
    if not options.game and not options.no_starts:
        write(lines, options.rounds)
    return 0


# Playouts


def playouts(checkouts: list[Path], games: Sequence[str], rounds: int) -> list[str]:
    columns = (
        "game",
        "players",
        "before, moves/s",
        "after, moves/s",
        "after : before",
        "limit, moves/s",
        "of the limit",
    )
    lines = [row(*columns), rule(len(columns))]
    with ExitStack() as running:
        players = [running.enter_context(player(checkout)) for checkout in checkouts]
        for game in games:
            for seats in PLAYERS:
                turns = [
                    (*(rate(each, game, seats) for each in players), limit.rate(game, seats) or nan)
                    for _round in range(rounds)
                ]
                before, after, most = (max(side) for side in zip(*turns, strict=True))
                gain, reached = (median(turn[1] / turn[other] for turn in turns) for other in (0, 2))
                cells = (figure(before), figure(after), f"{gain:.2f} x", known(figure(most)), known(f"{reached:.2f}"))
                lines.append(row(game, str(seats), *cells))
    return lines


@contextmanager
def player(checkout: Path) -> Iterator[subprocess.Popen[str]]:
    """A process of `bench.playouts` with the sources of a checkout."""
    command = [sys.executable, "-P", str(FOLDER / "playouts.py")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(checkout)
    ) as process:
        yield process


def environment(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout / "src")}


def rate(process: subprocess.Popen[str], game: str, seats: int) -> float:
    """Moves a second of CPU time, in one turn."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(game, seats, SECONDS, file=process.stdin, flush=True)
    moves, seconds = process.stdout.readline().split()
    return int(moves) / float(seconds)


# New processes


def starts(checkouts: list[Path], games: Sequence[str]) -> list[str]:
    """CPU seconds of a new process up to the end of its first playout, the least of several."""
    lines = [row("game", "cache", "before, s", "after, s", "after : before"), rule(5)]
    for game in games:
        turns = [[first_game(checkout, game) for checkout in checkouts] for _round in range(STARTS)]
        for which, cache in enumerate(("empty", "filled")):
            before, after = (min(turn[side][which] for turn in turns) for side in range(2))
            lines.append(row(game, cache, f"{before:.2f}", f"{after:.2f}", f"{after / before:.2f} x"))
    return lines


def first_game(checkout: Path, game: str) -> tuple[float, float]:
    """The time with an empty cache, and with the one that this has filled."""
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as cache:
        empty, filled = (children_time(checkout, game, cache) for _start in range(2))
        return empty, filled


def children_time(checkout: Path, game: str, cache: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-P", "-c", FIRST_GAME.format(game=game)]
    subprocess.run(command, check=True, env={**environment(checkout), "BENBEN_CACHE": cache})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# The file


def known(cell: str) -> str:
    return "–" if cell == "nan" else cell


def row(*cells: str) -> str:
    line = f"| {' | '.join(cells)} |"
    print(line, flush=True)
    return line


def rule(columns: int) -> str:
    return "|" + " --- |" * columns


def write(lines: list[str], rounds: int) -> None:
    where = machine()
    text = [
        "# Kernels",
        "",
        "Written by `python -m bench.kernels --base CHECKOUT` (release 0.1): random games on one core by CPU time, "
        f"both checkouts in turns, {rounds} turns of {SECONDS:g} s each. The best rate of each side, and the median of "
        "the ratios of neighbouring turns. Then a new process up to the end of its first game, the least CPU time of "
        f"{STARTS}: with an empty cache it compiles. {limit.what_it_is()}",
        "",
        ", ".join(f"{name} {value}" for name, value in where.items()) + ".",
        "",
        *lines,
    ]
    (FOLDER / "kernels.md").write_text("\n".join(text) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
