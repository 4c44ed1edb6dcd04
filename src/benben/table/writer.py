"""Group commit: events that wait at the same time share one transaction. One commit for each event would allow no more
moves a second than the disk has syncs."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

from benben.core.text import texts
from benben.table.announcer import Announcer
from benben.table.database import CannotWrite, guarded, outage
from benben.table.errors import NoSuchMatch, StoreUnavailable, TableError
from benben.table.match import MatchEvent
from benben.table.schema import metadata
from benben.table.write_lock import WriteLock

_ = texts(__package__)

MOST_IN_A_COMMIT = 500
MOST_WAITING = 5_000  # backpressure: beyond this the disk cannot keep up, and events are refused

# Plain SQL: SQLAlchemy would take longer than the database. `?` marks a value for both databases.
END = "UPDATE matches SET ended = ? WHERE id = ?"
DUE = "UPDATE matches SET bot_due = ? WHERE id = ?"


RowValues = Mapping[str, object]  # values of a table row, in the order of its columns


@dataclass
class Append:
    """An event to be written."""

    match: str
    event: MatchEvent
    written: Future[bool] | asyncio.Future[bool]  # False: another event has taken the number
    ends: bool = False
    has_bots: bool = False  # the match has bots, so `matches.bot_due` is updated
    bot_due: bool = False  # a bot is to act next

    @property
    def key(self) -> tuple[str, int]:
        return self.match, self.event.number


@dataclass
class NewMatchRows:
    """A new match to be written, with its first events."""

    match: RowValues
    keys: Sequence[bytes]  # by seat
    events: Sequence[MatchEvent]
    written: Future[bool] | asyncio.Future[bool]  # False: its id is taken, or it is a rematch and another one exists

    @property
    def id(self) -> str:
        return str(self.match["id"])

    @property
    def rematch_of(self) -> str:
        return str(self.match["rematch_of"] or "")


Waiting = Append | NewMatchRows
Outcome = bool | TableError  # of `written`
Call = Callable[[Callable[[], None]], object]


def _at_once(what: Callable[[], None]) -> None:
    what()


class Writer:
    """A thread that writes all waiting events in one transaction, again and again."""

    def __init__(
        self, engine: Engine, write_lock: WriteLock, identity: Callable[[], object], most_waiting: int
    ) -> None:
        self._engine, self._write_lock, self._most_waiting = engine, write_lock, most_waiting
        self._identity = identity  # changes when the database file is replaced
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._driver: Any = engine.dialect.loaded_dbapi
        self._waiting: deque[Waiting] = deque()
        self._bell: queue.SimpleQueue[bool] = queue.SimpleQueue()  # True: something waits; False: stop
        self._is_called = False
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._soon: Call = _at_once
        self._deliver: Call = _at_once
        self.announcer = None if self._is_sqlite else Announcer(engine)
        self.rows: deque[range] = deque(maxlen=1_000)  # SQLite: row ids of our own events, oldest first, for the feed

    def use_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on `append` is called in this loop, and its futures belong to it.

        Events appended in one round of the loop are handed over together, and their results come back together:
        waking a thread for each event would cost more than the event.
        """
        self._soon, self._deliver = loop.call_soon, loop.call_soon_threadsafe

    def append(self, waiting: Waiting) -> None:
        """Write; `written` resolves when the data is durable."""
        if len(self._waiting) > self._most_waiting:
            outage.is_overloaded = True
            outage.failed(CannotWrite(f"more than {self._most_waiting} events wait to be written"))
            raise StoreUnavailable
        self._waiting.append(waiting)
        if not self._is_called:
            self._is_called = True
            self._soon(self._call)

    def _call(self) -> None:
        self._is_called = False
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="benben-store", daemon=True)
                self._thread.start()
            self._bell.put(True)

    def close(self) -> None:
        """Write everything that waits, then stop."""
        with self._starting:
            if self._thread is not None:
                self._bell.put(False)
                self._thread.join()
                self._thread = None
        if self.announcer is not None:
            self.announcer.close()

    def _run(self) -> None:
        going_on = True
        while going_on:
            going_on = self._bell.get()
            while self._waiting:
                batch = [self._waiting.popleft() for _n in range(min(len(self._waiting), MOST_IN_A_COMMIT))]
                if len(self._waiting) <= self._most_waiting / 2:
                    outage.is_overloaded = False
                # So that no future stays open, whatever happens.
                outcomes: list[Outcome] = [StoreUnavailable(is_write=True)] * len(batch)
                try:
                    outcomes = self.write(batch)
                finally:
                    self._deliver(partial(_settle, batch, outcomes))

    def write(self, batch: Sequence[Waiting]) -> list[Outcome]:
        """Write all in one transaction; the outcome of each."""
        first: dict[tuple[str, int], Append] = {}
        for waiting in batch:
            if isinstance(waiting, Append):
                first.setdefault(waiting.key, waiting)
        # The same order in every process: otherwise two that write the same numbers could deadlock.
        wanted = [first[key] for key in sorted(first)]
        openings = sorted(
            (waiting for waiting in batch if isinstance(waiting, NewMatchRows)),
            key=lambda new: (new.rematch_of, new.id),
        )
        try:
            with guarded(self._driver.Error, writes=True):
                written = self._commit(openings, wanted)
        except StoreUnavailable as error:
            return self._refused(batch, error)
        if self.announcer is not None:
            for waiting in written:
                self.announcer.announce(waiting.match, waiting.event)
        happened = {*map(id, written), *map(id, openings)}
        return [id(waiting) in happened for waiting in batch]

    def _commit(self, openings: Sequence[NewMatchRows], wanted: list[Append]) -> list[Append]:
        """Write in one transaction. Returns the events that got their number."""
        before = self._identity()
        with self._write_lock.hold(), self._connected() as connection:
            with closing(connection.cursor()) as cursor:  # an open cursor would keep the locks of a broken connection
                written = self._write(connection, cursor, openings, wanted)
                last_row = cursor.lastrowid if self._is_sqlite and written is wanted else None
            connection.commit()
        rows = len(wanted) + sum(len(opening.events) for opening in openings)
        if last_row is not None and rows:  # nobody else wrote meanwhile, so the row ids are consecutive
            self.rows.append(range(last_row - rows + 1, last_row + 1))
        if before is None or self._identity() != before:
            raise CannotWrite("the database file was deleted or replaced while it was written")
        return written

    def _refused(self, batch: Sequence[Waiting], error: StoreUnavailable) -> list[Outcome]:
        """The transaction was rolled back. If one part broke a constraint, the parts are tried one by one."""
        if not isinstance(error.__cause__, self._driver.IntegrityError):
            return [error] * len(batch)
        if len(batch) > 1:
            return [outcome for waiting in batch for outcome in self.write([waiting])]
        if isinstance(batch[0], Append):
            return [NoSuchMatch(_("There is no such match."))]
        return [False]

    @contextmanager
    def _connected(self) -> Iterator[DBAPIConnection]:
        """The driver's own connection, from the pool."""
        pooled = self._engine.raw_connection()
        try:
            assert pooled.dbapi_connection is not None
            yield pooled.dbapi_connection
        except self._driver.Error as error:
            if not isinstance(error, self._driver.IntegrityError):
                pooled.invalidate(error)
            raise
        finally:
            pooled.close()  # back into the pool, which rolls back what was not committed

    def _write(
        self, connection: DBAPIConnection, cursor: DBAPICursor, openings: Sequence[NewMatchRows], wanted: list[Append]
    ) -> list[Append]:
        """Insert new matches and events. Returns the events that got their number."""
        rows = [row_of(waiting.match, waiting.event) for waiting in wanted]
        happened = wanted
        self._open(cursor, openings)
        if self._insert(cursor, "events", rows) < len(rows):  # some numbers are taken: find out which
            connection.rollback()
            self._open(cursor, openings)
            happened = [each for each, row in zip(wanted, rows, strict=True) if self._insert(cursor, "events", [row])]
        for waiting in happened:
            if waiting.ends:
                cursor.execute(self._sql(END), (waiting.event.time, waiting.match))
            if waiting.has_bots:
                cursor.execute(self._sql(DUE), (waiting.event.number if waiting.bot_due else None, waiting.match))
        return happened

    def _open(self, cursor: DBAPICursor, openings: Sequence[NewMatchRows]) -> None:
        """Insert new matches. IntegrityError: an id is taken, or one is a rematch that exists already."""
        for new in openings:
            cursor.execute(self._sql(_insert_statement("matches", 1, "")), list(new.match.values()))
        self._insert(
            cursor,
            "seats",
            [{"match": new.id, "seat": seat, "key": key} for new in openings for seat, key in enumerate(new.keys)],
        )
        self._insert(cursor, "events", [row_of(new.id, event) for new in openings for event in new.events])

    def _insert(self, cursor: DBAPICursor, table: str, rows: Sequence[RowValues]) -> int:
        """Insert rows whose key is free, and count them. One statement without RETURNING: fetching each row would take
        the GIL from the event loop."""
        count = 0
        for start in range(0, len(rows), MOST_IN_A_COMMIT):
            some = rows[start : start + MOST_IN_A_COMMIT]
            cursor.execute(
                self._sql(_insert_statement(table, len(some))), [value for row in some for value in row.values()]
            )
            count += cursor.rowcount
        return count

    def _sql(self, statement: str) -> str:
        return statement if self._is_sqlite else statement.replace("?", "%s")


@cache
def _insert_statement(table: str, rows: int, otherwise: str = "ON CONFLICT DO NOTHING") -> str:
    columns = [column.name for column in metadata.tables[table].columns]
    names = ", ".join(f'"{name}"' for name in columns)
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({names}) VALUES {', '.join([row] * rows)} {otherwise}"


def _settle(batch: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    for waiting, outcome in zip(batch, outcomes, strict=True):
        if waiting.written.done():
            continue  # cancelled
        if isinstance(outcome, TableError):
            waiting.written.set_exception(outcome)
        else:
            waiting.written.set_result(outcome)


def row_of(match_id: str, event: MatchEvent) -> RowValues:
    """The row of an event."""
    return {
        "match": match_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "move": event.move,
        "text": event.text,
        "time": event.time,
    }
