"""How many games a second does the lab play on one process, on two, and on Ray?

`python -m bench.lab` writes bench/lab.md, in about two minutes. Each pool plays the same run as `benben lab simulate`:
greedy bots at Pyramids, saved in a folder. The clock starts when all workers of a pool have loaded the kernels. Ray
runs on this machine, its nodes have one core each.
"""

from __future__ import annotations

import datetime
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from benben.lab.games import Contest
from benben.lab.plans import Simulation
from benben.lab.pool import Here, Pool, Processes, RayCluster
from benben.lab.run import BATCH_SECONDS, Run
from bench.__main__ import cpu_model

FILE = Path(__file__).with_suffix(".md")
GAME, BOT = "pyramids", "greedy"
SECONDS = float(
    os.environ.get("BENBEN_LAB_SECONDS", "20")
)  # on one process; shorter runs are mostly their last batches
FIRST = 40  # games before the clock starts: every worker plays some of them
ALONE = "1 process"
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1"}


@dataclass(frozen=True)
class Spent:
    """What a run took, in seconds."""

    wall: float
    cpu: float  # of all processes: workers, the one that saves the games, and those of the cluster


def main() -> int:
    os.environ.update(QUIET)
    spent_on(Here(), FIRST)
    games = round(SECONDS * 5 * FIRST / spent_on(Here(), 5 * FIRST).wall)
    spent: dict[str, Spent] = {}
    for name, workers in pools():
        spent_on(workers, FIRST)
        spent[name] = spent_on(workers, games)
        print(f"{name}: {games / spent[name].wall:.0f} games/s", flush=True)
    FILE.write_text(report(spent, games), "utf-8")
    return 0


def spent_on(workers: Pool, games: int) -> Spent:
    """What a run takes, with all that it saves."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", Simulation(Contest(GAME, seed=1), BOT, (2,), games))
        began, cpu = time.perf_counter(), cpu_seconds()
        run.carry_out(workers)
        return Spent(time.perf_counter() - began, cpu_seconds() - cpu)


def cpu_seconds() -> float:
    """Of this process and of all that it has started."""
    this, total = psutil.Process(), 0.0
    for process in (this, *this.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            total += sum(process.cpu_times()[:2])
    return total


def pools() -> Iterator[tuple[str, Pool]]:
    """One after the other: a pool ends when the next one is asked for."""
    yield ALONE, Here()
    with closing(Processes(2)) as processes:
        yield "2 processes", processes
    yield from nodes_of_ray()


def nodes_of_ray() -> Iterator[tuple[str, Pool]]:
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        yield "Ray, 1 node", RayCluster(cluster.address)
        cluster.add_node(num_cpus=1)
        yield "Ray, 2 nodes", RayCluster(cluster.address)
    finally:
        ray.shutdown()
        cluster.shutdown()


def report(spent: dict[str, Spent], games: int) -> str:
    today = datetime.datetime.now(datetime.UTC).date()
    lines = [
        "# Games a second in the lab",
        "",
        f"Written by `python -m bench.lab`: {games:,} games of {BOT} bots at {GAME} on every pool in turn, saved as by "
        "`benben lab simulate`. Workers had loaded the kernels before.",
        "",
        f"{today}, {cpu_model()}, {os.cpu_count()} cores, Python {platform.python_version()}. Load average of the last "
        f"minute: {os.getloadavg()[0]:.0f}; more than the cores means other work.",
        "",
        f"| pool | games/s | compared with {ALONE} | CPU ms for a game, all processes | cores used |",
        "| --- | --- | --- | --- | --- |",
        *(row(name, one, spent[ALONE], games) for name, one in spent.items()),
        "",
        f"A batch takes up to {BATCH_SECONDS:.0f} s. So with two workers one is idle for up to this time at the end of "
        "a run. CPU time, unlike games a second, hardly depends on what else the machine does. Cores used: CPU time by "
        "time; fewer than workers where other work had the rest.",
    ]
    return "\n".join(lines) + "\n"


def row(name: str, spent: Spent, alone: Spent, games: int) -> str:
    cells = (
        name, f"{games / spent.wall:,.0f}", f"{alone.wall / spent.wall:.2f} x",
        f"{1000 * spent.cpu / games:.1f}", f"{spent.cpu / spent.wall:.2f}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
