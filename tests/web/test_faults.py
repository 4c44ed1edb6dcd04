"""Power cuts: whatever was acknowledged is found again, and every match goes on.

Load runs against two workers while the whole server, or one of its workers, is killed with SIGKILL, again and again.
The number of kills is BENBEN_TEST_KILLS.
"""

import json
import os
import random
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import benben
from tests.web import postgres
from tests.web.server import HTTP, Player, Server, open_table, running

KILLS = int(os.environ.get("BENBEN_TEST_KILLS", "50"))
TABLES = 4


class Table:
    """A match played by its own thread, which keeps every move that was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        self.created, self.players = open_table(server.url)
        self.acknowledged: dict[int, str] = {}  # by event number
        self.chance = random.Random(seed)
        self.over = threading.Event()

    def play_on(self) -> None:
        """Until told to stop; whatever the server does, a move counts only if it was answered with 200."""
        while not self.over.is_set():
            try:
                self.one_move()
            except (httpx.HTTPError, KeyError):
                time.sleep(0.02)  # the server is away, or just coming back

    def one_move(self) -> None:
        seen = self.players[0].look()
        if seen["over"]:
            self.over.set()
            return
        player = self.players[seen["actor"]]
        choices = player.look()["choices"]
        if choices:
            move = self.chance.choice(choices)["move"]
            answer = player.play(move, seen["number"])
            if answer.status_code == 200:
                self.acknowledged[seen["number"] + 1] = move

    def check(self) -> None:
        """All acknowledged moves are there, in their places."""
        events = self.events()
        for number, move in self.acknowledged.items():
            assert events[number - 1]["move"] == move, f"move {number} was lost"

    def events(self) -> list[dict[str, Any]]:
        player, heard = self.players[0], []
        with HTTP.stream("GET", f"{player.url}/events", params={"after": 0}, headers=player.headers) as answer:
            last = player.look()["number"]
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    heard.append(json.loads(line.removeprefix("data: ")))
                    if heard[-1]["number"] == last:
                        return heard
        raise AssertionError("the stream ended early")

    def finish(self) -> None:
        """The match can be played to its end."""
        self.over.clear()
        deadline = time.monotonic() + 120
        while not self.over.is_set():
            assert time.monotonic() < deadline
            self.one_move()
        assert benben.verify(self.players[0].get("/record").text).is_over


def kill_a_worker(server: Server) -> None:
    """One worker process dies; the server starts another."""
    workers = server.workers_alive()
    if workers:
        random.choice(workers).send_signal(signal.SIGKILL)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_acknowledged_move_is_lost(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if kind == "sqlite":
        database = f"sqlite:///{tmp_path / 'benben.db'}"
    else:
        database = postgres.new_database(request.getfixturevalue("postgres_address"))
    with running(database, tmp_path, workers=2) as server:
        tables = [Table(server, seed) for seed in range(TABLES)]
        threads = [threading.Thread(target=table.play_on) for table in tables]
        for thread in threads:
            thread.start()
        try:
            for kill in range(KILLS):
                time.sleep(random.uniform(0.02, 0.2))
                if kill % 2:
                    kill_a_worker(server)
                else:
                    server.kill()
                    server.start()
        finally:
            for table in tables:
                table.over.set()
            for thread in threads:
                thread.join()
        server.kill()
        server.start()
        assert sum(len(table.acknowledged) for table in tables) > KILLS, "there was hardly any load"
        for table in tables:
            table.check()
            table.finish()
            table.check()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, workers=2) as server:
        seats = [{"kind": "bot", "level": "casual"}, {"kind": "bot", "level": "novice"}]
        created, _players = open_table(server.url, seats=seats)
        onlooker = Player(server.url, created["match"], None)
        seen, deadline = onlooker.look(), time.monotonic() + 120
        for _kill in range(3):
            server.kill()
            server.start()
            before = seen["number"]
            while not seen["over"] and seen["number"] < before + 5:
                assert time.monotonic() < deadline, "the bots do not move"
                time.sleep(0.1)
                seen = onlooker.look()
        while not (seen := onlooker.look())["over"]:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert benben.verify(onlooker.get("/record").text).is_over


def test_a_graceful_stop(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        assert red.play("a4:1", 2).status_code == 200
        assert server.stop() in (0, -signal.SIGTERM)
        assert "Application shutdown complete" in server.log.read_text()
        server.start()
        assert red.look()["number"] == 3


def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    """A locked SQLite file: a clear error, nothing changed, and then all is well by itself."""
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        blocker = sqlite3.connect(file, isolation_level=None)
        blocker.execute("BEGIN EXCLUSIVE")
        refused = red.play("a4:1", 2)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store-unavailable")
        assert refused.headers["retry-after"]
        blocker.execute("ROLLBACK")
        blocker.close()
        assert red.look()["number"] == 2
        assert red.play("a4:1", 2).status_code == 200
