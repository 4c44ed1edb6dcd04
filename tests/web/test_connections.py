"""Limits of connections: unlimited headers, half-sent requests and idle connections cost the server nothing."""

import asyncio
import gc
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from uvicorn.server import ServerState
from websockets.asyncio.client import connect as websocket

from benben.web.client_counts import ClientCounts
from benben.web.connections import LimitedConfig, LimitedHttp, LimitedWebSocket
from benben.web.match_socket import MatchSocket
from benben.web.serve import new_server, prepare
from benben.web.settings import Settings
from tests.web.server import HTTP, Server, open_table, running
from tests.web.socket_client import hear
from tests.web.socket_client import socket as match_socket


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with low limits."""
    folder = tmp_path_factory.mktemp("strict")
    limits: dict[str, Any] = {"request_seconds": 1.0, "streams_per_client": 3, "max_streams": 100}
    with running(f"sqlite:///{folder / 'benben.db'}", folder, **limits) as server:
        yield server


def connect(server: Server) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port))
    line.settimeout(20)
    return line


def rest(line: socket.socket) -> bytes:
    """Everything until the server closes."""
    heard = b""
    try:
        while part := line.recv(65536):
            heard += part
    except ConnectionResetError:
        pass  # it closed while we were still sending
    return heard


def test_headers_without_end_are_cut_off(strict: Server) -> None:
    """96 MB were taken: now the connection ends after a few hundred kilobytes, and memory does not grow."""
    assert strict.process is not None
    process = psutil.Process(strict.process)
    before = process.memory_info().rss
    with connect(strict) as line:
        sent, part = 0, b"X-More: " + b"x" * 8_000 + b"\r\n"
        line.sendall(b"GET / HTTP/1.1\r\nHost: t\r\n")
        try:
            while sent < 96_000_000:
                sent += line.send(part)
        except (BrokenPipeError, ConnectionResetError):
            pass
    assert sent < 20_000_000, "what the system's buffers hold"
    assert process.memory_info().rss - before < 20_000_000


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, b"431"),
        (b"GET /" + b"x" * 40_000, b"431"),
        (b"GET /?" + b"x" * 9_000 + b" HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nHost: t\r\n", b"408"),
        (b"POST /study HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nrecord=", b"408"),
        (b"POST /study HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: " + b"x" * 40_000, b"431"),
    ],
)
def test_what_does_not_end_is_refused_with_a_code(strict: Server, sent: bytes, status: bytes) -> None:
    with connect(strict) as line:
        started = time.monotonic()
        line.sendall(sent)
        heard = rest(line)
    assert heard.startswith(b"HTTP/1.1 " + status), heard[:200]
    assert b'{"error":' in heard.replace(b" ", b"")
    assert time.monotonic() - started < 8


@pytest.mark.parametrize("drip", [b"", b"\r\n"])
def test_a_connection_that_asks_nothing_is_closed(strict: Server, drip: bytes) -> None:
    with connect(strict) as line:
        started = time.monotonic()
        line.settimeout(0.2)
        while time.monotonic() - started < 10:
            try:
                if drip:
                    line.sendall(drip)
                if not line.recv(100):
                    break
            except TimeoutError:
                continue
            except (BrokenPipeError, ConnectionResetError):
                break
        assert time.monotonic() - started < 8


def test_a_slow_but_whole_request_is_answered(strict: Server) -> None:
    with connect(strict) as line:
        for part in (b"GET /hea", b"lth HTTP/1.1\r\n", b"Host: t\r\nConnection: close\r\n", b"\r\n"):
            line.sendall(part)
            time.sleep(0.15)
        assert rest(line).startswith(b"HTTP/1.1 200")


def test_an_answered_connection_stays_open_for_the_next_request(strict: Server) -> None:
    with httpx.Client() as client:
        for _request in range(2):
            assert client.get(f"{strict.url}/health").status_code == 200
            time.sleep(1.3)
            (connection,) = client._transport._pool.connections  # type: ignore[attr-defined]
            assert connection.is_idle()


def test_a_stream_outlives_the_time_of_a_request(strict: Server) -> None:
    _created, (red, _yellow) = open_table(strict.url)
    with match_socket(red) as line:
        hear(line, "here")
        time.sleep(1.5)
        line.send('{"do": "look"}')
        assert hear(line, "view")


def test_one_client_cannot_take_all_connections(strict: Server) -> None:
    most = 3 + 170
    with ExitStack() as opened:
        lines = [opened.enter_context(connect(strict)) for _connection in range(most + 10)]
        refused = lines[-1].recv(1000)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"too-many-connections" in refused
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:  # the places are free again
        with connect(strict) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
            if rest(line).startswith(b"HTTP/1.1 200"):
                return
    raise AssertionError("closed connections still count")


def test_a_proxy_may_have_more_connections(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"streams_per_client": 1, "proxies": "127.0.0.0/8"}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server, ExitStack() as opened:
        for _connection in range(200):
            opened.enter_context(connect(server))
        assert HTTP.get(f"{server.url}/health").status_code == 200


def test_a_client_that_asks_for_views_without_end_is_slowed(tmp_path: Path) -> None:
    """Over HTTP and over the socket: it gets its share a second, and others do not wait."""
    limits: dict[str, Any] = {"requests_per_second": 50.0, "request_burst": 1_000}  # 20 views a second, 100 at once
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        _created, (red, _yellow) = open_table(server.url)
        with match_socket(red) as line:
            hear(line, "here")
            started = time.monotonic()
            for at in range(80):
                line.send(f'{{"do": "look", "stage": [{1100 if at % 2 else 390}, 740]}}')
            for _view in range(40):
                assert red.look_status() == 200
            assert time.monotonic() - started > 0.95  # the last of 120 views, on a slow machine too
            started = time.monotonic()
            assert HTTP.get(f"{server.url}/health").status_code == 200
            assert time.monotonic() - started < 0.5


class Line(asyncio.Transport):
    """A connection without a network."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 2)})
        self.written, self.closed = b"", False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None: ...


