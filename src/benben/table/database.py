"""Connections to SQLite and PostgreSQL, and one error for all of their errors."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from benben.table.errors import StoreUnavailable

log = logging.getLogger("benben.table")

BUSY_SECONDS = 5.0  # a writer waits this long for another process


def open_database(url: str) -> Engine:
    """An engine; nothing is read or written yet."""
    if not is_sqlite(url):
        options = {"connect_timeout": 5, "options": f"-c lock_timeout={BUSY_SECONDS}s -c statement_timeout=30s"}
        return create_engine(
            url,
            poolclass=QueuePool,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args=options,
        )
    return _open_sqlite(url)


def _open_sqlite(url: str) -> Engine:
    file = sqlite_file(url)
    if file is None:
        engine = create_engine(url)
    else:
        if not file.exists() and file.parent.is_dir():
            file.touch(mode=0o600)  # only at the start: a database that vanishes later is not replaced by an empty one
        address = f"{file.absolute().as_uri()}?mode=rw"
        engine = create_engine(
            "sqlite://",
            poolclass=QueuePool,
            creator=lambda: sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False),
        )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: ConnectionPoolEntry) -> None:
        # WAL: readers do not wait for the writer. FULL: a commit is on disk when it returns.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA wal_autocheckpoint=8000")  # pages; a checkpoint blocks writers, so do it rarely
        connection.execute("PRAGMA foreign_keys=ON")
        record.info["file"] = identity(file)

    @event.listens_for(engine, "checkout")
    def look(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        """Drop connections to a file that was deleted or replaced: writes to it would succeed and be lost."""
        if record.info["file"] != identity(file):
            raise DisconnectionError("the database file is another one")

    return engine


def identity(file: Path | None) -> tuple[int, int] | None:
    """Identifies a file; another file in its place differs. None: the file is gone."""
    try:
        found = os.stat(file) if file is not None else None
    except FileNotFoundError:
        return None
    return (found.st_dev, found.st_ino) if found is not None else (0, 0)


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for other databases and for memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


class Outage:
    """Logs when the database becomes unavailable, with the cause, and when it is back; not every failed request."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._lock = threading.Lock()  # threads fail and succeed at the same time
        self.is_overloaded = False  # writes are refused because too many wait; those that succeed do not end it

    @property
    def is_on(self) -> bool:
        """Did the last write fail, as far as this process knows?"""
        return self._since is not None

    def failed(self, error: Exception) -> None:
        with self._lock:
            is_new, self._since = self._since is None, self._since or time.monotonic()
        if is_new:
            log.error("the database is unavailable", extra={"cause": str(error).splitlines()[0][:300]})

    def succeeded(self) -> None:
        if self._since is None or self.is_overloaded:
            return
        with self._lock:
            since, self._since = self._since, None
        if since is not None:
            log.warning("the database is back", extra={"seconds": round(time.monotonic() - since, 1)})


outage = Outage()  # of this process, which has one database


class CannotWrite(Exception):
    """A cause of an outage that the database knows nothing about."""


@contextmanager
def guarded(drivers_error: type[Exception] = SQLAlchemyError, *, writes: bool = False) -> Iterator[None]:
    """Turn every error of the database into StoreUnavailable. A write that succeeds ends an outage: reads may work all
    the time."""
    try:
        yield
    except (SQLAlchemyError, drivers_error, CannotWrite) as error:
        if type(error).__name__ != "IntegrityError":  # SQLAlchemy's or the driver's: a constraint, no outage
            outage.failed(error)
        raise StoreUnavailable(writes) from error
    else:
        if writes:
            outage.succeeded()
