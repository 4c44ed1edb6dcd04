"""Moves take the shortest way that fits. Whichever it is, what is promised holds and refusals are the same."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.web.server import HTTP, Player, Server, open_table, running

BRIEF = {"Prefer": "return=minimal"}
WAYS: dict[str, tuple[str, dict[str, str]]] = {
    "connection": ("", BRIEF),  # see web.doorstep
    "guard": ("", {}),  # see web.quick
    "framework": ("?unknown=1", {}),
}
CASES: dict[str, tuple[int, object, dict[str, str]]] = {
    "played": (200, {"move": "a4:1", "after": 2}, {}),
    "played by path": (200, {"path": ["a4", "take-1"], "after": 2}, {}),
    "illegal": (422, {"move": "c4", "after": 2}, {}),
    "no move": (422, {"move": "nonsense", "after": 2}, {}),
    "both": (422, {"move": "a4:1", "path": ["a4"], "after": 2}, {}),
    "too early": (409, {"move": "a4:1", "after": 7}, {}),
    "too late": (409, {"move": "a4:1", "after": 1}, {}),
    "no number": (422, {"move": "a4:1"}, {}),
    "wrong type": (422, {"move": "a4:1", "after": "2"}, {}),
    "unknown field": (422, {"move": "a4:1", "after": 2, "x": 1}, {}),
    "not JSON": (422, b"{", {}),
    "other type": (422, {"move": "a4:1", "after": 2}, {"Content-Type": "text/plain"}),
    "nobody": (403, {"move": "a4:1", "after": 2}, {"Authorization": ""}),
    "somebody else": (403, {"move": "a4:1", "after": 2}, {"Authorization": "Bearer " + "x" * 22}),
    "too long a secret": (422, {"move": "a4:1", "after": 2}, {"Authorization": "Bearer " + "x" * 300}),
    "other site": (403, {"move": "a4:1", "after": 2}, {"Sec-Fetch-Site": "cross-site"}),
    "other origin": (403, {"move": "a4:1", "after": 2}, {"Origin": "https://elsewhere.example"}),
    "too large": (413, b"x" * 100_000, {}),
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("ways")
    with running(f"sqlite:///{folder / 'benben.db'}", folder) as server:
        yield server


def sent(player: Player, way: str, body: object, headers: dict[str, str]) -> httpx.Response:
    query, own = WAYS[way]
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    all_headers = {"Content-Type": "application/json", **player.headers, **own, **headers}
    return HTTP.post(f"{player.url}/moves{query}", content=content, headers=all_headers)


@pytest.mark.parametrize("case", CASES)
def test_all_ways_lead_to_the_same_answer(alone: Server, case: str) -> None:
    status, body, headers = CASES[case]
    answers = {}
    for way in WAYS:
        _created, (red, _yellow) = open_table(alone.url)
        answers[way] = sent(red, way, body, headers)
        assert red.look()["number"] == (3 if status == 200 else 2), way
    assert {answer.status_code for answer in answers.values()} == {status}, answers["connection"].text
    if status != 200:
        assert len({answer.json()["error"]["code"] for answer in answers.values()}) == 1
    kept = [set(answer.headers) - {"preference-applied", "vary", "content-encoding"} for answer in answers.values()]
    assert kept[0] == kept[1] == kept[2]
    assert answers["connection"].headers["content-security-policy"].startswith("default-src 'self'")


@pytest.mark.parametrize("way", WAYS)
def test_a_move_sent_again_is_answered_again(alone: Server, way: str) -> None:
    _created, (red, yellow) = open_table(alone.url)
    first, again = (sent(red, way, {"move": "a4:3", "after": 2}, {}) for _time in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert sent(yellow, way, {"move": "h4:1", "after": 3}, {}).status_code == 200
    stale = sent(red, way, {"move": "a4:1", "after": 2}, {})
    assert (stale.status_code, stale.json()["error"]["code"], stale.json()["error"]["number"]) == (409, "stale", 4)


def test_people_in_browsers_take_the_shortest_way(alone: Server) -> None:
    """With the seat's cookie; the seat is named where the browser holds several."""
    created, (red, yellow) = open_table(alone.url)
    cookie = ".".join(f"{seat}~{player.secret}" for seat, player in enumerate((red, yellow)))
    headers = {"Cookie": f"theme=dark; seat-{created['match']}={cookie}", **BRIEF}
    for after, (seat, move) in enumerate([(0, "a4:3"), (1, "h4:1"), (0, "a4:1")], 2):
        answer = HTTP.post(f"{red.url}/moves?seat={seat}", json={"move": move, "after": after}, headers=headers)
        assert answer.json() == {"match": created["match"], "number": after + 1}
        assert answer.headers["preference-applied"] == "return=minimal"


