"""Migrations of the database schema, run at every start.

Each step is a file in `migrations/versions/` and never changes once released. If several processes or machines start at
once, one runs the steps in one transaction and the others wait.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from benben.core.text import texts
from benben.table.errors import StoreTooNew

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

_ = texts(__package__)

log = logging.getLogger("benben.table")

HEAD = "0007"  # the last step; a constant, so that a start without migrations need not load Alembic
LOCK = 0xBE0BE0  # PostgreSQL's advisory lock
WAIT_SECONDS = 120  # for another process that migrates


def migrate(engine: Engine) -> None:
    """Run all missing steps. StoreTooNew, and nothing done, if the database has steps unknown to this version."""
    with engine.connect() as connection:
        if version(connection) == HEAD:
            return
    with _alone(engine) as connection:
        if version(connection) != HEAD:
            _take_steps(connection)


def version(connection: Connection) -> str | None:
    """The last step of a database; None if it is empty or older than all steps."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def steps() -> ScriptDirectory:
    """All steps, as Alembic reads them."""
    from alembic.script import ScriptDirectory  # 0.2 s, and hardly ever needed

    return ScriptDirectory(str(Path(__file__).parent / "migrations"))


def _take_steps(connection: Connection) -> None:
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    script, found = steps(), version(connection)
    if found is not None and found not in {step.revision for step in script.walk_revisions()}:
        raise StoreTooNew(_("The database is of a newer benben ({version}): please upgrade this one.", version=found))
    context = MigrationContext.configure(
        connection,
        opts={
            "fn": lambda revision, _context: script._upgrade_revs(HEAD, revision),
            "transactional_ddl": True,
            "script": script,
        },
    )
    with Operations.context(context):
        context.run_migrations()
    log.info("the database was brought up to date", extra={"from": found, "to": HEAD})


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that one process at a time can hold."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA busy_timeout={WAIT_SECONDS * 1000}")
            connection.commit()
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would begin only at the first change
        else:
            connection.execute(text(f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'"))
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        yield connection
        connection.commit()
    if engine.dialect.name == "sqlite":
        engine.dispose()  # drop connections with the long timeout
