"""Who waits for news of which match, in this process."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from benben.table.store import Store


class Hub:
    """Wakes those who wait when a match has changed, wherever it was changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen to our own commits and to other processes."""
        self._loop = asyncio.get_running_loop()
        self._store.on_commit = self.changed
        self._thread = threading.Thread(target=self._listen, name="benben-listen", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    @contextmanager
    def waiting_for(self, match_id: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the match may have changed; clear it, look, wait again."""
        news = asyncio.Event()
        self._waiting[match_id].add(news)
        try:
            yield news
        finally:
            self._waiting[match_id].discard(news)
            if not self._waiting[match_id]:
                del self._waiting[match_id]

    @property
    def streams(self) -> int:
        return sum(map(len, self._waiting.values()))

    def changed(self, match_ids: set[str]) -> None:
        """Called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, match_ids)

    def wake_all(self) -> None:
        self._wake(set(self._waiting))

    def _wake(self, match_ids: set[str]) -> None:
        for match_id in match_ids:
            for news in self._waiting.get(match_id, ()):
                news.set()

    def _listen(self) -> None:
        for match_id in self._store.changes(self._stop):
            if self._loop is None or self._loop.is_closed():
                return
            if match_id is None:
                self._loop.call_soon_threadsafe(self.wake_all)
            else:
                self.changed({match_id})
