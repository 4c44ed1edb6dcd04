"""Reviews of matches: made where the bots think, one at a time in a process, and kept in the database."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import delete, insert, select

from benben.bots.bot import is_ready
from benben.coach.chances import Cancelled
from benben.coach.judging import Effort, level_named, next_level
from benben.coach.review import Progress, Review, ReviewedDecision, decide, digest, review
from benben.core.game import Game
from benben.core.position import Position
from benben.core.text import texts
from benben.table.coach_threads import CoachThreads
from benben.table.database import guarded
from benben.table.errors import CoachBusy
from benben.table.schema import reviews
from benben.table.store import Store
from benben.table.thinking import ThinkingThreads, Urgency

_ = texts(__package__)

MOST_KEPT = 5_000  # some 40 kB each
MOST_WAITING = 20  # people who wait for a review of this process
READY_SECONDS = 0.2  # between two looks whether the bots are compiled
EFFORT = Effort()  # for that: the one of reviews, shared by the decisions of the match


class Reviews:
    """Belongs to one event loop."""

    def __init__(
        self,
        store: Store,
        threads: ThinkingThreads,
        at_once: CoachThreads,
        hurry: Callable[[Game], None] | None = None,
        most_kept: int = MOST_KEPT,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """`at_once`: for another move at a decision. `hurry`: have a game compiled next; None if nobody compiles."""
        self._store, self._most_kept, self._most_waiting = store, most_kept, most_waiting
        self._threads, self._at_once = threads, at_once
        self._hurry = hurry
        self._one_at_a_time = asyncio.Semaphore(1)
        self._waiting = 0

    async def get(self, last: Position, level: str, client: str, report: Progress, stop: threading.Event) -> Review:
        """The review of a match, kept or made now; waits until the bots of the game are compiled.

        Cancelled if `stop` is set meanwhile; CoachBusy if nobody compiles them, or too many people wait.
        """
        level_named(last.game, level)
        key = digest(last, level)
        if (kept := await self._store.in_thread(self._kept, key)) is not None:
            return kept
        if self._waiting >= self._most_waiting:
            raise CoachBusy(_("Too many people wait for a review. Ask again in a minute."), why="crowded")
        self._waiting += 1
        try:
            await self._compiled(last.game, stop)
            async with self._one_at_a_time:
                if (
                    kept := await self._store.in_thread(self._kept, key)
                ) is not None:  # somebody else waited for it too
                    return kept
                pool = self._threads.executor(client, Urgency.ABSENT)
                made = await asyncio.to_thread(review, last, level, report=report, stop=stop, pool=pool)
            await self._store.in_thread(self._keep, key, made)
        finally:
            self._waiting -= 1
        return made

    async def _compiled(self, game: Game, stop: threading.Event) -> None:
        if is_ready(game):
            return
        if self._hurry is None:
            raise CoachBusy(
                _("The bots of this game are still being prepared. Ask again in a minute."), why="not-ready"
            )
        self._hurry(game)
        while not is_ready(game):
            if stop.is_set():
                raise Cancelled
            await asyncio.sleep(READY_SECONDS)

    async def judge(
        self, last: Position, view: Position, ply: int, move: int, level: str, client: str
    ) -> ReviewedDecision:
        """What a review of this level says of another move at a decision, from the same view in the same worlds."""
        effort = EFFORT.shared_by(len(last.moves))
        teacher = next_level(view.game, level_named(view.game, level))
        return await self._at_once.think(client, view.game, partial(decide, ply, view, move, teacher, effort))

    def _kept(self, key: str) -> Review | None:
        with guarded(), self._store.engine.connect() as connection:
            found = connection.execute(select(reviews.c.data).where(reviews.c.id == key)).scalar()
        return None if found is None else Review.from_json(json.loads(found))

    def _keep(self, key: str, made: Review) -> None:
        """Forgets the oldest ones."""
        oldest = select(reviews.c.made).order_by(reviews.c.made.desc()).offset(self._most_kept - 1).limit(1)
        with self._store.writing() as connection:
            if (before := connection.execute(oldest).scalar()) is not None:
                connection.execute(delete(reviews).where(reviews.c.made <= before))
            connection.execute(delete(reviews).where(reviews.c.id == key))
            connection.execute(insert(reviews).values(id=key, data=json.dumps(made.as_json()), made=time.time()))
