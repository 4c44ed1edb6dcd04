"""`python -m bench.table`: whole clicks at the table's server, beside boardgame.io's, in the same run.

A click is a move of one player until both players have the new view: event, picture, choices. Ours is on disk by then;
the peer keeps a trivial game in memory and sends its state. The same Node program plays all servers at 50 tables for
two, as fast as possible and at a fixed pace. `--base CHECKOUT` also measures the server of another checkout (release
0.1, whose pages fetched their views) in alternating rounds. Results go to table.md beside this file.

Needs node and npm, which install the peer into a temporary folder.
"""

from __future__ import annotations

import argparse
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
SOCKET, PAGES_01, PEER = "socket", "pages-0.1", "boardgame.io"  # clients of load.cjs
TABLES = 50
PACE = 200  # clicks a second
SECONDS = float(os.environ.get("BENBEN_BENCH_SECONDS", "6"))
ROUNDS = int(os.environ.get("BENBEN_BENCH_ROUNDS", "3"))
IDLE_TABLES = 1_000
OPEN_SOCKETS = 500

# Both start `benben serve`, with limits that let one client play all tables.
START = {
    SOCKET: "from benben.web.serve import serve; from benben.web.settings import Settings; import sys; "
    "s = Settings(database=sys.argv[1], workers=int(sys.argv[3]), new_tables_per_minute=1e6, requests_per_second=1e6, "
    "request_burst=10**6, streams_per_client=10**5); sys.exit(serve(s, '127.0.0.1', int(sys.argv[2])))",
    PAGES_01: "from benben.web.serve import serve; from benben.web.settings import Settings; import sys; "
    "s = Settings(database=sys.argv[1], creations_a_minute=10**6, requests_a_second=1e6, burst=10**6, "
    "streams_a_client=10**5); sys.exit(serve(s, '127.0.0.1', int(sys.argv[2]), int(sys.argv[3])))",
}


@dataclass(frozen=True)
class Run:
    """One measurement: times in milliseconds, the rest for each click."""

    rate: float
    p50: float
    p99: float
    cpu: float  # the server's, in milliseconds
    requests: float
    bytes: float


@dataclass(frozen=True)
class Side:
    """A server under load."""

    client: str
    url: str
    process: psutil.Process

    def cpu(self) -> float:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(sum(member.cpu_times()[:2]) for member in family)

    def memory(self) -> int:
        family = [self.process, *self.process.children(recursive=True)]
        return sum(int(member.memory_info().rss) for member in family)


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole clicks at the table's server.")
    parser.add_argument("--base", type=Path, metavar="CHECKOUT", help="also measure release 0.1 from this checkout")
    options = parser.parse_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("bench.table needs node and npm: please install them (Debian: nodejs, npm).", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="benben-bench-") as name, ExitStack() as running:
        folder = Path(name)
        games = install(folder)
        with our_server(folder, SOCKET, FOLDER.parent) as fresh, peer_server(folder) as peer:  # both without a past
            lines = [*bare_moves(folder, fresh, peer, games), with_bots(folder, fresh), *memory(fresh)]
        ours = running.enter_context(our_server(folder, SOCKET, FOLDER.parent))
        base = running.enter_context(our_server(folder, PAGES_01, options.base)) if options.base else None
        lines = [*clicks(folder, ours, base), *lines]
    text = "\n".join(
        [
            "# The table's server: whole clicks",
            "",
            f"Written by `make bench-table`: {TABLES} tables for two, {ROUNDS} rounds of {SECONDS:g} s, the medians.",
            "",
            f"{datetime.datetime.now(datetime.UTC).date().isoformat()}, {cpu_model()}, {os.cpu_count()} cores shared "
            f"by server and load, Python {platform.python_version()}, 1 worker.",
            "",
            *lines,
        ]
    )
    (FOLDER / "table.md").write_text(text + "\n", "utf-8")
    print(text)
    return 0


