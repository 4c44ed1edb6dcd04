"""What people can do at a table. The one way into matches: pages, API and bots go through it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benben.core.errors import BadOptions, BenbenError, IllegalMove
from benben.core.position import Position, start
from benben.core.record import read, replay
from benben.core.text import texts
from benben.games import find
from benben.table.changes import Changes
from benben.table.errors import BadRequest, NotYourSeat, NotYourTurn, Stale, StoreUnavailable, TableError
from benben.table.live import Hub
from benben.table.match import (
    BACK,
    BOT,
    HOUSE,
    LONGEST_NAME,
    MOVE,
    OPEN,
    PERSON,
    RESIGN,
    SIT,
    Event,
    House,
    Match,
    Sitter,
    Standing,
)
from benben.table.store import Store
from benben.table.writer import Append

_ = texts(__package__)

SECRET_BYTES = 16
TRIES = 20  # for an event whose place does not matter
REMEMBERED = 2_000  # matches kept in memory; the others are read again when somebody comes
FORGET_SECONDS = 300.0  # after so long without a visitor it is not kept


def new_secret() -> str:
    """A seat's secret: 128 bits, fit for a link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hashed(secret: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).digest()


@dataclass(frozen=True)
class Created:
    """A new match, and the secrets of its seats: shown once, to whoever made it."""

    match: Match
    secrets: tuple[str, ...]


def _begun(
    position: Position,
    sitters: Sequence[Sitter],
    house: House,
    keys: tuple[bytes, ...],
    rematch_of: str | None = None,
) -> Match:
    """A match that stands at a position, not stored yet."""
    setup, now = position.setup, time.time()
    assert setup.seed is not None
    match = Match.begin(
        secrets.token_urlsafe(9), setup.game, setup.players, dict(setup.options), setup.seed, now, keys, rematch_of
    )
    if house != House():
        match.apply(Event(1, HOUSE, 0, now, text=house.as_text()))
    for seat, sitter in enumerate(sitters):
        if sitter.kind != OPEN:
            match.apply(Event(match.number + 1, SIT, seat, now, text=sitter.as_text()))
    for before, after in pairwise(position.line()):
        assert before.actor is not None
        assert after.last_move is not None
        match.apply(Event(match.number + 1, MOVE, before.actor, now, after.last_move.number))
    return match


