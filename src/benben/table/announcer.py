"""Announcements between processes on PostgreSQL: what was committed, told after the commit.

NOTIFY inside a transaction would hold a lock of the whole server until its commit is on disk, so that commits wait for
each other. A thread of its own announces instead, on a connection that need not wait for the disk. What is committed
while one announcement is on its way goes out together with the next one.

Channels are sharded by the first character of a match's id: a process listens only to the shards of the matches that
its viewers follow. A process that dies may leave commits unannounced, so each tells regularly that it is alive; when
one falls silent the others read what they follow.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from benben.table.match import MatchEvent

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("benben.table")

ALIVE = "benben_alive"
HEARTBEAT_SECONDS = 2.0
RETRY_SECONDS = 0.5
MOST_BYTES = 7_500  # PostgreSQL takes less than 8,000 in one notice
BYE = "bye "

Changes = dict[str, list[MatchEvent]]  # new events by match; an empty list: the events must be read


def shard_of(match_id: str) -> str:
    """The shard of a match, which a proxy can compute too: the first character of its id."""
    return match_id[:1]


def channel_of(shard: str) -> str:
    """The channel of a shard; characters that no name has are spelled out."""
    return f"benben_{ord(shard):02x}"


def connect(engine: Engine) -> psycopg.Connection[Any]:
    """A session of its own, outside the pool."""
    import psycopg  # 0.1 s, and not for SQLite

    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, connect_timeout=5)


def packed(changes: Mapping[str, Sequence[MatchEvent]]) -> Iterator[tuple[str, str]]:
    """The notices for these changes: channel and payload. Events that do not fit in a notice are left to be read."""
    by_shard: dict[str, dict[str, list[list[object]]]] = {}
    for match_id, events in changes.items():
        rows: list[list[object]] = [[e.number, e.kind, e.seat, e.time, e.move, e.text] for e in events]
        if len(json.dumps(rows)) > MOST_BYTES // 2:
            rows = []
        by_shard.setdefault(shard_of(match_id), {})[match_id] = rows
    for shard, news in by_shard.items():
        part: dict[str, list[list[object]]] = {}
        size = 2
        for match_id, rows in news.items():
            length = len(json.dumps({match_id: rows}))
            if part and size + length > MOST_BYTES:
                yield channel_of(shard), json.dumps(part)
                part, size = {}, 2
            part[match_id] = rows
            size += length
        yield channel_of(shard), json.dumps(part)


def unpacked(payload: str) -> Changes:
    return {match_id: [MatchEvent(*row) for row in rows] for match_id, rows in json.loads(payload).items()}


class Announcer:
    """A thread that tells other processes what this one has committed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = str(uuid.uuid4())
        # The process of our session, so that the change feed can leave out our own news. A former one may be another's.
        self.backend: int | None = None
        self._news: queue.SimpleQueue[tuple[str, MatchEvent] | None] = queue.SimpleQueue()  # None: stop
        self._last_sign = 0.0
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()  # the writer and the change feed start it

    def start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="benben-announcer", daemon=True)
                self._thread.start()

    def announce(self, match_id: str, event: MatchEvent) -> None:
        """The event is committed: tell others. Does not wait."""
        self.start()
        self._news.put((match_id, event))

    def close(self) -> None:
        """Announce what waits, say good-bye and stop."""
        if self._thread is not None:
            self._news.put(None)
            self._thread.join(timeout=5)
            self._thread = None

    def _run(self) -> None:
        import psycopg

        waiting: Changes = {}
        going_on = True
        while going_on:
            try:
                with connect(self._engine) as session:
                    session.execute("SET synchronous_commit = off")  # a notice need not survive a crash
                    self.backend = session.info.backend_pid
                    while going_on:
                        self._send(session, waiting)
                        waiting.clear()
                        going_on = self._gather(waiting, HEARTBEAT_SECONDS)
                    self._send(session, waiting, BYE)
            except psycopg.Error as error:  # away: others lose their sessions too, and read everything again
                log.debug("announcements wait", extra={"cause": str(error)[:200]})
                going_on = self._gather(waiting, RETRY_SECONDS) and going_on

    def _send(self, session: psycopg.Connection[Any], news: Changes, sign: str = "") -> None:
        notices = list(packed(news))
        if sign or time.monotonic() - self._last_sign > 0.8 * HEARTBEAT_SECONDS:
            notices.append((ALIVE, sign + self.name))
            self._last_sign = time.monotonic()
        session.execute(
            "SELECT pg_notify(channel, payload) FROM unnest(%s::text[], %s::text[]) AS n(channel, payload)",
            ([channel for channel, _payload in notices], [payload for _channel, payload in notices]),
        )

    def _gather(self, waiting: Changes, seconds: float) -> bool:
        """Wait for news, take all there are; False: stop."""
        try:
            news = self._news.get(timeout=seconds)
            while news is not None:
                waiting.setdefault(news[0], []).append(news[1])
                news = self._news.get_nowait()
        except queue.Empty:
            return True
        return False
