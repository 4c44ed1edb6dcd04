"""Group commit: events that wait at the same moment share one transaction, and are answered when it is on disk."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, text, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError

from benben.core.text import texts
from benben.table.database import guarded
from benben.table.errors import NoSuchMatch, StoreUnavailable
from benben.table.match import Event
from benben.table.schema import events, matches

_ = texts(__package__)

CHANNEL = "benben_events"  # PostgreSQL: carries match ids, nothing else
MOST_IN_A_COMMIT = 500
MOST_WAITING = 5_000  # beyond that the disk cannot follow, and nobody is helped by waiting longer

NOTIFY = text("SELECT pg_notify(:channel, id) FROM unnest(CAST(:ids AS text[])) AS id")
END = update(matches).where(matches.c.id == bindparam("of")).values(ended=bindparam("at"))
DUE = update(matches).where(matches.c.id == bindparam("of")).values(bot_due=bindparam("due"))


@dataclass
class Append:
    """An event on its way to the disk."""

    match: str
    event: Event
    ends: bool = False
    has_bots: bool = False  # then it is noted whether …
    bot_due: bool = False  # … a bot is to answer it
    written: Future[bool] = field(default_factory=Future)  # True: it has the number; False: another event has


class Writer:
    """A thread that writes what has gathered."""

    def __init__(self, engine: Engine, identity: Callable[[], object]) -> None:
        self._engine = engine
        self._identity = identity  # of the database: changes when it is replaced
        self._is_sqlite = engine.dialect.name == "sqlite"
        dialect: Any = sqlite_insert if self._is_sqlite else postgres_insert
        self._insert = dialect(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)
        self._waiting: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self.backends: set[int] = set()  # PostgreSQL: who notifies for us

    def append(self, waiting: Append) -> Future[bool]:
        """The result comes when it is durable."""
        if self._waiting.qsize() > MOST_WAITING:
            raise StoreUnavailable
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="benben-store", daemon=True)
                self._thread.start()
            self._waiting.put(waiting)
        return waiting.written

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._starting:
            if self._thread is not None:
                self._waiting.put(None)
                self._thread.join()
                self._thread = None

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch = [self._waiting.get()]
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get())
            going_on = None not in batch
            appends = [waiting for waiting in batch if waiting is not None]
            try:
                self._answer(appends)
            finally:  # whatever went wrong here, nobody waits forever
                for waiting in appends:
                    if not waiting.written.done():
                        waiting.written.set_exception(StoreUnavailable())

    def _answer(self, batch: list[Append]) -> None:
        if not batch:
            return
        first: dict[tuple[str, int], Append] = {}
        for waiting in batch:
            first.setdefault((waiting.match, waiting.event.number), waiting)
        try:
            before = self._identity()
            with guarded(), self._engine.begin() as connection:
                written = self._write(connection, first)
            if before is None or self._identity() != before:
                raise StoreUnavailable  # written to a file that is nowhere to be found again
        except StoreUnavailable as error:
            self._refuse(batch, error)
            return
        for waiting in batch:
            key = (waiting.match, waiting.event.number)
            waiting.written.set_result(key in written and first[key] is waiting)

    def _refuse(self, batch: list[Append], error: StoreUnavailable) -> None:
        """Nothing of this was written. If one event was at fault, the others get another chance."""
        if not isinstance(error.__cause__, IntegrityError):
            for waiting in batch:
                waiting.written.set_exception(error)
        elif len(batch) > 1:
            for waiting in batch:
                self._answer([waiting])
        else:
            batch[0].written.set_exception(NoSuchMatch(_("There is no such match.")))

    def _write(self, connection: Connection, batch: dict[tuple[str, int], Append]) -> set[tuple[str, int]]:
        """Which of these events got the number they wanted."""
        # In the same order everywhere: two processes that write the same numbers would else wait for each other.
        rows = [
            row_of(waiting.match, waiting.event) for _key, waiting in sorted(batch.items(), key=lambda item: item[0])
        ]
        written = {(row[0], row[1]) for row in connection.execute(self._insert, rows)}
        happened = [batch[key] for key in sorted(written)]
        ended = [{"of": waiting.match, "at": waiting.event.time} for waiting in happened if waiting.ends]
        if ended:
            connection.execute(END, ended)
        due = [
            {"of": waiting.match, "due": waiting.event.number if waiting.bot_due else None}
            for waiting in happened
            if waiting.has_bots
        ]
        if due:
            connection.execute(DUE, due)
        if written and not self._is_sqlite:
            self.backends.add(_backend(connection))
            connection.execute(NOTIFY, {"channel": CHANNEL, "ids": sorted({match for match, _number in written})})
        return written


def _backend(connection: Connection) -> int:
    driver: Any = connection.connection.driver_connection
    return int(driver.info.backend_pid)


def row_of(match_id: str, event: Event) -> dict[str, object]:
    return {
        "match": match_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "move": event.move,
        "text": event.text,
        "time": event.time,
    }
