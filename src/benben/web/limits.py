"""Limits that keep a table usable for everybody: the size of bodies, requests and new tables a client, open streams."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from benben.core.text import texts
from benben.table.errors import TooMany

_ = texts(__package__)

_REMEMBERED = 10_000  # clients


@dataclass
class _Bucket:
    tokens: float
    seen: float


class Rate:
    """A token bucket for each client."""

    def __init__(self, a_second: float, burst: float) -> None:
        self._rate, self._burst = a_second, burst
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, client: str) -> None:
        """One more, or TooMany."""
        now = time.monotonic()
        bucket = self._buckets.setdefault(client, _Bucket(self._burst, now))
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.seen) * self._rate)
        bucket.seen = now
        self._buckets.move_to_end(client)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        if bucket.tokens < 1:
            raise TooMany(_("Too many requests: please wait a moment."), retry_after=round(1 / self._rate, 1))
        bucket.tokens -= 1


class Streams:
    """Open streams, counted by client and in all."""

    def __init__(self, most: int, a_client: int) -> None:
        self._most, self._a_client = most, a_client
        self._open: dict[str, int] = {}

    def enter(self, client: str) -> None:
        if sum(self._open.values()) >= self._most or self._open.get(client, 0) >= self._a_client:
            raise TooMany(_("Too many open streams."))
        self._open[client] = self._open.get(client, 0) + 1

    def leave(self, client: str) -> None:
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]

    def __len__(self) -> int:
        return sum(self._open.values())
