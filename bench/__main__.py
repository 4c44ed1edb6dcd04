"""`python -m bench [WORD …]`: run the benchmarks (those with one of the words in their name) one after the other.

A module in this folder that defines `BENCHMARKS: list[Benchmark | AtMost]` takes part. A complete run writes the table
to results.md and results.json beside this file. The exit status is 1 when a target is missed.
"""

from __future__ import annotations

import datetime
import importlib
import json
import os
import pkgutil
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

import bench
from bench import limit
from bench.timing import AtMost, Benchmark, Row, measure

FOLDER = Path(__file__).parent
COLUMNS = ("what", "ours", "peer", "ratio", "target", "met", "of the limit")


def main(words: list[str]) -> int:
    rows = []
    print(" | ".join(COLUMNS))
    for benchmark in benchmarks():
        if not words or any(word.lower() in benchmark.name.lower() for word in words):
            rows.append(measure(benchmark))
            print(" | ".join(cells(rows[-1])), flush=True)
    if not words:
        write_results(rows, machine())
    return 0 if all(row.met for row in rows) else 1


def benchmarks() -> Iterator[Benchmark | AtMost]:
    """Everything declared in the modules of this folder."""
    for module in sorted(module.name for module in pkgutil.iter_modules(bench.__path__)):
        if module != "__main__":
            yield from getattr(importlib.import_module(f"bench.{module}"), "BENCHMARKS", [])


def machine() -> dict[str, str]:
    """Where and with what the figures were measured."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu": cpu_model(),
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        **{package: version(package) for package in ("numpy", "numba", "open_spiel")},
    }


def cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def cells(row: Row) -> tuple[str, ...]:
    return (
        row.name,
        f"{figure(row.ours)} {row.unit}",
        f"{row.peer_name}: {figure(row.peer)} {row.unit}" if row.peer else "–",
        f"{row.ratio:.2f} x" if row.ratio else "–",
        row.target,
        "yes" if row.met else "NO",
        share(row.of_the_limit),
    )


def share(part: float | None) -> str:
    """A part of the limit, if it is known."""
    return "–" if part is None else f"{part:.2f}"


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def write_results(rows: list[Row], where: dict[str, str]) -> None:
    results = {"machine": where, "rows": [asdict(row) for row in rows]}
    (FOLDER / "results.json").write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    table = [COLUMNS, ("---",) * len(COLUMNS), *(cells(row) for row in rows)]
    lines = [
        "# Speed",
        f"Written by `make bench`: one core, ours and the peer in turns, best of several. {limit.what_it_is()}",
        "",
        ", ".join(f"{name} {value}" for name, value in where.items()) + ".",
        "",
        *(f"| {' | '.join(line)} |" for line in table),
    ]
    (FOLDER / "results.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
