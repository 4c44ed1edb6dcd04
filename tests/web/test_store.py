"""The store without a server: what is deleted when, whom a bot's sweep reads, and one bad event among good ones."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import sleep
from typing import Any

import pytest
from sqlalchemy import event as engine_event
from sqlalchemy import insert, update

from benben.core.position import start
from benben.core.shuffle import new_seed
from benben.games import find
from benben.table.errors import NoSuchMatch, UnreadableMatch
from benben.table.expiry import CLOCK, DAY, Expiry
from benben.table.match import BOT, MOVE, PERSON, SIT, Match, MatchEvent, Occupant, hashed
from benben.table.matches import Matches
from benben.table.naming import new_secret
from benben.table.schema import matches
from benben.table.service import Service
from benben.table.store import Store
from benben.table.writer import Append
from tests.web.appending import append, create

NOW = time.time()


@pytest.fixture
def store(fresh_database: str) -> Iterator[Store]:
    store = Store(fresh_database)
    store.migrate()
    yield store
    store.close()


def made(store: Store, name: str, created: float, other: Occupant | None = None) -> Match:
    keys = (hashed(new_secret()), hashed(new_secret()))
    match = Match.begin(name, find("pyramidis"), 2, {}, new_seed(), created, keys)
    for number, occupant in enumerate((other or Occupant(PERSON), Occupant(PERSON)), 1):
        match.apply(MatchEvent(number, SIT, number - 1, created, text=occupant.as_text()))
    assert create(store, match).result(10)
    return match


def begun(name: str, rematch_of: str | None = None, events: int = 2) -> Match:
    keys = (hashed(new_secret()), hashed(new_secret()))
    match = Match.begin(name, find("pyramidis"), 2, {}, new_seed(), NOW, keys, rematch_of)
    for number in range(1, events + 1):
        match.apply(MatchEvent(number, SIT, number % 2, NOW, text=Occupant(PERSON).as_text()))
    return match


def move(store: Store, match: Match, when: float, ends: bool = False) -> None:
    event = MatchEvent(match.number + 1, MOVE, match.actor or 0, when, match.position.legal_moves.numbers[0])
    then = match.state.after(event)
    assert append(store, match.id, event, ends, True, then.waits_for_bot).result(10)
    match.apply(event, then)


def exists(store: Store, match: Match) -> bool:
    try:
        store.load(match.id)
    except NoSuchMatch:
        return False
    return True


def test_old_matches_are_deleted_and_no_others(store: Store) -> None:
    expiry = Expiry(store, idle_days=60, kept_days=400, every=3600)
    forgotten = made(store, "forgotten", NOW - 61 * DAY)
    slow = made(store, "slow", NOW - 300 * DAY)
    move(store, slow, NOW - 59 * DAY)
    stuck = made(store, "stuck", NOW - 300 * DAY)
    move(store, stuck, NOW - 61 * DAY)
    finished = made(store, "finished", NOW - 399 * DAY)
    move(store, finished, NOW - 399 * DAY, ends=True)
    history = made(store, "history", NOW - 402 * DAY)
    move(store, history, NOW - 401 * DAY, ends=True)
    assert expiry.run_once() == 3
    assert [exists(store, match) for match in (forgotten, slow, stuck, finished, history)] == [
        False, True, False, True, False,
    ]  # fmt: skip
    assert expiry.run_once() == 0
    assert store.events_after("forgotten", 0) == []


def test_one_process_deletes(store: Store, fresh_database: str) -> None:
    other = Store(fresh_database)
    first, second = (Expiry(each, 60, 400, every=0.2) for each in (store, other))
    assert first.run_once() == 0
    assert second.run_once() is None, "it is not its turn"
    assert first.run_once() == 0
    time.sleep(0.7)  # as if the first had died
    assert second.run_once() == 0
    assert first.run_once() is None
    other.close()


def test_a_clock_set_ahead_deletes_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in a process that runs, nor in one that starts with the wrong clock. It is told once."""
    ran = 0.0
    expiry = Expiry(store, idle_days=60, kept_days=400, every=0.01)
    match = made(store, "match", NOW - DAY)
    monkeypatch.setattr(time, "time", lambda: NOW + ran)
    monkeypatch.setattr(time, "monotonic", lambda: 1_000 + ran)
    assert expiry.run_once() == 0
    monkeypatch.setattr(time, "time", lambda: NOW + 61 * DAY + ran)
    for process in (expiry, Expiry(store, idle_days=60, kept_days=400, every=0.01)):
        sleep(0.05)  # until the lease of the other one has ended
        for _hour in range(3):
            ran += 3600
            assert process.run_once() == 0
    assert exists(store, match)
    assert [record.message for record in caplog.records] == [
        "the clock is ahead, or the server was off: matches expire later"
    ] * 2  # fmt: skip


