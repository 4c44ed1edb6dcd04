"""Every cause of an outage is logged once when it begins, and once when it ends."""

import logging
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benben.core.shuffle import new_seed
from benben.games import find
from benben.table import write_lock, writer
from benben.table.errors import StoreUnavailable
from benben.table.match import PERSON, SIT, Match, MatchEvent, Occupant, hashed
from benben.table.naming import new_secret
from benben.table.store import Store
from benben.table.write_lock import WriteLock
from tests.web.appending import append, create


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "benben.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{file}")
    store.migrate()
    yield store
    store.close()


@pytest.fixture
def match(store: Store) -> Match:
    keys = (hashed(new_secret()), hashed(new_secret()))
    match = Match.begin("match", find("pyramidis"), 2, {}, new_seed(), time.time(), keys)
    assert create(store, match).result(10)
    return match


def sitting(number: int) -> MatchEvent:
    return MatchEvent(number, SIT, 0, time.time(), text=Occupant(PERSON).as_text())


@contextmanager
def busy_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[None]:
    with monkeypatch.context() as changed:
        changed.setattr(write_lock, "BUSY_SECONDS", seconds)
        yield


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    records: list[Any] = [record for record in caplog.records if record.message.startswith("the database is")]
    assert all(record.levelno >= logging.WARNING for record in records)
    return [(record.message.removeprefix("the database is "), getattr(record, "cause", "")) for record in records]


def test_another_process_that_does_not_stop_writing(
    store: Store, file: Path, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = WriteLock(file, alone=False)
    with busy_for(monkeypatch, 0.05), other.hold():
        for number in (1, 2):
            with pytest.raises(StoreUnavailable):
                append(store, match.id, sitting(number)).result(10)
        with pytest.raises(StoreUnavailable):
            store.note_fact("x", 1.0)
        assert said(caplog) == [("unavailable", "another process has not stopped writing for 0.05 s")]
    other.close()
    assert append(store, match.id, sitting(1)).result(10)
    assert append(store, match.id, sitting(2)).result(10)
    assert said(caplog)[1:] == [("back", "")]


def test_another_thread_that_does_not_stop_writing(
    store: Store, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        ThreadPoolExecutor(1) as other,
        busy_for(monkeypatch, 0.05),
        store._write_lock.hold(),
        pytest.raises(StoreUnavailable),
    ):
        other.submit(store.note_fact, "x", 1.0).result()
    assert said(caplog) == [("unavailable", "another thread has not stopped writing for 0.05 s")]
    store.note_fact("x", 1.0)
    assert said(caplog)[1:] == [("back", "")]


def test_more_events_than_the_disk_takes(
    store: Store, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While some are refused, the commit of others does not end the outage: both lines would be logged for each."""
    store._writer._most_waiting = 20
    monkeypatch.setattr(writer, "MOST_IN_A_COMMIT", 3)
    write, commits, refused, appended = writer.Writer.write, 0, 0, 0

    def fill() -> None:
        nonlocal appended, refused
        try:
            while True:
                append(store, match.id, sitting(appended + 1))
                appended += 1
        except StoreUnavailable:
            refused += 1

    def write_and_fill(*arguments: Any) -> Any:
        nonlocal commits
        outcomes = write(*arguments)
        if (commits := commits + 1) < 30:
            fill()
        return outcomes

    monkeypatch.setattr(writer.Writer, "write", write_and_fill)
    with store._write_lock.hold():
        fill()
    deadline = time.monotonic() + 10
    while len(said(caplog)) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert append(store, match.id, sitting(appended + 1)).result(10)
    assert refused == 30
    assert said(caplog) == [("unavailable", "more than 20 events wait to be written"), ("back", "")]


def test_a_file_that_is_replaced_while_it_is_written(
    store: Store, file: Path, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write = writer.Writer._write

    def write_and_replace(*arguments: Any) -> Any:
        written = write(*arguments)
        shutil.copy(file, f"{file}-copy")
        shutil.move(f"{file}-copy", file)
        return written

    with monkeypatch.context() as replaced:
        replaced.setattr(writer.Writer, "_write", write_and_replace)
        with pytest.raises(StoreUnavailable):
            append(store, match.id, sitting(1)).result(10)
    assert said(caplog) == [("unavailable", "the database file was deleted or replaced while it was written")]
    store.note_fact("x", 1.0)
    assert said(caplog)[1:] == [("back", "")]
