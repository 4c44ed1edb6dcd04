"""The service: everything that can be done at a table. Pages, API, sockets and bots all go through it.

Each action is decided here against the match, written by the store, applied to the match in memory, and published on
the hub. Subscribers of the hub (bot runner, sockets, event streams) react to what was published.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from benben.core.errors import BadOptions, BenbenError, IllegalMove
from benben.core.position import Position, start
from benben.core.record import Record, read, replay
from benben.core.text import texts
from benben.games import find
from benben.table.errors import (
    BadRequest,
    KeyReused,
    LinkUsed,
    NotYourSeat,
    NotYourTurn,
    Sealed,
    Stale,
)
from benben.table.hint_marks import hinted_moves
from benben.table.lessons import lesson_objection
from benben.table.match import (
    BACK,
    BOT,
    HINT,
    LONGEST_NAME,
    MOVE,
    OPEN,
    OPTIONS,
    PERSON,
    RESIGN,
    SIT,
    Match,
    MatchEvent,
    Occupant,
    TableOptions,
    hashed,
)
from benben.table.matches import Matches
from benben.table.naming import Naming, is_text, new_match_id

_ = texts(__package__)

MOST_RETRIES = 20  # for an event that may follow any other


@dataclass(frozen=True)
class Created:
    """A new match and the secrets of its seats, which are shown once, to its creator."""

    match: Match
    secrets: tuple[str, ...]
    number: int  # of the last event when it was created


def _new_match(
    match_id: str,
    position: Position,
    occupants: Sequence[Occupant],
    table_options: TableOptions,
    keys: tuple[bytes, ...],
    rematch_of: str | None = None,
    hinted: Collection[int] = (),
) -> Match:
    """A match whose events lead to this position; not stored yet. `hinted`: moves made with a hint, from 1."""
    if not table_options.study:
        position = dealt_on(position)
    setup, now = position.setup, time.time()
    assert setup.seed is not None
    match = Match.begin(match_id, setup.game, setup.players, dict(setup.options), setup.seed, now, keys, rematch_of)
    if table_options != TableOptions():
        match.apply(MatchEvent(1, OPTIONS, 0, now, text=table_options.as_text()))
    for seat, occupant in enumerate(occupants):
        if occupant.kind != OPEN:
            match.apply(MatchEvent(match.number + 1, SIT, seat, now, text=occupant.as_text()))
    for move, (before, after) in enumerate(pairwise(position.line()), 1):
        assert before.actor is not None
        assert after.last_move is not None
        if move in hinted:
            match.apply(MatchEvent(match.number + 1, HINT, before.actor, now))
        match.apply(MatchEvent(match.number + 1, MOVE, before.actor, now, after.last_move.number))
    return match


def dealt_on(position: Position) -> Position:
    """A position in which the whole deal is secret: what nobody has seen of a match on a real table is dealt now."""
    setup, entered = position.setup, position.setup.entered
    if entered is None:
        return position
    deal = entered.completed(setup.game.shuffles(setup.players, setup.options))
    again = start(setup.game, setup.players, deal.as_seed(), **setup.options)
    for move in (after.last_move for after in position.line()[1:]):
        assert move is not None
        again = again.play(move)
    return again


def _content(event: MatchEvent) -> tuple[object, ...]:
    return event.kind, event.seat, event.move, event.text


def _read_and_replay(record: str) -> tuple[Record, Position]:
    written = read(record)
    return written, replay(written, find)


class Service:
    """Decides what may be done, and has it written."""

    def __init__(self, matches: Matches) -> None:
        self.store, self.matches = matches.store, matches
        self.hub = self.matches.hub

    # New matches

    async def create(
        self,
        game: str,
        players: int,
        options: dict[str, object],
        occupants: Sequence[Occupant],
        table_options: TableOptions | None = None,
        naming: Naming | None = None,
    ) -> Created:
        """Open a table. Seats without an occupant stay open until somebody joins by their link.

        Repeated with the same id in `naming`, it opens no second table and is answered like the first time.
        """
        declared = find(game)
        chosen = declared.check_options(players, options)
        if len(occupants) > players:
            raise BadRequest(_("There are {players} seats, not {n}.", players=players, n=len(occupants)))
        for occupant in occupants:
            self._check_occupant(game, occupant)
        position = start(declared, players, None, **chosen)
        return await self._open(position, occupants, table_options or TableOptions(), naming)

    async def teach(self, game: str, name: str, naming: Naming | None = None) -> Created:
        """Open the table of a guided first game."""
        declared = find(game)
        if declared.lesson is None or declared.advice is None:
            raise BadRequest(_("There is no guided game of {game}.", game=declared.title))
        players, options = declared.usual_table()
        occupants = [Occupant(BOT, level=declared.advice.levels[0].name)] * players
        occupants[declared.lesson.seat] = Occupant(PERSON, name)
        self._check_occupant(game, occupants[declared.lesson.seat])
        position = start(declared, players, declared.lesson.seed, **options)
        return await self._open(position, occupants, TableOptions(lesson=True), naming)

    async def study(self, record: str, naming: Naming | None = None) -> Match:
        """Open a read-only table from an uploaded record."""
        written, position = await asyncio.to_thread(_read_and_replay, record)  # long records take a while
        names = [written.header.get(f"seat {seat}", "") for seat in range(1, position.players + 1)]
        occupants = [Occupant(PERSON, name[:LONGEST_NAME]) for name in names]
        hinted = hinted_moves(record)
        return (await self._open(position, occupants, TableOptions(study=True), naming, hinted)).match

    async def continue_from(
        self, match_id: str, ply: int, occupants: Sequence[Occupant], naming: Naming | None = None
    ) -> Created:
        """Open a table that begins with the first `ply` moves of another match."""
        match = await self.matches.get(match_id)
        line = match.position.line()
        if not 0 <= ply < len(line):
            raise BadRequest(_("There is no such position in this match."))
        if match.is_sealed:
            raise Sealed(_("Others still play the same deal. Continue from here when it is over."))
        if not match.game.open and not match.is_over and not match.table_options.study:
            raise BadRequest(_("This would reveal what is hidden in the running match. Try again when it is over."))
        for occupant in occupants:
            self._check_occupant(match.game.name, occupant)
        table_options = TableOptions(match.table_options.previews, origin=match_id, ply=ply)
        return await self._open(line[ply], occupants, table_options, naming)

    async def begin_at(
        self,
        position: Position,
        occupants: Sequence[Occupant],
        naming: Naming | None = None,
        table_options: TableOptions | None = None,
    ) -> Created:
        """Open a table that begins with this position: known to everybody, or the first one of a shared deal."""
        for occupant in occupants:
            self._check_occupant(position.game.name, occupant)
        return await self._open(position, occupants, table_options or TableOptions(), naming)

    async def rematch(self, match_id: str, secret: str) -> tuple[Match, int]:
        """The next match of the same people, and the asker's seat in it. Created by the first request, then found.

        Everybody moves on by one seat, and the secrets move along: a secret that opened a seat opens the new one.
        """
        match = await self.matches.get(match_id)
        seat = self.own_seat(match, secret)
        if not match.is_over:
            raise BadRequest(_("The match is not over yet."))
        if (existing := await self.store.in_thread(self.store.rematch, match_id)) is None:
            position = start(match.game, match.position.players, None, **match.position.options)
            occupants, keys = match.occupants[1:] + match.occupants[:1], match.keys[1:] + match.keys[:1]
            rounds = match.table_options.rounds + 1
            options = TableOptions(match.table_options.previews, series=match.series, rounds=rounds)
            new = _new_match(new_match_id(), position, occupants, options, keys, match_id)
            if await self.matches.create(new):
                self.matches.keep(new)
                existing = new.id
            else:  # another request was faster
                existing = await self.store.in_thread(self.store.rematch, match_id)
        assert existing is not None
        return await self.matches.get(existing), (seat - 1) % match.position.players

    async def _open(
        self,
        position: Position,
        occupants: Sequence[Occupant],
        table_options: TableOptions,
        naming: Naming | None,
        hinted: Collection[int] = (),
    ) -> Created:
        naming = naming or Naming()
        keys = tuple(naming.secret_of(naming.match_id, seat) for seat in range(position.players))
        made = partial(_new_match, naming.match_id, position, occupants, table_options, tuple(map(hashed, keys)))
        match = await self.store.in_thread(made, hinted=hinted)  # a long record takes a while
        number = match.number
        if await self.matches.create(match):
            self.matches.keep(match)
        else:
            match = await self._created_before(match)
        return Created(match, keys, number)

    async def _created_before(self, repeated: Match) -> Match:
        """The match that an earlier request with the same idempotency key has created."""
        match = await self.matches.get(repeated.id)
        theirs, ours = match.position.setup, repeated.position.setup
        is_same = (theirs.game, theirs.players, theirs.options) == (ours.game, ours.players, ours.options)
        first = [event for event in match.events if event.time == match.created]
        if not is_same or list(map(_content, first)) != list(map(_content, repeated.events)):
            raise KeyReused(_("This idempotency key was used for another table."))
        return match

    def _check_occupant(self, game: str, occupant: Occupant) -> None:
        if occupant.kind not in (OPEN, PERSON, BOT):
            raise BadRequest(_("A seat is open, or taken by a person or a bot."))
        if len(occupant.name) > LONGEST_NAME:
            raise BadRequest(_("A name has at most {most} characters.", most=LONGEST_NAME))
        if not is_text(occupant.name):
            raise BadRequest(_("A name cannot hold this character."))
        if occupant.kind == BOT:
            advice = find(game).advice
            names = [level.name for level in advice.levels] if advice else []
            if occupant.level not in names:
                raise BadOptions(
                    _("There is no bot “{name}” here; there are: {names}.", name=occupant.level, names=", ".join(names))
                )

    # Seats

    def seat_of(self, match: Match, secret: str | None) -> int | None:
        """The seat that a secret opens; None without a secret. A wrong secret is refused."""
        if not secret:
            return None
        if (seat := match.seat_opened_by(secret)) is not None:
            return seat
        if match.seat_once_opened_by(secret) is not None:
            raise LinkUsed(
                _("Somebody has sat down with this link already, so it opens the seat no longer. Was it not you? Ask "
                  "the person who sent it to open a new table.")
            )  # fmt: skip
        raise NotYourSeat(_("This link does not belong to a seat of this match."))

    def own_seat(self, match: Match, secret: str) -> int:
        seat = self.seat_of(match, secret)
        if seat is None:
            raise NotYourSeat(_("Only a player of this match can do that."))
        return seat

    async def join(self, match_id: str, secret: str, name: str, new_secret: str | None = None) -> Match:
        """Take the seat as a person. With `new_secret`, only that one opens the seat from then on.

        Repeated, it changes nothing and is answered like the first time.
        """
        match = await self.matches.get(match_id)
        has_new = new_secret is not None and match.seat_opened_by(new_secret) is not None
        seat = self.own_seat(match, new_secret if new_secret is not None and has_new else secret)
        occupant = Occupant(PERSON, " ".join(name.split())[:LONGEST_NAME])
        self._check_occupant(match.game.name, occupant)
        key = hashed(new_secret) if new_secret is not None and not has_new else None
        if match.occupants[seat] == occupant and key is None:
            return match
        return await self.append_while_running(match, SIT, seat, occupant.as_text(key))

    async def leave(self, match_id: str, secret: str, level: str) -> Match:
        """Leave the seat to a bot; its link still works."""
        match = await self.matches.get(match_id)
        seat = self.own_seat(match, secret)
        occupant = Occupant(BOT, "", level)
        self._check_occupant(match.game.name, occupant)
        if match.occupants[seat] == occupant:
            return match
        if match.table_options.counted and match.table_options.is_of_day:
            raise BadRequest(_("This match is compared with others: a bot cannot play it for you."))
        return await self.append_while_running(match, SIT, seat, occupant.as_text())

    # Play

    async def play(self, match_id: str, secret: str, after: int, move: str | Sequence[str]) -> Match:
        """Make a move, given in notation or as a path, in answer to event number `after`.

        A repeated request is answered like the first one. Any other move for an old number is stale.
        """
        match = await self.matches.cached(match_id)
        try:
            seat, number = self._check_move(match, secret, after, move)
        except BenbenError:  # the cached match may lag behind: look again before refusing
            match = await self.matches.get(match_id)
            if self._is_repeated(match, secret, after, move):
                return match
            seat, number = self._check_move(match, secret, after, move)
        try:
            return await self.matches.append(match, MOVE, seat, number)
        except Stale:
            if self._is_repeated(match, secret, after, move):  # the repeated request was faster in another process
                return match
            raise

    async def play_for_bot(self, match: Match, after: int, move: int) -> None:
        """Make a bot's move; does nothing if the match has moved on."""
        await self.matches.catch_up(match)
        if match.number == after and match.actor is not None and move in match.position.legal_moves:
            with contextlib.suppress(Stale):
                await self.matches.append(match, MOVE, match.actor, move)

    def _check_move(self, match: Match, secret: str, after: int, move: str | Sequence[str]) -> tuple[int, int]:
        """The seat and number of a move that is legal now; raises the reason otherwise."""
        seat = self.own_seat(match, secret)
        self._check_number(match, after)
        if match.is_over:
            raise NotYourTurn(_("The match is over."))
        if not match.is_full:
            raise NotYourTurn(_("Some seats are still open."))
        if match.actor != seat:
            raise NotYourTurn(_("It is not your turn."))
        number = self._parse(match.position, seat, move)
        if number not in match.position.legal_moves:
            raise IllegalMove(match.position.view(seat).why_not(number))
        if (objection := lesson_objection(match.state, number)) is not None:
            raise IllegalMove(objection)
        return seat, number

    async def continue_lesson(self, match_id: str, secret: str) -> Match:
        """In a guided game: play the written moves up to the learner's next decision. Repeated, it changes nothing."""
        match = await self.matches.get(match_id)
        self.own_seat(match, secret)
        with contextlib.suppress(Stale):  # sent twice: the other request plays them
            while isinstance(match.state.lesson_due, str) and match.actor is not None:
                await self.matches.append(match, MOVE, match.actor, match.position.parse(match.state.lesson_due))
        return match

    async def end_lesson(self, match_id: str, secret: str) -> Match:
        """Play on without the guide: from now on bots decide for themselves. Repeated, it changes nothing."""
        match = await self.matches.get(match_id)
        seat = self.own_seat(match, secret)
        if not match.table_options.lesson:
            return match
        options = replace(match.table_options, lesson=False)
        return await self.append_while_running(match, OPTIONS, seat, options.as_text())

    def _check_number(self, match: Match, after: int) -> None:
        if after != match.number:
            raise Stale(_("The match has moved on."), number=match.number)

    def _parse(self, position: Position, seat: int, move: str | Sequence[str]) -> int:
        if isinstance(move, str):
            return position.parse(move)
        return position.view(seat).aim(tuple(move)).number

    def _is_repeated(self, match: Match, secret: str, after: int, move: str | Sequence[str]) -> bool:
        """Has this seat made this very move in answer to this number?"""
        seat = self.own_seat(match, secret)
        made = match.played[after] if 0 <= after < match.number else None
        if made is None or made.before is None or match.events[after].seat != seat:
            return False
        try:
            return self._parse(made.before, seat, move) == match.events[after].move
        except ValueError:
            return False

    async def take_back(self, match_id: str, secret: str, after: int) -> Match:
        """Take back the seat's last move, in answer to event number `after`. Repeated, it is answered like the first
        time."""
        match = await self.matches.get(match_id)
        seat = self.own_seat(match, secret)
        if self._has_taken_back(match, seat, after):
            return match
        self._check_number(match, after)
        match.check_take_back(seat)
        try:
            return await self.matches.append(match, BACK, seat)
        except Stale:
            if self._has_taken_back(match, seat, after):  # the repeated request was faster in another process
                return match
            raise

    def _has_taken_back(self, match: Match, seat: int, after: int) -> bool:
        return 0 <= after < match.number and (match.events[after].kind, match.events[after].seat) == (BACK, seat)

    async def resign(self, match_id: str, secret: str) -> Match:
        """For two players: the other one wins. With more players, leave the seat to a bot instead.

        Repeated by the same seat, it is answered like the first time.
        """
        match = await self.matches.get(match_id)
        seat = self.own_seat(match, secret)
        if match.resigned == seat:
            return match
        if match.position.players != 2:
            raise BadRequest(_("With more than two players, leave your seat to a bot instead."))
        return await self.append_while_running(match, RESIGN, seat)

    # Events

    async def append_while_running(self, match: Match, kind: str, seat: int, text: str | None = None) -> Match:
        """Append an event that may follow any other, unless the match is over: if its number is taken, it gets the next
        one. A finished match never changes."""
        for _attempt in range(MOST_RETRIES):
            if match.is_over or match.table_options.study:
                raise NotYourTurn(_("The match is over."))
            with contextlib.suppress(Stale):
                return await self.matches.append(match, kind, seat, text=text)
        raise Stale(_("The match has moved on."), number=match.number)
