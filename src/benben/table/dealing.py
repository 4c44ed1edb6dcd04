"""Tables with a shared deal: attempts at the deal of the day, the master's own match, and duplicate evenings."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from benben.core.shuffle import new_seed
from benben.core.text import texts
from benben.games import find
from benben.table.days import check_day, deal_of_day
from benben.table.deal_store import COUNTED, MASTER, PRACTICE, TABLE, Attempt, Deal, DealStore
from benben.table.errors import BadRequest, NoSuchDeal, NoSuchMatch, TableError
from benben.table.match import BOT, OPEN, PERSON, Match, Occupant, TableOptions
from benben.table.naming import Naming, derived, match_id_of, new_match_id, new_secret
from benben.table.outcomes import as_text, outcomes
from benben.table.service import Service

_ = texts(__package__)

EVENING_DAYS = 7.0  # an evening is over after this time at the latest
FEWEST_TABLES, MOST_TABLES = 2, 8  # of an evening
MOST_AT_ONCE = 50  # outcomes that one request works out


class SharedDeals:
    """Everything that can be done with a shared deal. Belongs to one event loop."""

    def __init__(self, service: Service, evening_days: float = EVENING_DAYS) -> None:
        self._service, self._evening_seconds = service, evening_days * 24 * 3600
        self.store = DealStore(service.store)

    # Days

    async def of_day(self, day: date) -> Deal:
        """The deal of a past day, of today or of tomorrow: as it was played, or as it follows from the date."""
        check_day(day)
        found = await self._service.store.in_thread(self.store.find, day.isoformat())
        return found or deal_of_day(await self._service.store.in_thread(self.store.secret), day)

    async def begin(self, deal: Deal, name: str, naming: Naming, player: str | None, *, counts: bool) -> Match:
        """Open a table with the deal of a day, for one person and bots: the counted attempt of this player, or
        practice. Repeated, it opens no second table."""
        bots = self._bots(deal, deal.players - 1)
        table_options = TableOptions(deal=deal.id, counted=counts)
        match = await self._open(deal, [Occupant(PERSON, name), *bots], naming, table_options)
        kind = COUNTED if counts else PRACTICE
        await self._service.store.in_thread(self.store.add, Attempt(match.id, deal.id, kind, player))
        await self._begin_master(deal)
        return match

    async def _begin_master(self, deal: Deal) -> None:
        """Let the best level play the deal too: a match of bots alone, which the bot runner plays when it is idle."""
        advice = find(deal.game).advice
        assert advice is not None
        master = Occupant(BOT, level=advice.levels[-1].name)
        naming = Naming(match_id_of(derived(deal.seed.hex(), "master")))
        occupants = [master, *self._bots(deal, deal.players - 1)]
        match = await self._open(deal, occupants, naming, TableOptions(deal=deal.id))
        await self._service.store.in_thread(self.store.add, Attempt(match.id, deal.id, MASTER))

    def _bots(self, deal: Deal, number: int) -> list[Occupant]:
        return [Occupant(BOT, level=deal.level)] * number

    async def _open(
        self, deal: Deal, occupants: Sequence[Occupant], naming: Naming, table_options: TableOptions
    ) -> Match:
        with suppress(NoSuchMatch):
            return await self._service.matches.get(naming.match_id)
        await self._service.store.in_thread(self.store.keep, deal)
        return (await self._service.begin_at(deal.start(), occupants, naming, table_options)).match

    # Results

    async def attempts(self, deal: Deal) -> list[Attempt]:
        """All matches with this deal. Those that are over have an outcome, except for the last of very many."""
        found = await self._service.store.in_thread(self.store.attempts, deal.id)
        missing = [attempt for attempt in found if attempt.ended is not None and attempt.outcome is None]
        known = {attempt.match: await self._with_outcome(attempt) for attempt in missing[:MOST_AT_ONCE]}
        return [known.get(attempt.match, attempt) for attempt in found]

    async def _with_outcome(self, attempt: Attempt) -> Attempt:
        try:
            match = await self._service.matches.get(attempt.match)
        except TableError:  # unreadable, or deleted meanwhile: it is not compared
            return attempt
        if not match.is_over:
            return attempt
        outcome = await asyncio.to_thread(outcomes, match.snapshot())
        await self._service.store.in_thread(self.store.note_outcome, match.id, as_text(outcome))
        return replace(attempt, outcome=outcome)

    async def own(self, deal: Deal, player: str) -> Attempt | None:
        """The counted attempt of a player."""
        return await self._service.store.in_thread(self.store.of_player, deal.id, player)

    async def played(self, deal: Deal) -> int:
        """The number of counted attempts that ended in time."""
        return await self._service.store.in_thread(self.store.played, deal.id, deal.until)

    async def is_over(self, deal: Deal) -> bool:
        if deal.is_of_day:
            return time.time() >= deal.until
        return await self._service.store.in_thread(self.store.is_over, deal.id, time.time())

    # Evenings

    async def evening(self, deal_id: str) -> Deal:
        found = await self._service.store.in_thread(self.store.find, deal_id)
        if found is None or found.is_of_day:
            raise NoSuchDeal(_("There is no such evening."))
        return found

    async def open_evening(
        self, game: str, players: int, options: dict[str, object], people: int, level: str, tables: int
    ) -> Deal:
        """Open tables with one deal: at each, the first seats are for people and bots take the others."""
        chosen = find(game).check_options(players, options)
        if not 1 <= people <= players:
            raise BadRequest(_("There are {players} seats, not {n}.", players=players, n=people))
        if not FEWEST_TABLES <= tables <= MOST_TABLES:
            raise BadRequest(_("An evening has {fewest} to {most} tables.", fewest=FEWEST_TABLES, most=MOST_TABLES))
        if people == players:
            level = ""
        elif level not in _levels(game):
            raise BadRequest(_("There is no such bot here."))
        now = time.time()
        deal = Deal(new_match_id(), game, players, chosen, level, new_seed(), now, now + self._evening_seconds)
        key = await self._service.store.in_thread(self.store.secret)
        occupants = [Occupant(OPEN)] * people + self._bots(deal, players - people)

        def secret_of(match_id: str, seat: int) -> str:
            return _seat_secret(key, match_id, seat) if seat < people else new_secret()

        for number in range(1, tables + 1):
            naming = Naming(new_match_id(), secret_of)
            match = await self._open(deal, occupants, naming, TableOptions(deal=deal.id, counted=True))
            await self._service.store.in_thread(self.store.add, Attempt(match.id, deal.id, TABLE, number=number))
        return deal

    async def sit(self, match_id: str, seat: int, name: str, secret: str) -> Match:
        """Take an open seat of an evening's table; from then on `secret` opens it."""
        key = await self._service.store.in_thread(self.store.secret)
        return await self._service.join(match_id, _seat_secret(key, match_id, seat), name, secret)


def _levels(game: str) -> list[str]:
    advice = find(game).advice
    return [level.name for level in advice.levels] if advice else []


def _seat_secret(key: str, match_id: str, seat: int) -> str:
    """The secret that opens a seat of an evening until somebody sits there. Only the server knows it."""
    return derived(key, "seat", match_id, seat)
