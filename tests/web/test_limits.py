"""Limits that protect others: of new tables, of clients with many addresses, of the events of one match."""

import json
import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import insert

import benben
from benben.table.errors import TooMany
from benben.table.match import PERSON, SIT, MatchEvent, Occupant
from benben.table.matches import MOST_EVENTS
from benben.table.schema import events
from benben.table.store import Store
from benben.table.writer import row_of
from benben.web.context import client_of
from benben.web.limits import Rate
from tests.web.server import HTTP, Player, Server, open_table, running

BODY = {"game": "pyramidis", "players": 2, "seats": [{"kind": "person"}, {"kind": "person"}]}


def test_rematches_count_as_new_tables(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, new_tables_per_minute=3) as server:
        created, (red, _yellow) = open_table(server.url)
        assert red.post("resign").status_code == 200
        codes = [red.post("rematch").status_code for _request in range(4)]
        assert codes == [200, 200, 429, 429]
        page = HTTP.post(
            f"{server.url}/t/{created['match']}/rematch", headers={"Cookie": cookie(created["match"], red)}
        )
        assert page.status_code == 429


def cookie(match: str, player: Player) -> str:
    return f"seat-{match}=0~{player.secret}"


def test_workers_share_a_limit(tmp_path: Path) -> None:
    """A client that opens a connection for each request reaches all workers, and gets what it would get from one."""
    limits = {"new_tables_per_minute": 6}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, workers=8, **limits) as server:
        codes = [httpx.post(f"{server.url}/api/v1/matches", json=BODY).status_code for _request in range(40)]
    assert 6 <= codes.count(201) <= 7, "six at once, and one more every ten seconds"
    assert set(codes) == {201, 429}


def test_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rate = Rate(0.5, 30)
    rate.take("Ann", 8)  # an evening
    for _token in range(22):
        rate.take("Ann")
    with pytest.raises(TooMany):
        rate.take("Ann")
    rate.take("Ben", 100)  # more than a bucket holds takes all of it
    with pytest.raises(TooMany):
        rate.take("Ben")
    now += 2.0
    rate.take("Ann")
    with pytest.raises(TooMany):
        rate.take("Ann")
    low = Rate(0.5 / 60, 0.5)
    low.take("Ann")  # a limit below one is one, more rarely
    with pytest.raises(TooMany):
        low.take("Ann")


def test_the_scripts_of_a_page_take_no_tokens(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"request_burst": 5, "requests_per_second": 0.001}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        script = re.findall(r'"(/static/[^"]+\.js)"', HTTP.get(server.url).text)[0]
        assert [HTTP.get(server.url + script).status_code for _script in range(45)] == [200] * 45


def test_limits_in_the_settings_hold(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"events_per_match": 3, "max_url_bytes": 100, "max_header_bytes": 3_000}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server:
        _created, (red, yellow) = open_table(server.url)
        assert red.play("a4:3", 2).status_code == 200
        assert yellow.play("h4:1", 3).json()["error"]["code"] == "too-many"
        assert HTTP.get(f"{server.url}/?{'x' * 100}").status_code == 414
        assert HTTP.get(server.url, headers={"X-Long": "x" * 3_000}).status_code == 431


def test_streams_and_records_are_paced_like_views(tmp_path: Path) -> None:
    """Each begins with all moves of a match."""
    limits: dict[str, Any] = {"requests_per_second": 5, "request_burst": 1_000}  # ten views at once, then two a second
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server, ExitStack() as opened:
        _created, (red, _yellow) = open_table(server.url)
        started = time.monotonic()
        for _request in range(6):
            assert red.get("/record").status_code == 409
            assert status_of(opened.enter_context(stream(red))) == 200
        for _request in range(4):
            assert red.get("/record").status_code == 409
        assert time.monotonic() - started > 2.5, "six had to wait"


def test_workers_share_the_count_of_streams_and_connections(tmp_path: Path) -> None:
    """A client whose connections are spread over all workers has no more of them; those of a dead worker are free."""
    limits = {"streams_per_client": 6}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, workers=3, **limits) as server:
        _created, (red, _yellow) = open_table(server.url)
        with ExitStack() as opened:
            lines = [opened.enter_context(stream(red)) for _stream in range(20)]
            assert sorted(map(status_of, lines)) == [200] * 6 + [429] * 14
            for line in lines:
                line.close()
            wait_until(lambda: all_open(red, 6, opened))
            for worker in server.workers_alive():
                worker.kill()
            wait_until(lambda: all_open(red, 6, opened))
        with ExitStack() as opened:
            lines = [opened.enter_context(connect(server)) for _connection in range(6 + 170 + 30)]
            refusals = sum(is_refused(line) for line in lines)
            assert 30 <= refusals <= 40, "the pool of our own client has a few connections"


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port))


def stream(player: Player) -> socket.socket:
    """Ask for an event stream, on a connection of its own."""
    target = urlsplit(player.url)
    line = socket.create_connection((target.hostname or "", target.port or 0), timeout=20)
    line.sendall(f"GET {target.path}/events HTTP/1.1\r\nHost: t\r\n\r\n".encode())
    return line


def status_of(line: socket.socket) -> int:
    return int(line.recv(100).split()[1])


