"""Limits that keep the server usable for everybody: requests, views, new tables and open streams of each
client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benben.core.text import texts
from benben.table.errors import TooMany
from benben.web.client_counts import ClientCounts, SharedTimes
from benben.web.metrics import STREAMS
from benben.web.settings import Settings

_ = texts(__package__)

LONGEST_WAIT = 10.0  # seconds
VIEW_BURST_SECONDS = 5  # a client may ask for the views of this time at once: several tabs, a look through a match


class Rate:
    """A token bucket for each client, shared by all workers. Must be made before the workers are forked."""

    def __init__(self, per_second: float, burst: float, longest_wait: float = LONGEST_WAIT) -> None:
        """A client that would have to wait longer than `longest_wait` is refused."""
        self._seconds, self._burst, self._longest_wait = 1 / per_second, max(1.0, burst), longest_wait
        self._full_at = SharedTimes()  # when the bucket of a client is full again

    def take(self, client: str, tokens: int = 1) -> None:
        """Take tokens, or raise TooMany. More than a bucket holds take all of it."""
        full_at, wait = self._after(client, min(tokens, self._burst))
        if wait > 0:
            raise self._too_many()
        self._full_at.set(client, full_at)

    async def wait(self, client: str) -> None:
        """Take one token; wait for it where there is none. A client that asks without end gets the rate, not more."""
        full_at, wait = self._after(client, 1)
        if wait > self._longest_wait:
            raise self._too_many()
        self._full_at.set(client, full_at)
        if wait > 0:
            await asyncio.sleep(wait)

    def _after(self, client: str, tokens: float) -> tuple[float, float]:
        """When the bucket would be full again after taking tokens, and how long they must be waited for."""
        now = time.monotonic()  # the same in all workers
        full_at = max(now, self._full_at.of(client)) + tokens * self._seconds
        return full_at, full_at - now - self._burst * self._seconds

    def _too_many(self) -> TooMany:
        return TooMany(_("Too many requests. Please wait a moment."), retry_after=round(self._seconds, 1))


class Limits:
    """What each client may do, counted over all workers. Must be made before the workers are forked."""

    def __init__(self, settings: Settings) -> None:
        longest = settings.longest_wait_seconds
        self.requests = Rate(settings.requests_per_second, settings.request_burst, longest)
        self.new_tables = Rate(settings.new_tables_per_minute / 60, settings.new_tables_per_minute)
        self.looks = Rate(settings.views_per_second, VIEW_BURST_SECONDS * settings.views_per_second, longest)
        self.hints = Rate(settings.hints_per_minute / 60, settings.hints_per_minute)
        self.open_streams = ClientCounts(settings.workers)


class Streams:
    """Counts open sockets and event streams: all of this process, and those of each client over all workers."""

    def __init__(self, most: int, per_client: int, counts: ClientCounts) -> None:
        self._most, self._per_client, self._counts = most, per_client, counts
        self._open = 0

    @contextmanager
    def enter(self, client: str) -> Iterator[None]:
        """Count one more for the duration of the block, or raise TooMany."""
        if self._open >= self._most or self._counts.of(client) >= self._per_client:
            raise TooMany(_("Too many open connections."))
        self._open += 1
        self._counts.add(client, 1)
        STREAMS.inc()
        try:
            yield
        finally:
            STREAMS.dec()
            self._open -= 1
            self._counts.add(client, -1)
