"""`python -m bench.table`: the table's server beside boardgame.io's, in the same run.

Ours writes every move to disk before it answers; the peer keeps a trivial game in memory. Both are played by the same
Node program at 50 tables, in turns: as fast as it goes, and at a fixed pace. Matches are equally long on both sides,
and when one is over a new table is opened; the peer also plays matches without end, which we have no game for. Beside
it: people's moves while two bots think, and memory for each idle table and open stream. Results go to table.md beside
this file.

Needs node and npm, which install the peer into a temporary folder.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import psutil

import benben
from bench.__main__ import cpu_model
from tests.web.server import free_port

FOLDER = Path(__file__).parent
PACKAGE = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "ws": "^8.0.0"},
    "overrides": {"koa-compose": "4.1.0"},  # its lobby does not work with a later one
}
OURS, PEER = "benben", "boardgame.io"
TABLES = 50
PACE = 200  # moves a second
SECONDS = float(os.environ.get("BENBEN_BENCH_SECONDS", "10"))
ROUNDS = 3
IDLE_TABLES = 1_000
OPEN_STREAMS = 500


@dataclass(frozen=True)
class Run:
    """One measurement: times in milliseconds."""

    rate: float
    p50: float
    p99: float
    cpu: float  # the server's, in microseconds for each move
    load: float  # and that of the program that plays


@dataclass(frozen=True)
class Side:
    """A server under load."""

    kind: str
    url: str
    process: psutil.Process

    def cpu(self) -> float:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(sum(member.cpu_times()[:2]) for member in family)

    def memory(self) -> int:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(int(member.memory_info().rss) for member in family)


def main() -> int:
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("bench.table needs node and npm: please install them (Debian: nodejs, npm).", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as name, ExitStack() as running:
        folder = Path(name)
        shortest, longest = install(folder)
        peer = running.enter_context(peer_server(folder))
        lines = []
        for workers in (1, 2):
            with our_server(folder, workers) as ours:
                lines += compare(folder, ours, peer, workers)
                if workers == 1:
                    lines += [with_bots(folder, ours), *memory(ours)]
    text = "\n".join(
        [
            "# The table's server beside boardgame.io's",
            f"Written by `make bench-table`: {TABLES} tables for two, {ROUNDS} rounds of {SECONDS:g} s, the medians.",
            "Times are from a player's post to the other's event; ours is on disk by then, the peer's in memory.",
            f"A match has {shortest} to {longest} moves on both sides; then both open a new table.",
            "",
            f"{datetime.datetime.now(datetime.UTC).date().isoformat()}, {cpu_model()}, {os.cpu_count()} cores, "
            f"load at the start {os.getloadavg()[0]:.1f}, Python {platform.python_version()}.",
            "",
            *lines,
        ]
    )
    (FOLDER / "table.md").write_text(text + "\n", "utf-8")
    print(text)
    return 0


def install(folder: Path) -> tuple[int, int]:
    """All that is needed; the shortest and the longest match."""
    (folder / "package.json").write_text(json.dumps(PACKAGE))
    for program in (FOLDER / "node").iterdir():
        shutil.copy(program, folder)
    games = sorted((random_game(seed) for seed in range(400)), key=len)[-100:]  # moves are measured, not new tables
    (folder / "games.json").write_text(json.dumps(games))
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(command, cwd=folder, check=True)
    return len(games[0]), len(games[-1])


def random_game(seed: int) -> list[tuple[int, str]]:
    """A match of Pyramidis, which has no shuffles: it can be played at any table."""
    chance, position, moves = random.Random(seed), benben.new("pyramidis", players=2), []
    while not position.is_over:
        move = str(chance.choice(list(position.legal_moves)))
        moves.append((position.actor or 0, move))
        position = position.play(move)
    return moves


@contextmanager
def started(kind: str, port: int, path: str, command: list[str], folder: Path) -> Iterator[Side]:
    with (folder / f"{kind}.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        for _attempt in range(300):
            try:
                urllib.request.urlopen(url + path, timeout=2).close()
                break
            except OSError:
                time.sleep(0.2)
        else:
            raise RuntimeError(f"{kind} did not start")
        yield Side(kind, url, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait()


def peer_server(folder: Path) -> Any:
    port = free_port()
    return started(PEER, port, "/games", ["node", "peer.cjs", str(port)], folder)


@contextmanager
def our_server(folder: Path, workers: int) -> Iterator[Side]:
    """As `benben serve` runs it, warm, with limits that let one client be many."""
    database, port = folder / f"benben-{workers}.db", free_port()
    program = (
        "import sys, benben; from benben.web.serve import serve; from benben.web.settings import Settings; "
        "s = Settings(database=sys.argv[1], creations_a_minute=10**6, requests_a_second=1e6, burst=10**6, "
        "streams_a_client=10**5); sys.exit(serve(s, '127.0.0.1', int(sys.argv[2]), int(sys.argv[3])))"
    )
    command = [sys.executable, "-c", program, f"sqlite:///{database}", str(port), str(workers)]
    with started(OURS, port, "/ready", command, folder) as side:
        while not all(game["ready"] for _worker in range(4 * workers) for game in call(side, "/games")):
            time.sleep(1)
        yield side


def call(side: Side, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{side.url}/api/v1{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def load(folder: Path, side: Side, tables: int, rate: int, brief: bool = True, endless: bool = False) -> Run:
    asked = {"kind": side.kind, "url": side.url, "tables": tables, "seconds": SECONDS, "rate": rate}
    asked |= {"games": "games.json", "brief": brief, "endless": endless}
    before = side.cpu()
    said = subprocess.run(["node", "load.cjs", json.dumps(asked)], cwd=folder, check=True, capture_output=True)
    found = json.loads(said.stdout)
    cpu = 1e6 * (side.cpu() - before) / found["all"]
    return Run(found["moves"] / SECONDS, found["p50"], found["p99"], cpu, found["cpu"])


def median(runs: list[Run]) -> Run:
    """Each figure's own median."""
    figures = zip(*(astuple(run) for run in runs), strict=True)
    return Run(*(sorted(column)[len(runs) // 2] for column in figures))


def compare(folder: Path, ours: Side, peer: Side, workers: int) -> list[str]:
    lines = [
        f"## {workers} worker{'s' if workers > 1 else ''}",
        "",
        "| load | server | moves/s | p50 ms | p99 ms | server's CPU, µs a move | player's CPU |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    loads: list[tuple[str, Side, int, dict[str, bool]]] = [
        ("as fast as it goes", ours, 0, {}),
        ("as fast as it goes", peer, 0, {}),
        ("matches without end", peer, 0, {"endless": True}),
        ("whole answers", ours, 0, {"brief": False}),
        (f"{PACE} moves/s", ours, PACE, {}),
        (f"{PACE} moves/s", peer, PACE, {}),
    ]
    rounds = [[load(folder, side, TABLES, rate, **how) for _name, side, rate, how in loads] for _round in range(ROUNDS)]
    for (name, side, *_how), runs in zip(loads, zip(*rounds, strict=True), strict=True):
        run = median(list(runs))
        times = f"{run.rate:,.0f} | {run.p50:.1f} | {run.p99:.1f}"
        lines.append(f"| {name} | {side.kind} | {times} | {run.cpu:,.0f} | {run.load:,.0f} |")
        print(lines[-1], flush=True)
    return [*lines, ""]


def with_bots(folder: Path, side: Side) -> str:
    """People's moves at ten tables while two bots think without a pause."""
    level = benben.find("pyramidis").advice
    assert level is not None
    strongest = {"kind": "bot", "level": level.levels[-1].name}
    for _match in range(2):
        call(side, "/matches", {"game": "pyramidis", "players": 2, "seats": [strongest, strongest]})
    time.sleep(2)
    run = load(folder, side, 10, 20)
    return f"While two bots ({strongest['level']}) think: p50 {run.p50:.1f} ms, p99 {run.p99:.1f} ms at 20 moves/s."


def memory(side: Side) -> list[str]:
    """What an idle table and an open stream cost, in this process."""
    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"game": "pyramidis", "players": 2, "seats": seats}
    call(side, "/matches", body)
    before = side.memory()
    matches = [call(side, "/matches", body)["match"] for _table in range(IDLE_TABLES)]
    tables = side.memory()
    with ExitStack() as streams:
        for match in matches[:OPEN_STREAMS]:
            stream = urllib.request.urlopen(f"{side.url}/api/v1/matches/{match}/events", timeout=30)
            stream.readline()
            streams.callback(stream.close)
        open_streams = side.memory()
    a_table, a_stream = (tables - before) / IDLE_TABLES, (open_streams - tables) / OPEN_STREAMS
    return [
        "",
        f"Memory: {a_table / 1024:.1f} KiB for each idle table (after 5 minutes none), "
        f"{a_stream / 1024:.1f} KiB for each open stream.",
        "",
    ]


if __name__ == "__main__":
    sys.exit(main())