def test_a_limit_holds_on_every_way(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    with running(database, tmp_path, requests_a_second=0.001, burst=40) as server:
        _created, (red, _yellow) = open_table(server.url)
        codes = [sent(red, way, {"move": "a4:1", "after": 9}, {}).status_code for way in [*WAYS] * 20]
    assert codes[:30] == [409] * 30, "what is tried on one way and done on another counts once"
    assert codes[-10:] == [429] * 10


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("proxies", "status"), [("", 429), ("127.0.0.1", 409)])
def test_a_limit_behind_a_proxy(tmp_path: Path, way: str, proxies: str, status: int) -> None:
    """What a proxy says of its clients is believed only where it is named, and nobody speaks for another."""
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    with running(database, tmp_path, proxies=proxies, requests_a_second=0.001, burst=20) as server:
        _created, (red, _yellow) = open_table(server.url)
        said = [f"10.1.1.{client}" for client in range(40)]
        codes = [sent(red, way, {"move": "a4:1", "after": 9}, {"X-Forwarded-For": who}).status_code for who in said]
        assert codes[-1] == status
        said = [f"10.1.1.{client}, 10.9.9.9" for client in range(25)]
        codes = [sent(red, way, {"move": "a4:1", "after": 9}, {"X-Forwarded-For": who}).status_code for who in said]
        assert codes[-1] == 429


def test_requests_in_one_piece_are_answered_in_order(alone: Server) -> None:
    """A client need not wait for the answer to one request before it sends the next."""
    created, (red, yellow) = open_table(alone.url)
    address = urlsplit(red.url)
    moves: list[tuple[Player, dict[str, Any]]] = [
        (red, {"move": "a4:3", "after": created["number"]}),
        (red, {"move": "a4:1", "after": created["number"]}),
    ]
    text = b"".join(request(player, body) for player, body in moves)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        last = f"GET /health HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: close\r\n\r\n"
        line.sendall(text + last.encode())
        said = b""
        while part := line.recv(4096):
            said += part
    statuses = [piece.split(b" ", 1)[0] for piece in said.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200", b"409", b"200"]
    assert said.endswith(b"ok\n")
    assert yellow.look()["number"] == created["number"] + 1


def test_who_hangs_up_has_moved_all_the_same(alone: Server) -> None:
    created, (red, _yellow) = open_table(alone.url)
    address = urlsplit(red.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        line.sendall(request(red, {"move": "a4:3", "after": created["number"]}))
    deadline = time.monotonic() + 20
    while red.look()["number"] == created["number"]:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert red.play("a4:3", created["number"], brief=True).status_code == 200, "asked again, it is answered"
    assert '"level": "ERROR"' not in alone.log.read_text()


def request(player: Player, body: dict[str, Any]) -> bytes:
    """A move on the shortest way, as it goes over the wire."""
    address, content = urlsplit(player.url), json.dumps(body)
    head = [
        f"POST {address.path}/moves HTTP/1.1",
        f"Host: {address.netloc}",
        f"Authorization: Bearer {player.secret}",
        "Content-Type: application/json",
        "Prefer: return=minimal",
        f"Content-Length: {len(content)}",
    ]
    return ("\r\n".join(head) + "\r\n\r\n" + content).encode()
