"""The threads in which bots, hints, reviews and opinions are thought over, and the order in which they get them."""

from __future__ import annotations

import asyncio
import heapq
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import IntEnum
from functools import partial
from itertools import count
from typing import Any, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """Who waits for a thought. The most urgent one is first."""

    PERSON = 0  # a person at the table, or one who has asked
    ABSENT = 1  # people who are not at their table now; a review, which is long
    NOBODY = 2  # a table of bots


class ThinkingThreads:
    """One thread for each core. Belongs to one event loop.

    Thoughts wait for their turn: the more urgent ones come first, and the second thought for one client comes after the
    first of all others. So neither many tables of bots nor many tables of one client keep a person waiting.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._free = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._free, "benben-think")
        self._waiting: list[tuple[Urgency, int, int, asyncio.Future[None]]] = []  # a heap, empty while a thread is free
        self._order = count()  # first come, first served among equals
        self._of_client: Counter[str] = Counter()  # thoughts that wait or go on

    def close(self) -> None:
        """Waiting thoughts are cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for *_rank, place in self._waiting:
            place.cancel()

    async def think(self, client: str, urgency: Urgency, work: Callable[[], T]) -> T:
        """The result of the work, done in its turn."""
        async with self.turn(client, urgency):
            return await self.run(work)

    @asynccontextmanager
    async def turn(self, client: str, urgency: Urgency) -> AsyncIterator[None]:
        """Wait for a free thread, and have it until the end of the block. The block calls `run`."""
        earlier = self._of_client[client]
        self._of_client[client] += 1
        try:
            await self._take_place(urgency, earlier)
            try:
                yield
            finally:
                self._give_place()
        finally:
            self._of_client[client] -= 1
            if not self._of_client[client]:
                del self._of_client[client]

    async def run(self, work: Callable[[], T]) -> T:
        """Only within a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def executor(self, client: str, urgency: Urgency) -> Executor:
        """For a library that wants an executor. Its `submit` may be called from any thread but the event loop's."""
        return _InTurn(asyncio.get_running_loop(), partial(self.think, client, urgency))

    async def _take_place(self, urgency: Urgency, earlier: int) -> None:
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, earlier, next(self._order), place))
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # it was given in the same moment
                self._give_place()
            raise

    def _give_place(self) -> None:
        while self._waiting:
            *_rank, place = heapq.heappop(self._waiting)
            if not place.done():
                place.set_result(None)
                return
        self._free += 1


class _InTurn(Executor):
    def __init__(self, loop: asyncio.AbstractEventLoop, think: Callable[[Callable[[], Any]], Any]) -> None:
        self._loop, self._think = loop, think

    def submit(self, work: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(self._think(partial(work, *arguments, **named)), self._loop)
