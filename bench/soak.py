"""Soak, kill and load runs of the server, into bench/soak.md: `python -m bench.soak [kills] [memory] [bots] [streams]`.

kills    whole servers are killed under load, on SQLite and PostgreSQL; PostgreSQL itself is restarted too. Every move
         that was acknowledged must be there afterwards.
memory   tables are played to their ends for ten minutes; the memory of the server must not grow.
bots     how long a person waits for pages and for a bot: alone, beside 1,000 tables of bots, and beside 30 tables of
         another client.
streams  20,000 open sockets and a steady pace of moves over them, with 1, 2 and 4 workers on PostgreSQL. `--streams`
         and `--workers` choose others. A process cannot have more streams than open files (`ulimit -Hn`).

Everything is bounded in time and in number. BENBEN_SOAK_SCALE=0.01 makes it short.
"""

from __future__ import annotations

import argparse
import datetime
import http.client
import json
import math
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
import psutil
from websockets.sync.client import connect

import benben
from bench import open_streams
from bench.__main__ import cpu_model
from tests.web import postgres
from tests.web.load import Table, load, stop
from tests.web.server import HTTP, Player, Server, free_port, open_table, running, wait_for_bots
from tests.web.socket_client import ask, hear, socket

REPORT = Path(__file__).with_name("soak.md")
SCALE = float(os.environ.get("BENBEN_SOAK_SCALE", "1"))
KILLS = max(2, int(100 * SCALE))
RESTARTS = max(1, int(10 * SCALE))
MOVES_A_KILL = 15  # acknowledged since the last kill
LONGEST_PAUSE = 3.0  # seconds between two kills, if there are fewer
MEMORY_SECONDS = max(6.0, 600 * SCALE)
CLIENTS = 4
BOT_TABLES = max(20, int(1_000 * SCALE))
GREEDY_TABLES = 30
ANSWERS = max(3, int(15 * SCALE))  # of a bot, in each situation
STREAMS = max(100, int(20_000 * SCALE))  # two at each table
PACES = [float(pace) for pace in os.environ.get("BENBEN_SOAK_PACES", "250,500,1000").split(",")]
SECONDS = max(3.0, 20 * SCALE)
WORKERS = (1, 2, 4)
SPARE_FILES = 300  # of the server, for everything but streams

# The game that is played is compiled before the workers fork; other games and the bots are not needed.
START = (
    "import sys; import benben; from benben.web.serve import serve; from benben.web.settings import Settings; "
    f"benben.find('{open_streams.SAMPLE_GAME}').warm(); "
    "s = Settings(database=sys.argv[1], workers=int(sys.argv[3]), new_tables_per_minute=1e7, requests_per_second=1e6, "
    "request_burst=10**6, streams_per_client=10**6, max_streams=int(sys.argv[4]), warm=False); "
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
            wait_for_moves(server, tables)
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
        return Kills(name, kills, acknowledged(tables))


def wait_for_moves(server: Server, tables: list[Table]) -> None:
    """Until there are some more acknowledged moves. New tables take the place of those whose match is over."""
    over = sum(table.over.is_set() for table in tables)
    for seed in range(len(tables), over + CLIENTS):
        tables.append(Table(server, seed))
        tables[-1].thread.start()
    before, until = acknowledged(tables), time.monotonic() + LONGEST_PAUSE
    while acknowledged(tables) < before + MOVES_A_KILL and time.monotonic() < until:
        time.sleep(0.02)


def acknowledged(tables: Sequence[Table]) -> int:
    return sum(len(table.acknowledged) for table in tables)


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


# Bots


@dataclass
class Waits:
    """How long a person waits, in seconds."""

    situation: str
    pages: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)  # of the bot at the table


def bot_runs() -> list[Waits]:
    """Everybody plays against the strongest level. One worker on SQLite."""
    thinker = {"kind": "bot", "level": strongest_level()}
    with (
        tempfile.TemporaryDirectory(prefix="benben-soak-") as folder,
        running(f"sqlite:///{folder}/benben.db", Path(folder), proxies="127.0.0.1", warm=True) as server,
        ThreadPoolExecutor(GREEDY_TABLES) as greedy,
    ):
        wait_for_bots(server, open_streams.SAMPLE_GAME)
        found = [person_waits(server, thinker, "alone")]
        over = threading.Event()
        playing = [greedy.submit(play_against, server, thinker, "10.0.0.1", over) for _table in range(GREEDY_TABLES)]
        time.sleep(5)
        found.append(person_waits(server, thinker, f"beside {GREEDY_TABLES} tables of another client"))
        over.set()
        for table in playing:
            table.result()
        for _table in range(BOT_TABLES):
            open_table(server.url, open_streams.SAMPLE_GAME, seats=[thinker, thinker])
        time.sleep(5)
        found.append(person_waits(server, thinker, f"beside {BOT_TABLES:,} tables of bots"))
    return found


def strongest_level() -> str:
    advice = benben.find(open_streams.SAMPLE_GAME).advice
    assert advice is not None
    return advice.levels[-1].name


def person_waits(server: Server, thinker: dict[str, str], situation: str) -> Waits:
    """A person looks at a page and moves, in turns, until the bot has answered often enough."""
    waits, over = Waits(situation), threading.Event()
    while len(waits.answers) < ANSWERS:
        play_against(server, thinker, "10.0.0.2", over, waits)
    return waits


