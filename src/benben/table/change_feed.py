"""The feed of what other processes write to the database."""

from __future__ import annotations

import asyncio
import contextlib
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from benben.table.announcer import (
    ALIVE,
    BYE,
    HEARTBEAT_SECONDS,
    Announcer,
    Changes,
    channel_of,
    connect,
    shard_of,
    unpacked,
)
from benben.table.match import MatchEvent
from benben.table.writer import Writer

if TYPE_CHECKING:
    from benben.table.store import Store

POLL_SECONDS = 0.005  # how often SQLite is asked for changes; the question costs microseconds
ALONE_POLL_SECONDS = 0.05
AWAY_SECONDS = 1.0

NEW = 'SELECT rowid, "match", number, kind, seat, time, move, text FROM events WHERE rowid > ? ORDER BY rowid'

SILENT_SECONDS = 3 * HEARTBEAT_SECONDS  # after this a process counts as dead


class Interest:
    """The matches that somebody follows, by shard. The event loop changes it and the feed's thread reads it."""

    def __init__(self) -> None:
        self._followed: dict[str, set[str]] = {}
        self._lock = threading.Lock()
        self.bell, self._rope = socket.socketpair()
        self.bell.setblocking(False)
        self._rope.setblocking(False)

    def follow(self, match_id: str) -> None:
        with self._lock:
            shard = self._followed.setdefault(shard_of(match_id), set())
            shard.add(match_id)
            is_first = len(shard) == 1
        if is_first:
            self.ring()

    def forget(self, match_id: str) -> None:
        with self._lock:
            shard = self._followed.get(shard_of(match_id), set())
            shard.discard(match_id)
            if not shard:
                self._followed.pop(shard_of(match_id), None)

    def shards(self) -> set[str]:
        with self._lock:
            return set(self._followed)

    def followed(self, shard: str) -> set[str]:
        with self._lock:
            return set(self._followed.get(shard, ()))

    def ring(self) -> None:
        """Let the feed look at once."""
        with contextlib.suppress(OSError):  # full: it will look anyway; closed: nobody looks any more
            self._rope.send(b"!")

    def silence(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self.bell.recv(4096)

    def close(self) -> None:
        self.bell.close()
        self._rope.close()


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
        self._store.interest.ring()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        for changed in self._store.changes(self._stop):
            if loop.is_closed():
                return
            loop.call_soon_threadsafe(self._on_changes, changed)


def changes(
    engine: Engine,
    ours: Writer,
    interest: Interest,
    identity: Callable[[], object],
    poll: float,
    stop: threading.Event,
) -> Iterator[Changes | None]:
    """New events by match, as they are committed; None: some may have been missed.

    Most of what this process writes itself is left out.
    """
    while not stop.is_set():
        try:
            if engine.dialect.name == "sqlite":
                yield from _sqlite(engine, ours.rows, identity, poll, stop)
            else:
                assert ours.announcer is not None
                yield from _Listener(engine, ours.announcer, interest).changes(stop)
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
                    news.setdefault(match, []).append(MatchEvent(*event))
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


class _Listener:
    """A session on PostgreSQL that listens to the shards of the followed matches."""

    def __init__(self, engine: Engine, announcer: Announcer, interest: Interest) -> None:
        self._engine, self._announcer, self._interest = engine, announcer, interest
        self._shards: set[str] = set()
        self._heard: dict[str, float] = {}  # when each other process was last heard of

    def changes(self, stop: threading.Event) -> Iterator[Changes | None]:
        import psycopg  # 0.1 s, and not for SQLite

        self._announcer.start()  # others must know that this process is there before it can die
        try:
            with connect(self._engine) as session:
                session.execute(f"LISTEN {ALIVE}")
                yield None
                with selectors.DefaultSelector() as waiting:
                    for source in (session, self._interest.bell):
                        waiting.register(source, selectors.EVENT_READ)
                    while not stop.is_set():
                        yield from self._listen_to_new_shards(session)
                        if news := self._news(session):
                            yield news
                        if self._somebody_died():
                            yield None
                        waiting.select(HEARTBEAT_SECONDS)
                        self._interest.silence()
        except psycopg.Error as error:
            raise OSError(str(error)) from error

    def _listen_to_new_shards(self, session: Any) -> Iterator[Changes]:
        """What was announced before we listened is lost, so the followed matches of a new shard must be read."""
        wanted = self._interest.shards()
        for shard in wanted - self._shards:
            session.execute(f"LISTEN {channel_of(shard)}")
            self._shards.add(shard)
            yield {match_id: [] for match_id in self._interest.followed(shard)}
        for shard in self._shards - wanted:
            session.execute(f"UNLISTEN {channel_of(shard)}")
        self._shards &= wanted

    def _news(self, session: Any) -> Changes:
        """All announcements that have come, as one."""
        news: Changes = {}
        for notice in session.notifies(timeout=0):
            if notice.pid == self._announcer.backend:
                continue
            if notice.channel == ALIVE:
                self._note(notice.payload)
                continue
            for match_id, events in unpacked(notice.payload).items():
                if not events or (match_id in news and not news[match_id]):
                    news[match_id] = []  # some must be read, so all are
                else:
                    news.setdefault(match_id, []).extend(events)
        return news

    def _note(self, sign: str) -> None:
        if sign.startswith(BYE):
            self._heard.pop(sign.removeprefix(BYE), None)
        else:
            self._heard[sign] = time.monotonic()

    def _somebody_died(self) -> bool:
        """Has a process fallen silent? It may have died between a commit and its announcement."""
        silent = [name for name, heard in self._heard.items() if time.monotonic() - heard > SILENT_SECONDS]
        for name in silent:
            del self._heard[name]
        return bool(silent)
