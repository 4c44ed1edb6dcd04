"""Group commit: events that wait at the same moment share one transaction, and are answered when it is on disk."""

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
from benben.table.database import guarded
from benben.table.errors import NoSuchMatch, StoreUnavailable, TableError
from benben.table.match import Event
from benben.table.schema import metadata
from benben.table.turns import Turns

_ = texts(__package__)

CHANNEL = "benben_events"  # PostgreSQL: carries match ids, nothing else
MOST_IN_A_COMMIT = 500
MOST_WAITING = 5_000  # beyond that the disk cannot follow, and nobody is helped by waiting longer

# In plain SQL and past SQLAlchemy, which would take longer than the database; `?` is a value on both.
NOTIFY = "SELECT pg_notify(?, id) FROM unnest(CAST(? AS text[])) AS id"
END = "UPDATE matches SET ended = ? WHERE id = ?"
DUE = "UPDATE matches SET bot_due = ? WHERE id = ?"


Row = Mapping[str, object]  # of a table, in the order of its columns


@dataclass
class Append:
    """An event on its way to the disk."""

    match: str
    event: Event
    written: Future[bool] | asyncio.Future[bool]  # True: it has the number; False: another event has
    ends: bool = False
    has_bots: bool = False  # then it is noted whether …
    bot_due: bool = False  # … a bot is to answer it

    @property
    def key(self) -> tuple[str, int]:
        return self.match, self.event.number


@dataclass
class Opening:
    """A new match on its way to the disk, with its first events."""

    match: Row
    keys: Sequence[bytes]  # of the seats
    events: Sequence[Event]
    written: Future[bool] | asyncio.Future[bool]  # False: it is a rematch, and there is one already

    @property
    def id(self) -> str:
        return str(self.match["id"])

    @property
    def rematch_of(self) -> str:
        return str(self.match["rematch_of"] or "")


Waiting = Append | Opening
Outcome = bool | TableError  # what `written` will say
Call = Callable[[Callable[[], None]], object]


def _at_once(what: Callable[[], None]) -> None:
    what()


