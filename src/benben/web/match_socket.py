"""The socket of a match: a client sends moves over it and gets views or events as they happen.

Pages ask for views with `look`: pictures, choices and sentences for one viewer. Programs that do not ask get the plain
events. docs/api.md describes the messages.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Annotated, Literal

from fastapi import APIRouter, Query, WebSocket
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table.errors import BadRequest, NotYourSeat, TableError
from benben.table.hub import Follower
from benben.table.match import Match
from benben.web.context import Language, MatchId, Secret, Services, TheServices, client_of
from benben.web.event_stream import Listener, event_schema
from benben.web.metrics import MOVES
from benben.web.schemas import (
    Body,
    Number,
    Pixels,
    Play,
    SeatNumber,
    Text,
    error_schema,
    move_or_path,
    status_of,
    to_json,
)
from benben.web.seat_cookies import BrowserSeats
from benben.web.view_renderer import Push
from benben.web.views import ViewRequest, size_for, viewer

_ = texts(__package__)

RESTART = 1012  # close code "service restart": the client connects again
POLICY = 1008  # close code "policy violation"
EVENTS_AT_ONCE = 20  # sent to one client before others are served; the view of one takes up to 50 µs
# Views that a client gets one after the other; one that is further behind gets only the last of them. No setting: it is
# what a page can show as steps, at any host.
MOST_BEHIND = 24

router = APIRouter(prefix="/api/v1")


class LookMessage(Body):
    """Send views from now on, of this kind."""

    do: Literal["look"]
    seat: SeatNumber | None = None  # through whose eyes, where the client holds several seats
    at: Number | None = None  # a past position
    everything: bool = False
    stage: tuple[Pixels, Pixels] | None = None  # its width and height, for a picture that fits it
    ghosts: bool = False  # a pointer can hover: send drawings of moves along where they are few
    each: bool = False  # send the view of every event in order, and not only of the last one
    log: Number = 0  # the client has the log up to this event
    number: Number | None = None  # the client has the view of this event already


class MoveMessage(Play):
    do: Literal["move"]
    id: Number
    seat: SeatNumber | None = None


class PreviewMessage(Body):
    """Draw what a move would do, or say it."""

    do: Literal["ghost", "foresee"]
    id: Number
    after: Number
    move: Text
    then: Text | None = None  # the move after it, if `move` leaves a step out


class RankMessage(Body):
    """Compare the moves that begin with an element."""

    do: Literal["rank"]
    id: Number
    after: Number
    first: Text


ClientMessage = LookMessage | MoveMessage | PreviewMessage | RankMessage
_READER: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="do")])


def _parsed(text: str) -> ClientMessage | None:
    try:
        return _READER.validate_json(text)
    except ValidationError:
        return None


@router.websocket("/matches/{match_id}/socket")
async def socket(
    match_id: MatchId,
    websocket: WebSocket,
    shared: TheServices,
    language: Language,
    token: Secret,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> None:
    """Events follow the one with number `after`, or start with the next one."""
    await websocket.accept()
    client = client_of(websocket.scope)
    try:
        match = await shared.service.matches.get(match_id)
        seat = shared.service.seat_of(match, token)
        seats = BrowserSeats.of(websocket.cookies, match)
        if token is not None and seat is not None:
            seats = seats.with_own(seat, token)
        with shared.streams.enter(client):
            sent = match.number if after is None else min(after, match.number)
            await MatchSocket(websocket, shared, match, seats, language, client, sent).run()
    except BenbenError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(to_json(error_schema(error, language)))
            await websocket.close(POLICY)


async def _until_gone(work: Coroutine[None, None, None]) -> None:
    """End quietly when the client is gone: an error that a task keeps, with its frames, would be garbage in a cycle."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await work


