"""`python -m bench.split --base CHECKOUT`: where the time of a search goes, in this checkout and in another one.

Both search the same positions. A search in plain Python writes down the states with which it calls each kernel; the
compiled kernels are timed on those states, by CPU time. The rest is the tree, the rules and the answer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import benben
from bench.kernels import FOLDER, environment, row, rule
from bench.timing import one_core

RECORDED = 40  # iterations in plain Python
SEARCHED = "1000i"
PARTS = ("imagine", "weigh", "prefer", "evaluate", "judge_quiet")
SETTINGS = ":trees=1:keeps=0"  # as release 0.1 searched


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Where the time of a search goes.")
    parser.add_argument("--base", type=Path, required=True, metavar="CHECKOUT", help="what to compare with")
    parser.add_argument("--game", action="append", choices=benben.names(), help="only this one")
    parser.add_argument("--base-settings", default="", help=f"of the other search; ours has {SETTINGS}")
    options = parser.parse_args(arguments)
    sides = [("before", options.base.resolve(), options.base_settings), ("after", FOLDER.parent, SETTINGS)]
    row("game", "", "iterations/s", *(f"{part}, µs" for part in PARTS), "rest, µs")
    rule(len(PARTS) + 4)
    with one_core():
        for game in options.game or benben.names():
            for title, checkout, settings in sides:
                found = split(checkout, game, f"search:{SEARCHED}{settings}")
                parts = [found.get(part, 0.0) for part in PARTS]
                cells = (f"{each:.2f}" for each in (*parts, found["whole"] - sum(parts)))
                row(game, title, f"{1e6 / found['whole']:,.0f}", *cells)
    return 0


def split(checkout: Path, game: str, bot: str) -> dict[str, float]:
    """Microseconds an iteration, by kernel."""
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as folder:
        file = f"{folder}/states.npz"
        work(checkout, "record", game, str(RECORDED), file, NUMBA_DISABLE_JIT="1")
        found: dict[str, float] = json.loads(work(checkout, "time", game, bot, file))
        return found


def work(checkout: Path, *arguments: str, **variables: str) -> str:
    command = [sys.executable, "-P", str(FOLDER / "split_worker.py"), *arguments]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment(checkout) | variables
    ).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
