"""What other processes write, as it happens."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Set
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benben.table.writer import CHANNEL

WAKE_SECONDS = 0.005  # how often SQLite is asked; an answer takes microseconds
ALONE_WAKE_SECONDS = 0.05
AWAY_SECONDS = 1.0

Changes = dict[str, int]  # matches, each with its last number as far as that is known (else 0)


def changes(
    engine: Engine, ours: Set[int], identity: Callable[[], object], wake: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """Matches in which something has happened; None: we may have missed something.

    On PostgreSQL what we (`ours`: the backends that write for us) wrote is left out; on SQLite it is among them.
    """
    while not stop.is_set():
        try:
            if engine.dialect.name == "sqlite":
                yield from _sqlite(engine, identity, wake, stop)
            else:
                yield from _postgres(engine, ours, stop)
        except (SQLAlchemyError, OSError):
            stop.wait(AWAY_SECONDS)  # the database is away
            yield None


def _sqlite(
    engine: Engine, identity: Callable[[], object], wake: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """SQLite keeps a number that changes with every commit of another connection. Rows of events are only added, so
    those beyond the last one seen are what is new."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        seen = _one(driver, "PRAGMA data_version")
        last = _one(driver, "SELECT max(rowid) FROM events") or 0
        database = identity()
        yield None
        while not stop.wait(wake):
            if identity() != database:
                raise OSError("the database was replaced")
            now = _one(driver, "PRAGMA data_version")
            if now == seen:
                continue
            seen = now
            new = "SELECT match, max(number), max(rowid) FROM events WHERE rowid > ? GROUP BY match"
            rows = _rows(driver, new, last)
            if rows:
                last = max(row[2] for row in rows)
                yield {match: number for match, number, _row in rows}
            elif (_one(driver, "SELECT max(rowid) FROM events") or 0) < last:
                return  # the last rows are gone, so their numbers come again: begin anew


def _one(driver: Any, statement: str) -> int:
    return _rows(driver, statement)[0][0]  # type: ignore[no-any-return]


def _rows(driver: Any, statement: str, *values: object) -> list[Any]:
    try:
        return list(driver.execute(statement, values))
    except driver.Error as error:
        raise OSError(str(error)) from error


def _postgres(engine: Engine, ours: Set[int], stop: threading.Event) -> Iterator[Changes | None]:
    import psycopg  # 0.1 s, and not for SQLite

    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield None
            while not stop.is_set():
                for notice in connection.notifies(timeout=1.0):
                    if notice.pid not in ours:
                        yield {notice.payload: 0}
                    if stop.is_set():
                        return
    except psycopg.Error as error:
        raise OSError(str(error)) from error
