"""Bots at the table: they think in threads, and each of their decisions is played exactly once."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from benben.bots.bot import warm
from benben.bots.levels import bot_of_level
from benben.core.game import Level
from benben.core.kernels import can_compile
from benben.core.position import Position
from benben.games import find, names
from benben.table.errors import NoSuchMatch, TableError, UnreadableMatch
from benben.table.match import Match
from benben.table.service import Service

log = logging.getLogger("benben.table")

LEASE_SECONDS = 4.0  # without a renewal another worker takes over
RENEW_SECONDS = 1.5
SWEEP_SECONDS = 2.0


class Warming:
    """Compiles and loads all games and their bots, in a thread, while the server already answers.

    Another process compiles, because the compiler would block this one; then the result is loaded from the cache.
    """

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._compiling: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    def start(self) -> None:
        threading.Thread(target=self._run, name="benben-warm", daemon=True).start()

    def stop(self) -> None:
        """End the process that compiles: it must not outlive the server."""
        self._is_stopped = True
        if self._compiling is not None:
            self._compiling.terminate()

    def _run(self) -> None:
        if can_compile():
            self._compiling = subprocess.Popen([sys.executable, "-m", "benben.cli", "warm"], stdout=subprocess.DEVNULL)
            if self._is_stopped:
                self._compiling.terminate()
            self._compiling.wait()
        for name in names():
            if self._is_stopped:
                return
            warm(find(name))
            self._on_ready()


def decision_seed(match: Match, number: int) -> int:
    """The seed of a bot's decision. Nobody can predict it, because the match's own seed is mixed in; as a hash it tells
    the bot nothing of the deal."""
    mixed = hashlib.sha256((match.position.setup.seed or b"") + f"{match.id} {number}".encode())
    return int.from_bytes(mixed.digest()[:8], "big")


class BotRunner:
    """Plays for the bots of all matches. Several processes may do so: a lease says which one thinks."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._worker = str(uuid.uuid4())
        self._threads = ThreadPoolExecutor(max(1, (os.cpu_count() or 1)), "benben-bot")
        self._busy: set[str] = set()
        self._set_aside: set[str] = set()  # matches that this process cannot play; a restart tries them again
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = threading.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._service.hub.subscribe(self._on_match)
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        self._stop.set()
        if self._sweeper:
            self._sweeper.cancel()
        for task in list(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _on_match(self, match: Match) -> None:
        """Let a bot think if one is to act."""
        is_free = match.id not in self._busy and match.id not in self._set_aside
        if match.state.waits_for_bot and is_free and not self._stop.is_set():
            self._busy.add(match.id)
            task = asyncio.create_task(self._act(match))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _act(self, match: Match) -> None:
        """Play for bots, one after the other, until a person is to act."""
        try:
            while match.actor is not None and (level := match.level_of(match.actor)) is not None:
                number = match.number
                if not await self._lease(match.id, number):
                    return
                move = await self._decide(match, number, level)
                if self._stop.is_set():
                    return
                await self._service.play_for_bot(match, number, move)
                match = await self._service.match(match.id)
        except TableError as error:
            log.warning("a bot could not move", extra={"match": match.id, "code": error.code})
        except Exception:
            log.exception("a bot failed; its match is set aside", extra={"match": match.id})
            self._set_aside.add(match.id)
        finally:
            self._busy.discard(match.id)

    async def _decide(self, match: Match, number: int, level: Level) -> int:
        """The bot's move. The lease is renewed while the bot thinks."""
        loop = asyncio.get_running_loop()
        seed = decision_seed(match, number)
        thinking = loop.run_in_executor(self._threads, self._think, match.position, level, seed)
        while not (await asyncio.wait([thinking], timeout=RENEW_SECONDS))[0]:
            await self._lease(match.id, number)
        return await thinking

    async def _lease(self, match_id: str, number: int) -> bool:
        return await asyncio.to_thread(self._service.store.lease, match_id, number, self._worker, LEASE_SECONDS)

    def _think(self, position: Position, level: Level, seed: int) -> int:
        assert position.actor is not None
        bot = bot_of_level(position.game, position.players, level)
        return bot.think(position.view(position.actor), seed, stop=self._stop).move

    async def _sweep(self) -> None:
        """Find matches in which a bot is due and no process thinks: after a restart, or when a worker died."""
        while not self._stop.is_set():
            try:
                for match_id in await asyncio.to_thread(self._service.store.waiting_for_bots):
                    if match_id not in self._busy and match_id not in self._set_aside:
                        await self._take_over(match_id)
            except TableError as error:
                log.warning("the sweep failed", extra={"code": error.code})
            await asyncio.sleep(SWEEP_SECONDS)

    async def _take_over(self, match_id: str) -> None:
        try:
            match = await self._service.match(match_id)
        except NoSuchMatch:  # expired meanwhile
            return
        except UnreadableMatch:  # the store has logged why
            self._set_aside.add(match_id)
            return
        if match.state.waits_for_bot:
            self._on_match(match)
        else:
            await asyncio.to_thread(self._service.store.no_bot_due, match_id, match.number)
