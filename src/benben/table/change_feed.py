"""The feed of what other processes write to the database."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator, Set
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benben.table.match import Event
from benben.table.writer import CHANNEL, Writer

if TYPE_CHECKING:
    from benben.table.store import Store

POLL_SECONDS = 0.005  # how often SQLite is asked for changes; the question costs microseconds
ALONE_POLL_SECONDS = 0.05
AWAY_SECONDS = 1.0

NEW = 'SELECT rowid, "match", number, kind, seat, time, move, text FROM events WHERE rowid > ? ORDER BY rowid'

Changes = dict[str, list[Event]]  # new events by match; an empty list: the events must be read


class ChangeFeed:
    """A thread that follows the store's changes and reports them in the event loop."""

    def __init__(self, store: Store, on_changes: Callable[[Changes | None], None]) -> None:
        self._store, self._on_changes = store, on_changes
        self._stop = threading.Event()

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, args=(loop,), name="benben-change-feed", daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for changed in self._store.changes(self._stop):
            if loop.is_closed():
                return
            loop.call_soon_threadsafe(self._on_changes, changed)


def changes(
    engine: Engine, ours: Writer, identity: Callable[[], object], poll: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """New events by match, as they are committed; None: some may have been missed.

    Most of what this process writes itself is left out.
    """
    while not stop.is_set():
        try:
            if engine.dialect.name == "sqlite":
                yield from _sqlite(engine, ours.rows, identity, poll, stop)
            else:
                yield from _postgres(engine, ours.backends, stop)
        except (SQLAlchemyError, OSError):
            stop.wait(AWAY_SECONDS)  # the database is away
            yield None


def _sqlite(
    engine: Engine, ours: deque[range], identity: Callable[[], object], poll: float, stop: threading.Event
) -> Iterator[Changes | None]:
    """Poll SQLite's data version, which changes with every commit of another connection. Events are only appended, so
    the new ones are the rows beyond the last row seen."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        seen = _one(driver, "PRAGMA data_version")
        ours.clear()
        last = _one(driver, "SELECT max(rowid) FROM events") or 0
        database = identity()
        yield None
        while not stop.wait(poll):
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
                return  # the last rows were deleted, so row ids will be used again: start over


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
