"""A PostgreSQL of its own for the tests: a fresh cluster in a temporary folder, on a socket and a loopback port.

BENBEN_TEST_DATABASE names a server to use instead. As root the cluster runs as the user `postgres`, who comes with the
Debian package that `make test` installs.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.web.server import free_port


def binary(name: str) -> str | None:
    found = shutil.which(name)
    if found:
        return found
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else None


@dataclass
class Cluster:
    """A PostgreSQL server that can be stopped and started again."""

    folder: Path
    port: int
    hosts: Sequence[str] = ()  # addresses to listen on beside loopback
    is_durable: bool = False  # commits wait for the disk
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Without a database name."""
        return f"postgresql://benben@127.0.0.1:{self.port}"

    def start(self) -> None:
        addresses = ",".join(dict.fromkeys(["127.0.0.1", *self.hosts]))
        settings = ["-c", f"listen_addresses={addresses}", "-c", f"unix_socket_directories={self.folder}"]
        settings += ["-c", "max_connections=300"]  # 13 for each of many workers
        if not self.is_durable:
            settings += ["-c", "fsync=off"]  # we kill processes, not the machine
        self.process = subprocess.Popen(
            [str(binary("postgres")), "-D", f"{self.folder}/data", "-p", str(self.port), *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            **as_postgres(),
        )
        _wait_for(self.address, self.process)

    def stop(self) -> None:
        """At once, as a crash does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=30)
            self.process = None


def as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def own_cluster(hosts: Sequence[str] = (), *, is_durable: bool = False) -> Iterator[Cluster]:
    """A new server in a folder of its own. It listens on loopback, and on the addresses of `hosts`."""
    initdb = binary("initdb")
    if initdb is None or binary("postgres") is None:
        missing = "PostgreSQL is missing: install it, or set BENBEN_TEST_DATABASE"
        assert os.environ.get("CI") != "true", missing
        pytest.skip(missing)
    with tempfile.TemporaryDirectory(prefix="benben-postgres-") as folder:  # not pytest's: that is closed to others
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        command = [initdb, "-D", f"{folder}/data", "-U", "benben", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **as_postgres())
        if hosts:
            with (Path(folder) / "data" / "pg_hba.conf").open("a") as allowed:
                allowed.write("host all all samenet trust\n")
        started = Cluster(Path(folder), free_port(), hosts, is_durable)
        started.start()
        try:
            yield started
        finally:
            started.stop()


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a running server, without a database name."""
    named = os.environ.get("BENBEN_TEST_DATABASE")
    if named:
        yield named.rsplit("/", 1)[0]
        return
    with own_cluster() as started:
        yield started.address


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _attempt in range(200):
        assert server.poll() is None, "PostgreSQL did not start"
        try:
            psycopg.connect(f"{address}/postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL does not answer")


def new_database(address: str, options: str = "") -> str:
    """A fresh database on the server, as SQLAlchemy names it."""
    name = f"benben_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {options}")
    return f"{address.replace('postgresql://', 'postgresql+psycopg://')}/{name}"
