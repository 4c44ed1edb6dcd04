"""Where notices of turns go: stored with the match, told by one process."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from benben.core.text import texts
from benben.table.database import guarded
from benben.table.errors import TooMany
from benben.table.schema import keys, notices
from benben.table.store import Store

_ = texts(__package__)

PUSH, WEBHOOK = "push", "webhook"
ALL_SEATS = -1
MOST = 40  # in a match


@dataclass(frozen=True)
class Subscription:
    """One address that is told when it is a seat's turn."""

    match: str
    kind: str
    seat: int
    address: str
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return hashlib.sha256("\n".join((self.match, self.kind, str(self.seat), self.address)).encode()).hexdigest()


class NoticeStore:
    """Reads and writes subscriptions. All methods block: call them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, subscription: Subscription, number: int) -> None:
        """Tell this address about events after `number`. Raises TooMany."""
        row = {
            "id": subscription.id,
            "match": subscription.match,
            "kind": subscription.kind,
            "seat": subscription.seat,
            "address": subscription.address,
            "data": json.dumps(subscription.data),
            "number": number,
        }
        with self._store.writing() as connection:
            count = select(func.count()).where(notices.c.match == subscription.match)
            connection.execute(delete(notices).where(notices.c.id == subscription.id))
            if connection.execute(count).scalar_one() >= MOST:
                raise TooMany(_("Too many people are told about this match already."))
            connection.execute(insert(notices).values(row))

    def remove(self, match: str, kind: str, address: str | None = None) -> None:
        """Forget an address, or all of this kind."""
        chosen = (notices.c.match == match) & (notices.c.kind == kind)
        if address is not None:
            chosen &= notices.c.address == address
        with self._store.writing() as connection:
            connection.execute(delete(notices).where(chosen))

    def for_seat(self, match: str, seat: int) -> list[Subscription]:
        """The addresses that are told about the turns of this seat."""
        chosen = select(notices).where(notices.c.match == match, notices.c.seat.in_([seat, ALL_SEATS]))
        with guarded(), self._store.engine.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
        return [Subscription(match, row["kind"], row["seat"], row["address"], json.loads(row["data"])) for row in rows]

    def claim(self, subscription: Subscription, number: int) -> bool:
        """May this process tell about this event? Only one of all processes may."""
        chosen = update(notices).where(notices.c.id == subscription.id, notices.c.number < number)
        with self._store.writing() as connection:
            return connection.execute(chosen.values(number=number)).rowcount == 1

    def key(self, name: str, new: Callable[[], str]) -> str:
        """The key of this name; made when it is first asked for."""
        with self._store.writing() as connection:
            found = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()
            if found is None:
                found = new()
                connection.execute(insert(keys).values(name=name, value=found))
        return str(found)