class MatchSocket:
    """One connection: one task reads messages, another one pushes what happens."""

    def __init__(
        self,
        websocket: WebSocket,
        shared: Services,
        match: Match,
        seats: BrowserSeats,
        language: str,
        client: str,
        sent: int,
    ) -> None:
        self._websocket, self._shared, self._service = websocket, shared, shared.service
        self._match_id, self._language, self._client = match.id, language, client
        self._secrets = seats.own  # by seat
        self._keys = match.keys
        self._own = tuple(sorted(self._secrets))
        self._request: ViewRequest | None = None  # None: send events
        self._each = False  # send the views of all events, in order
        self._sent = sent  # the last event that the client has
        self._current: tuple[int, ViewRequest] | None = None  # the view that the client shows
        self._pushed: Push | None = None
        self._is_set_aside = match.is_set_aside

    async def run(self) -> None:
        """Until the client goes or the server stops.

        Both tasks are short chains of calls; the one that runs this began in the web framework, and every message would
        pass all its layers again.
        """
        with self._service.hub.follow(self._match_id, self._own, self._client) as follower:
            tasks = [
                asyncio.create_task(_until_gone(work)) for work in (self._read(follower), self._push_changes(follower))
            ]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
            for task in tasks:
                if not task.cancelled():
                    task.result()

    async def _read(self, follower: Follower) -> None:
        with contextlib.suppress(KeyError):  # a binary message
            while True:
                await self._handle(await self._websocket.receive_text(), follower)

    # To the client

    async def _push_changes(self, follower: Follower) -> None:
        hub = self._service.hub
        present: list[int] = []
        while not hub.is_closed:
            follower.changed.clear()
            match = await self._service.matches.cached_patiently(self._match_id)
            if match.keys != self._keys:
                self._lose_seats(match, follower)
            if match.is_set_aside != self._is_set_aside:
                self._is_set_aside, self._current = match.is_set_aside, None
            if self._request is not None:
                await self._push_views(match, self._request)
            else:
                await self._push_events(match)
            if (now := hub.present(self._match_id)) != present:
                present = now
                await self._send({"here": present})
            await follower.changed.wait()
        await self._websocket.close(RESTART)

    def _lose_seats(self, match: Match, follower: Follower) -> None:
        """Somebody has sat down and got a new secret: this connection may no longer see what that seat sees."""
        self._keys = match.keys
        self._secrets = {seat: secret for seat, secret in self._secrets.items() if match.opens(secret, seat)}
        self._own = follower.seats = tuple(sorted(self._secrets))
        self._current = None

    async def _push_views(self, match: Match, request: ViewRequest) -> None:
        """Bring the client up to date, event by event where it wants that. Ends early if it asks for other views."""
        for number in self._missing(match.number, request):
            if self._request is request:
                await self._push_view(match if number == match.number else match.as_of(number), request)

    def _missing(self, last: int, request: ViewRequest) -> range:
        """The events whose views the client shall get now."""
        if self._current == (last, request):
            return range(0)
        if not self._each or self._current is None or self._current[1] != request:
            return range(last, last + 1)
        first = self._current[0] + 1
        return range(first if last - first < MOST_BEHIND else last, last + 1)

    async def _push_view(self, match: Match, request: ViewRequest) -> None:
        try:
            push = await self._shared.views.push(match, self._own, request, self._sent, self._pushed)
        except TableError as error:
            self._request = None
            await self._send(error_schema(error, self._language))
            return
        await self._websocket.send_text(push.text)
        self._sent, self._current, self._pushed = push.number, (push.number, request), push

    async def _push_events(self, match: Match) -> None:
        listener = Listener(self._own[0] if self._own else None)
        while self._request is None and self._sent < match.number:
            self._sent += 1  # before anything else runs: the reply to a move may stand for its event
            await self._send({"event": event_schema(match, self._sent, listener)})
            if self._sent % EVENTS_AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _send(self, message: object) -> None:
        await self._websocket.send_text(to_json(message))

    # From the client

    async def _handle(self, text: str, follower: Follower) -> None:
        """Answer a message. The next one is read after that, so a client that sends without end gets the rate of
        requests and not more."""
        message = _parsed(text)
        try:
            await self._shared.requests.wait(self._client)
            if message is None:
                raise BadRequest(_("The message is malformed."))
            if not isinstance(message, MoveMessage):
                await self._shared.looks.wait(self._client)
            if isinstance(message, LookMessage):
                self._look(message, follower)
                return
            reply = await (self._move(message) if isinstance(message, MoveMessage) else self._preview(message))
        except BenbenError as error:
            reply = error_schema(error, self._language)
            if message is None or isinstance(message, LookMessage):
                await self._send(reply)
                return
            reply["status"] = status_of(error)
        await self._send({"re": message.id, **reply})

    def _look(self, look: LookMessage, follower: Follower) -> None:
        self._request = ViewRequest(
            self._language, look.seat, look.at, look.everything, size_for(look.stage), look.ghosts
        )
        self._each = look.each and look.at is None
        self._sent = look.log
        self._current = None if look.number is None else (look.number, self._request)
        follower.changed.set()

    async def _move(self, message: MoveMessage) -> dict[str, object]:
        secret = self._secrets.get(next(iter(self._own), -1) if message.seat is None else message.seat, "")
        move = move_or_path(message.move, message.path)
        match = await self._service.play(self._match_id, secret, message.after, move)
        MOVES.inc()
        if self._request is None and self._sent == message.after:
            self._sent += 1  # the reply stands for the event
        return {"number": match.number}

    async def _preview(self, message: PreviewMessage | RankMessage) -> dict[str, object]:
        """The answer is empty if the match or the seat has moved on."""
        match = await self._service.matches.cached(self._match_id)
        request = self._request or ViewRequest(self._language)
        if match.number != message.after or match.keys != self._keys:
            return {message.do: "" if message.do == "ghost" else None}
        seat = viewer(match, self._own, request.seat)
        if seat is None or seat != match.actor:
            raise NotYourSeat(_("Only the player to act can preview a move."))
        if isinstance(message, RankMessage):
            return {"rank": await self._shared.views.ranking(match, seat, message.first)}
        moves = (message.move,) if message.then is None else (message.move, message.then)
        if message.do == "ghost":
            return {"ghost": await self._shared.views.ghost(match, seat, moves, request)}
        return {"foresee": await self._shared.views.foresight(match, seat, moves, self._language)}
