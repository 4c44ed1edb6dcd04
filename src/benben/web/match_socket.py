"""The socket of a match: a client sends moves over it and gets views or events as they happen.

Pages ask for views with `look`: pictures, choices and sentences for one viewer. Programs that do not ask get the plain
events. docs/api.md describes the messages.
"""

from __future__ import annotations

import asyncio
import contextlib
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
from benben.web.schemas import Body, Number, Play, SeatNumber, Text, error_schema, move_or_path, status_of, to_json
from benben.web.seat_cookies import SeatCookie
from benben.web.view_renderer import Push
from benben.web.views import ViewRequest, own_seats, viewer

_ = texts(__package__)

RESTART = 1012  # close code "service restart": the client connects again
POLICY = 1008  # close code "policy violation"

router = APIRouter(prefix="/api/v1")


class LookMessage(Body):
    """Send views from now on, of this kind."""

    do: Literal["look"]
    seat: SeatNumber | None = None  # through whose eyes, where the client holds several seats
    at: Number | None = None  # a past position
    everything: bool = False
    wide: bool = False
    ghosts: bool = False  # a pointer can hover: send drawings of moves along where they are few
    log: Number = 0  # the client has the log up to this event
    number: Number | None = None  # the client has the view of this event already


class MoveMessage(Play):
    do: Literal["move"]
    id: Number
    seat: SeatNumber | None = None


class GhostMessage(Body):
    """Draw what a move would do."""

    do: Literal["ghost"]
    id: Number
    after: Number
    move: Text


ClientMessage = LookMessage | MoveMessage | GhostMessage
_READER: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="do")])


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
        match = await shared.service.match(match_id)
        seat = shared.service.seat_of(match, token)
        cookie = SeatCookie.of(websocket.cookies, match_id)
        if token is not None and seat is not None:
            cookie = cookie.with_own(seat, token)
        with shared.streams.enter(client):
            sent = match.number if after is None else min(after, match.number)
            await MatchSocket(websocket, shared, match, cookie, language, client, sent).run()
    except BenbenError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(to_json(error_schema(error, language)))
            await websocket.close(POLICY)


class MatchSocket:
    """One connection. `run` reads messages; a second task pushes what happens."""

    def __init__(
        self,
        websocket: WebSocket,
        shared: Services,
        match: Match,
        cookie: SeatCookie,
        language: str,
        client: str,
        sent: int,
    ) -> None:
        self._websocket, self._shared, self._service = websocket, shared, shared.service
        self._match_id, self._cookie, self._language, self._client = match.id, cookie, language, client
        self._own = own_seats(match, cookie, shared.service)
        self._request: ViewRequest | None = None  # None: send events
        self._sent = sent  # the last event that the client has
        self._current: tuple[int, ViewRequest] | None = None  # the view that the client shows
        self._pushed: Push | None = None

    async def run(self) -> None:
        with self._service.hub.follow(self._match_id, self._own, self._client) as follower:
            pushing = asyncio.create_task(self._push_changes(follower))
            try:
                while True:
                    await self._handle(await self._websocket.receive_text(), follower)
            except (WebSocketDisconnect, KeyError):  # KeyError: a binary message
                pass
            finally:
                pushing.cancel()
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await pushing

    # To the client

    async def _push_changes(self, follower: Follower) -> None:
        hub = self._service.hub
        present: list[int] = []
        while not hub.is_closed:
            follower.changed.clear()
            match = await self._service.cached_patiently(self._match_id)
            if self._request is not None:
                await self._push_view(match, self._request)
            else:
                await self._push_events(match)
            if hub.present(self._match_id) != present:
                present = hub.present(self._match_id)
                await self._send({"here": present})
            await follower.changed.wait()
        await self._websocket.close(RESTART)

    async def _push_view(self, match: Match, request: ViewRequest) -> None:
        if self._current == (match.number, request):
            return
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
        while self._sent < match.number:
            await self._send({"event": event_schema(match, self._sent + 1, listener)})
            self._sent += 1

    async def _send(self, message: object) -> None:
        await self._websocket.send_text(to_json(message))

    # From the client

    async def _handle(self, text: str, follower: Follower) -> None:
        try:
            message = _READER.validate_json(text)
        except ValidationError:
            await self._send(error_schema(BadRequest(_("The message is malformed.")), self._language))
            return
        if isinstance(message, LookMessage):
            self._look(message)
            follower.changed.set()
            return
        try:
            self._shared.requests.take(self._client)
            reply = await (self._move(message) if isinstance(message, MoveMessage) else self._ghost(message))
        except BenbenError as error:
            reply = {**error_schema(error, self._language), "status": status_of(error)}
        await self._send({"re": message.id, **reply})

    def _look(self, look: LookMessage) -> None:
        self._request = ViewRequest(self._language, look.seat, look.at, look.everything, look.wide, look.ghosts)
        self._sent = look.log
        self._current = None if look.number is None else (look.number, self._request)

    async def _move(self, message: MoveMessage) -> dict[str, object]:
        secret = self._cookie.own.get(next(iter(self._own), -1) if message.seat is None else message.seat, "")
        move = move_or_path(message.move, message.path)
        match = await self._service.play(self._match_id, secret, message.after, move)
        if self._request is None and self._sent == message.after:
            self._sent += 1  # the reply stands for the event
        return {"number": match.number}

    async def _ghost(self, message: GhostMessage) -> dict[str, object]:
        """The picture is empty if the match has moved on."""
        match = await self._service.cached(self._match_id)
        request = self._request or ViewRequest(self._language)
        if match.number != message.after:
            return {"ghost": ""}
        seat = viewer(match, self._own, request.seat)
        if seat is None or seat != match.actor:
            raise NotYourSeat(_("Only the player to act can preview a move."))
        return {"ghost": await self._shared.views.ghost(match, seat, message.move, request)}