class Tables:
    """All matches of a store. Belongs to one event loop; the store's work runs in threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hub = Hub(store, self._on_changes)
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._epoch = store.epoch
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Hear of what is written, by us and by other processes."""
        self.store.belong_to(asyncio.get_running_loop())
        self.hub.start()
        self._keep(self._forget())

    def stop(self) -> None:
        self.hub.stop()
        for task in self._tasks:
            task.cancel()

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        """Let something happen in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Coming and looking

    async def create(
        self,
        game: str,
        players: int,
        options: dict[str, object],
        sitters: Sequence[Sitter],
        house: House | None = None,
    ) -> Created:
        """A new match. Seats left out stay open until somebody comes by their link."""
        declared = find(game)
        chosen = declared.check_options(players, options)
        if len(sitters) > players:
            raise BadRequest(_("There are {players} seats, not {n}.", players=players, n=len(sitters)))
        for sitter in sitters:
            self._check_sitter(game, sitter)
        return await self._open(start(declared, players, None, **chosen), sitters, house or House())

    async def study(self, record: str) -> Match:
        """A match from a record that somebody has brought along: to look at."""
        written = read(record)
        position = await asyncio.to_thread(replay, written, find)
        names = [written.header.get(f"seat {seat}", "") for seat in range(1, position.players + 1)]
        sitters = [Sitter(PERSON, name[:LONGEST_NAME]) for name in names]
        return (await self._open(position, sitters, House(study=True))).match

    async def go_on(self, match_id: str, ply: int, sitters: Sequence[Sitter]) -> Created:
        """A new match that begins as another one did, up to its move number `ply`."""
        match = await self.match(match_id)
        line = match.position.line()
        if not 0 <= ply < len(line):
            raise BadRequest(_("There is no such position in this match."))
        if not match.game.open and not match.is_over and not match.house.study:
            raise BadRequest(_("What is hidden in this match would come to light. You can do that when it is over."))
        for sitter in sitters:
            self._check_sitter(match.game.name, sitter)
        return await self._open(line[ply], sitters, House(match.house.previews, origin=match_id, ply=ply))

    async def _open(self, position: Position, sitters: Sequence[Sitter], house: House) -> Created:
        """A new match that stands at this position, with new secrets."""
        keys = tuple(new_secret() for _seat in range(position.players))
        match = _begun(position, sitters, house, tuple(map(hashed, keys)))
        await self._write_new(match)
        self._remember(match)
        return Created(match, keys)

    def _write_new(self, match: Match) -> asyncio.Future[bool]:
        """True: it is on disk. False: it is a rematch, and there is one already."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.store.create(match, answer)
        return answer

    def _check_sitter(self, game: str, sitter: Sitter) -> None:
        if sitter.kind not in (OPEN, PERSON, BOT):
            raise BadRequest(_("A seat is open, or for a person or a bot."))
        if len(sitter.name) > LONGEST_NAME:
            raise BadRequest(_("A name has at most {most} characters.", most=LONGEST_NAME))
        if sitter.kind == BOT:
            advice = find(game).advice
            names = [level.name for level in advice.levels] if advice else []
            if sitter.level not in names:
                raise BadOptions(
                    _("There is no bot “{name}” here; there are: {names}.", name=sitter.level, names=", ".join(names))
                )

    async def match(self, match_id: str) -> Match:
        """A match as it stands in the store."""
        self._check_database()
        known = self._matches.get(match_id)
        if known is not None:
            await self._catch_up(known)
        return await self.lately(match_id)

    async def lately(self, match_id: str) -> Match:
        """A match as it stood lately; what other processes have written may be missing for a moment."""
        known = self.known(match_id)
        if known is None:
            known = await asyncio.to_thread(self.store.load, match_id)
            known = self._matches.setdefault(match_id, known)
            self._remember(known)
        return known

    def known(self, match_id: str) -> Match | None:
        """The same, if we remember it."""
        self._check_database()
        known = self._matches.get(match_id)
        if known is not None:
            known.seen = time.monotonic()
            self._matches.move_to_end(match_id)
        return known

    def _check_database(self) -> None:
        """What we remember of one database says nothing about another."""
        if self.store.epoch != self._epoch:
            self._matches.clear()
            self._epoch = self.store.epoch

    def _remember(self, match: Match) -> None:
        match.seen = time.monotonic()
        self._matches[match.id] = match
        self._matches.move_to_end(match.id)
        while len(self._matches) > REMEMBERED:
            self._matches.popitem(last=False)

    async def _forget(self) -> None:
        """What nobody has looked at for a while is read again when somebody does: an idle table costs no memory."""
        while True:
            await asyncio.sleep(FORGET_SECONDS / 4)
            while self._matches:
                oldest = next(iter(self._matches.values()))  # they are in the order in which they were last seen
                if time.monotonic() - oldest.seen < FORGET_SECONDS:
                    break
                del self._matches[oldest.id]

    async def _catch_up(self, match: Match) -> None:
        """Let happen what other processes have written."""
        self._let_happen(match, await asyncio.to_thread(self.store.events_after, match.id, match.number))

    def _on_changes(self, changed: Changes | None) -> None:
        """Other processes have written: let those know who wait for it. What nobody waits for is read anew some day."""
        unread = set(self._matches) | set(self.hub.waited_for) if changed is None else set(changed)
        for match_id, events in (changed or {}).items():
            if events and match_id in self._matches:
                self._let_happen(self._matches[match_id], events)
                if self._matches[match_id].number >= events[-1].number:
                    unread.discard(match_id)
        followed = unread.intersection(self.hub.waited_for)
        for match_id in unread - followed:
            self._matches.pop(match_id, None)
        if followed:
            self._keep(self._refresh(followed))

    async def _refresh(self, match_ids: set[str]) -> None:
        """Read what has happened in these matches."""
        try:
            numbers = await asyncio.to_thread(self.store.last_numbers, match_ids)
            for match_id, number in numbers.items():
                known = self._matches.get(match_id)
                if known is not None and known.number < number:
                    await self._catch_up(known)
                self.hub.wake(match_id)
        except StoreUnavailable:
            return  # those who follow look again with every sign of life

    def _let_happen(self, match: Match, events: Sequence[Event]) -> None:
        before = match.number
        for event in events:
            if event.number == match.number + 1:
                match.apply(event)
        if match.number > before:
            self.hub.wake(match.id)

    def seat_of(self, match: Match, secret: str | None) -> int | None:
        """The seat that a secret opens; None without one. A wrong secret is refused."""
        if not secret:
            return None
        key = hashed(secret)
        for seat, stored in enumerate(match.keys):
            if hmac.compare_digest(key, stored):
                return seat
        raise NotYourSeat(_("This link does not belong to a seat of this match."))

    def view(self, match: Match, seat: int | None) -> Position:
        """What a seat, or a spectator, may know."""
        return match.position.view(seat)

    # Doing

    async def join(self, match_id: str, secret: str, name: str) -> Match:
        match = await self.match(match_id)
        seat = self._own_seat(match, secret)
        sitter = Sitter(PERSON, " ".join(name.split())[:LONGEST_NAME])
        if match.sitters[seat] == sitter:
            return match
        return await self._happen_soon(match, SIT, seat, sitter.as_text())

    async def leave(self, match_id: str, secret: str, level: str) -> Match:
        """Leave the seat to a bot; its link still works."""
        match = await self.match(match_id)
        seat = self._own_seat(match, secret)
        sitter = Sitter(BOT, "", level)
        self._check_sitter(match.game.name, sitter)
        return await self._happen_soon(match, SIT, seat, sitter.as_text())

    async def play(self, match_id: str, secret: str, after: int, move: str | Sequence[str]) -> Match:
        """Make a move, given in notation or as a path, in answer to event number `after`.

        The same move sent again is answered as the first time. Anything else that comes too late is stale.
        """
        match = await self.lately(match_id)
        try:
            seat, number = self._checked_move(match, secret, after, move)
        except BenbenError:  # for all we know; now let us make sure
            match = await self.match(match_id)
            if self._is_repeated(match, secret, after, move):
                return match
            seat, number = self._checked_move(match, secret, after, move)
        try:
            return await self._happen(match, MOVE, seat, number)
        except Stale:
            if self._is_repeated(match, secret, after, move):  # the retry was quicker at another process
                return match
            raise

    def try_play(self, match_id: str, secret: str, after: int, move: str, then: Callable[[Match | None], None]) -> bool:
        """What `play` does where all is as usual, and without waiting: `then` is called with the match when the move is
        on disk, or without it when something was in the way. False: nothing was done. `play` tells why."""
        try:
            if (match := self.known(match_id)) is None:
                return False
            seat, number = self._checked_move(match, secret, after, move)
            event = Event(match.number + 1, MOVE, seat, time.time(), number)
            standing = match.standing.after(event)
            answer = self._append(match, event, standing)
        except BenbenError:
            return False

        def settled(answer: asyncio.Future[bool]) -> None:
            if answer.cancelled() or answer.exception() is not None:
                self._matches.pop(match_id, None)  # see `_happen`
                then(None)
            else:
                then(match if answer.result() and self._has_happened(match, event, standing) else None)

        answer.add_done_callback(settled)
        return True

    def _checked_move(self, match: Match, secret: str, after: int, move: str | Sequence[str]) -> tuple[int, int]:
        """The seat and the number of a move that may be made now."""
        seat = self._own_seat(match, secret)
        self._check_after(match, after)
        self._check_turn(match, seat)
        number = self._meant(match.position, seat, move)
        if number not in match.position.legal_moves:
            raise IllegalMove(self.view(match, seat).why_not(number))
        return seat, number

    def _meant(self, position: Position, seat: int, move: str | Sequence[str]) -> int:
        if isinstance(move, str):
            return position.parse(move)
        return position.view(seat).aim(tuple(move)).number

    def _is_repeated(self, match: Match, secret: str, after: int, move: str | Sequence[str]) -> bool:
        """Was this very move of this seat made in answer to this number?"""
        seat = self._own_seat(match, secret)
        made = match.played[after] if 0 <= after < match.number else None
        if made is None or made.before is None or match.events[after].seat != seat:
            return False
        try:
            return self._meant(made.before, seat, move) == match.events[after].move
        except ValueError:
            return False

    async def take_back(self, match_id: str, secret: str, after: int) -> Match:
        match = await self.match(match_id)
        seat = self._own_seat(match, secret)
        self._check_after(match, after)
        match.check_take_back(seat)
        return await self._happen(match, BACK, seat)

    async def resign(self, match_id: str, secret: str) -> Match:
        """Two players: the other one has won. More: leave to a bot instead."""
        match = await self.match(match_id)
        seat = self._own_seat(match, secret)
        if match.is_over:
            raise NotYourTurn(_("The match is over."))
        if match.position.players != 2:
            raise BadRequest(_("With more than two players you leave your seat to a bot instead."))
        return await self._happen_soon(match, RESIGN, seat)

    async def rematch(self, match_id: str, secret: str) -> tuple[Match, int]:
        """Another match with the same people, and the asker's seat in it. Made once, whoever asks first.

        All move on by one seat, and their secrets with them: a secret that opened a seat opens its new one too.
        """
        match = await self.match(match_id)
        seat = self._own_seat(match, secret)
        if not match.is_over:
            raise BadRequest(_("The match is not over yet."))
        if (existing := await asyncio.to_thread(self.store.rematch, match_id)) is None:
            position = start(match.game, match.position.players, None, **match.position.options)
            sitters, keys = match.sitters[1:] + match.sitters[:1], match.keys[1:] + match.keys[:1]
            new = _begun(position, sitters, House(match.house.previews), keys, match_id)
            if await self._write_new(new):
                self._remember(new)
                existing = new.id
            else:  # another one asked at the same moment
                existing = await asyncio.to_thread(self.store.rematch, match_id)
        assert existing is not None
        return await self.match(existing), (seat - 1) % match.position.players

    async def bot_moves(self, match: Match, after: int, move: int) -> None:
        """A bot's move; if the match has moved on meanwhile, nothing happens."""
        await self._catch_up(match)
        if match.number == after and match.actor is not None and move in match.position.legal_moves:
            try:
                await self._happen(match, MOVE, match.actor, move)
            except Stale:
                return

    def _own_seat(self, match: Match, secret: str) -> int:
        seat = self.seat_of(match, secret)
        if seat is None:
            raise NotYourSeat(_("Only who sits at the table can do that."))
        return seat

    def _check_after(self, match: Match, after: int) -> None:
        if after != match.number:
            raise Stale(_("The match has moved on since."), number=match.number)

    def _check_turn(self, match: Match, seat: int) -> None:
        if match.is_over:
            raise NotYourTurn(_("The match is over."))
        if not match.is_full:
            raise NotYourTurn(_("Not everybody has come yet."))
        if match.actor != seat:
            raise NotYourTurn(_("It is not your turn."))

    async def _happen_soon(self, match: Match, kind: str, seat: int, text: str | None = None) -> Match:
        """An event that answers to no number: if another one was quicker, it comes next."""
        for _attempt in range(TRIES):
            with contextlib.suppress(Stale):
                return await self._happen(match, kind, seat, text=text)
        return await self._happen(match, kind, seat, text=text)

    async def _happen(
        self, match: Match, kind: str, seat: int, move: int | None = None, text: str | None = None
    ) -> Match:
        """Write an event that is right as far as we know; it happens when it is on disk."""
        event = Event(match.number + 1, kind, seat, time.time(), move, text)
        then = match.standing.after(event)
        try:
            written = await self._append(match, event, then)
        except TableError:
            self._matches.pop(match.id, None)  # it may be on disk or not, or all of it gone: read it again
            raise
        if not written or not self._has_happened(match, event, then):
            await self._catch_up(match)
        if not written:
            raise Stale(_("The match has moved on since."), number=match.number)
        return match

    def _append(self, match: Match, event: Event, then: Standing) -> asyncio.Future[bool]:
        """True: it is on disk. False: another event has its number."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        has_bots = then.has_bots or match.standing.has_bots
        self.store.append(Append(match.id, event, answer, then.is_over, has_bots, then.waits_for_bot))
        return answer

    def _has_happened(self, match: Match, event: Event, then: Standing) -> bool:
        """Let happen what is on disk. False: something before it is missing here."""
        if match.number == event.number - 1:
            match.apply(event, then)
            self.hub.wake(match.id)
        return match.number >= event.number
