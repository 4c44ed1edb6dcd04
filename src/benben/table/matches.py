"""The matches in memory: read from the store, up to date with what other processes write, published on the hub."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from functools import partial

from benben.core.text import texts
from benben.table.announcer import Changes
from benben.table.change_feed import ChangeFeed
from benben.table.deal_store import DealStore
from benben.table.errors import Stale, StoreUnavailable, TooMany
from benben.table.hub import Hub
from benben.table.match import Match, MatchEvent, MatchState
from benben.table.store import Store
from benben.table.writer import Append

_ = texts(__package__)

MOST_CACHED = 2_000  # matches in memory beside those that are followed; the least recently used are dropped
MOST_EVENTS = 10_000  # of a match; the longest game needs a tenth of it, without take-backs
CACHED_SECONDS = 300.0  # a match unused for this long is dropped
RETRY_SECONDS = 1.0  # between two attempts to read from a database that is away


class Matches:
    """All matches of a store. Belongs to one event loop; the store works in threads."""

    def __init__(
        self,
        store: Store,
        most_cached: int = MOST_CACHED,
        most_events: int = MOST_EVENTS,
        cached_seconds: float = CACHED_SECONDS,
    ) -> None:
        self.store, self._most_cached, self._most_events = store, most_cached, most_events
        self._cached_seconds = cached_seconds
        self._deals = DealStore(store)
        self.hub = Hub(store.interest.follow, store.interest.forget)
        self._feed = ChangeFeed(store, self._on_changes)
        self._matches: OrderedDict[str, Match] = OrderedDict()  # least recently used first
        self._epoch = store.epoch
        self._changes_heard = 0  # reports of the change feed
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Bind to the running event loop and follow what other processes write."""
        self.store.use_loop(asyncio.get_running_loop())
        self._feed.start()
        self._in_background(self._drop_unused())

    def stop(self) -> None:
        self.hub.close()
        self._feed.stop()
        for task in self._tasks:
            task.cancel()

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Reading

    async def get(self, match_id: str) -> Match:
        """The match with all events of the store."""
        known = self._cached(match_id)
        if known is not None:
            await self.catch_up(known)
        return await self.cached(match_id)

    async def _unsealed(self, match: Match) -> Match:
        """The same match; if it is over, it knows whether its shared deal is over too."""
        if match.is_over and match.is_sealed:
            over = partial(self._deals.is_over, match.table_options.deal, time.time())
            match.deal_is_over = await self.store.in_thread(over)
        return match

    async def cached_patiently(self, match_id: str) -> Match:
        """The cached match; waits while the database is away."""
        while True:
            try:
                return await self.cached(match_id)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def cached(self, match_id: str) -> Match:
        """The cached match; may lag other processes by milliseconds."""
        known = self._cached(match_id)
        if known is None:
            heard = self._changes_heard
            loaded = await self.store.in_thread(self.store.load, match_id)
            known = self._matches.get(match_id)  # another task may have loaded it meanwhile
            if known is None:
                known = loaded
                self.keep(known)
                if self._changes_heard != heard:  # perhaps of this match, and after it was read
                    await self.catch_up(known)
        return await self._unsealed(known)

    def _cached(self, match_id: str) -> Match | None:
        if self.store.epoch != self._epoch:  # the database file was replaced: everything in memory may be wrong
            self._matches.clear()
            self._epoch = self.store.epoch
        known = self._matches.get(match_id)
        if known is not None:
            known.last_used = time.monotonic()
            self._matches.move_to_end(match_id)
        return known

    def __len__(self) -> int:
        return len(self._matches)

    def keep(self, match: Match) -> None:
        match.last_used = time.monotonic()
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        while len(self._matches) > self._most_cached + self.hub.count:
            self._matches.popitem(last=False)
        self.hub.publish(match)

    async def _drop_unused(self) -> None:
        """An idle table costs no memory."""
        while True:
            await asyncio.sleep(self._cached_seconds / 4)
            while self._matches:
                oldest = next(iter(self._matches.values()))
                if time.monotonic() - oldest.last_used < self._cached_seconds:
                    break
                del self._matches[oldest.id]

    # Changes by other processes

    def _on_changes(self, changed: Changes | None) -> None:
        """Apply what other processes have written. Matches that nobody follows are dropped and read when needed."""
        self._changes_heard += 1
        unread = set(self._matches) | self.hub.followed if changed is None else set(changed)
        for match_id, events in (changed or {}).items():
            if events and match_id in self._matches:
                self._apply(self._matches[match_id], events)
                if self._matches[match_id].number >= events[-1].number:
                    unread.discard(match_id)
        followed = unread & self.hub.followed
        for match_id in unread - followed:
            self._matches.pop(match_id, None)
        if followed:
            self._in_background(self._refresh(followed))

    async def _refresh(self, match_ids: set[str]) -> None:
        while True:
            try:
                numbers = await self.store.in_thread(self.store.last_numbers, match_ids)
                for match_id, number in numbers.items():
                    known = self._matches.get(match_id)
                    if known is not None and known.number < number:
                        await self.catch_up(known)
                    self.hub.wake(match_id)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def catch_up(self, match: Match) -> None:
        self._apply(match, await self.store.in_thread(self.store.events_after, match.id, match.number))

    def _apply(self, match: Match, events: Sequence[MatchEvent], state: MatchState | None = None) -> None:
        """Apply stored events that the match does not have yet, and publish it if there were any."""
        before = match.number
        for event in events:
            if event.number == match.number + 1:
                match.apply(event, state)
        if match.number > before:
            self.hub.publish(match)

    # Writing

    def create(self, match: Match) -> asyncio.Future[bool]:
        """Resolves when the match is durable; False if its id is taken, or it is a rematch and another one exists."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.store.create(match, written)
        return written

    async def append(
        self, match: Match, kind: str, seat: int, move: int | None = None, text: str | None = None
    ) -> Match:
        """Write a valid event and apply it once it is durable. Stale if another event has taken its number.

        A caller that is cancelled meanwhile stops nothing: the event is written, applied and published.
        """
        if match.number >= self._most_events:
            raise TooMany(_("This match has too many events. Start a new one."))
        event = MatchEvent(match.number + 1, kind, seat, time.time(), move, text)
        state = match.state.after(event)
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        has_bots = state.has_bots or match.state.has_bots
        self.store.append(Append(match.id, event, written, state.is_over, has_bots, state.waits_for_bot))
        written.add_done_callback(partial(self._on_written, match, event, state))
        if not await asyncio.shield(written):
            if match.number < event.number:
                await self.catch_up(match)
            raise Stale(_("The match has moved on."), number=match.number)
        return match

    def _on_written(self, match: Match, event: MatchEvent, state: MatchState, written: asyncio.Future[bool]) -> None:
        if written.exception() is not None:
            self._matches.pop(match.id, None)  # the event may be durable or not: read the match again
        elif written.result():
            self._apply(match, [event], state)
