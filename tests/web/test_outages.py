"""The database is locked, full, gone, or away for a while: a coded refusal, nothing lost, and all is well by itself."""

import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.web import postgres
from tests.web.server import HTTP, Player, Server, open_table, running
from tests.web.streaming import Listener

PATIENCE = 30.0


def refused(answer: httpx.Response) -> bool:
    if answer.status_code < 500:
        return False
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store-unavailable"), answer.text
    assert answer.headers["retry-after"]
    return True


def soon(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "it did not recover"
        time.sleep(0.1)


def answers_well(server: Server) -> bool:
    try:
        return HTTP.get(f"{server.url}/ready").status_code == 200
    except httpx.TransportError:
        return False  # not yet


def test_a_locked_sqlite_file(tmp_path: Path) -> None:
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path, workers=2) as server:
        _created, (red, _yellow) = open_table(server.url)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert refused(red.play("a4:1", 2))
            other.execute("ROLLBACK")
        assert red.look()["number"] == 2
        assert red.play("a4:1", 2).status_code == 200


def test_a_locked_postgres_table(postgres_address: str, tmp_path: Path) -> None:
    database = postgres.new_database(postgres_address)
    with running(database, tmp_path, workers=2) as server:
        _created, (red, _yellow) = open_table(server.url)
        with psycopg.connect(database.replace("+psycopg", "")) as other:
            other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            assert refused(red.play("a4:1", 2))
            other.rollback()
        assert red.look()["number"] == 2
        assert red.play("a4:1", 2).status_code == 200


def test_a_sqlite_file_that_vanishes(tmp_path: Path) -> None:
    """Nothing is acknowledged that would be written to a deleted file; a copy that is put back is used."""
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path, workers=2) as server:
        _created, (red, yellow) = open_table(server.url)
        assert red.play("a4:1", 2).status_code == 200
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(tmp_path / "copy")) as copy:
            source.backup(copy)
        assert yellow.play("h4:1", 3).status_code == 200
        for part in tmp_path.glob("benben.db*"):
            part.unlink()
        assert refused(red.play("a4:1", 4))
        assert refused(red.get())
        assert HTTP.get(f"{server.url}/ready").status_code == 503
        assert HTTP.get(f"{server.url}/health").status_code == 200
        assert not file.exists(), "no empty database takes its place"
        shutil.move(tmp_path / "copy", file)
        soon(lambda: answers_well(server))
        assert red.look()["number"] == 3, "what is true is what the database says"
        assert yellow.play("h4:1", 3).status_code == 200
        assert red.play("a4:1", 4).status_code == 200


def test_postgres_stops_and_starts_again(tmp_path: Path) -> None:
    with postgres.own_cluster() as cluster:
        database = postgres.new_database(cluster.address)
        with running(database, tmp_path, workers=2) as server:
            _created, (red, yellow) = open_table(server.url)
            workers = [worker.pid for worker in server.workers_alive()]
            with Listener(yellow) as listener:
                assert red.play("a4:1", 2).status_code == 200
                cluster.stop()
                assert refused(yellow.play("h4:1", 3))
                assert refused(yellow.get())
                assert HTTP.get(f"{server.url}/ready").status_code == 503
                cluster.start()
                soon(lambda: answers_well(server))
                assert yellow.play("h4:1", 3).status_code == 200
                assert red.play("a4:1", 4).status_code == 200
                listener.wait_for(5)
                assert listener.numbers == [1, 2, 3, 4, 5], "the stream has gone on"
            assert [worker.pid for worker in server.workers_alive()] == workers, "nobody died of it"


def test_a_worker_that_comes_while_postgres_is_away(tmp_path: Path) -> None:
    """Its start must not fail: the server would take that for a reason to give up."""
    with postgres.own_cluster() as cluster:
        database = postgres.new_database(cluster.address)
        with running(database, tmp_path, workers=2) as server:
            _created, (red, _yellow) = open_table(server.url)
            soon(lambda: len(server.workers_alive()) == 2)
            victim = server.workers_alive()[0]
            cluster.stop()
            victim.kill()
            soon(lambda: len(server.workers_alive()) == 2 and victim not in server.workers_alive())
            assert refused(red.play("a4:1", 2))
            cluster.start()
            soon(lambda: answers_well(server))
            asked = [httpx.get(f"{server.url}/ready").status_code for _ in range(20)]  # each on a connection of its own
            assert asked == [200] * 20, "both workers answer"
            assert red.play("a4:1", 2).status_code == 200


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk with room for hardly more than a database."""
    with tempfile.TemporaryDirectory(prefix="benben-disk-") as folder:  # not pytest's: that is closed to PostgreSQL
        command = ["mount", "-t", "tmpfs", "-o", "size=24m,mode=755", "tmpfs", folder]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("only root can make a small disk")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_full_disk(kind: str, small_disk: Path, tmp_path: Path) -> None:
    if kind == "sqlite":
        check_full_disk(f"sqlite:///{small_disk / 'benben.db'}", small_disk, tmp_path)
        return
    with postgres.own_cluster() as cluster:
        tables = small_disk / "tables"
        tables.mkdir()
        if os.geteuid() == 0:
            shutil.chown(tables, "postgres", "postgres")
        with psycopg.connect(f"{cluster.address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{tables}'")
        check_full_disk(postgres.new_database(cluster.address, "TABLESPACE small"), small_disk, tmp_path)


def check_full_disk(database: str, disk: Path, folder: Path) -> None:
    with running(database, folder, workers=2) as server:
        _created, (red, _yellow) = open_table(server.url)
        assert red.play("a4:1", 2).status_code == 200
        acknowledged = fill(server, disk / "ballast")
        assert red.look()["number"] == 3, "what is there can be read"
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            assert HTTP.get(f"{server.url}/ready").status_code == 503, "the last free bytes do not make it ready"
            time.sleep(0.2)
        (disk / "ballast").unlink()
        soon(lambda: open_status(server) == 201)
        for shape in acknowledged:
            assert Player(server.url, shape["match"], None).look()["full"]
        said = [json.loads(line)["message"] for line in server.log.read_text().splitlines() if "database is" in line]
        assert said == ["the database is unavailable", "the database is back"], "once, by the worker that was asked"


def fill(server: Server, ballast: Path) -> list[dict[str, Any]]:
    """Until nothing goes any more. What was acknowledged on the way."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    opened: list[dict[str, Any]] = []
    for _attempt in range(2_000):
        answer = open_answer(server)
        if refused(answer):
            return opened
        opened.append(answer.json())
    raise AssertionError("the disk was never full")


def open_answer(server: Server) -> httpx.Response:
    seats = [{"kind": "person", "name": "P" * 40}] * 4
    return HTTP.post(f"{server.url}/api/v1/matches", json={"game": "pyramidis", "players": 4, "seats": seats})


def open_status(server: Server) -> int:
    return open_answer(server).status_code
