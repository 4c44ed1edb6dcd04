"""Events of a match for API clients, as server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import HTTPConnection

from benben.core.position import Position
from benben.table.match import HINTS, MOVE, SIT, Match
from benben.web.context import PACED, Language, MatchId, Secret, TheServices, client_of
from benben.web.schemas import line_schema

RETRY_MILLISECONDS = 1000  # until a browser connects again

router = APIRouter(prefix="/api/v1")


@dataclass(frozen=True)
class Listener:
    """Who listens: a seat, or a spectator (None); and the language of the sentences, None for no sentences."""

    seat: int | None
    language: str | None = None
    secret: str = ""  # of the seat


async def listener(
    match_id: MatchId,
    connection: HTTPConnection,
    shared: TheServices,
    language: Language,
    token: Secret,
    lines: Annotated[bool, Query()] = False,
) -> AsyncIterator[Listener]:
    """Refuses before the stream begins: an unknown match, a wrong secret, too many streams."""
    match = await shared.service.matches.get(match_id)
    seat = shared.service.seat_of(match, token)
    with shared.streams.enter(client_of(connection.scope)):
        yield Listener(seat, language if lines else None, token or "")


@router.get("/matches/{match_id}/events", response_class=EventSourceResponse, response_model=None, dependencies=PACED)
async def events(
    match_id: MatchId,
    connection: HTTPConnection,
    shared: TheServices,
    listener: Annotated[Listener, Depends(listener)],
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Events as they happen. Their id is the event's number; Last-Event-ID or `after` resumes.

    With `lines` each move is also told in sentences.
    """
    since = int(last_event_id) if last_event_id and last_event_id.isdecimal() else after
    service = shared.service
    last = (await service.matches.get(match_id)).number
    sent = last if since is None else min(since, last)  # a client cannot have seen what has not happened
    yield ServerSentEvent(retry=RETRY_MILLISECONDS)
    present: list[int] = []
    hub = service.hub
    seats = () if listener.seat is None else (listener.seat,)
    with hub.follow(match_id, seats, client_of(connection.scope)) as follower:
        while not hub.is_closed:
            follower.changed.clear()
            match = await service.matches.cached_patiently(match_id)
            if listener.seat is not None and not match.opens(listener.secret, listener.seat):
                return  # somebody else has the seat now
            while sent < match.number and not hub.is_closed:
                sent += 1
                event = event_schema(match, sent, listener)
                yield ServerSentEvent(raw_data=json.dumps(event), event=event["kind"], id=str(sent))
            if hub.present(match_id) != present:
                present = hub.present(match_id)
                yield ServerSentEvent(raw_data=json.dumps(present), event="here")
            await follower.changed.wait()


def event_schema(match: Match, number: int, listener: Listener) -> dict[str, Any]:
    """An event as this listener may know it."""
    event, after = match.events[number - 1], match.played[number - 1]
    shape: dict[str, Any] = {"number": event.number, "kind": event.kind, "seat": event.seat}
    if event.kind == MOVE:
        assert after is not None
        shape |= _move_schema(after, listener)
    elif event.text is not None:
        fields = json.loads(event.text)
        fields.pop("key", None)  # the hash of the seat's secret is for the server only
        shape |= fields if event.kind == HINTS else {"occupant" if event.kind == SIT else "options": fields}
    return shape


def _move_schema(after: Position, listener: Listener) -> dict[str, Any]:
    if after.game.open and listener.language is None:
        return {"move": str(after.last_move)}
    view = after.view(listener.seat)
    shape: dict[str, Any] = {"move": str(view.last_move)}
    if listener.language is not None:
        shape["lines"] = [line_schema(line, listener.language) for line in view.tell()]
    return shape
