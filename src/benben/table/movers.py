"""Bots at the table: they think in threads, and each of their decisions is made exactly once."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

from benben.bots.bot import warm
from benben.bots.levels import bot_of_level
from benben.core.game import Level
from benben.core.kernels import can_compile
from benben.core.position import Position
from benben.games import find, names
from benben.table.errors import NoSuchMatch, TableError
from benben.table.match import Match
from benben.table.tables import Tables

log = logging.getLogger("benben.table")

LEASE_SECONDS = 4.0  # without a renewal: then another worker takes over
RENEW_SECONDS = 1.5
SWEEP_SECONDS = 2.0


def warm_games() -> None:
    """Make all games and their bots ready: in a thread of its own, while the table is already open.

    What must be compiled is compiled by another process, for the compiler would hold this one up; then it is loaded.
    """
    if can_compile():
        subprocess.run([sys.executable, "-m", "benben.cli", "warm"], stdout=subprocess.DEVNULL, check=False)
    for name in names():
        warm(find(name))


class Movers:
    """Looks after every match in which a bot is to act. Several processes may: a lease says who thinks."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._worker = str(uuid.uuid4())
        self._threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 1)), "benben-bot")
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = threading.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        self._stop.set()
        if self._sweeper:
            self._sweeper.cancel()
        for task in list(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def look_after(self, match: Match) -> None:
        """If a bot is to act, let it think. Called whenever a match has changed."""
        if match.standing.waits_for_bot and match.id not in self._busy:
            self._busy.add(match.id)
            task = asyncio.create_task(self._act(match))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _act(self, match: Match) -> None:
        """Bots move, one after the other, until a person is to act."""
        try:
            while match.actor is not None and (level := match.level_of(match.actor)) is not None:
                number = match.number
                if not await self._lease(match.id, number):
                    return
                move = await self._decision(match, number, level)
                if self._stop.is_set():
                    return
                await self._tables.bot_moves(match, number, move)
                match = await self._tables.match(match.id)
        except TableError as error:
            log.warning("a bot could not move", extra={"match": match.id, "code": error.code})
        finally:
            self._busy.discard(match.id)

    async def _decision(self, match: Match, number: int, level: Level) -> int:
        """What the bot decides. While it thinks, others are told so."""
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(self._threads, self._think, match.id, number, match.position, level)
        while not (await asyncio.wait([thinking], timeout=RENEW_SECONDS))[0]:
            await self._lease(match.id, number)
        return await thinking

    async def _lease(self, match_id: str, number: int) -> bool:
        return await asyncio.to_thread(self._tables.store.lease, match_id, number, self._worker, LEASE_SECONDS)

    def _think(self, match_id: str, number: int, position: Position, level: Level) -> int:
        assert position.actor is not None
        # from what is public alone: a bot's chance must not depend on what it cannot see
        seed = int.from_bytes(hashlib.sha256(f"{match_id} {number}".encode()).digest()[:8], "big")
        bot = bot_of_level(position.game, position.players, level)
        return bot.think(position.view(position.actor), seed, stop=self._stop).move

    async def _sweep(self) -> None:
        """Matches that nobody looks after: after a restart, or when another worker has died."""
        while not self._stop.is_set():
            try:
                for match_id in await asyncio.to_thread(self._tables.store.waiting_for_bots):
                    if match_id not in self._busy:
                        await self._look_at(match_id)
            except TableError as error:
                log.warning("the sweep failed", extra={"code": error.code})
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_at(self, match_id: str) -> None:
        try:
            match = await self._tables.match(match_id)
        except NoSuchMatch:  # it has just expired
            return
        if match.standing.waits_for_bot:
            self.look_after(match)
        else:
            await asyncio.to_thread(self._tables.store.no_bot_due, match_id, match.number)
