"""Who waits for news of which match, in this process."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from benben.table.changes import Changes
from benben.table.store import Store


class Hub:
    """Wakes those who wait when a match has changed, and hears of what other processes have written."""

    def __init__(self, store: Store, on_changes: Callable[[Changes | None], None]) -> None:
        self._store = store
        self._on_changes = on_changes  # called in the event loop
        self._waiting: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self.is_stopping = False

    def start(self) -> None:
        """Listen to other processes."""
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, name="benben-listen", daemon=True).start()

    def stop(self) -> None:
        """Everybody who waits is woken, and sees that there will be no more."""
        self._stop.set()
        self.is_stopping = True
        for match_id in list(self._waiting):
            self.wake(match_id)

    @contextmanager
    def waiting_for(self, match_id: str, news: Callable[[], None]) -> Iterator[None]:
        """Called whenever the match has changed."""
        self._waiting[match_id].add(news)
        try:
            yield
        finally:
            self._waiting[match_id].discard(news)
            if not self._waiting[match_id]:
                del self._waiting[match_id]

    @property
    def waited_for(self) -> list[str]:
        """The matches that somebody follows."""
        return list(self._waiting)

    def wake(self, match_id: str) -> None:
        for news in self._waiting.get(match_id, ()):
            news()

    def _listen(self) -> None:
        for changed in self._store.changes(self._stop):
            if self._loop is None or self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(self._on_changes, changed)
