"""What other processes write, as it happens."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Set
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benben.table.match import Event
from benben.table.writer import CHANNEL, Writer

WAKE_SECONDS = 0.005  # how often SQLite is asked; an answer takes microseconds
ALONE_WAKE_SECONDS = 0.05
AWAY_SECONDS = 1.0

NEW = 'SELECT rowid, "match", number, kind, seat, time, move, text FROM events WHERE rowid > ? ORDER BY rowid'

Changes = dict[str, list[Event]]  # matches, each with what has happened there; nothing: it must be read


def changes(
    engine: Engine, ours: Writer, identity: Callable[[], object], wake: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """Matches in which something has happened; None: we may have missed something.

    What we wrote ourselves may be among them, but most of it is left out.
    """
    while not stop.is_set():
        try:
            if engine.dialect.name == "sqlite":
                yield from _sqlite(engine, ours.rows, identity, wake, stop)
            else:
                yield from _postgres(engine, ours.backends, stop)
        except (SQLAlchemyError, OSError):
            stop.wait(AWAY_SECONDS)  # the database is away
            yield None


def _sqlite(
    engine: Engine, ours: deque[range], identity: Callable[[], object], wake: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """SQLite keeps a number that changes with every commit of another connection. Rows of events are only added, so
    those beyond the last one seen are what is new."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        seen = _one(driver, "PRAGMA data_version")
        ours.clear()
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
            while ours and ours[0].start <= last + 1:
                last = max(last, ours.popleft()[-1])
            rows = _rows(driver, NEW, last)
            if rows:
                last = rows[-1][0]
                news: Changes = {}
                for _row, match, *event in rows:
                    news.setdefault(match, []).append(Event(*event))
                yield news
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
                        yield {notice.payload: []}
                    if stop.is_set():
                        return
    except psycopg.Error as error:
        raise OSError(str(error)) from error
