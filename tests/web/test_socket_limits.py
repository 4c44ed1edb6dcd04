"""Sockets are limited like requests: their handshakes, and every message on them, malformed ones too."""

import json
import socket as sockets
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.web.server import HTTP, Player, Server, open_table, running
from tests.web.socket_client import ask, hear, socket
from tests.web.test_socket import USUAL

NEIGHBOUR = "127.0.0.2"
MALFORMED = ("", "{", "[]", '{"do": "dance"}')


def handshake(server: Server, target: str, **headers: str) -> tuple[int, str]:
    """The status of the answer, and the code of the refusal."""
    given = {"Host": "t", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    given |= {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", **headers}
    with sockets.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        lines = [f"GET {target} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        heard = line.recv(65_536)
        status = int(heard.split()[1])
        while status != 101 and (part := line.recv(65_536)):
            heard += part
    is_coded = b"application/json" in heard
    return status, json.loads(heard.partition(b"\r\n\r\n")[2])["error"]["code"] if is_coded else ""


def test_a_handshake_is_refused_like_a_request(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"max_url_bytes": 200, "max_header_bytes": 3_000, "hosts": "t"}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        created, _players = open_table(server.url)
        target = f"/api/v1/matches/{created['match']}/socket"
        assert handshake(server, target) == (101, "")
        assert handshake(server, f"{target}?lang={'x' * 200}") == (414, "url-too-long")
        assert handshake(server, target, Cookie="x" * 3_000) == (431, "headers-too-large")
        assert handshake(server, target, Host="elsewhere.example") == (421, "wrong-host")
        assert handshake(server, target, Origin="https://elsewhere.example") == (403, "cross-site")
        assert '"ERROR"' not in server.log.read_text(), "a refusal is no error of the server"


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("", {"Cookie": "x" * 10_000}, 431),
        ("", {"Cookie": "x" * 40_000}, 431),
        ("", {f"X-{number}": "x" for number in range(200)}, 431),
        (f"?lang={'x' * 9_000}", {}, 414),
    ],
)
def test_a_handshake_that_the_library_cannot_read_is_answered(
    alone: Server, query: str, headers: dict[str, str], status: int
) -> None:
    """Such a connection stayed open, without an answer."""
    created, _players = open_table(alone.url)
    assert handshake(alone, f"/api/v1/matches/{created['match']}/socket{query}", **headers)[0] == status


def test_handshakes_take_tokens(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"requests_per_second": 0.001, "request_burst": 60}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        created, _players = open_table(server.url)
        target = f"/api/v1/matches/{created['match']}/socket"
        answers = [handshake(server, target) for _attempt in range(80)]
        assert answers[0] == (101, "")
        assert answers[-1] == (429, "too-many")


@pytest.mark.parametrize("text", ["{", '{"do": "move", "id": 1, "after": 9, "move": "a4:1"}'])
def test_every_message_takes_a_token(text: str, tmp_path: Path) -> None:
    """A client that sends more is answered later; nothing is dropped."""
    limits: dict[str, Any] = {"requests_per_second": 100, "request_burst": 50}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        _created, (red, _yellow) = open_table(server.url)
        with socket(red) as line:
            started = time.monotonic()
            for _message in range(200):
                line.send(text)
            for _message in range(200):
                assert hear(line, "error")["error"]["code"] in ("bad-request", "stale")
            assert time.monotonic() - started > 1.4, "150 of them had to wait for tokens"


def neighbour(player: Player) -> ClientConnection:
    """A socket of another client."""
    url = f"{player.url.replace('http', 'ws', 1)}/socket"
    return connect(
        url, additional_headers=player.headers, compression=None, close_timeout=1, source_address=(NEIGHBOUR, 0)
    )


@contextmanager
def burst(player: Player) -> Iterator[list[int]]:
    """Somebody sends without end, on several sockets and with new ones. Yields the number of answers, when it ends."""
    answers, counting, stop = [0], threading.Lock(), threading.Event()

    def count() -> None:
        with counting:
            answers[0] += 1

    def send() -> None:
        texts = [*MALFORMED, '{"do": "look"}', '{"do": "ghost", "id": 1, "after": 2, "move": "a4:3"}']
        with suppress(ConnectionClosed, InvalidStatus), neighbour(player) as line:
            while not stop.is_set():
                for text in texts * 5:
                    line.send(text)
                with suppress(TimeoutError):
                    while True:
                        line.recv(timeout=0.001)
                        count()

    def knock() -> None:
        while not stop.is_set():
            with suppress(InvalidStatus), neighbour(player):
                count()

    threads = [threading.Thread(target=work) for work in (send, send, send, send, knock)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_a_burst_of_messages_slows_nobody_else(tmp_path: Path) -> None:
    limits = {name: value for name, value in USUAL.items() if name != "new_tables_per_minute"}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        created, (red, yellow) = open_table(server.url)
        _other, (noisy, _quiet) = open_table(server.url)
        started = time.monotonic()
        with burst(noisy) as answers, socket(red) as mover, socket(yellow) as other:
            waits = []
            number, moves = 2, iter(("a4:1", "h4:1"))
            while time.monotonic() < started + 3:
                asked = time.monotonic()
                assert HTTP.get(f"{server.url}/t/{created['match']}").status_code == 200
                waits.append(time.monotonic() - asked)
                if (move := next(moves, None)) is not None:
                    line, watching = (mover, other) if number == 2 else (other, mover)
                    assert ask(line, "re", do="move", id=1, after=number, move=move)["number"] == number + 1
                    while hear(watching, "event")["event"]["number"] <= number:
                        pass
                    number += 1
                time.sleep(0.1)
        seconds = time.monotonic() - started
    assert sorted(waits)[len(waits) // 2] < 0.25
    assert max(waits) < 1.0
    allowed = USUAL["request_burst"] + USUAL["requests_per_second"] * seconds
    assert answers[0] < 1.2 * allowed, "the burst got more than the rate of a client"


def test_a_household_that_plays_never_meets_the_limit(tmp_path: Path) -> None:
    """A whole match, with a preview of each move, as fast as a program plays it: less than the bucket holds."""
    limits = {name: value for name, value in USUAL.items() if name != "new_tables_per_minute"}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server, ExitStack() as lines:
        _created, players = open_table(server.url)
        opened = [lines.enter_context(socket(player)) for player in players]
        views = [ask(line, "view", do="look")["view"] for line in opened]
        longest, moves = 0.0, 0
        while not views[0]["over"] and moves < 30:
            actor, number = views[0]["actor"], views[0]["number"]
            move = views[actor]["choices"][0]["move"]
            started = time.monotonic()
            assert "ghost" in ask(opened[actor], "re", do="ghost", id=1, after=number, move=move)
            opened[actor].send(json.dumps({"do": "move", "id": 2, "after": number, "move": move}))
            for seat, line in enumerate(opened):
                message = json.loads(line.recv(timeout=20))
                while "view" not in message or message["view"]["number"] == number:
                    assert "error" not in message
                    message = json.loads(line.recv(timeout=20))
                views[seat] = message["view"]
            longest, moves = max(longest, time.monotonic() - started), moves + 1
        assert moves > 15
        assert longest < 1.0