def install(folder: Path) -> list[list[tuple[int, str]]]:
    """Install the peer; returns matches for bare moves."""
    (folder / "package.json").write_text(json.dumps(PACKAGE))
    for program in (FOLDER / "node").iterdir():
        shutil.copy(program, folder)
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    return sorted((random_game(seed) for seed in range(200)), key=len)[-20:]  # long ones: few new tables


def random_game(seed: int) -> list[tuple[int, str]]:
    """A match of Pyramidis, which has no shuffles: it can be played at any table."""
    chance, position, moves = random.Random(seed), benben.new("pyramidis", players=2), []
    while not position.is_over:
        move = str(chance.choice(list(position.legal_moves)))
        moves.append((position.actor or 0, move))
        position = position.play(move)
    return moves


@contextmanager
def started(client: str, port: int, path: str, command: list[str], folder: Path, source: Path | None) -> Iterator[Side]:
    environment = {**os.environ, **({"PYTHONPATH": str(source / "src")} if source else {})}
    with (folder / f"{client}.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
    url = f"http://127.0.0.1:{port}"
    try:
        for _attempt in range(300):
            try:
                urllib.request.urlopen(url + path, timeout=2).close()
                break
            except OSError:
                time.sleep(0.2)
        else:
            raise RuntimeError(f"{client} did not start")
        yield Side(client, url, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait()


def peer_server(folder: Path) -> Any:
    port = free_port()
    return started(PEER, port, "/games", ["node", "peer.cjs", str(port)], folder, None)


@contextmanager
def our_server(folder: Path, client: str, source: Path) -> Iterator[Side]:
    port, database = free_port(), folder / f"{client}.db"
    command = [sys.executable, "-c", START[client], f"sqlite:///{database}", str(port), "1"]
    with started(client, port, "/ready", command, folder, source.absolute()) as side:
        while not all(game["ready"] for game in call(side, "/games")):
            time.sleep(1)
        yield side


def call(side: Side, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{side.url}/api/v1{path}", data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def load(folder: Path, side: Side, rate: int = 0, tables: int = TABLES, **asked: object) -> Run:
    settings = {"client": side.client, "url": side.url, "tables": tables, "seconds": SECONDS, "rate": rate, **asked}
    before = side.cpu()
    said = subprocess.run(["node", "load.cjs", json.dumps(settings)], cwd=folder, capture_output=True, check=False)
    if said.returncode:
        raise RuntimeError(said.stderr.decode())
    found = json.loads(said.stdout)
    cpu = 1e3 * (side.cpu() - before) / found["all"]
    return Run(found["clicks"] / SECONDS, found["p50"], found["p99"], cpu, found["requests"], found["bytes"])


def median(runs: list[Run]) -> Run:
    """Each figure's own median."""
    figures = zip(*(astuple(run) for run in runs), strict=True)
    return Run(*(sorted(column)[len(runs) // 2] for column in figures))


def in_turn(rows: list[tuple[str, Side, dict[str, Any]]], folder: Path) -> list[tuple[str, Side, Run]]:
    """Rounds of all rows in turn, so that noise of the machine hits them alike."""
    rounds = [[load(folder, side, **asked) for _name, side, asked in rows] for _round in range(ROUNDS)]
    runs = zip(*rounds, strict=True)
    return [(name, side, median(list(each))) for (name, side, _asked), each in zip(rows, runs, strict=True)]


def row(*cells: str) -> str:
    line = f"| {' | '.join(cells)} |"
    print(line, flush=True)
    return line


def clicks(folder: Path, ours: Side, base: Side | None) -> list[str]:
    """Every game, as fast as possible and at a fixed pace."""
    names = {SOCKET: "now", PAGES_01: "0.1"}
    lines = [
        "## Whole clicks",
        "",
        "From the move to the other player's view (event, picture, choices), on disk. CPU, messages to the server "
        "and bytes are for one click of a table, both players together.",
        "",
        "| game | server | clicks/s | ratio | CPU ms | messages | kB | "
        f"p50 ms | p99 ms | p50 at {PACE}/s | p99 at {PACE}/s |",
        "|" + " --- |" * 11,
    ]
    for game in benben.names():
        rows: list[tuple[str, Side, dict[str, Any]]] = []
        for side in (base, ours):
            if side is not None:
                rows += [(game, side, {"game": game, "views": True, "rate": rate}) for rate in (0, PACE)]
        found = in_turn(rows, folder)
        slowest = found[0][2].rate
        for (_game, side, fast), (_same, _side, paced) in zip(found[::2], found[1::2], strict=True):
            ratio = f"{fast.rate / slowest:.1f} x" if base else ""
            figures = [f"{fast.cpu:.2f}", f"{fast.requests:.1f}", f"{fast.bytes / 1000:.1f}"]
            times = [f"{each:.1f}" for each in (fast.p50, fast.p99, paced.p50, paced.p99)]
            lines.append(row(game, names[side.client], f"{fast.rate:,.0f}", ratio, *figures, *times))
    return [*lines, ""]


def bare_moves(folder: Path, ours: Side, peer: Side, games: list[list[tuple[int, str]]]) -> list[str]:
    """Moves without views, beside the peer, whose answer holds the state of a trivial game."""
    asked = {"game": "pyramidis", "views": False, "games": games, "lengths": [len(game) for game in games]}
    lines = [
        "## Bare moves beside boardgame.io",
        "",
        "From the move to the other player's event, over a WebSocket on both sides. Ours checks the rules of Pyramidis "
        f"and writes to disk; the peer counts to {min(map(len, games))}–{max(map(len, games))} in memory.",
        "",
        "| load | server | moves/s | CPU ms | bytes | p50 ms | p99 ms |",
        "|" + " --- |" * 7,
    ]
    rows = [
        (name, side, {**asked, "rate": rate})
        for name, rate in (("as fast as possible", 0), (f"{PACE} moves/s", PACE))
        for side in (ours, peer)
    ]
    for name, side, run in in_turn(rows, folder):
        server = "benben" if side is ours else PEER
        figures = [f"{run.rate:,.0f}", f"{run.cpu:.3f}", f"{run.bytes:,.0f}", f"{run.p50:.1f}", f"{run.p99:.1f}"]
        lines.append(row(name, server, *figures))
    return [*lines, ""]


def with_bots(folder: Path, side: Side) -> str:
    """People's clicks at ten tables while two bots think without a pause."""
    level = benben.find("pyramidis").advice
    assert level is not None
    strongest = {"kind": "bot", "level": level.levels[-1].name}
    for _match in range(2):
        call(side, "/matches", {"game": "pyramidis", "players": 2, "seats": [strongest, strongest]})
    time.sleep(2)
    run = load(folder, side, 20, 10, game="pyramidis", views=True)
    times = f"p50 {run.p50:.1f} ms, p99 {run.p99:.1f} ms"
    return f"Clicks while two bots ({strongest['level']}) think, 20 a second at ten tables: {times}."


def memory(side: Side) -> list[str]:
    """What an idle table and an open socket cost."""
    from websockets.sync.client import connect

    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"game": "pyramidis", "players": 2, "seats": seats}
    call(side, "/matches", body)
    before = side.memory()
    matches = [call(side, "/matches", body)["match"] for _table in range(IDLE_TABLES)]
    tables = side.memory()
    with ExitStack() as sockets:
        for match in matches[:OPEN_SOCKETS]:
            url = f"{side.url.replace('http', 'ws')}/api/v1/matches/{match}/socket"
            socket = sockets.enter_context(connect(url, compression=None))
            socket.send('{"do": "look"}')
            socket.recv()
        open_sockets = side.memory()
    per_table, per_socket = (tables - before) / IDLE_TABLES, (open_sockets - tables) / OPEN_SOCKETS
    return [
        "",
        f"Memory: {per_table / 1024:.1f} KiB for each idle table (none after 5 minutes), "
        f"{per_socket / 1024:.1f} KiB for each open socket.",
    ]


if __name__ == "__main__":
    sys.exit(main())
