"""Old databases become new ones without loss in any order of starts; new ones are not touched by old programs."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from benben.core.errors import BenbenError
from benben.core.shuffle import new_seed
from benben.games import find
from benben.table.match import BOT, MOVE, PERSON, SIT, Match, MatchEvent, Occupant
from benben.table.migrate import HEAD, steps, version
from benben.table.schema import matches, metadata
from benben.table.store import Store
from benben.table.writer import row_of
from tests.web import first_schema
from tests.web.appending import create


@pytest.fixture
def store(fresh_database: str) -> Iterator[Store]:
    store = Store(fresh_database)
    yield store
    store.close()


def is_ours(_thing: object, name: str | None, kind: str, _reflected: bool, _compared: object) -> bool:
    """Partitions of PostgreSQL look like tables of their own."""
    return kind != "table" or not re.fullmatch(r"events_\d\d", name or "")


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"include_object": is_ours})
    return list(compare_metadata(context, metadata))


def test_the_steps_lead_to_the_tables_that_the_program_uses(store: Store) -> None:
    store.migrate()
    with store.engine.connect() as connection:
        assert version(connection) == HEAD
        assert differences(connection) == []
    store.migrate()


def test_the_last_step_is_the_one_we_say() -> None:
    assert steps().get_current_head() == HEAD


def old_match(name: str, first: str, rematch_of: str | None = None) -> Match:
    match = Match.begin(
        name, find("pyramidis"), 2, {}, new_seed(), 1.0, (name.encode(), b"b" + name.encode()), rematch_of
    )
    for number, occupant in enumerate((Occupant(first, "Ann", "club"), Occupant(PERSON, "Ben")), 1):
        match.apply(MatchEvent(number, SIT, number - 1, 1.0, text=occupant.as_text()))
    match.apply(MatchEvent(3, MOVE, 0, 2.5, match.position.parse("a4:3")))
    return match


def write_old(store: Store, match: Match) -> None:
    """As the first release did."""
    assert match.position.setup.seed is not None
    row = {"id": match.id, "game": "pyramidis", "rules": 1, "box": match.game.box, "players": 2, "options": "{}"}
    row |= {"seed": match.position.setup.seed, "created": match.created, "rematch_of": match.rematch_of}
    with store.engine.begin() as connection:
        connection.execute(insert(first_schema.matches).values(row))
        keys = [{"match": match.id, "seat": seat, "key": key} for seat, key in enumerate(match.keys)]
        connection.execute(insert(first_schema.seats), keys)
        connection.execute(insert(first_schema.events), [row_of(match.id, event) for event in match.events])


def test_a_database_of_the_first_release_is_taken_over(store: Store) -> None:
    first_schema.metadata.create_all(store.engine)
    old = [
        old_match("people", PERSON),
        old_match("withbots", BOT),
        old_match("rematch", PERSON, "people"),
        old_match("rematch2", PERSON, "people"),  # two asked at once, and the first release made two
    ]
    for match in old:
        write_old(store, match)
    store.migrate()
    for match in old:
        loaded = store.load(match.id)
        assert (loaded.events, loaded.keys, loaded.position) == (match.events, match.keys, match.position)
    assert store.rematch("people") == "rematch"
    assert store.waiting_for_bots() == ["withbots"], "perhaps: a bot runner that looks finds out"
    with store.engine.connect() as connection:
        assert differences(connection) == []


def test_a_first_start_that_was_cut_short_is_finished(store: Store) -> None:
    first_schema.matches.create(store.engine)
    store.migrate()
    with store.engine.connect() as connection:
        assert differences(connection) == []


def test_a_newer_database_is_refused_and_left_alone(store: Store) -> None:
    store.migrate()
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BenbenError, match="newer benben") as refused:
        store.migrate()
    assert refused.value.code == "store-too-new"
    with store.engine.connect() as connection:
        assert version(connection) == "9999"


def test_the_server_says_that_the_database_is_newer(store: Store, fresh_database: str) -> None:
    store.migrate()
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    command = [sys.executable, "-m", "benben.cli", "serve", "--port", "1", "--database", fresh_database]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "newer benben (9999)" in ended.stderr


def test_all_may_start_at_once(store: Store, fresh_database: str) -> None:
    program = "import sys; from benben.table.store import Store; s = Store(sys.argv[1]); s.migrate(); s.close()"
    first_schema.metadata.create_all(store.engine)
    write_old(store, old_match("people", PERSON))
    started = [subprocess.Popen([sys.executable, "-c", program, fresh_database]) for _process in range(4)]
    assert [process.wait(timeout=60) for process in started] == [0, 0, 0, 0]
    with store.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]
        assert connection.execute(select(matches.c.id)).scalars().all() == ["people"]


def test_events_are_spread_over_partitions(store: Store) -> None:
    """PostgreSQL only: a match's events lie together, those of many matches in many tables."""
    store.migrate()
    if store.is_sqlite:
        pytest.skip("SQLite has no partitions")
    for number in range(60):
        create(store, old_match(f"match{number}", PERSON)).result(timeout=20)
    with store.engine.connect() as connection:
        places = connection.execute(text('SELECT DISTINCT tableoid::regclass::text, "match" FROM events')).all()
    assert len(places) == 60, "each match in one partition"
    assert len({table for table, _match in places}) > 8
