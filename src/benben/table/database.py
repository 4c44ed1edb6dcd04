"""The two databases: how a connection to each is made, and one error for whatever they say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from benben.table.errors import StoreUnavailable

BUSY_SECONDS = 5.0  # how long a writer waits for another process that writes


def open_database(url: str) -> Engine:
    """Nothing is read or written yet."""
    if not is_sqlite(url):
        options = {"connect_timeout": 5, "options": "-c lock_timeout=10s -c statement_timeout=30s"}
        return create_engine(
            url,
            poolclass=QueuePool,
            pool_size=5,
            max_overflow=5,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args=options,
        )
    file = sqlite_file(url)
    if file is not None:
        url = str(make_url(url).set(database=str(file)))
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # WAL: readers do not wait for the writer. FULL: a commit is on the disk when it returns.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None: there is none, or it is in memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


@contextmanager
def guarded() -> Iterator[None]:
    """Whatever the database says against it, the table says the same thing."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreUnavailable from error
