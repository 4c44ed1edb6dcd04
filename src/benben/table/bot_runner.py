"""Bots at the table: they think in threads, and each of their decisions is played exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import subprocess
import sys
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from benben.bots.bot import Bot, is_ready, warm
from benben.bots.levels import bot_of_level
from benben.coach.chances import seed_of
from benben.core.game import Game, Level
from benben.core.kernels import can_compile
from benben.core.position import Position
from benben.games import find, names
from benben.table.compiler import PLAYABLE, SEARCH
from benben.table.database import outage
from benben.table.errors import NoSuchMatch, StoreUnavailable, TableError, UnreadableMatch
from benben.table.match import PERSON, Match
from benben.table.service import Service
from benben.table.thinking import ThinkingThreads, Urgency

log = logging.getLogger("benben.table")

LEASE_SECONDS = 4.0  # without a renewal another worker takes over
RENEW_SECONDS = 1.5
SWEEP_SECONDS = 2.0
MOST_BOTS = 8  # that remember their last search: up to 20 MB each


class Warming:
    """Compiles and loads all games and their bots, in a thread, while the server already answers.

    Another process compiles, because the compiler would block this one; then the result is loaded from the cache. All
    games become playable before the first search is compiled; games that somebody plays come first.
    """

    def __init__(self, on_ready: Callable[[], None]) -> None:
        self._on_ready = on_ready
        self._waiting = [(name, part) for part in (PLAYABLE, SEARCH) for name in names()]
        self._compiler: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def start(self) -> None:
        threading.Thread(target=self._run, name="benben-warm", daemon=True).start()

    def stop(self) -> None:
        """End the process that compiles."""
        self._is_stopped = True
        if self._compiler is not None:
            self._compiler.kill()

    def on_match(self, match: Match) -> None:
        """Subscriber: the game of a match that waits for a bot is compiled next."""
        if match.state.waits_for_bot:
            self.hurry(match.game)

    def hurry(self, game: Game) -> None:
        """Compile a game next, because somebody waits for it."""
        self._waiting = sorted(self._waiting, key=lambda job: job[0] != game.name)

    def _run(self) -> None:
        if can_compile():
            command = [sys.executable, "-m", "benben.table.compiler"]
            self._compiler = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        while self._waiting and not self._is_stopped:
            name, part = self._waiting.pop(0)
            if self._compiler is not None:
                _compile_in(self._compiler, f"{name} {part}")
            if not self._is_stopped:
                warm(find(name), search=part == SEARCH)
                self._on_ready()
        if self._compiler is not None:
            self._compiler.kill()
            self._compiler.wait()


def _compile_in(compiler: subprocess.Popen[str], job: str) -> None:
    """Returns when that part of a game is compiled, or the process has ended."""
    assert compiler.stdin is not None
    assert compiler.stdout is not None
    with contextlib.suppress(OSError):  # it was killed: the server stops
        print(job, file=compiler.stdin, flush=True)
        compiler.stdout.readline()


def decision_seed(match: Match, number: int) -> int:
    """The seed of a bot's decision. Nobody can predict it, because the match's own seed is mixed in; as a hash it tells
    the bot nothing of the deal. With a shared deal it follows from what the bot sees: the same moves are answered in
    the same way at every table."""
    secret, purpose = match.position.setup.seed or b"", f"{match.id} {number}"
    if match.table_options.deal and match.actor is not None:
        purpose = f"shared {seed_of(match.position.view(match.actor))}"
    mixed = hashlib.sha256(secret + purpose.encode())
    return int.from_bytes(mixed.digest()[:8], "big")


def _has_people(match: Match) -> bool:
    return any(occupant.kind == PERSON for occupant in match.occupants)


class BotRunner:
    """Plays for the bots of all matches. Several processes may do so: a lease says which one thinks."""

    def __init__(self, service: Service, threads: ThinkingThreads, seconds: float, most_bots: int = MOST_BOTS) -> None:
        self._service, self._threads, self._most_bots = service, threads, most_bots
        self._seconds = seconds  # the longest search
        self._worker = str(uuid.uuid4())
        self._lease_thread = ThreadPoolExecutor(1, "benben-lease")  # so that leases take no thread from people's reads
        self._busy: set[str] = set()  # matches whose bot waits or thinks
        self._thinking: set[str] = set()
        self._bots: OrderedDict[tuple[str, int, Level], Bot] = OrderedDict()  # of the last decisions: they remember
        self._set_aside: set[str] = set()  # matches that this process cannot play; a restart tries them again
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = threading.Event()

    def start(self) -> None:
        self._service.hub.subscribe(self._on_match)
        self._in_background(self._sweep())
        self._in_background(self._renew_leases())

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        self._lease_thread.shutdown(wait=False, cancel_futures=True)

    @property
    def waiting(self) -> int:
        """Decisions that wait for a thread."""
        return len(self._busy) - len(self._thinking)

    @property
    def thinking(self) -> int:
        return len(self._thinking)

    def _on_match(self, match: Match) -> None:
        """Queue the match if a bot is to act."""
        match.is_set_aside = match.id in self._set_aside
        if self._stop.is_set() or not self._can_think(match):  # the sweep finds it again
            return
        if match.state.waits_for_bot and match.id not in self._busy and match.id not in self._set_aside:
            client = self._service.hub.player(match.id)
            if client is not None:
                urgency = Urgency.PERSON
            else:
                client, urgency = match.id, Urgency.ABSENT if _has_people(match) else Urgency.NOBODY
            self._busy.add(match.id)
            self._in_background(self._play(match.id, client, urgency))

    def _can_think(self, match: Match) -> bool:
        """With a shared deal, bots never play weaker than they are, so they wait for the compiler."""
        return not match.table_options.deal or is_ready(match.game)

    async def _play(self, match_id: str, client: str, urgency: Urgency) -> None:
        """Make one decision when it is its turn. If it cannot be made now, the sweep tries again."""
        changed = None
        try:
            async with self._threads.turn(client, urgency):
                changed = await self._play_decision(match_id)
        except StoreUnavailable:
            pass  # the outage is logged, with its cause and when it ends
        except TableError as error:
            log.warning("a bot could not move; its match is set aside", extra={"match": match_id, "code": error.code})
            await self._put_aside(match_id)
        except Exception:
            log.exception("a bot failed; its match is set aside", extra={"match": match_id})
            await self._put_aside(match_id)
        finally:
            self._thinking.discard(match_id)
            self._busy.discard(match_id)
        if changed is not None:  # the next one may be a bot too; nothing was queued while the match was busy
            self._on_match(changed)

    async def _put_aside(self, match_id: str) -> None:
        """Do not try again, and let the people at the table know."""
        self._set_aside.add(match_id)
        with contextlib.suppress(TableError):
            (await self._service.matches.cached(match_id)).is_set_aside = True
            self._service.hub.wake(match_id)

    async def _play_decision(self, match_id: str) -> Match | None:
        """The match if it has changed meanwhile. None: another worker thinks, or no bot is to act."""
        match = await self._service.matches.cached(match_id)
        number = match.number
        level = match.level_of(match.actor) if match.actor is not None and match.state.waits_for_bot else None
        if level is not None and await self._lease(match_id, number):
            self._thinking.add(match_id)
            seed = decision_seed(match, number)
            is_comparable = bool(match.table_options.deal) and _has_people(match)
            think = self._think_afresh if is_comparable else self._think
            move = await self._threads.run(partial(think, match_id, match.position, level, seed))
            if not self._stop.is_set():
                await self._service.play_for_bot(match, number, move)
        return match if match.number != number else None

    def _think(self, match_id: str, position: Position, level: Level, seed: int) -> int:
        assert position.actor is not None
        if not is_ready(position.game):  # nobody waits for the compiler: until then the bot looks one decision ahead
            level = replace(level, effort=0, seconds=None)
        elif level.effort:
            level = replace(level, seconds=self._seconds)
        key = (match_id, position.actor, level)
        bot = self._bots.pop(key, None) or bot_of_level(position.game, position.players, level)
        move = bot.think(position.view(position.actor), seed, stop=self._stop).move
        self._bots[key] = bot
        while len(self._bots) > self._most_bots:
            self._bots.popitem(last=False)
        return move

    def _think_afresh(self, _match_id: str, position: Position, level: Level, seed: int) -> int:
        """The same move for the same view and seed, always: no clock, and no memory of earlier decisions."""
        assert position.actor is not None
        bot = bot_of_level(position.game, position.players, replace(level, seconds=None))
        return bot.think(position.view(position.actor), seed, stop=self._stop).move

    async def _lease(self, match_id: str, number: int) -> bool:
        lease = partial(self._service.store.lease, match_id, number, self._worker, LEASE_SECONDS)
        return await asyncio.get_running_loop().run_in_executor(self._lease_thread, lease)

    async def _renew_leases(self) -> None:
        """Keep the leases of all bots that think in this process: one statement."""
        loop, store = asyncio.get_running_loop(), self._service.store
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            if self._thinking:
                renew = partial(store.renew_leases, list(self._thinking), self._worker, LEASE_SECONDS)
                with contextlib.suppress(TableError):
                    await loop.run_in_executor(self._lease_thread, renew)

    async def _sweep(self) -> None:
        """Find matches in which a bot is due and no process thinks: after a restart or an outage, or when a worker
        died."""
        while True:
            try:
                await self._queue_waiting()
            except StoreUnavailable:
                pass  # logged as an outage
            except Exception:
                log.exception("the search for bots to move failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def _queue_waiting(self) -> None:
        store = self._service.store
        if outage.is_on:  # reads may work: a bot would think, and its move could not be written
            await asyncio.to_thread(store.check_writable)
        for match_id in await asyncio.to_thread(store.waiting_for_bots):
            if match_id not in self._busy and match_id not in self._set_aside:
                await self._take_over(match_id)

    async def _take_over(self, match_id: str) -> None:
        try:
            match = await self._service.matches.get(match_id)
        except NoSuchMatch:  # expired meanwhile
            return
        except UnreadableMatch:  # the store has logged why
            self._set_aside.add(match_id)
            return
        if match.state.waits_for_bot:
            self._on_match(match)
        else:
            await asyncio.to_thread(self._service.store.no_bot_due, match_id, match.number)
