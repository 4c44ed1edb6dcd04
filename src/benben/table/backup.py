"""Backups of a database in use, and their restoration.

A backup holds everything acknowledged before it began. It holds the seeds of running matches: protect it like the
database itself.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import inspect
from sqlalchemy.engine import make_url

from benben.core.text import texts
from benben.table.database import guarded, open_database, sqlite_file
from benben.table.errors import BackupFailed, StoreUnavailable
from benben.table.store import Store

_ = texts(__package__)


def back_up(url: str, file: Path) -> None:
    """Write a backup; it appears only when complete. SQLite: a database; PostgreSQL: pg_dump’s format."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        database = sqlite_file(url)
        if database is not None:
            if not database.exists():
                raise BackupFailed(_("There is no database {file}.", file=database))
            _copy(database, part)
        else:
            _run_postgres("pg_dump", url, "--format=custom", "--no-owner", f"--file={part}")
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    _note_time(url)


def _note_time(url: str) -> None:
    """For `benben status`. A backup of a database that cannot be written to is a backup all the same."""
    store = Store(url)
    with contextlib.suppress(StoreUnavailable):
        store.note_fact("last_backup", time.time())
    store.close()


def restore(file: Path, url: str) -> None:
    """Fill an empty database from a backup."""
    if not file.exists():
        raise BackupFailed(_("There is no backup {file}.", file=file))
    database = sqlite_file(url)
    if database is not None:
        database.parent.mkdir(parents=True, exist_ok=True)
    engine = open_database(url)
    with guarded():
        taken = inspect(engine).has_table("matches")
    engine.dispose()
    if taken:
        raise BackupFailed(_("This database is not empty. Restore into an empty one."))
    if database is not None:
        _copy(file, database)
        database.chmod(0o600)
    else:
        options = ("--no-owner", "--exit-on-error", "--single-transaction")
        _run_postgres("pg_restore", url, *options, str(file))


def _copy(source: Path, target: Path) -> None:
    """Copy a database in use with SQLite's backup API, and check the copy."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as read,
            closing(sqlite3.connect(target, timeout=30)) as written,
        ):
            read.backup(written)
            sound = written.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            if not sound or not written.execute("SELECT 1 FROM sqlite_master WHERE name = 'matches'").fetchone():
                raise BackupFailed(_("{file} is no database of benben.", file=source))
    except sqlite3.Error as error:
        raise BackupFailed(_("The copy failed: {error}", error=str(error))) from error


def _run_postgres(program: str, url: str, *options: str) -> None:
    """Run a program of PostgreSQL. The password is passed in the environment: other users could read arguments."""
    found = shutil.which(program)
    if found is None:
        raise BackupFailed(_("{program} is missing: it comes with PostgreSQL’s client programs.", program=program))
    address = make_url(url).set(drivername="postgresql")
    environment = {**os.environ, **({"PGPASSWORD": str(address.password)} if address.password else {})}
    public = address._replace(password=None).render_as_string()
    ended = subprocess.run(
        [found, f"--dbname={public}", *options], env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise BackupFailed(_("The copy failed: {error}", error=ended.stderr.strip()[-500:]))