def test_matches_expire_after_a_clock_that_was_decades_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small machine starts without the date. Matches age from the creation of the oldest one, not from 1970."""
    ran = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: 1_000 + ran)
    monkeypatch.setattr(time, "time", lambda: 1_000 + ran)
    expiry = Expiry(store, idle_days=60, kept_days=400, every=3600)
    assert expiry.run_once() == 0
    monkeypatch.setattr(time, "time", lambda: NOW + ran)
    older, newer = made(store, "older", NOW - 59 * DAY), made(store, "newer", NOW - 10 * DAY)
    deleted = []
    for day in range(70):
        ran = day * DAY
        deleted += [day] * (expiry.run_once() or 0)
    assert [exists(store, match) for match in (older, newer)] == [False, False]
    assert 30 <= deleted[0] < 32, "sixty days after its creation, at twice the speed"
    assert 49 <= deleted[1] < 56


def test_matches_still_expire_after_a_long_stop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock by which they age catches up, at twice the speed."""
    ran = 0.0
    match = made(store, "match", NOW)
    assert Expiry(store, idle_days=60, kept_days=400, every=0.01).run_once() == 0
    monkeypatch.setattr(time, "time", lambda: NOW + 90 * DAY + ran)
    monkeypatch.setattr(time, "monotonic", lambda: 1_000 + ran)
    sleep(0.05)
    after_stop = Expiry(store, idle_days=60, kept_days=400, every=3600)
    for day in range(40):
        ran = day * DAY
        assert after_stop.run_once() == (day == 30), day
    assert not exists(store, match)


