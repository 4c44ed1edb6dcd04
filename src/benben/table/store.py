"""The store: SQLite by default, PostgreSQL by URL. An acknowledged write is on disk.

`(match, number)` is unique: of two writers of the same number, one fails and is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    RowMapping,
    bindparam,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from benben.core.text import Message, texts
from benben.games import find, names
from benben.table.announcer import Changes
from benben.table.change_feed import ALONE_POLL_SECONDS, POLL_SECONDS, Interest, changes
from benben.table.database import guarded, identity, is_sqlite, open_database, outage, sqlite_file
from benben.table.errors import NoSuchMatch, UnreadableMatch
from benben.table.match import Match, MatchEvent
from benben.table.migrate import migrate
from benben.table.schema import deal_matches, deals, events, facts, leases, matches, notices, seats
from benben.table.write_lock import WriteLock
from benben.table.writer import MOST_WAITING, Append, NewMatchRows, Writer

_ = texts(__package__)

log = logging.getLogger("benben.table")

P = ParamSpec("P")
T = TypeVar("T")

READERS = 6  # threads; fewer than the database's connections
EXPIRY = "-expiry"  # the lease of the process that deletes old matches
LONGEST_LEASE = 60.0  # seconds, of a bot's decision
READY_SECONDS = 1.0  # readiness is written at most so often
PROBES = 600  # rows; after an outage readiness writes as much as several events
MOST_AT_ONCE = 200  # matches deleted in one transaction, so that writers wait only briefly

_EVENTS = (
    select(events.c.number, events.c.kind, events.c.seat, events.c.time, events.c.move, events.c.text)
    .where(events.c.match == bindparam("of"), events.c.number > bindparam("after"))
    .order_by(events.c.number)
)


def _replayed(row: RowMapping, keys: tuple[bytes, ...], stored: Sequence[MatchEvent]) -> Match:
    game = find(row["game"])
    if (row["rules"], row["box"]) != (game.version, game.box):
        raise ValueError(f"rules {row['rules']}, box {row['box']}")
    options = json.loads(row["options"])
    match = Match.begin(
        row["id"], game, row["players"], options, bytes(row["seed"]), row["created"], keys, row["rematch_of"]
    )
    for event in stored:
        match.apply(event)
    return match


def _reason(row: RowMapping) -> Message:
    if row["game"] not in names():
        return _("this server does not have the game “{game}”.", game=row["game"])
    game = find(row["game"])
    if row["rules"] != game.version:
        return _(
            "it was played with version {theirs} of the rules; this is {ours}.", theirs=row["rules"], ours=game.version
        )
    if row["box"] != game.box:
        return _("it was played with the box “{theirs}”; this server has “{ours}”.", theirs=row["box"], ours=game.box)
    return _("its data is damaged.")


class Store:
    """All reading and writing. Every method may be called from any thread."""

    def __init__(self, url: str, alone: bool = False, most_waiting: int = MOST_WAITING) -> None:
        """`alone`: no other process is expected to write, so changes are polled less often. `most_waiting`: events that
        may wait to be written."""
        self.is_sqlite = is_sqlite(url)
        self.engine = open_database(url)
        self._file = sqlite_file(url)
        self._write_lock = WriteLock(self._file, alone)
        self._writer = Writer(self.engine, self._write_lock, self.identity, most_waiting)
        self._poll = ALONE_POLL_SECONDS if alone else POLL_SECONDS
        self.interest = Interest()
        self._readers = ThreadPoolExecutor(READERS, "benben-read")
        self.epoch = 0  # raised when the database file is replaced
        self._was_ready = (-READY_SECONDS, self.identity())  # monotonic clock, and the file

    def identity(self) -> object:
        """Differs when the database file was replaced; None when it is gone."""
        return identity(self._file)

    def migrate(self) -> None:
        """Bring the schema up to date."""
        with guarded():
            migrate(self.engine)

    def close(self) -> None:
        """Write everything that waits, then stop."""
        self._writer.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.interest.close()
        self.engine.dispose()
        self._write_lock.close()

    async def in_thread(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Read or write for a person, in threads of their own: neither bots nor long work keep them waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(work, *arguments, **named))

    # Matches

    def create(self, match: Match, written: Future[bool] | asyncio.Future[bool]) -> None:
        """Write a new match with its first events. `written` is False if its id is taken, or it is a
        rematch and another one exists."""
        position = match.position
        row = {
            "id": match.id,
            "game": match.game.name,
            "rules": match.game.version,
            "box": match.game.box,
            "players": position.players,
            "options": json.dumps(dict(position.options)),
            "seed": position.setup.seed,
            "rematch_of": match.rematch_of,
            "created": match.created,
            "ended": match.created if match.is_over or match.table_options.study else None,
            "bot_due": match.number if match.state.waits_for_bot else None,
        }
        self._writer.append(NewMatchRows(row, match.keys, match.events, written))

    def load(self, match_id: str) -> Match:
        """A match with all its events. Raises NoSuchMatch or UnreadableMatch."""
        with guarded(), self.engine.connect() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
            if row is None:
                raise NoSuchMatch(_("There is no such match."))
            keys = connection.execute(
                select(seats.c.key).where(seats.c.match == match_id).order_by(seats.c.seat)
            ).scalars()
            stored_keys = tuple(bytes(key) for key in keys)
            stored_events = self._events(connection, match_id, 0)
        try:
            return _replayed(row, stored_keys, stored_events)
        except Exception as error:
            # Whatever is wrong with one stored match must not stop the others.
            log.exception("a match cannot be read", extra={"match": match_id, "game": row["game"]})
            raise UnreadableMatch(_("This match cannot be read: {reason}", reason=_reason(row))) from error

    def events_after(self, match_id: str, number: int) -> list[MatchEvent]:
        with guarded(), self.engine.connect() as connection:
            return self._events(connection, match_id, number)

    def _events(self, connection: Connection, match_id: str, number: int) -> list[MatchEvent]:
        return [MatchEvent(*row) for row in connection.execute(_EVENTS, {"of": match_id, "after": number})]

    def last_numbers(self, match_ids: Iterable[str]) -> dict[str, int]:
        """The number of the last event of each of these matches."""
        with guarded(), self.engine.connect() as connection:
            rows = connection.execute(
                select(events.c.match, func.max(events.c.number))
                .where(events.c.match.in_(list(match_ids)))
                .group_by(events.c.match)
            )
            return {row[0]: row[1] for row in rows}

    def waiting_for_bots(self) -> list[str]:
        """Matches in which a bot is due and no process thinks. A hint: check the match before acting."""
        thinking = exists().where(
            leases.c.match == matches.c.id, leases.c.number == matches.c.bot_due, self._is_held(LONGEST_LEASE)
        )
        with guarded(), self.engine.connect() as connection:
            return list(connection.execute(select(matches.c.id).where(matches.c.bot_due >= 0, ~thinking)).scalars())

    def no_bot_due(self, match_id: str, number: int) -> None:
        """Clear the hint that a bot is to answer this event."""
        statement = update(matches).where(matches.c.id == match_id, matches.c.bot_due == number)
        with guarded(), self.engine.begin() as connection:
            connection.execute(statement.values(bot_due=None))

    def rematch(self, match_id: str) -> str | None:
        """The id of the rematch of this match, if there is one."""
        with guarded(), self.engine.connect() as connection:
            return connection.execute(select(matches.c.id).where(matches.c.rematch_of == match_id)).scalar()

    def oldest(self) -> float | None:
        """When the oldest match was created."""
        with guarded(), self.engine.connect() as connection:
            return connection.execute(select(func.min(matches.c.created))).scalar()

    def expire(self, idle_since: float, ended_before: float) -> int:
        """Delete matches without events since `idle_since` or over before `ended_before`. Returns their number."""
        last = select(func.coalesce(func.max(events.c.time), matches.c.created)).where(
            events.c.match == matches.c.id
        ).scalar_subquery()  # fmt: skip
        old = select(matches.c.id).where(
            ((matches.c.ended.is_(None)) & (matches.c.created < idle_since) & (last < idle_since))
            | (matches.c.ended < ended_before)
        )
        with guarded(), self.engine.connect() as connection:
            ids = list(connection.execute(old).scalars())
        deleted = 0
        for start in range(0, len(ids), MOST_AT_ONCE):
            with guarded(), self.engine.begin() as connection:
                some = matches.c.id.in_(ids[start : start + MOST_AT_ONCE])
                connection.execute(select(matches.c.id).where(some).with_for_update())  # lock them
                still = list(connection.execute(old.where(some)).scalars())  # no event came meanwhile
                for table in (events, seats, leases, notices, deal_matches):
                    connection.execute(delete(table).where(table.c.match.in_(still)))
                connection.execute(delete(matches).where(matches.c.id.in_(still)))
                deleted += len(still)
        with guarded(), self.engine.begin() as connection:
            connection.execute(delete(leases).where(leases.c.until < idle_since))
            played = exists().where(deal_matches.c.deal == deals.c.id)
            connection.execute(delete(deals).where(deals.c.until < min(idle_since, ended_before), ~played))
        return deleted

    def check_writable(self) -> None:
        """Raise StoreUnavailable unless the database takes a write, which is tried at most once a second.

        After an outage a large write is tried: the last free bytes of a full disk would take a small one.
        """
        now, (when, file) = time.monotonic(), self._was_ready
        if not outage.is_on and now - when < READY_SECONDS and file == self.identity() is not None:
            return
        count = PROBES if outage.is_on else 1
        with self.writing() as connection:
            connection.execute(self._fact({f"ready {number}": time.time() for number in range(count)}))
        if count > 1:  # their room must be asked for again next time
            with self.writing() as connection:
                connection.execute(delete(facts).where(facts.c.name.like("ready %")))
        self._was_ready = now, self.identity()

    # For the host

    def count_matches(self) -> tuple[int, int]:
        """The numbers of running and finished matches."""
        with guarded(), self.engine.connect() as connection:
            total = connection.execute(select(func.count()).select_from(matches)).scalar_one()
            running = connection.execute(
                select(func.count()).select_from(matches).where(matches.c.ended.is_(None))
            ).scalar_one()
        return running, total - running

    def fact(self, name: str) -> float | None:
        with guarded(), self.engine.connect() as connection:
            return connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar()

    def note_fact(self, name: str, value: float) -> None:
        with self.writing() as connection:
            connection.execute(self._fact({name: value}))

    def _fact(self, values: dict[str, float]) -> Any:
        """The statement that writes these facts."""
        dialect: Any = sqlite_insert if self.is_sqlite else postgres_insert
        statement = dialect(facts).values([{"name": name, "value": value} for name, value in values.items()])
        return statement.on_conflict_do_update(index_elements=["name"], set_={"value": statement.excluded.value})

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with guarded(writes=True), self._write_lock.hold(), self.engine.begin() as connection:
            yield connection

    # Events

    def append(self, waiting: Append) -> None:
        """Write an event; its `written` resolves when it is durable."""
        self._writer.append(waiting)

    def use_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on events are appended in this event loop only: results are delivered in batches."""
        self._writer.use_loop(loop)

    # Leases

    def _clock(self) -> ColumnElement[float]:
        """The time of the machine with the database: those of the workers may differ."""
        if self.is_sqlite:
            return literal(time.time())
        return cast(func.extract("epoch", func.clock_timestamp()), Float)

    def _is_held(self, seconds: float) -> ColumnElement[bool]:
        """Does a lease of this length hold? One that ends later than it can was made before the clock was set back."""
        return leases.c.until.between(self._clock(), self._clock() + 2 * seconds)

    def lease(self, match_id: str, number: int, worker: str, seconds: float) -> bool:
        """Take or renew the lease of a decision. False: another worker holds it."""
        until = self._clock() + seconds
        dialect: Any = sqlite_insert if self.is_sqlite else postgres_insert
        statement = dialect(leases).values(match=match_id, number=number, worker=worker, until=until)
        statement = statement.on_conflict_do_update(
            index_elements=["match", "number"],
            set_={"worker": worker, "until": until},
            where=~self._is_held(seconds) | (leases.c.worker == worker),
        ).returning(leases.c.number)
        earlier = delete(leases).where(leases.c.match == match_id, leases.c.number < number)
        with guarded(writes=True), self._write_lock.hold(), self.engine.begin() as connection:
            got = connection.execute(statement).first() is not None
            if got:
                connection.execute(earlier)
            return got

    def renew_leases(self, match_ids: Sequence[str], worker: str, seconds: float) -> None:
        """Renew a worker's leases of these matches."""
        ours = update(leases).where(leases.c.match.in_(match_ids), leases.c.worker == worker)
        renewed = ours.values(until=self._clock() + seconds)
        with guarded(writes=True), self._write_lock.hold(), self.engine.begin() as connection:
            connection.execute(renewed)

    # Other processes

    def changes(self, stop: threading.Event) -> Iterator[Changes | None]:
        """See `change_feed.changes`."""
        seen = self.identity()
        for news in changes(self.engine, self._writer, self.interest, self.identity, self._poll, stop):
            if self.identity() != seen:
                seen = self.identity()
                self.epoch += 1
            yield news
