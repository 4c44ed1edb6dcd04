"""Metrics for Prometheus. Workers write to files in one folder, so `/metrics` adds up over all of them.

What only the database knows, tables and the last backup, is asked of it when the report is made.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported
PREFIX = "benben-metrics-"


def _make_folder() -> int:
    """Create the folder; the process that did so removes it. Returns its process id."""
    _remove_left_behind()
    owner = os.getpid()
    folder = tempfile.mkdtemp(prefix=f"{PREFIX}{owner}-")
    os.environ[FOLDER] = folder
    atexit.register(_remove_folder, folder, owner)
    return owner


def _remove_left_behind() -> None:
    """Remove the folders of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdecimal() and not _is_alive(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # of another user
        return True
    return True


def _remove_folder(folder: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


_owner = _make_folder()

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest  # noqa: E402
from prometheus_client.core import GaugeMetricFamily  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

from benben.table.errors import TableError  # noqa: E402

if TYPE_CHECKING:
    from benben.table.bot_runner import BotRunner
    from benben.table.service import Service
    from benben.table.store import Store

OBSERVE_SECONDS = 5.0
SLOWEST_SECONDS = 300.0  # the slowest request of this time is reported
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Counter("benben_requests", "Answered requests", ["method", "status"])
SECONDS = Histogram("benben_request_seconds", "Time until a request was answered", ["route"], buckets=BUCKETS)
SLOWEST = Gauge(
    "benben_slowest_request_seconds",
    "The slowest request of the last minutes",
    ["route"],
    multiprocess_mode="livemax",
)
MOVES = Counter("benben_moves", "Moves that people and programs have made")
WORKERS = Gauge("benben_workers", "Processes that serve", multiprocess_mode="livesum")
MEMORY = Gauge("benben_memory_bytes", "Resident memory of the workers", multiprocess_mode="livesum")
CACHED = Gauge("benben_cached_matches", "Matches in memory", multiprocess_mode="livesum")
BOTS_WAITING = Gauge("benben_bots_waiting", "Decisions of bots that wait for a thread", multiprocess_mode="livesum")
BOTS_THINKING = Gauge("benben_bots_thinking", "Bots that think now", multiprocess_mode="livesum")
STREAMS = Gauge("benben_streams", "Open sockets and event streams", multiprocess_mode="livesum")
GAME_READY = Gauge("benben_game_ready", "The game is compiled in every worker", ["game"], multiprocess_mode="livemin")


def start_server() -> None:
    """Use a folder of this server's own, also where the process that loaded this module has forked several."""
    global _owner
    if os.getpid() != _owner:
        _owner = _make_folder()


def worker_died(process: int) -> None:
    mark_process_dead(process)  # type: ignore[no-untyped-call]


_slowest: dict[str, tuple[float, float]] = {}  # by route: seconds, and when


def request_answered(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request. Streams are none: they end when their client leaves."""
    REQUESTS.labels(method, status).inc()
    if route.endswith("/events"):
        return
    SECONDS.labels(route).observe(seconds)
    if seconds > _slowest.get(route, (0.0, 0.0))[0]:
        _slowest[route] = seconds, time.monotonic()
        SLOWEST.labels(route).set(seconds)


def _forget_slowest() -> None:
    for route, (_seconds, when) in list(_slowest.items()):
        if time.monotonic() - when > SLOWEST_SECONDS:
            del _slowest[route]
            SLOWEST.labels(route).set(0)


async def observe(service: Service, bots: BotRunner) -> None:
    """Keep the gauges of this worker up to date."""
    WORKERS.set(1)
    while True:
        MEMORY.set(_resident_bytes())
        CACHED.set(len(service.matches))
        BOTS_WAITING.set(bots.waiting)
        BOTS_THINKING.set(bots.thinking)
        _forget_slowest()
        await asyncio.sleep(OBSERVE_SECONDS)


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as facts:
            return int(facts.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):  # not on Linux
        return 0


class _DatabaseCollector(Collector):
    """What the database knows. All machines report the same."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            running, finished = self._store.count_matches()
            backup = self._store.fact("last_backup")
        except TableError:  # away: the other metrics are reported all the same
            return
        tables = GaugeMetricFamily("benben_tables", "Stored matches", labels=["state"])
        tables.add_metric(["running"], running)
        tables.add_metric(["finished"], finished)
        yield tables
        if backup is not None:
            yield GaugeMetricFamily("benben_last_backup_timestamp_seconds", "Time of the last backup", backup)


def report(store: Store) -> bytes:
    """All metrics in Prometheus's text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(_DatabaseCollector(store))
    return generate_latest(registry)