def test_two_processes_move_the_clock_no_faster_than_one(
    store: Store, fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Store(fresh_database)
    ran = 0.0
    monkeypatch.setattr(time, "time", lambda: NOW)  # NOW is when this file was read, perhaps long ago
    processes = [Expiry(each, 60, 400, every=0.01) for each in (store, other)]
    assert processes[0].run_once() == 0
    monkeypatch.setattr(time, "time", lambda: NOW + 90 * DAY + ran)
    monkeypatch.setattr(time, "monotonic", lambda: 1_000 + ran)
    for hour in range(1, 11):
        ran = hour * 3600.0
        sleep(0.05)
        assert processes[hour % 2].run_once() == 0
    moved = store.fact(CLOCK)
    assert moved is not None
    assert moved - NOW < 2 * ran + 60
    other.close()


def test_a_clock_set_back_frees_leases(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL has its own clock, which no worker can set."""
    waits = made(store, "waits", NOW, Occupant(BOT, "", "club"))
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time", lambda: NOW + 3600)
        assert store.lease(waits.id, waits.number, "dead", 4)
    assert not store.is_sqlite or store.waiting_for_bots() == ["waits"]
    assert not store.is_sqlite or store.lease(waits.id, waits.number, "other", 4)


def test_a_match_that_has_expired_spoils_no_other(store: Store) -> None:
    good, gone = made(store, "good", NOW), made(store, "gone", NOW - 100 * DAY)
    store.expire(idle_since=NOW - DAY, ended_before=0)
    sitting = MatchEvent(3, SIT, 0, NOW, text=Occupant(PERSON, "Ann").as_text())
    written = [append(store, match.id, sitting) for match in (gone, good, gone)]
    assert written[1].result(10)
    for refused in (written[0], written[2]):
        with pytest.raises(NoSuchMatch):
            refused.result(10)


def test_the_sweep_reads_only_matches_that_wait_for_a_bot(store: Store) -> None:
    """Among 5,000 idle tables it takes one query that reads an index, and nothing else."""
    waits = made(store, "waits", NOW, Occupant(BOT, "", "club"))
    row = {"game": "pyramidis", "rules": 1, "box": "", "players": 2, "options": "{}", "seed": b"", "created": NOW}
    with store.engine.begin() as connection:
        connection.execute(insert(matches), [{"id": f"idle{n}", **row} for n in range(5_000)])
    statements: list[str] = []
    engine_event.listen(store.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    started = time.perf_counter()
    assert store.waiting_for_bots() == ["waits"]
    assert time.perf_counter() - started < 0.1
    assert len(statements) == 1
    if store.is_sqlite:
        with store.engine.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statements[0]}", (0, 0, 0, 0)).all()
        assert "USING INDEX matches_bot_due" in str(plan)
    assert store.lease(waits.id, waits.number, "worker", 60)
    assert store.waiting_for_bots() == [], "somebody thinks"
    move(store, waits, NOW)
    assert store.waiting_for_bots() == [], "a person is to move"
    move(store, waits, NOW)
    assert store.waiting_for_bots() == ["waits"]
    store.no_bot_due(waits.id, waits.number - 1)
    assert store.waiting_for_bots() == ["waits"], "something has happened since"
    store.no_bot_due(waits.id, waits.number)
    assert store.waiting_for_bots() == []


def test_two_processes_that_want_the_same_numbers_do_not_block_each_other(store: Store, fresh_database: str) -> None:
    """In opposite order, again and again: each number is had by exactly one, and nobody is refused."""
    other = Store(fresh_database)
    names = [made(store, f"match{number:02}", NOW).id for number in range(20)]
    for number in range(3, 40):
        event = MatchEvent(number, SIT, 0, NOW, text=Occupant(PERSON).as_text())
        batches = [[Append(name, event, Future()) for name in order] for order in (names, names[::-1])]
        with ThreadPoolExecutor(2) as pool:
            outcomes = pool.map(lambda each, batch: each._writer.write(batch), (store, other), batches)
        won = [
            waiting.match
            for batch, became in zip(batches, outcomes, strict=True)
            for waiting, outcome in zip(batch, became, strict=True)
            if outcome is True
        ]
        assert sorted(won) == names
    other.close()


def test_a_match_is_rematched_once_and_nobody_else_suffers(store: Store) -> None:
    """All of it waits at the same moment and shares a transaction, of which one part cannot be done."""
    old = made(store, "old", NOW)
    event = MatchEvent(old.number + 1, MOVE, old.actor or 0, NOW, old.position.legal_moves.numbers[0])
    news = [begun("first", "old"), begun("second", "old"), begun("third")]
    written = [create(store, new) for new in news]
    moved = append(store, "old", event)
    outcomes = [answer.result(10) for answer in written]
    assert sorted(outcomes[:2]) == [False, True]
    assert outcomes[2]
    assert moved.result(10)
    assert store.rematch("old") == news[outcomes.index(True)].id
    assert store.load("third").keys == news[2].keys
    assert store.load("old").number == event.number
    assert not exists(store, news[outcomes.index(False)])


def test_a_number_that_is_taken_does_not_undo_a_new_match(store: Store) -> None:
    old = made(store, "old", NOW)
    event = MatchEvent(old.number, MOVE, 0, NOW, old.position.legal_moves.numbers[0])
    append(store, "old", event)
    new, moved = begun("new"), append(store, "old", event)
    created = create(store, new)
    assert not moved.result(10)
    assert created.result(10)
    assert [event.number for event in store.load("new").events] == [1, 2]


def test_a_new_match_with_many_events(store: Store) -> None:
    long = begun("long", events=1_200)
    assert create(store, long).result(10)
    assert store.load("long").events == long.events


def test_an_event_announced_while_a_match_is_read_is_not_missed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The change feed reports an event after the match was read from the database and before it is in memory."""
    match = made(store, "match", NOW)
    event = MatchEvent(3, MOVE, match.actor or 0, NOW, match.position.legal_moves.numbers[0])

    async def read() -> int:
        service = Service(Matches(store))
        loop = asyncio.get_running_loop()

        def load_slowly(match_id: str) -> Match:
            loaded = Store.load(store, match_id)
            assert append(store, match_id, event).result(10)
            asyncio.run_coroutine_threadsafe(report(), loop).result(10)
            return loaded

        async def report() -> None:
            service.matches._on_changes({"match": []})

        monkeypatch.setattr(store, "load", load_slowly)
        return (await service.matches.cached("match")).number

    assert asyncio.run(read()) == 3


def test_readiness_writes_but_not_for_every_question(store: Store) -> None:
    statements: list[str] = []

    @engine_event.listens_for(store.engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement.split()[0])

    for _question in range(20):
        store.check_writable()
    assert statements == ["INSERT"]
    assert store.fact("ready 0") is not None


def test_a_match_of_another_box_is_not_called_damaged(store: Store) -> None:
    match = made(store, "match", NOW)
    with store.engine.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == match.id).values(box="the box of a friend"))
    with pytest.raises(UnreadableMatch, match="the box of a friend"):
        store.load(match.id)


def test_long_records_are_replayed_off_the_event_loop(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    position = start(find("pyramidis"), 2)
    replayed: list[bool] = []
    begin = Match.begin

    def noted(*arguments: Any) -> Match:
        with suppress(RuntimeError):
            replayed.append(asyncio.get_running_loop() is not None)
        return begin(*arguments)

    monkeypatch.setattr(Match, "begin", noted)

    async def open_table() -> None:
        service = Service(Matches(store))
        service.matches.start()
        await service.begin_at(position, [Occupant(PERSON)] * 2)
        service.matches.stop()

    asyncio.run(open_table())
    assert not replayed, "in the event loop"
