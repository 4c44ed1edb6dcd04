"""Writing to a store without a table."""

from __future__ import annotations

from concurrent.futures import Future

from benben.table.match import Match, MatchEvent
from benben.table.store import Store
from benben.table.writer import Append


def append(store: Store, match_id: str, event: MatchEvent, *facts: bool) -> Future[bool]:
    """The result comes when it is durable."""
    written: Future[bool] = Future()
    store.append(Append(match_id, event, written, *facts))
    return written


def create(store: Store, match: Match) -> Future[bool]:
    """The same of a new match."""
    written: Future[bool] = Future()
    store.create(match, written)
    return written
