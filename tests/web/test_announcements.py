"""What processes on PostgreSQL tell each other: small, together, by shard, and not lost when one dies."""

import threading
import time
from collections.abc import Iterator

import pytest

from benben.core.shuffle import new_seed
from benben.games import find
from benben.table import change_feed
from benben.table.announcer import MOST_BYTES, Changes, channel_of, packed, shard_of, unpacked
from benben.table.match import MOVE, PERSON, SIT, Match, MatchEvent, Occupant
from benben.table.store import Store
from tests.web import postgres
from tests.web.appending import append, create


def events(count: int, text: str | None = None) -> list[MatchEvent]:
    return [MatchEvent(number, MOVE, 0, 1.5, 7, text) for number in range(1, count + 1)]


def test_announcements_fit_and_say_the_same_at_the_other_end() -> None:
    changes = {f"{first}match{number}": events(3) for first in "aZ-_" for number in range(100)}
    notices = list(packed(changes))
    assert max(len(payload.encode()) for _channel, payload in notices) <= MOST_BYTES
    assert {channel for channel, _payload in notices} == {channel_of(first) for first in "aZ-_"}
    heard: Changes = {}
    for channel, payload in notices:
        part = unpacked(payload)
        assert {channel_of(shard_of(match_id)) for match_id in part} == {channel}
        heard |= part
    assert heard == changes


def test_what_is_too_long_is_left_to_be_read() -> None:
    ((_channel, payload),) = packed({"match": events(500)})
    assert unpacked(payload) == {"match": []}


class Feed:
    """The changes that a store hears of, in a thread."""

    def __init__(self, store: Store) -> None:
        self.heard: list[Changes | None] = []
        self._stop = threading.Event()
        self._store = store
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        for changes in self._store.changes(self._stop):
            self.heard.append(changes)

    def wait_for(self, wanted: Changes | None, seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while wanted not in self.heard:
            assert time.monotonic() < deadline, self.heard
            time.sleep(0.01)

    def stop(self) -> None:
        self._stop.set()
        self._store.interest.ring()
        self._thread.join()


@pytest.fixture
def stores(postgres_address: str) -> Iterator[tuple[Store, Store]]:
    """Two processes on one database."""
    address = postgres.new_database(postgres_address)
    first, second = Store(address), Store(address)
    first.migrate()
    yield first, second
    first.close()
    second.close()


def new_match(store: Store, name: str) -> Match:
    match = Match.begin(name, find("pyramidis"), 2, {}, new_seed(), 1.0, (b"a", b"b"))
    assert create(store, match).result(timeout=20)
    return match


def sat(number: int) -> MatchEvent:
    return MatchEvent(number, SIT, 0, 2.5, text=Occupant(PERSON, f"P{number}").as_text())


def test_a_process_hears_only_of_the_shards_it_follows(stores: tuple[Store, Store]) -> None:
    ours, theirs = stores
    for name in ("amatch", "zmatch"):
        new_match(theirs, name)
    ours.interest.follow("amatch")
    feed = Feed(ours)
    feed.wait_for(None)
    feed.wait_for({"amatch": []})  # what happened before it listened must be read
    for name in ("zmatch", "amatch"):
        assert append(theirs, name, sat(1)).result(timeout=20)
    feed.wait_for({"amatch": [sat(1)]})
    ours.interest.follow("zmatch")
    feed.wait_for({"zmatch": []})
    assert append(theirs, "zmatch", sat(2)).result(timeout=20)
    feed.wait_for({"zmatch": [sat(2)]})
    ours.interest.forget("zmatch")
    ours.interest.follow("bmatch")
    feed.wait_for({"bmatch": []})
    assert append(theirs, "zmatch", sat(3)).result(timeout=20)
    assert append(theirs, "amatch", sat(2)).result(timeout=20)
    feed.wait_for({"amatch": [sat(2)]})
    feed.stop()
    assert not any(changes and sat(3) in changes.get("zmatch", []) for changes in feed.heard)
    assert not any(changes and sat(1) in changes.get("zmatch", []) for changes in feed.heard)


def test_own_announcements_are_left_out(stores: tuple[Store, Store]) -> None:
    ours, theirs = stores
    new_match(ours, "amatch")
    ours.interest.follow("amatch")
    feed = Feed(ours)
    feed.wait_for({"amatch": []})
    assert append(ours, "amatch", sat(1)).result(timeout=20)
    assert append(theirs, "amatch", sat(2)).result(timeout=20)
    feed.wait_for({"amatch": [sat(2)]})
    feed.stop()
    assert {"amatch": [sat(1)]} not in feed.heard


def test_when_a_process_falls_silent_the_others_read_again(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have died between a commit and its announcement."""
    monkeypatch.setattr(change_feed, "SILENT_SECONDS", 1.0)
    ours, theirs = stores
    feed = Feed(ours)
    feed.wait_for(None)
    assert theirs._writer.announcer is not None
    with theirs.engine.begin() as connection:
        connection.exec_driver_sql("SELECT pg_notify('benben_alive', 'a process that dies')")
        connection.exec_driver_sql("SELECT pg_notify('benben_alive', 'a process that stops')")
        connection.exec_driver_sql("SELECT pg_notify('benben_alive', 'bye a process that stops')")
    deadline = time.monotonic() + 20
    while feed.heard.count(None) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(1.5)
    feed.stop()
    assert feed.heard.count(None) == 2, "once for each process that dies, never for one that stops in order"


def test_a_former_session_of_ours_is_not_us(stores: tuple[Store, Store]) -> None:
    """After a restart of PostgreSQL its process number may belong to somebody else."""
    ours, theirs = stores
    announcer = ours._writer.announcer
    assert announcer is not None
    new_match(theirs, "amatch")
    with theirs.engine.connect() as somebody:
        former = somebody.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        announcer.backend = former
        starting = [threading.Thread(target=announcer.start) for _starter in range(8)]
        for thread in starting:
            thread.start()
        ours.interest.follow("amatch")
        feed = Feed(ours)
        feed.wait_for({"amatch": []})
        deadline = time.monotonic() + 20
        while announcer.backend == former:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        ((channel, payload),) = packed({"amatch": [sat(2)]})
        somebody.exec_driver_sql("SELECT pg_notify(%s, %s)", (channel, payload))
        somebody.commit()
        feed.wait_for({"amatch": [sat(2)]})
        feed.stop()
