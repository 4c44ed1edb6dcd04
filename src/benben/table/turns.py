"""Turns at writing to SQLite: fairness, not safety, which is the database's own business.

Whoever finds SQLite busy sleeps and tries again, and sleeps longer each time, up to a tenth of a second. Where others
write all the time, that can go on for long. So we wait here first, and look again often.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benben.table.database import BUSY_SECONDS
from benben.table.errors import StoreUnavailable

try:
    import fcntl
except ImportError:  # not on Windows, where there are no several workers either
    fcntl = None  # type: ignore[assignment]

LOOK_SECONDS = 0.0002


class Turns:
    """One turn at a time among all threads, and all processes that know of each other."""

    def __init__(self, file: Path | None, alone: bool) -> None:
        """Without a file there is nothing to wait for; `alone`: only among our threads."""
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
    def take(self) -> Iterator[None]:
        """Ours until the end of the block. StoreUnavailable: somebody does not come to an end."""
        if not self._is_needed:
            yield
            return
        if not self._ours.acquire(timeout=BUSY_SECONDS):
            raise StoreUnavailable
        try:
            if self._shared is None:
                yield
                return
            self._wait(self._shared)
            try:
                yield
            finally:
                fcntl.flock(self._shared, fcntl.LOCK_UN)
        finally:
            self._ours.release()

    def _wait(self, shared: int) -> None:
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise StoreUnavailable from None
                time.sleep(LOOK_SECONDS)
            else:
                return
