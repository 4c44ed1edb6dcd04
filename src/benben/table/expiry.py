"""Deletes matches without events for `idle_days`, and matches that have been over for `kept_days`.

Every process tries now and then to get the lease for it; only its holder deletes. If the holder dies, another process
gets the lease when it runs out.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
import uuid

from benben.table.errors import TableError
from benben.table.store import EXPIRY, Store

log = logging.getLogger("benben.table")

DAY = 24 * 3600.0
CLOCK_SLACK = 300.0  # seconds


class Expiry:
    """Deletes old matches while this process holds the lease."""

    def __init__(self, store: Store, idle_days: float, kept_days: float, every: float) -> None:
        self._store = store
        self._idle, self._kept = idle_days * DAY, kept_days * DAY
        self._every = every  # seconds
        self._worker = str(uuid.uuid4())
        self._ahead = time.time() - time.monotonic()  # stays the same unless somebody sets the clock
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(random.uniform(0.5, 1) * self._every)  # spread the processes
            try:
                await asyncio.to_thread(self.run_once)
            except TableError as error:
                log.warning("old matches could not be deleted", extra={"code": error.code})

    def run_once(self) -> int | None:
        """Delete old matches and return their number; None if another process holds the lease."""
        if not self._store.lease(EXPIRY, 0, self._worker, 3 * self._every):
            return None
        now = time.monotonic() + self._ahead
        if time.time() > now + CLOCK_SLACK:
            log.error("the clock was set ahead; matches expire by the old one until the server is restarted")
        deleted = self._store.expire(idle_since=now - self._idle, ended_before=now - self._kept)
        if deleted:
            log.info("old matches were deleted", extra={"matches": deleted})
        return deleted
