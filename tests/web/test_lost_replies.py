"""The work is done, and its reply is lost: the database's to a commit, or the server's to a request. Nobody claims that
nothing was changed, and the same request again is answered like the first time."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy.engine import make_url

from tests.web import postgres
from tests.web.server import HTTP, Player, Server, open_table, running

BODY = {"game": "pyramidis", "players": 2, "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]}


class LossyLine:
    """Forwards connections to a port. On demand it drops one between a request with certain bytes and its reply."""

    def __init__(self, port: int, trigger: bytes) -> None:
        self._target, self._trigger = port, trigger
        self._is_armed = False
        self.lost = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_next(self) -> None:
        self.lost.clear()
        self._is_armed = True

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _address = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                is_cut = threading.Event()
                for source, target, is_request in ((near, far, True), (far, near, False)):
                    pump = (source, target, is_cut, is_request)
                    threading.Thread(target=self._pump, args=pump, daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket, is_cut: threading.Event, is_request: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_request and self._is_armed and self._trigger in data:
                    self._is_armed = False
                    is_cut.set()
                elif not is_request and is_cut.is_set():  # it was done
                    self.lost.set()
                    break
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class House:
    """A server, and a way to lose the reply to one request."""

    def __init__(self, server: Server, line: LossyLine, url: str, hears_refusal: bool) -> None:
        self.server, self._line, self.url, self._hears_refusal = server, line, url, hears_refusal

    def lost_and_repeated(self, request: Callable[[], httpx.Response]) -> httpx.Response:
        """The answer to the second of two equal requests, after the reply to the first was lost."""
        self._line.lose_next()
        if self._hears_refusal:
            refusal = request()
            assert (refusal.status_code, refusal.json()["error"]["code"]) == (503, "store-unavailable")
            assert "may not be saved" in refusal.json()["error"]["text"], "nobody knows"
        else:
            with pytest.raises(httpx.TransportError):
                request()
        assert self._line.lost.is_set()
        return request()

    def table(self) -> tuple[dict[str, Any], list[Player]]:
        return open_table(self.url)


@pytest.fixture(scope="module", params=["of the database", "of the server"])
def house(
    request: pytest.FixtureRequest, postgres_address: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("server")
    if request.param == "of the database":
        database = postgres.new_database(postgres_address)
        port = make_url(database).port or 5432
        line = LossyLine(port, b"COMMIT")
        with running(database.replace(f":{port}/", f":{line.port}/"), folder, bots=False) as server:
            yield House(server, line, server.url, hears_refusal=True)
    else:
        with running(f"sqlite:///{folder / 'benben.db'}", folder, bots=False) as server:
            line = LossyLine(server.port, b"POST ")
            yield House(server, line, f"http://127.0.0.1:{line.port}", hears_refusal=False)
    line.close()


def test_a_new_table(house: House) -> None:
    headers = {"Idempotency-Key": "A" * 30 + request_id()}
    answer = house.lost_and_repeated(lambda: HTTP.post(f"{house.url}/api/v1/matches", json=BODY, headers=headers))
    assert answer.status_code == 201
    created = answer.json()
    red = Player(house.url, created["match"], created["seats"][0]["secret"])
    assert red.look()["number"] == created["number"] == 1
    again = HTTP.post(f"{house.url}/api/v1/matches", json=BODY, headers=headers)
    assert again.json() == created, "there is one table"


def request_id() -> str:
    return uuid4().hex[:12]


def test_a_seat(house: House) -> None:
    created = HTTP.post(f"{house.url}/api/v1/matches", json=BODY).json()
    guest = Player(house.url, created["match"], created["seats"][1]["secret"])
    own = "B" * 22
    answer = house.lost_and_repeated(lambda: guest.post("join", name="Ben", secret=own))
    assert answer.status_code == 200
    seen = Player(house.url, created["match"], own).look()
    assert answer.json() == seen
    assert seen["number"] == created["number"] + 1
    assert seen["seats"][1]["name"] == "Ben"


def test_a_move_and_its_take_back(house: House) -> None:
    created, (red, _yellow) = house.table()
    number = created["number"]
    answer = house.lost_and_repeated(lambda: red.play("a4:1", number))
    assert (answer.status_code, answer.json()) == (200, red.look())
    assert answer.json()["number"] == number + 1
    answer = house.lost_and_repeated(lambda: red.post("take-back", after=number + 1))
    assert (answer.status_code, answer.json()) == (200, red.look())
    assert answer.json()["number"] == number + 2
    assert red.play("a4:2", number + 2).status_code == 200, "the match goes on"


def test_a_take_back_of_somebody_else_is_not_a_repetition(house: House) -> None:
    created, (red, yellow) = house.table()
    number = created["number"]
    assert red.play("a4:1", number).status_code == 200
    assert red.post("take-back", after=number + 1).status_code == 200
    other = yellow.post("take-back", after=number + 1)
    assert (other.status_code, other.json()["error"]["code"]) == (409, "stale")


def test_a_resignation(house: House) -> None:
    created, (red, yellow) = house.table()
    answer = house.lost_and_repeated(lambda: red.post("resign"))
    assert (answer.status_code, answer.json()) == (200, red.look())
    assert answer.json()["number"] == created["number"] + 1
    assert answer.json()["winners"] == [1]
    assert yellow.post("resign").status_code == 409


def test_a_read_does_not_speak_of_moves(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        for part in tmp_path.glob("benben.db*"):
            part.unlink()
        text = red.get().json()["error"]["text"]
        assert text == "The server cannot reach its database. Please try again in a moment."
        german = HTTP.get(f"{red.url}?lang=de", headers=red.headers).json()["error"]["text"]
        assert german == "Der Server erreicht seine Datenbank nicht. Bitte gleich noch einmal versuchen."