@pytest.mark.parametrize("then", [b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, b"no request at all\r\n\r\n"])
def test_a_refusal_is_not_taken_for_the_answer_to_an_earlier_request(then: bytes) -> None:
    """On a connection whose first request still waits for its answer the second one is refused by closing."""

    async def never_answers(_scope: object, _receive: object, _send: object) -> None:
        await asyncio.Event().wait()

    async def heard(*sent: bytes) -> tuple[bytes, bool]:
        config = LimitedConfig(never_answers, Settings(database="sqlite://"), ClientCounts(), log_config=None)
        config.load()
        protocol, line = LimitedHttp(config, ServerState(), {}), Line()
        protocol.connection_made(line)
        for part in sent:
            protocol.data_received(part)
        await asyncio.sleep(0)
        return line.written, line.closed

    alone, is_closed = asyncio.run(heard(then))
    assert alone.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))
    assert is_closed
    assert asyncio.run(heard(b"GET / HTTP/1.1\r\nHost: t\r\n\r\n", then)) == (b"", True)


def test_closed_sockets_leave_no_garbage(tmp_path: Path) -> None:
    """Cycles of objects wait for the collector, which stops everything for a moment."""

    async def body() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'b.db'}", bots=False, warm=False)
        prepare(settings)
        server = new_server(settings)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            url = f"127.0.0.1:{listener.getsockname()[1]}"
            serving = asyncio.create_task(server.serve([listener]))
            async with asyncio.timeout(20):
                while not server.started:
                    await asyncio.sleep(0.02)
            async with httpx.AsyncClient() as client:
                table = {"game": "pyramidis", "players": 2}
                match = (await client.post(f"http://{url}/api/v1/matches", json=table)).json()["match"]
            gc.collect()
            gc.disable()
            try:
                for _socket in range(10):
                    async with websocket(f"ws://{url}/api/v1/matches/{match}/socket", compression=None) as line:
                        await line.send('{"do": "look"}')
                        while "view" not in await line.recv():
                            pass
                await asyncio.sleep(0.2)
                kinds = (LimitedHttp, LimitedWebSocket, MatchSocket)
                left = [one for one in gc.get_objects() if type(one) in kinds]
                assert len(left) < 3, left
            finally:
                gc.enable()
            server.should_exit = True
            await serving

    asyncio.run(body())
