"""Limits that keep the server usable for everybody: requests, views, new tables and open streams of each
client."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benben.core.text import texts
from benben.table.errors import TooMany
from benben.web.client_counts import ClientCounts
from benben.web.metrics import STREAMS

_ = texts(__package__)

_MOST_CLIENTS = 10_000  # buckets kept; the least recently used are dropped
LONGEST_WAIT = 10.0  # seconds; a client that would have to wait longer is refused


@dataclass
class _Bucket:
    tokens: float
    filled: float


class Rate:
    """A token bucket for each client."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._rate, self._burst = per_second, burst
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, client: str) -> None:
        """Take one token, or raise TooMany."""
        bucket = self._bucket(client)
        if bucket.tokens < 1:
            raise self._too_many()
        bucket.tokens -= 1

    async def wait(self, client: str) -> None:
        """Take one token; wait for it where there is none. A client that asks without end gets the rate, not more."""
        bucket = self._bucket(client)
        seconds = (1 - bucket.tokens) / self._rate
        if seconds > LONGEST_WAIT:
            raise self._too_many()
        bucket.tokens -= 1
        if seconds > 0:
            await asyncio.sleep(seconds)

    def _too_many(self) -> TooMany:
        return TooMany(_("Too many requests. Please wait a moment."), retry_after=round(1 / self._rate, 1))

    def _bucket(self, client: str) -> _Bucket:
        now = time.monotonic()
        bucket = self._buckets.setdefault(client, _Bucket(self._burst, now))
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.filled) * self._rate)
        bucket.filled = now
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket


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
