"""Metrics for Prometheus. Workers write to files in one folder, so `/metrics` adds up over all of them."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it when it is imported


def _make_folder() -> int:
    """Create the folder; the process that did so removes it. Returns its process id."""
    folder, owner = tempfile.mkdtemp(prefix="benben-metrics-"), os.getpid()
    os.environ[FOLDER] = folder
    atexit.register(_remove_folder, folder, owner)
    return owner


def _remove_folder(folder: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


_owner = _make_folder()

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402

REQUESTS = Counter("benben_requests", "Answered requests", ["method", "status"])
STREAMS = Gauge("benben_streams", "Open sockets and event streams", multiprocess_mode="livesum")
GAME_READY = Gauge("benben_game_ready", "The game is compiled in every worker", ["game"], multiprocess_mode="livemin")


def start_server() -> None:
    """Use a folder of this server's own, also where the process that loaded this module has forked several."""
    global _owner
    if os.getpid() != _owner:
        _owner = _make_folder()


def worker_died(process: int) -> None:
    mark_process_dead(process)  # type: ignore[no-untyped-call]


def report() -> bytes:
    """All metrics in Prometheus's text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
