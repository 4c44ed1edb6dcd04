"""Answers of the coach while a person waits: made where the bots think, bounded in time and in number."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from benben.bots.bot import is_ready
from benben.coach.chances import Cancelled
from benben.core.game import Game
from benben.core.text import texts
from benben.table.errors import CoachBusy
from benben.table.thinking import ThinkingThreads, Urgency

_ = texts(__package__)

MOST_WAITING = 8  # people who wait for an answer
LAST_PART = 0.15  # of the seconds: left for ending with what is known

T = TypeVar("T")


class CoachThreads:
    """Belongs to one event loop."""

    def __init__(self, threads: ThinkingThreads, seconds: float, most_waiting: int = MOST_WAITING) -> None:
        self._threads, self._seconds, self._most_waiting = threads, seconds, most_waiting
        self._waiting = 0

    async def think(self, client: str, game: Game, work: Callable[[threading.Event], T]) -> T:
        """The result of the work, which ends when its event is set: shortly before the seconds are over, or when this
        call is cancelled. CoachBusy if there is none in time."""
        if not is_ready(game):
            raise CoachBusy(
                _("The bots of this game are still being prepared. Ask again in a minute."), why="not-ready"
            )
        if self._waiting >= self._most_waiting:
            raise CoachBusy(_("The coach is busy. Ask again in a moment."), why="crowded")
        loop, stop = asyncio.get_running_loop(), threading.Event()
        timer = loop.call_later((1 - LAST_PART) * self._seconds, stop.set)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                return await self._threads.think(client, Urgency.PERSON, partial(work, stop))
        except (TimeoutError, Cancelled):
            raise CoachBusy(_("The coach is busy. Ask again in a moment."), why="late") from None
        finally:
            self._waiting -= 1
            timer.cancel()
            stop.set()
