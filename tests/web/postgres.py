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
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a running server, without a database name."""
    named = os.environ.get("BENBEN_TEST_DATABASE")
    if named:
        yield named.rsplit("/", 1)[0]
        return
    initdb, postgres = binary("initdb"), binary("postgres")
    if initdb is None or postgres is None:
        missing = "PostgreSQL is missing: install it, or set BENBEN_TEST_DATABASE"
        assert os.environ.get("CI") != "true", missing
        pytest.skip(missing)
    as_postgres: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="benben-postgres-") as folder:  # not pytest's: that is closed to others
        if os.geteuid() == 0:
            as_postgres = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")
        data, port = f"{folder}/data", free_port()
        command = [initdb, "-D", data, "-U", "benben", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **as_postgres)
        settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        settings += ["-c", "fsync=off"]  # we kill processes, not the machine
        server: subprocess.Popen[bytes] = subprocess.Popen(
            [postgres, "-D", data, "-p", str(port), *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            **as_postgres,
        )
        address = f"postgresql://benben@127.0.0.1:{port}"
        try:
            _wait_for(address, server)
            yield address
        finally:
            server.send_signal(signal.SIGQUIT)  # nobody needs this data again
            server.wait(timeout=30)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _attempt in range(200):
        assert server.poll() is None, "PostgreSQL did not start"
        try:
            psycopg.connect(f"{address}/postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL does not answer")


def new_database(address: str) -> str:
    """A fresh database on the server, as SQLAlchemy names it."""
    name = f"benben_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{address.replace('postgresql://', 'postgresql+psycopg://')}/{name}"
