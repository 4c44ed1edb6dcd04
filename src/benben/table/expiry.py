"""Deletes matches without events for `idle_days`, and matches that have been over for `kept_days`.

Every process tries now and then to get the lease for it; only its holder deletes. If the holder dies, another process
gets the lease when it runs out.

Matches age by a clock of their own, which is kept in the database. It never runs ahead of the wall clock, and never
more than twice as fast as the server runs. So a wall clock that is months ahead deletes nothing at once, at a start
neither; and time in which the server was off is made up for slowly. It is never behind the creation of the oldest
match, so it does not lag for years where a machine once started without the date.
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
CLOCK = "expiry_clock"  # the fact that keeps it
CATCH_UP = 2.0  # how fast it may run
WORTH_TELLING = DAY  # a smaller distance to the wall clock is that of a restart


class Expiry:
    """Deletes old matches while this process holds the lease."""

    def __init__(self, store: Store, idle_days: float, kept_days: float, every: float) -> None:
        self._store = store
        self._idle, self._kept = idle_days * DAY, kept_days * DAY
        self._every = every  # seconds
        self._worker = str(uuid.uuid4())
        self._last: tuple[float, float] | None = None  # the clock at our last run, and the monotonic clock
        self._has_told = False  # that the clock lags
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
        now = self._move_clock()
        deleted = self._store.expire(idle_since=now - self._idle, ended_before=now - self._kept)
        if deleted:
            log.info("old matches were deleted", extra={"matches": deleted})
        return deleted

    def _move_clock(self) -> float:
        """The time by which matches expire."""
        kept, wall, running = self._store.fact(CLOCK), time.time(), time.monotonic()
        # What happened before our first run, or between two runs while another process held the lease, is not known.
        ran = running - self._last[1] if self._last is not None and self._last[0] == kept else 0.0
        now = wall
        if kept is not None:  # at the creation of the oldest match no match had aged
            now = min(wall, max(kept + CATCH_UP * ran, self._store.oldest() or 0.0))
        self._store.note_fact(CLOCK, now)
        self._last = (now, running)
        if wall - now > WORTH_TELLING and not self._has_told:
            days = round((wall - now) / DAY, 1)
            log.warning("the clock is ahead, or the server was off: matches expire later", extra={"days": days})
            self._has_told = True
        return now
