"""The store: SQLite by default, PostgreSQL by address. What it has acknowledged is on disk.

Moves that wait at the same moment share one transaction: a thread of its own takes what has gathered, writes it,
commits once, and only then answers. `(match, number)` is unique, so of two writers one loses and learns it.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from benben.core.text import texts
from benben.games import find
from benben.table.errors import NoSuchMatch, Stale, StoreUnavailable
from benben.table.match import Event, Match
from benben.table.schema import events, leases, matches, metadata, seats

_ = texts(__package__)

CHANNEL = "benben_events"  # PostgreSQL: carries match ids, nothing else
MOST_IN_A_COMMIT = 500
BUSY_SECONDS = 5.0
WAKE_SECONDS = 0.03  # how often SQLite is asked for other processes' commits


@dataclass
class _Append:
    """An event on its way to the disk."""

    match: str
    event: Event
    ends: bool
    written: Future[bool]  # True: it has the number; False: another event has


class Store:
    """All reading and writing. Every method may be called from any thread."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _engine(url, self.is_sqlite)
        self._waiting: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._starting = threading.Lock()
        self.on_commit: Callable[[set[str]], None] = lambda matches: None  # called by the writer after each commit

    def create_schema(self) -> None:
        """For tests and first starts; `migrations` does the same step by step."""
        with _guarded():
            metadata.create_all(self.engine)

    # Matches

    def create(self, match: Match, first: Iterable[Event], *, ended: bool = False) -> None:
        """A new match with its first events, in one transaction. Stale if it is a rematch that exists already."""
        assert match.position.setup.seed is not None
        position = match.position
        rows = [_row(match.id, event) for event in first]
        with _guarded(), _made_once(), self.engine.begin() as connection:
            connection.execute(
                insert(matches).values(
                    id=match.id,
                    game=match.game.name,
                    rules=match.game.version,
                    box=match.game.box,
                    players=position.players,
                    options=json.dumps(dict(position.options)),
                    seed=position.setup.seed,
                    rematch_of=match.rematch_of,
                    created=match.created,
                    ended=match.created if ended else None,
                )
            )
            connection.execute(
                insert(seats), [{"match": match.id, "seat": seat, "key": key} for seat, key in enumerate(match.keys)]
            )
            if rows:
                connection.execute(insert(events), rows)

    def load(self, match_id: str) -> Match:
        """A match with all its events, or NoSuchMatch."""
        with _guarded(), self.engine.connect() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
            if row is None:
                raise NoSuchMatch(_("There is no such match."))
            keys = connection.execute(
                select(seats.c.key).where(seats.c.match == match_id).order_by(seats.c.seat)
            ).scalars()
            match = Match.begin(
                match_id,
                find(row["game"]),
                row["players"],
                json.loads(row["options"]),
                bytes(row["seed"]),
                row["created"],
                tuple(bytes(key) for key in keys),
                row["rematch_of"],
            )
            for happened in self._events(connection, match_id, 0):
                match.apply(happened)
        return match

    def events_after(self, match_id: str, number: int) -> list[Event]:
        with _guarded(), self.engine.connect() as connection:
            return self._events(connection, match_id, number)

    def _events(self, connection: Connection, match_id: str, number: int) -> list[Event]:
        rows = connection.execute(
            select(events).where(events.c.match == match_id, events.c.number > number).order_by(events.c.number)
        ).mappings()
        return [Event(row["number"], row["kind"], row["seat"], row["time"], row["move"], row["text"]) for row in rows]

    def last_numbers(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The number of the last event of each of these matches."""
        with _guarded(), self.engine.connect() as connection:
            rows = connection.execute(
                select(events.c.match, func.max(events.c.number))
                .where(events.c.match.in_(list(match_ids)))
                .group_by(events.c.match)
            )
            return dict(rows.tuples().all())

    def running(self) -> list[str]:
        """The matches that are not over."""
        with _guarded(), self.engine.connect() as connection:
            return list(connection.execute(select(matches.c.id).where(matches.c.ended.is_(None))).scalars())

    def rematch(self, match_id: str) -> str | None:
        """The match that was started after this one, if any."""
        with _guarded(), self.engine.connect() as connection:
            return connection.execute(select(matches.c.id).where(matches.c.rematch_of == match_id)).scalar()

    def expire(self, idle_since: float, ended_before: float) -> int:
        """Delete abandoned matches: nothing has happened since, or over for so long."""
        last = select(func.coalesce(func.max(events.c.time), matches.c.created)).where(
            events.c.match == matches.c.id
        ).scalar_subquery()  # fmt: skip
        old = select(matches.c.id).where(
            ((matches.c.ended.is_(None)) & (last < idle_since)) | (matches.c.ended < ended_before)
        )
        with _guarded(), self.engine.begin() as connection:
            ids = list(connection.execute(old).scalars())
            for table in (events, seats, leases):
                connection.execute(delete(table).where(table.c.match.in_(ids)))
            connection.execute(delete(matches).where(matches.c.id.in_(ids)))
        return len(ids)

    def ping(self) -> None:
        """Does the database answer?"""
        with _guarded(), self.engine.connect() as connection:
            connection.execute(select(1))

    # Events

    def append(self, match_id: str, event: Event, ends: bool = False) -> Future[bool]:
        """Write an event; the result comes when it is durable. False: its number is taken."""
        with self._starting:
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="benben-store", daemon=True)
                self._writer.start()
        waiting = _Append(match_id, event, ends, Future())
        self._waiting.put(waiting)
        return waiting.written

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._starting:
            if self._writer is not None:
                self._waiting.put(None)
                self._writer.join()
                self._writer = None
        self.engine.dispose()

    def _write(self) -> None:
        going_on = True
        while going_on:
            batch = [self._waiting.get()]
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get())
            going_on = None not in batch
            self._commit([waiting for waiting in batch if waiting is not None])

    def _commit(self, batch: list[_Append]) -> None:
        if not batch:
            return
        try:
            with _guarded(), self.engine.begin() as connection:
                results = [self._insert(connection, waiting) for waiting in batch]
                changed = {waiting.match for waiting, written in zip(batch, results, strict=True) if written}
                if changed and not self.is_sqlite:
                    for match_id in changed:
                        connection.execute(
                            text("SELECT pg_notify(:channel, :match)"), {"channel": CHANNEL, "match": match_id}
                        )
        except StoreUnavailable as error:
            for waiting in batch:
                waiting.written.set_exception(error)
            return
        for waiting, written in zip(batch, results, strict=True):
            waiting.written.set_result(written)
        self.on_commit(changed)

    def _insert(self, connection: Connection, waiting: _Append) -> bool:
        dialect: Any = sqlite_insert if self.is_sqlite else postgres_insert
        row = _row(waiting.match, waiting.event)
        statement = dialect(events).values(row).on_conflict_do_nothing().returning(events.c.number)
        written = connection.execute(statement).first() is not None
        if written and waiting.ends:
            connection.execute(update(matches).where(matches.c.id == waiting.match).values(ended=waiting.event.time))
        return written

    # Leases

    def lease(self, match_id: str, number: int, worker: str, seconds: float) -> bool:
        """May this worker think about this decision? False: another one does, and its time is not up."""
        now = time.time()
        dialect: Any = sqlite_insert if self.is_sqlite else postgres_insert
        statement = dialect(leases).values(match=match_id, number=number, worker=worker, until=now + seconds)
        statement = statement.on_conflict_do_update(
            index_elements=["match", "number"],
            set_={"worker": worker, "until": now + seconds},
            where=(leases.c.until < now) | (leases.c.worker == worker),
        ).returning(leases.c.number)
        with _guarded(), self.engine.begin() as connection:
            connection.execute(delete(leases).where(leases.c.until < now - 3600))
            return connection.execute(statement).first() is not None

    # Other processes

    def changes(self, stop: threading.Event) -> Iterator[str | None]:
        """What other processes write, as it happens: ids of matches, or None for "something, look yourself".

        PostgreSQL tells the ids. SQLite keeps a number that changes with every commit of another connection; asking
        for it costs microseconds.
        """
        while not stop.is_set():
            try:
                yield from self._sqlite_changes(stop) if self.is_sqlite else self._postgres_changes(stop)
            except (SQLAlchemyError, OSError, psycopg.Error):
                stop.wait(1.0)  # the database is away; when it is back, everything may have changed
                yield None

    def _sqlite_changes(self, stop: threading.Event) -> Iterator[None]:
        with self.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            seen = connection.execute(text("PRAGMA data_version")).scalar_one()
            while not stop.wait(WAKE_SECONDS):
                now = connection.execute(text("PRAGMA data_version")).scalar_one()
                if now != seen:
                    seen = now
                    yield None

    def _postgres_changes(self, stop: threading.Event) -> Iterator[str]:
        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not stop.is_set():
                for notice in connection.notifies(timeout=1.0):
                    yield notice.payload


def _row(match_id: str, event: Event) -> dict[str, object]:
    return {
        "match": match_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "move": event.move,
        "text": event.text,
        "time": event.time,
    }


@contextmanager
def _made_once() -> Iterator[None]:
    """Of a match there is one rematch."""
    try:
        yield
    except IntegrityError:
        raise Stale(_("The match has moved on since.")) from None


@contextmanager
def _guarded() -> Iterator[None]:
    """Whatever the database says against it, the table says the same thing."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreUnavailable(_("The table’s memory does not answer just now. Nothing was changed.")) from error


def _engine(url: str, is_sqlite: bool) -> Engine:
    if not is_sqlite:
        return create_engine(url, poolclass=QueuePool, pool_size=5, max_overflow=5, pool_pre_ping=True, pool_timeout=5)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # WAL: readers do not wait for the writer. FULL: a commit is on the disk when it returns.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine
