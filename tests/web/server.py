"""A real server for tests: its own process, its own database, on loopback."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import psutil

HTTP = httpx.Client(timeout=30, limits=httpx.Limits(max_connections=200))
atexit.register(HTTP.close)


class Nursery:
    """The process from which all servers of this test run are forked: see `tests.web.start`."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.web.start"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self._end)

    def ask(self, *what: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def _end(self) -> None:
        self._process.communicate()


nursery = cache(Nursery)


@dataclass
class Server:
    """A server that can be talked to, killed and started again on the same database and port."""

    settings: dict[str, Any]
    workers: int
    port: int
    log: Path
    process: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, seconds: float = 60) -> None:
        self.process = nursery().ask("start", self.settings, self.port, self.workers, str(self.log))
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if HTTP.get(f"{self.url}/ready", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.02)
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """As a power cut does: the whole process group, at once."""
        if self.process is not None:
            os.killpg(self.process, signal.SIGKILL)
            nursery().ask("wait", self.process)
            while is_open(self.port):  # its workers take a moment to die
                time.sleep(0.005)
            self.process = None

    def stop(self) -> int:
        """Gracefully. The exit code."""
        assert self.process is not None
        os.kill(self.process, signal.SIGTERM)
        code = nursery().ask("wait", self.process)
        self.process = None
        return code

    def workers_alive(self) -> list[psutil.Process]:
        assert self.process is not None
        return psutil.Process(self.process).children()

    def said(self) -> str:
        """The end of the log, for failed tests."""
        return self.log.read_text()[-2000:]


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(database: str, folder: Path, workers: int = 1, **settings: Any) -> Iterator[Server]:
    chosen = {"database": database, "warm": False, **settings}
    server = Server(chosen, workers, free_port(), folder / "server.log")
    server.start()
    try:
        yield server
    except BaseException:
        print(server.said())  # what the server knew of it
        raise
    finally:
        server.kill()


class Player:
    """Somebody with the secret of a seat."""

    def __init__(self, url: str, match: str, secret: str | None) -> None:
        self.secret = secret
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self.url = f"{url}/api/v1/matches/{match}"

    def look(self) -> dict[str, Any]:
        shape: dict[str, Any] = self.get().raise_for_status().json()
        return shape

    def get(self, what: str = "") -> httpx.Response:
        return HTTP.get(self.url + what, headers=self.headers)

    def look_status(self) -> int:
        return self.get().status_code

    def post(self, what: str, **body: Any) -> httpx.Response:
        return HTTP.post(f"{self.url}/{what}", json=body, headers=self.headers)

    def send(self, what: str, content: bytes, **headers: str) -> httpx.Response:
        """A body as it is."""
        return HTTP.post(f"{self.url}/{what}", content=content, headers={**self.headers, **headers})

    def play(self, move: str, after: int, brief: bool = False) -> httpx.Response:
        headers = {**self.headers, "Prefer": "return=minimal"} if brief else self.headers
        return HTTP.post(f"{self.url}/moves", json={"move": move, "after": after}, headers=headers)


def open_table(url: str, game: str = "pyramidis", players: int = 2, **body: Any) -> tuple[dict[str, Any], list[Player]]:
    """A new match, everybody seated, and its players."""
    seats = body.pop("seats", [{"kind": "person", "name": f"P{seat}"} for seat in range(players)])
    created = HTTP.post(f"{url}/api/v1/matches", json={"game": game, "players": players, "seats": seats, **body})
    shape: dict[str, Any] = created.raise_for_status().json()
    return shape, [Player(url, shape["match"], seat["secret"]) for seat in shape["seats"]]


def wait_for_bots(server: Server, game: str) -> None:
    """Until the bots of a game are compiled, which takes minutes on a new machine."""
    until = time.monotonic() + 400
    while not next(one["ready"] for one in HTTP.get(f"{server.url}/api/v1/games").json() if one["game"] == game):
        assert time.monotonic() < until, game
        time.sleep(0.5)
