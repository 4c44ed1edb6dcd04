"""A lock for writers of SQLite: for fairness, not for safety, which SQLite provides itself.

A connection that finds SQLite busy sleeps for longer and longer, up to 0.1 s, so under load one writer can starve.
Writers therefore queue on this lock first and try it often.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benben.table.database import BUSY_SECONDS, CannotWrite

try:
    import fcntl
except ImportError:  # Windows, where the server runs a single worker
    fcntl = None  # type: ignore[assignment]

TRY_SECONDS = 0.0002


class WriteLock:
    """Held by one thread of all processes on the same database file."""

    def __init__(self, file: Path | None, alone: bool) -> None:
        """Without a file the lock does nothing. `alone`: only this process writes."""
        self._is_needed = file is not None
        self._ours = threading.Lock()
        self._shared: int | None = None
        if file is not None and not alone and fcntl is not None:
            with contextlib.suppress(OSError):
                self._shared = os.open(f"{file}-turns", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def close(self) -> None:
        if self._shared is not None:
            os.close(self._shared)
            self._shared = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock for the block. CannotWrite after BUSY_SECONDS."""
        if not self._is_needed:
            yield
            return
        if not self._ours.acquire(timeout=BUSY_SECONDS):
            raise CannotWrite(f"another thread has not stopped writing for {BUSY_SECONDS:g} s")
        try:
            if self._shared is None:
                yield
                return
            self._acquire_shared(self._shared)
            try:
                yield
            finally:
                fcntl.flock(self._shared, fcntl.LOCK_UN)
        finally:
            self._ours.release()

    def _acquire_shared(self, shared: int) -> None:
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise CannotWrite(f"another process has not stopped writing for {BUSY_SECONDS:g} s") from None
                time.sleep(TRY_SECONDS)
            else:
                return
