"""Soak, kill and load runs of the server, into bench/soak.md: `python -m bench.soak [kills] [memory] [streams]`.

kills    whole servers are killed under load, on SQLite and PostgreSQL; PostgreSQL itself is restarted too. Every move
         that was acknowledged must be there afterwards.
memory   tables are played to their ends for ten minutes; the memory of the server must not grow.
streams  20,000 open sockets and a steady pace of moves over them, with 1, 2 and 4 workers on PostgreSQL.

Everything is bounded in time and in number. BENBEN_SOAK_SCALE=0.01 makes it short.
"""

from __future__ import annotations

import datetime
import http.client
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import psutil
from websockets.sync.client import connect

from bench import open_streams
from bench.__main__ import cpu_model
from tests.web import postgres
from tests.web.load import load, stop
from tests.web.server import HTTP, free_port, running

REPORT = Path(__file__).with_name("soak.md")
SCALE = float(os.environ.get("BENBEN_SOAK_SCALE", "1"))
KILLS = max(2, int(40 * SCALE))
RESTARTS = max(1, int(5 * SCALE))
MEMORY_SECONDS = max(6.0, 600 * SCALE)
CLIENTS = 4
TABLES = max(50, int(10_000 * SCALE))  # two streams each
PACES = [float(pace) for pace in os.environ.get("BENBEN_SOAK_PACES", "250,500,1000").split(",")]
SECONDS = max(3.0, 20 * SCALE)
WORKERS = (1, 2, 4)
SPARE_FILES = 300  # of the server, for everything but streams

# The game that is played is compiled before the workers fork; other games and the bots are not needed.
START = (
    "import sys; import benben; from benben.web.serve import serve; from benben.web.settings import Settings; "
    f"benben.find('{open_streams.SAMPLE_GAME}').warm(); "
    "s = Settings(database=sys.argv[1], workers=int(sys.argv[3]), new_tables_per_minute=1e7, requests_per_second=1e6, "
    "request_burst=10**6, streams_per_client=10**6, max_streams=60_000, warm=False); "
    "sys.exit(serve(s, '127.0.0.1', int(sys.argv[2])))"
)


# Kills


@dataclass
class Kills:
    database: str
    kills: int
    moves: int


def kill_runs() -> list[Kills]:
    with tempfile.TemporaryDirectory(prefix="benben-soak-") as folder, postgres.own_cluster() as cluster:
        sqlite = killed_under_load("SQLite", f"sqlite:///{folder}/benben.db", Path(folder), None)
        address = postgres.new_database(cluster.address)
        return [sqlite, killed_under_load("PostgreSQL", address, Path(folder), cluster)]