def all_open(player: Player, number: int, opened: ExitStack) -> bool:
    """Can the client have this many streams now? They stay open if so."""
    with ExitStack() as tried:
        try:
            lines = [tried.enter_context(stream(player)) for _stream in range(number)]
            if any(status_of(line) != 200 for line in lines):
                return False
        except (OSError, IndexError):  # the workers are being replaced
            return False
        opened.push(tried.pop_all())
    return True


def is_refused(line: socket.socket) -> bool:
    line.settimeout(0.1)
    try:
        return line.recv(100).startswith(b"HTTP/1.1 503")
    except TimeoutError:
        return False


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_server_has_a_limit_of_connections_in_all(tmp_path: Path) -> None:
    """A proxy may have any number of connections, but the process takes no more than it can serve."""
    limits: dict[str, Any] = {"max_streams": 1, "proxies": "127.0.0.1"}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **limits) as server, ExitStack() as opened:
        for _connection in range(1 + 2_000 + 10):
            line = opened.enter_context(connect(server))
        line.settimeout(20)
        refusal = line.recv(1_000)
        assert refusal.startswith(b"HTTP/1.1 503")
        assert b"too-many-connections" in refusal
        opened.close()
        wait_until(lambda: HTTP.get(f"{server.url}/health").status_code == 200)


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::99", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1", "192.0.2.1"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_a_household_is_one_client(address: str, client: str) -> None:
    assert client_of({"client": (address, 1)}) == client


def test_a_match_has_a_bounded_number_of_events_and_a_long_one_stops_nobody(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        created, (red, _yellow) = open_table(server.url)
        number = created["number"]
        server.kill()
        sitting = Occupant(PERSON, "P0").as_text()
        many = [MatchEvent(later, SIT, 0, 0.0, text=sitting) for later in range(number + 1, MOST_EVENTS + 1)]
        store = Store(server.settings["database"])
        with store.engine.begin() as connection:
            connection.execute(insert(events), [dict(row_of(created["match"], event)) for event in many])
        store.close()
        server.start()
        with ThreadPoolExecutor(1) as other:
            page = other.submit(HTTP.get, f"{server.url}/t/{created['match']}")
            asked, longest = time.monotonic(), 0.0
            while not page.done():
                started = time.monotonic()
                assert HTTP.get(f"{server.url}/health").status_code == 200
                longest = max(longest, time.monotonic() - started)
            took = time.monotonic() - asked
        assert page.result().status_code == 200
        # Blocked, they would wait for nearly all of it; on a busy machine everybody waits longer.
        assert longest < max(0.5, took / 2), "a long match blocked the others"
        full = red.post("join", name="Somebody")
        assert (full.status_code, full.json()["error"]["code"]) == (429, "too-many")
        assert red.play("a4:3", MOST_EVENTS).json()["error"]["code"] == "too-many"
        assert red.look()["number"] == MOST_EVENTS


def test_a_refused_move_gets_its_own_answer_whatever_follows_on_the_connection(alone: Server) -> None:
    """The first bytes of the next request were once taken for the end of this one."""
    created, (red, _yellow) = open_table(alone.url)
    path = f"/api/v1/matches/{created['match']}"
    body = json.dumps({"move": "z9:9", "after": created["number"]}).encode()
    head = f"POST {path}/moves HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer {red.secret}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    following = f"GET {path} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n".encode()
    for cut in (1, 4, len(following)):
        with socket.create_connection(("127.0.0.1", alone.port)) as line:
            line.sendall(head.encode() + body + following[:cut])
            first = b""
            while b"malformed-move" not in first:
                first += line.recv(4096)
            assert first.startswith(b"HTTP/1.1 422"), first[:100]
            line.sendall(following[cut:])
            heard = first
            while part := line.recv(65536):
                heard += part
            assert heard.count(b"HTTP/1.1 ") == 2
            assert b"HTTP/1.1 200" in heard


def test_a_server_without_bots_leaves_their_moves_to_others(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    bots = [{"kind": "bot", "level": "novice"}, {"kind": "bot", "level": "novice"}]
    (tmp_path / "second").mkdir()
    with running(database, tmp_path, bots=False) as quiet:
        created, _players = open_table(quiet.url, seats=bots)
        onlooker = Player(quiet.url, created["match"], None)
        time.sleep(3)
        assert onlooker.look()["number"] == created["number"]
        with running(database, tmp_path / "second", bots=True):
            deadline = time.monotonic() + 30
            while onlooker.look()["number"] < created["number"] + 4:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert "Traceback" not in quiet.log.read_text()


def test_a_bot_whose_match_has_moved_on_says_nothing(tmp_path: Path) -> None:
    """A person takes the seat while its bot thinks."""
    advice = benben.find("pyramidis").advice
    assert advice is not None
    thinker = {"kind": "bot", "level": advice.levels[-1].name}
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        for _table in range(5):
            created, (red, yellow) = open_table(server.url, seats=[{"kind": "person"}, thinker])
            assert red.play("a4:3", created["number"]).status_code == 200
            assert yellow.post("join", name="Bea").status_code == 200
        time.sleep(4)
        assert red.look()["seats"][1]["name"] == "Bea"
        log = server.log.read_text()
        assert "Traceback" not in log
        assert "bot" not in log