class Writer:
    """A thread that writes what has gathered."""

    def __init__(self, engine: Engine, turns: Turns, identity: Callable[[], object]) -> None:
        self._engine, self._turns = engine, turns
        self._identity = identity  # of the database: changes when it is replaced
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._driver: Any = engine.dialect.loaded_dbapi
        self._waiting: deque[Waiting] = deque()
        self._bell: queue.SimpleQueue[bool] = queue.SimpleQueue()  # True: something waits; False: it was the last
        self._is_called = False
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._soon: Call = _at_once
        self._deliver: Call = _at_once
        # What `changes` need not tell us:
        self.backends: set[int] = set()  # PostgreSQL: who notifies for us
        self.rows: deque[range] = deque(maxlen=1_000)  # SQLite: rows of events that we have written, the oldest first

    def belong_to(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on `append` is called in this loop, and all futures are its own.

        What is appended in one round of the loop is handed over together, and what was written together comes back
        together: a thread that must be woken for each event would cost more than the event.
        """
        self._soon, self._deliver = loop.call_soon, loop.call_soon_threadsafe

    def append(self, waiting: Waiting) -> None:
        """The result comes when it is durable."""
        if len(self._waiting) > MOST_WAITING:
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
        """Write what waits, then stop."""
        with self._starting:
            if self._thread is not None:
                self._bell.put(False)
                self._thread.join()
                self._thread = None

    def _run(self) -> None:
        going_on = True
        while going_on:
            going_on = self._bell.get()
            while self._waiting:
                batch = [self._waiting.popleft() for _n in range(min(len(self._waiting), MOST_IN_A_COMMIT))]
                outcomes: list[Outcome] = [StoreUnavailable()] * len(batch)  # whatever goes wrong, nobody waits forever
                try:
                    outcomes = self.write(batch)
                finally:
                    self._deliver(partial(_settle, batch, outcomes))

    def write(self, batch: Sequence[Waiting]) -> list[Outcome]:
        """All in one transaction. What became of each."""
        first: dict[tuple[str, int], Append] = {}
        for waiting in batch:
            if isinstance(waiting, Append):
                first.setdefault(waiting.key, waiting)
        # In the same order everywhere: two processes that write the same numbers would else wait for each other.
        wanted = [first[key] for key in sorted(first)]
        openings = sorted(
            (waiting for waiting in batch if isinstance(waiting, Opening)), key=lambda new: new.rematch_of
        )
        try:
            before = self._identity()
            with guarded(self._driver.Error), self._turns.take(), self._connected() as connection:
                with closing(connection.cursor()) as cursor:  # an open one would keep a broken connection's locks
                    written = self._write(connection, cursor, openings, wanted)
                    last_row = cursor.lastrowid if self._is_sqlite and written is wanted else None
                connection.commit()
            rows = len(wanted) + sum(len(opening.events) for opening in openings)
            if last_row is not None and rows:  # nobody else writes meanwhile: they are in one piece
                self.rows.append(range(last_row - rows + 1, last_row + 1))
            if before is None or self._identity() != before:
                raise StoreUnavailable  # written to a file that is nowhere to be found again
        except StoreUnavailable as error:
            return self._refused(batch, error)
        happened = {*map(id, written), *map(id, openings)}
        return [id(waiting) in happened for waiting in batch]

    def _refused(self, batch: Sequence[Waiting], error: StoreUnavailable) -> list[Outcome]:
        """Nothing of this was written. If one was at fault, the others get another chance."""
        if not isinstance(error.__cause__, self._driver.IntegrityError):
            return [error] * len(batch)
        if len(batch) > 1:
            return [outcome for waiting in batch for outcome in self.write([waiting])]
        if isinstance(batch[0], Append):
            return [NoSuchMatch(_("There is no such match."))]
        return [False if batch[0].rematch_of else error]

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
            pooled.close()  # back into the pool; what was not committed is undone

    def _write(
        self, connection: DBAPIConnection, cursor: DBAPICursor, openings: Sequence[Opening], wanted: list[Append]
    ) -> list[Append]:
        """New matches, and those of these events that got the number they wanted: the latter are returned."""
        rows = [row_of(waiting.match, waiting.event) for waiting in wanted]
        happened = wanted
        self._open(cursor, openings)
        if self._insert(cursor, "events", rows) < len(rows):  # some numbers were taken: find out which
            connection.rollback()
            self._open(cursor, openings)
            happened = [each for each, row in zip(wanted, rows, strict=True) if self._insert(cursor, "events", [row])]
        for waiting in happened:
            if waiting.ends:
                cursor.execute(self._sql(END), (waiting.event.time, waiting.match))
            if waiting.has_bots:
                cursor.execute(self._sql(DUE), (waiting.event.number if waiting.bot_due else None, waiting.match))
        if happened and not self._is_sqlite:
            self.backends.add(connection.info.backend_pid)
            cursor.execute(self._sql(NOTIFY), (CHANNEL, sorted({waiting.match for waiting in happened})))
        return happened

    def _open(self, cursor: DBAPICursor, openings: Sequence[Opening]) -> None:
        """New matches. IntegrityError: one is a rematch that somebody else has opened."""
        for new in openings:
            cursor.execute(self._sql(_insert_statement("matches", 1, "")), list(new.match.values()))
        self._insert(
            cursor,
            "seats",
            [{"match": new.id, "seat": seat, "key": key} for new in openings for seat, key in enumerate(new.keys)],
        )
        self._insert(cursor, "events", [row_of(new.id, event) for new in openings for event in new.events])

    def _insert(self, cursor: DBAPICursor, table: str, rows: Sequence[Row]) -> int:
        """How many of these got their number. One statement, whose rows are not asked back: for each row asked for, the
        thread that answers people would have to stop."""
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
            continue  # whoever waited has gone
        if isinstance(outcome, TableError):
            waiting.written.set_exception(outcome)
        else:
            waiting.written.set_result(outcome)


def row_of(match_id: str, event: Event) -> Row:
    """A row of the table of events."""
    return {
        "match": match_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "move": event.move,
        "text": event.text,
        "time": event.time,
    }
