"""Hints at a table: whether one may be given, the coach that makes it, and the event that keeps it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection
from functools import partial

from benben.coach.chances import seed_of
from benben.coach.hints import Hint, hint
from benben.core.position import Position
from benben.core.text import texts
from benben.table.coach_threads import CoachThreads
from benben.table.errors import NoHint, NotYourTurn, Stale
from benben.table.match import HINT, HINTS, PERSON, Match
from benben.table.service import Service

_ = texts(__package__)

MOST_KEPT = 200  # hints in memory: asking again costs nothing


def hint_refusal(match: Match, own: Collection[int]) -> NoHint | None:
    """Why this table gives no hints to the person on the seats `own`; None if it does. Nothing else decides this."""
    if not match.game.advice:
        return NoHint(_("There is no such bot here."), why="no-bots")
    if match.table_options.counted:
        return NoHint(_("This match is compared with others: there are no hints."), why="forbidden")
    if match.state.lesson is not None:
        return NoHint(_("The guided game shows what to do."), why="lesson")
    if missing := not_agreed(match, own):
        return NoHint(_("Hints are off until all players at this table agree."), why="others", seats=missing)
    return None


def not_agreed(match: Match, own: Collection[int]) -> list[int]:
    """The seats of other people who have not agreed to hints."""
    people = [seat for seat, occupant in enumerate(match.occupants) if occupant.kind == PERSON]
    return [seat for seat in people if seat not in own and seat not in match.state.agreed]


class Hints:
    """Belongs to one event loop."""

    def __init__(self, service: Service, threads: CoachThreads) -> None:
        self._service, self._threads = service, threads
        self._kept: OrderedDict[int, Hint] = OrderedDict()  # by the seed of the view

    async def give(
        self, match_id: str, secret: str, after: int, own: Collection[int], client: str
    ) -> tuple[Match, int, Hint]:
        """The match, the seat, and its hint in answer to event number `after`. `own`: all seats of the same person.

        The hint is an event of the match, once for each decision. Repeated, it is answered like the first time. A
        refusal changes nothing.
        """
        match = await self._service.matches.get(match_id)
        seat = self._service.own_seat(match, secret)
        number = self._answered(match, seat, after)
        if match.actor != seat or not match.state.waits_for_person:
            raise NotYourTurn(_("It is not your turn."))
        if (refusal := hint_refusal(match, {seat, *own})) is not None:
            raise refusal
        found = await self._hint(match.position.view(seat), client)
        if match.number != number:
            raise Stale(_("The match has moved on."), number=match.number)
        if (match.state.ply, seat) not in match.state.hinted:
            await self._service.matches.append(match, HINT, seat)
        return match, seat, found

    async def agree(self, match_id: str, secret: str, agrees: bool) -> Match:
        """A seat agrees to hints at this table, or not, which ends the question. Repeated, it changes nothing."""
        match = await self._service.matches.get(match_id)
        seat = self._service.own_seat(match, secret)
        if agrees == (seat in match.state.agreed) and (agrees or not match.state.agreed):
            return match
        if agrees and (refusal := hint_refusal(match, range(match.position.players))) is not None:
            raise refusal
        return await self._service.append_while_running(match, HINTS, seat, json.dumps({"agree": agrees}))

    def _answered(self, match: Match, seat: int, after: int) -> int:
        """The number of the last event, which must be the one that is answered, or the hint that answered it."""
        last = match.events[-1] if match.events else None
        is_repeated = last is not None and (last.kind, last.seat, last.number) == (HINT, seat, after + 1)
        if after != match.number and not is_repeated:
            raise Stale(_("The match has moved on."), number=match.number)
        return match.number

    async def _hint(self, view: Position, client: str) -> Hint:
        key = seed_of(view)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._kept[key] = found = await self._threads.think(client, view.game, partial(hint, view))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found