def killed_under_load(name: str, database: str, folder: Path, cluster: postgres.Cluster | None) -> Kills:
    """Kill the server again and again, and PostgreSQL now and then; nothing acknowledged is lost."""
    kills = 0
    with running(database, folder, workers=2) as server, load(server) as tables:
        for kill in range(KILLS):
            time.sleep(0.4)
            if cluster is not None and kill % max(1, KILLS // RESTARTS) == 0:
                cluster.stop()
                cluster.start()
            else:
                server.kill()
                server.start()
            kills += 1
        time.sleep(1)
        stop(tables)
        for table in tables:
            table.check()
        return Kills(name, kills, sum(len(table.acknowledged) for table in tables))


# Memory


@dataclass
class Line:
    """Memory of a server while tables are played: seconds, megabytes, tables played."""

    points: list[tuple[float, float, int]]

    @property
    def growth(self) -> float:
        """Kilobytes for each table, over the last quarter: at first the cache of matches fills."""
        end = self.points[3 * len(self.points) // 4 :]
        (_first, before, played), (_last, after, more) = end[0], end[-1]
        return 1000 * (after - before) / max(1, more - played)


def memory_run(**settings: int) -> Line:
    """Tables are opened, played, followed over a socket, looked at, resigned and forgotten."""
    line = open_streams.line_of_moves()[:20]
    with (
        tempfile.TemporaryDirectory(prefix="benben-soak-") as folder,
        running(f"sqlite:///{folder}/benben.db", Path(folder), **settings) as server,
        ThreadPoolExecutor(CLIENTS) as people,
    ):
        assert server.process is not None
        process, started = psutil.Process(server.process), time.monotonic()
        played = [0] * CLIENTS
        ends = started + MEMORY_SECONDS
        clients = [people.submit(play_tables, server.port, line, ends, played, client) for client in range(CLIENTS)]
        points: list[tuple[float, float, int]] = []
        while time.monotonic() < ends:
            points.append((time.monotonic() - started, process.memory_info().rss / 1e6, sum(played)))
            time.sleep(MEMORY_SECONDS / 20)
        for client in clients:
            client.result()
        points.append((time.monotonic() - started, process.memory_info().rss / 1e6, sum(played)))
    return Line(points)


def play_tables(port: int, line: list[tuple[int, str]], ends: float, played: list[int], client: int) -> None:
    """One client: a table after the other."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask(method: str, path: str, body: object = None, **headers: str) -> bytes:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        return text

    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
    while time.monotonic() < ends:
        made = json.loads(
            ask("POST", "/api/v1/matches", {"game": open_streams.SAMPLE_GAME, "players": 2, "seats": seats})
        )
        path = f"/api/v1/matches/{made['match']}"
        secrets = [f"Bearer {seat['secret']}" for seat in made["seats"]]
        with connect(f"ws://127.0.0.1:{port}{path}/socket", compression=None) as onlooker:
            onlooker.send('{"do": "look"}')
            for after, (seat, move) in enumerate(line, made["number"]):
                body = {"move": move, "after": after}
                ask("POST", f"{path}/moves", body, Authorization=secrets[seat], Prefer="return=minimal")
            while f'"number":{after + 1}' not in str(onlooker.recv(timeout=20)).replace(" ", ""):
                pass
        ask("GET", f"/t/{made['match']}")
        ask("POST", f"{path}/resign", {}, Authorization=secrets[0])
        played[client] += 1
    connection.close()


# Open streams


@dataclass
class Streams:
    workers: int
    load: open_streams.Load
    megabytes: float  # of all workers, with the streams open

    @property
    def cpu(self) -> list[float]:
        """Of the server and of PostgreSQL, in milliseconds for each move."""
        return [1000 * seconds / max(1, self.load.moves) for seconds in self.load.cpu]


class MemoryWatch:
    """The most memory that some processes have had together, in megabytes."""

    def __init__(self, family: list[psutil.Process]) -> None:
        self.most, self._family, self._stop = 0.0, family, threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def _watch(self) -> None:
        while not self._stop.wait(5):
            self.most = max(self.most, sum(one.memory_full_info().pss for one in self._family) / 1e6)


def stream_runs() -> list[Streams]:
    _allow_files()
    found: list[Streams] = []
    for workers in WORKERS:
        with postgres.own_cluster(is_durable=True) as cluster, served(cluster, workers) as (process, port):
            assert cluster.process is not None
            memory = MemoryWatch(_family(process.pid))
            meter = partial(_meter, process.pid, cluster.process.pid)
            loads = open_streams.run(port, _tables_for(workers), PACES, SECONDS, 2, meter)
            memory.stop()
            found += [Streams(workers, one, memory.most) for one in loads]
            for one in found[-len(loads) :]:
                print(row_of(one), flush=True)
    return found


def _allow_files() -> None:
    """Every stream is an open file, here and in the server."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _tables_for(workers: int) -> int:
    """As many tables as we want, or as one process may have open files for."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(TABLES, workers * (hard - SPARE_FILES) // 2)


def _family(process: int) -> list[psutil.Process]:
    parent = psutil.Process(process)
    return [parent, *parent.children(recursive=True)]


def _meter(*processes: int) -> tuple[float, ...]:
    """The CPU seconds of each of these processes and its children."""
    return tuple(sum(_cpu_seconds(one) for one in _family(process)) for process in processes)


def _cpu_seconds(process: psutil.Process) -> float:
    """None of a process that has just ended: PostgreSQL has short-lived ones."""
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return 0.0


@contextmanager
def served(cluster: postgres.Cluster, workers: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    database, port = postgres.new_database(cluster.address), free_port()
    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-c", START, database, str(port), str(workers)]
        process = subprocess.Popen(command, stderr=log, preexec_fn=_allow_files)
        try:
            _wait_for(port, process)
            yield process, port
        finally:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server did not start"
        try:
            if HTTP.get(f"http://127.0.0.1:{port}/ready", timeout=2).status_code == 200:
                time.sleep(1)  # the other workers
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


# The report


def row_of(run: Streams) -> str:
    one = run.load
    p50, p99 = one.percentile(0.5), one.percentile(0.99)
    each = 1000 * run.megabytes / one.streams
    return (
        f"| {run.workers} | {one.streams:,} | {one.pace:.0f} | {one.moves / one.seconds:.0f} | {p50:.1f} | {p99:.1f} "
        f"| {run.megabytes:.0f} | {each:.0f} | {run.cpu[0]:.2f} | {run.cpu[1]:.2f} | {one.opening:.0f} |"
    )


def section(name: str, text: str) -> None:
    """Replace one section of the report; the others stay."""
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    where = f"Measured {stamp} on {cpu_model()} ({os.cpu_count()} cores), Python {platform.python_version()}. "
    where += f"Load average of the last 15 minutes: {os.getloadavg()[2]:.0f}; more than the cores means other work."
    old = REPORT.read_text() if REPORT.exists() else "# Soak, kill and load runs\n\nWritten by `make soak`.\n"
    new = f"## {name}\n\n{where}\n\n{text.strip()}\n"
    found = re.search(rf"^## {re.escape(name)}\n.*?(?=^## |\Z)", old, re.MULTILINE | re.DOTALL)
    REPORT.write_text(old.replace(found[0], new + "\n").rstrip() + "\n" if found else f"{old.rstrip()}\n\n{new}")


def report_kills(runs: list[Kills]) -> str:
    rows = "\n".join(f"| {run.database} | {run.kills} | {run.moves:,} | 0 |" for run in runs)
    return (
        "Four tables are played over HTTP while all processes of the server are killed at once (`SIGKILL`), and on "
        f"PostgreSQL, instead, {RESTARTS} times the database. Afterwards every acknowledged move is in its place.\n\n"
        f"| database | kills and restarts | acknowledged moves | lost |\n|---|---|---|---|\n{rows}"
    )


def report_memory(line: Line) -> str:
    rows = "\n".join(f"| {seconds:.0f} | {megabytes:.0f} | {played:,} |" for seconds, megabytes, played in line.points)
    return (
        "One worker on SQLite; four clients open tables and a socket, make twenty moves, look at the page and resign. "
        f"In the last quarter memory changes by {line.growth:.1f} kB for each table played; "
        "before, the cache of 2,000 matches fills.\n\n"
        f"| seconds | MB | tables played |\n|---|---|---|\n{rows}"
    )


def report_streams(runs: list[Streams]) -> str:
    rows = "\n".join(map(row_of, runs))
    return (
        "Two sockets at every table; moves at a steady pace, spread over all tables; PostgreSQL with fsync. A move's "
        "time is from sending it to the event at the other player. Server, database and client share the machine's "
        "cores. CPU is in milliseconds for each move, which includes the pings of all streams.\n\n"
        "| workers | streams | asked moves/s | moves/s | p50 ms | p99 ms | MB | kB a stream | CPU server "
        f"| CPU PostgreSQL | opened a second |\n|---|---|---|---|---|---|---|---|---|---|---|\n{rows}"
    )


def main(chosen: list[str]) -> None:
    runs = {
        "kills": lambda: section("Kills", report_kills(kill_runs())),
        "memory": lambda: section("Memory", report_memory(memory_run())),
        "streams": lambda: section("Open streams", report_streams(stream_runs())),
    }
    for name in chosen or list(runs):
        print(f"{name} …", flush=True)
        runs[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
