"""Deals that several tables share, and the matches with them, in the database. All methods block."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table, func, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from benben.core.position import Position, start
from benben.core.shuffle import commit
from benben.games import find
from benben.table.database import guarded
from benben.table.match import is_day
from benben.table.naming import new_secret
from benben.table.outcomes import SeatOutcome, from_text
from benben.table.schema import deal_matches, deals, keys, matches
from benben.table.store import Store

SECRET = "deals"  # the name of the key from which the seeds of days follow
COUNTED, PRACTICE, MASTER, TABLE = "counted", "practice", "master", "table"


@dataclass(frozen=True)
class Deal:
    """A deal that several tables share."""

    id: str  # a date, or the random id of an evening
    game: str
    players: int
    options: Mapping[str, str]
    level: str  # of the bots; empty if there are none
    seed: bytes = field(repr=False)
    created: float
    until: float  # over at this time at the latest

    @property
    def is_of_day(self) -> bool:
        return is_day(self.id)

    @property
    def commitment(self) -> str:
        """The hash of the seed: public from the start."""
        return commit(self.seed)

    def start(self) -> Position:
        return start(find(self.game), self.players, self.seed, **self.options)


@dataclass(frozen=True)
class Attempt:
    """A match with a shared deal."""

    match: str
    deal: str
    kind: str
    player: str | None = None  # identifies the browser for this attempt only
    number: int = 0  # of the table in an evening
    ended: float | None = None
    outcome: tuple[SeatOutcome, ...] | None = None  # by seat


class DealStore:
    """Reads and writes deals and their matches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def secret(self) -> str:
        """The server's secret for deals; made when it is first asked for, then never changed."""
        with guarded(), self._store.engine.connect() as connection:
            found = connection.execute(select(keys.c.value).where(keys.c.name == SECRET)).scalar()
        if found is None:
            self._add(keys, {"name": SECRET, "value": new_secret() + new_secret()})
            return self.secret()
        return str(found)

    def _add(self, table: Table, row: dict[str, object]) -> None:
        """Insert a row, unless there is one in conflict with it."""
        dialect: Any = sqlite_insert if self._store.is_sqlite else postgres_insert
        with self._store.writing() as connection:
            connection.execute(dialect(table).values(row).on_conflict_do_nothing())

    def find(self, deal_id: str) -> Deal | None:
        with guarded(), self._store.engine.connect() as connection:
            row = connection.execute(select(deals).where(deals.c.id == deal_id)).mappings().first()
        if row is None:
            return None
        return Deal(**{**row, "options": json.loads(row["options"]), "seed": bytes(row["seed"])})

    def keep(self, deal: Deal) -> None:
        """Store a deal, unless it is stored already."""
        self._add(deals, {**vars(deal), "options": json.dumps(dict(deal.options))})

    def is_over(self, deal_id: str, now: float) -> bool:
        """Has its time passed, or, in an evening, has every table ended? A deal that was deleted is over."""
        deal = self.find(deal_id)
        if deal is None or now >= deal.until:
            return True
        return not deal.is_of_day and all(attempt.ended is not None for attempt in self.attempts(deal_id))

    def add(self, attempt: Attempt) -> None:
        """Note that a match has a shared deal. A second counted attempt of a player is not noted."""
        fields = ("match", "deal", "kind", "player", "number")
        self._add(deal_matches, {name: getattr(attempt, name) for name in fields})

    def attempts(self, deal_id: str) -> list[Attempt]:
        """All matches with this deal, the oldest first."""
        return self._attempts(deal_matches.c.deal == deal_id)

    def of_player(self, deal_id: str, player: str) -> Attempt | None:
        """The counted attempt of a browser."""
        found = self._attempts((deal_matches.c.deal == deal_id) & (deal_matches.c.player == player))
        return found[0] if found else None

    def _attempts(self, chosen: Any) -> list[Attempt]:
        wanted = (
            select(deal_matches, matches.c.ended)
            .join(matches, matches.c.id == deal_matches.c.match)
            .where(chosen)
            .order_by(deal_matches.c.number, matches.c.created, matches.c.id)
        )
        with guarded(), self._store.engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [Attempt(**{**row, "outcome": from_text(row["outcome"])}) for row in rows]

    def note_outcome(self, match_id: str, outcome: str) -> None:
        with self._store.writing() as connection:
            connection.execute(update(deal_matches).where(deal_matches.c.match == match_id).values(outcome=outcome))

    def played(self, deal_id: str, until: float) -> int:
        """The number of counted attempts that ended in time."""
        wanted = (
            select(func.count())
            .select_from(deal_matches.join(matches, matches.c.id == deal_matches.c.match))
            .where(deal_matches.c.deal == deal_id, deal_matches.c.kind == COUNTED, matches.c.ended < until)
        )
        with guarded(), self._store.engine.connect() as connection:
            return int(connection.execute(wanted).scalar_one())
