"""Publish and subscribe inside one process: tells subscribers and followers when a match has changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from benben.table.match import Match

Subscriber = Callable[[Match], None]


class Follower:
    """A viewer of one match, who holds some of its seats or none. `changed` is set when there is something to send."""

    def __init__(self, seats: Sequence[int], client: str) -> None:
        self.seats, self.client = seats, client
        self.changed = asyncio.Event()


def _nothing(_match_id: str) -> None:
    pass


class Hub:
    """Tells subscribers of every change, and followers of the changes of their match."""

    def __init__(
        self, on_followed: Callable[[str], None] = _nothing, on_left: Callable[[str], None] = _nothing
    ) -> None:
        """`on_followed` is called when a match gets its first follower, `on_left` when the last one has left."""
        self._on_followed, self._on_left = on_followed, on_left
        self._subscribers: list[Subscriber] = []
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)
        self.is_closed = False

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call `subscriber` in the event loop with every match that was created, loaded or changed."""
        self._subscribers.append(subscriber)

    def publish(self, match: Match) -> None:
        for subscriber in self._subscribers:
            subscriber(match)
        self.wake(match.id)

    def wake(self, match_id: str) -> None:
        """Let the followers of a match look at it again."""
        for follower in self._followers.get(match_id, ()):
            follower.changed.set()

    @contextmanager
    def follow(self, match_id: str, seats: Sequence[int], client: str) -> Iterator[Follower]:
        """Follow a match for the duration of the block. Other followers learn that these seats are present."""
        follower = Follower(seats, client)
        if match_id not in self._followers:
            self._on_followed(match_id)
        self._followers[match_id].add(follower)
        self._presence_changed(match_id, seats)
        try:
            yield follower
        finally:
            self._followers[match_id].discard(follower)
            if not self._followers[match_id]:
                del self._followers[match_id]
                self._on_left(match_id)
            self._presence_changed(match_id, seats)

    def _presence_changed(self, match_id: str, seats: Sequence[int]) -> None:
        if seats:
            self.wake(match_id)

    @property
    def followed(self) -> set[str]:
        """The ids of the matches that somebody follows."""
        return set(self._followers)

    @property
    def count(self) -> int:
        """How many matches somebody follows."""
        return len(self._followers)

    def present(self, match_id: str) -> list[int]:
        """The seats that follow the match in this process. Spectators are not listed: they watch unseen."""
        followers = self._followers.get(match_id, ())
        return sorted({seat for follower in followers for seat in follower.seats})

    def player(self, match_id: str) -> str | None:
        """The client of somebody who is at the table now."""
        return next((follower.client for follower in self._followers.get(match_id, ()) if follower.seats), None)

    def close(self) -> None:
        """Wake all followers; they see `is_closed` and end."""
        self.is_closed = True
        for match_id in list(self._followers):
            self.wake(match_id)