def play_against(
    server: Server, thinker: dict[str, str], client: str, over: threading.Event, waits: Waits | None = None
) -> None:
    """A match of a person, who moves at once, against a bot."""
    created, (player, _bot) = open_table(
        server.url, open_streams.SAMPLE_GAME, seats=[{"kind": "person", "name": "Ann"}, thinker]
    )
    address = {"X-Forwarded-For": client}
    with socket(player, headers=address) as line:
        hear(line, "here")
        while not over.is_set() and (waits is None or len(waits.answers) < ANSWERS):
            page_seconds = seconds_of_page(server, player, created["match"], address)
            seen = player.look()
            if seen["over"]:
                return
            started = time.monotonic()
            ask(line, "re", do="move", id=1, after=seen["number"], move=seen["choices"][0]["move"])
            while not over.is_set() and (seen := player.look())["actor"] != 0 and not seen["over"]:
                hear(line, "event", 120)
            if waits is not None:
                waits.pages.append(page_seconds)
                waits.answers.append(time.monotonic() - started)


def seconds_of_page(server: Server, player: Player, match: str, address: dict[str, str]) -> float:
    cookie = {"Cookie": f"seat-{match}=0~{player.secret}"}
    started = time.monotonic()
    assert HTTP.get(f"{server.url}/t/{match}", headers={**address, **cookie}).status_code == 200
    return time.monotonic() - started


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


def stream_runs(streams: int = STREAMS, numbers_of_workers: Sequence[int] = WORKERS) -> list[Streams]:
    _allow_files()
    found: list[Streams] = []
    for workers in numbers_of_workers:
        with postgres.own_cluster(is_durable=True) as cluster, served(cluster, workers, streams) as (process, port):
            assert cluster.process is not None
            memory = MemoryWatch(_family(process.pid))
            meter = partial(_meter, process.pid, cluster.process.pid)
            tables = min(streams, workers * _streams_of_a_process()) // 2
            clients = max(2, math.ceil(2 * tables / _streams_of_a_process()))
            loads = open_streams.run(port, tables, PACES, SECONDS, clients, meter)
            memory.stop()
            found += [Streams(workers, one, memory.most) for one in loads]
            for one in found[-len(loads) :]:
                print(row_of(one), flush=True)
    return found


def _allow_files() -> None:
    """Every stream is an open file, here and in the server."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _streams_of_a_process() -> int:
    """As many as it may have open files for."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return hard - SPARE_FILES


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
def served(cluster: postgres.Cluster, workers: int, streams: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    database, port = postgres.new_database(cluster.address), free_port()
    with tempfile.TemporaryFile() as log:
        command = [sys.executable, "-c", START, database, str(port), str(workers), str(streams)]
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


def report_bots(runs: list[Waits]) -> str:
    rows = "\n".join(
        f"| {run.situation} | {_ms(statistics.median(run.pages))} | {_ms(max(run.pages))} "
        f"| {_ms(statistics.median(run.answers))} | {_ms(max(run.answers))} |"
        for run in runs
    )
    return (
        f"A person plays {open_streams.SAMPLE_GAME} against the level {strongest_level()}, looks at the page before "
        f"each move and moves at once; so does the other client at all its tables. One worker on SQLite, {ANSWERS} "
        "moves in each situation. An answer takes from the move to the end of the bot's turn, in which the bot "
        "thinks.\n\n"
        "| the person plays | page p50 ms | longest | answer p50 ms | longest |\n|---|---|---|---|---|\n"
        f"{rows}"
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:,.0f}"


def report_streams(runs: list[Streams]) -> str:
    rows = "\n".join(map(row_of, runs))
    return (
        "Two sockets at every table; moves at a steady pace, spread over all tables; PostgreSQL with fsync. A move's "
        "time is from sending it to the event at the other player. Server, database and client share the machine's "
        "cores. CPU is in milliseconds for each move, which includes the pings of all streams.\n\n"
        "| workers | streams | asked moves/s | moves/s | p50 ms | p99 ms | MB | kB a stream | CPU server "
        f"| CPU PostgreSQL | opened a second |\n|---|---|---|---|---|---|---|---|---|---|---|\n{rows}"
    )


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="Soak, kill and load runs of the server.")
    parser.add_argument("runs", nargs="*", help="kills, memory, bots, streams; all of them if none is named")
    parser.add_argument("--streams", type=int, default=STREAMS, help=f"open sockets (default: {STREAMS:,})")
    parser.add_argument(
        "--workers", type=int, nargs="+", default=WORKERS, help="of the server, one run for each number"
    )
    given = parser.parse_args(arguments)
    runs = {
        "kills": lambda: section("Kills", report_kills(kill_runs())),
        "memory": lambda: section("Memory", report_memory(memory_run())),
        "bots": lambda: section("Bots", report_bots(bot_runs())),
        "streams": lambda: section("Open streams", report_streams(stream_runs(given.streams, given.workers))),
    }
    if unknown := set(given.runs) - set(runs):
        parser.error(f"no such run: {', '.join(sorted(unknown))}")
    for name in given.runs or list(runs):
        print(f"{name} …", flush=True)
        runs[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
