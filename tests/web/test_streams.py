"""Clients that read slowly, or not at all, and many at once: memory stays bounded, and the deaf are dropped."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from benben.table.match import PERSON, SIT, MatchEvent, Occupant
from benben.table.store import Store
from tests.web.appending import append
from tests.web.server import HTTP, Player, Server, open_table, running

EVENTS = 6_000  # together far more than a system keeps for a connection
DEAF = 40
STALL = 3.0


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits only a moment for clients that do not read."""
    folder = tmp_path_factory.mktemp("streams")
    with running(f"sqlite:///{folder / 'benben.db'}", folder, stall_seconds=STALL) as server:
        yield server


@pytest.fixture(scope="module")
def busy_match(impatient: Server) -> Player:
    """A match in which very much has happened."""
    created, (red, _yellow) = open_table(impatient.url)
    store = Store(impatient.settings["database"])
    who = Occupant(PERSON, "N" * 40).as_text()
    for some in batched_range(3, EVENTS, 1_000):  # more than a store lets wait at once
        waiting = [append(store, created["match"], MatchEvent(n, SIT, 0, 0.0, text=who)) for n in some]
        assert all(written.result(30) for written in waiting)
    store.close()
    return red


def batched_range(start: int, stop: int, size: int) -> Iterator[range]:
    for first in range(start, stop, size):
        yield range(first, min(first + size, stop))


def follow(player: Player) -> socket.socket:
    """Ask for everything, with little room for the answer."""
    address = urlsplit(player.url)
    assert address.hostname is not None
    assert address.port is not None
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((address.hostname, address.port))
    line.sendall(f"GET {address.path}/events?after=0 HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    return line


def open_streams(server: Server) -> int:
    metrics = HTTP.get(f"{server.url}/metrics").text
    return next(int(float(line.split()[1])) for line in metrics.splitlines() if line.startswith("benben_streams "))


def memory(server: Server) -> int:
    """In bytes, of a server with one process."""
    assert server.process is not None
    return int(psutil.Process(server.process).memory_info().rss)


def test_the_deaf_are_dropped_and_cost_little(impatient: Server, busy_match: Player) -> None:
    assert impatient.process is not None
    assert busy_match.look()["number"] == EVENTS - 1
    before = memory(impatient)
    with ExitStack() as lines:
        for _client in range(DEAF):
            lines.enter_context(follow(busy_match))
        wait_until(lambda: open_streams(impatient) > DEAF / 2)
        time.sleep(STALL / 2)
        assert (memory(impatient) - before) / DEAF < 400_000, "what nobody reads is kept in memory"
        assert HTTP.get(f"{impatient.url}/health", timeout=2).status_code == 200
        wait_until(lambda: open_streams(impatient) == 0)
        process = psutil.Process(impatient.process)
        wait_until(lambda: sum(line.status == "ESTABLISHED" for line in process.net_connections()) < DEAF)


def wait_until(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10 * STALL
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_slow_reader_hears_everything(impatient: Server, busy_match: Player) -> None:
    """Slower than the server sends, longer than it waits for the deaf: but it does read."""
    with follow(busy_match) as line, line.makefile("rb") as stream:
        heard, started = [], time.monotonic()
        for text in stream:
            if text.startswith(b"data: {"):
                heard.append(json.loads(text.removeprefix(b"data: "))["number"])
                if len(heard) % 200 == 0:
                    time.sleep(0.12)
                if heard[-1] == EVENTS - 1:
                    break
        assert time.monotonic() - started > STALL
    assert heard == list(range(1, EVENTS))


def test_too_many_streams_are_refused(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, streams_per_client=3) as server, ExitStack() as lines:
        _created, (red, _yellow) = open_table(server.url)
        first, *_others = [lines.enter_context(follow(red)) for _client in range(3)]
        wait_until(lambda: open_streams(server) == 3)
        refused = red.get("/events")
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many")
        first.close()
        wait_until(lambda: open_streams(server) == 2)


def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        with follow(red) as line:
            wait_until(lambda: open_streams(server) == 1)
            started = time.monotonic()
            server.stop()
            assert time.monotonic() - started < 3, "it waited for a stream that never ends"
            heard = b""
            while part := line.recv(4096):
                heard += part
            assert heard.endswith(b"0\r\n\r\n"), "the stream ended in order"
