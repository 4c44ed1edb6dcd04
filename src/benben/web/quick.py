"""New tables, moves and streams on the short way: most of what comes, and in its usual form it needs no framework.

What they need and what they are answered is said in `api`; here is only how they get there.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from benben.web import api
from benben.web.shapes import Body, NewMatch, Play

PATH = re.compile(r"/api/v1/matches(?:/([A-Za-z0-9_-]{6,22})/(moves|events))?")
QUERY = re.compile(
    rb"(?:after=(?P<after>\d{1,6}))?&?(?:seat=(?P<seat>[0-7]))?&?(?:lang=(?P<lang>[a-z]{2}))?&?(?P<lines>lines=true)?"
)
LONGEST = {b"authorization": 200, b"accept-language": 200, b"last-event-id": 12}
MINIMAL = b"return=minimal"  # RFC 7240

B = TypeVar("B", bound=Body)


def _route(name: str) -> BaseRoute:
    return next(route for route in api.router.routes if getattr(route, "name", "") == name)


def quick(scope: Scope, headers: Mapping[bytes, bytes]) -> Quick | None:
    """None: it is something else, or has something unusual about it."""
    if not (path := PATH.fullmatch(scope["path"])) or not (query := QUERY.fullmatch(scope["query_string"])):
        return None
    kind = KINDS.get((scope["method"], path[2]))
    if kind is None or any(len(headers[name]) > longest for name, longest in LONGEST.items() if name in headers):
        return None
    if scope["method"] == "POST" and (b"content-length" not in headers or b"transfer-encoding" in headers):
        return None
    return kind(path[1], headers, query["seat"], query["lang"], query["after"], query["lines"] is not None)


@dataclass(slots=True)
class Quick(ABC):
    """A request in its usual form."""

    match_id: str  # of a new table None
    headers: Mapping[bytes, bytes]
    seat: bytes | None
    chosen: bytes | None  # language
    after: bytes | None
    lines: bool

    route: ClassVar[BaseRoute]

    @abstractmethod
    async def respond(self, request: Request, desk: api.Desk) -> Response: ...

    async def body(self, request: Request, kind: type[B]) -> B:
        if not self.headers.get(b"content-type", b"").startswith(b"application/json"):
            raise RequestValidationError([{"loc": ("body",)}])
        try:
            return kind.model_validate_json(await _read(request))
        except ValidationError as error:
            raise RequestValidationError([{"loc": ("body", *each["loc"])} for each in error.errors()]) from error

    def token(self, request: Request) -> str | None:
        token = api.bearer(self.headers.get(b"authorization", b"").decode("latin-1"))
        return token or api.secret_in(request.cookies, self.match_id, int(self.seat) if self.seat else None)

    def language(self, request: Request) -> str:
        chosen = self.chosen.decode() if self.chosen else request.cookies.get("lang")
        return api.locale(chosen, self.headers.get(b"accept-language", b"").decode("latin-1"))


class QuickTable(Quick):
    """What `api.create` does."""

    __slots__ = ()
    route = _route("create")

    async def respond(self, request: Request, desk: api.Desk) -> Response:
        return QuickAnswer(await api.open_table(await self.body(request, NewMatch), request, desk), 201)


class QuickMove(Quick):
    """What `api.play` does, at a fraction of its cost."""

    __slots__ = ()
    route = _route("play")

    async def respond(self, request: Request, desk: api.Desk) -> Response:
        body, token = await self.body(request, Play), self.token(request)
        match = await desk.tables.play(self.match_id, token or "", body.after, api.move_or_path(body.move, body.path))
        if self.headers.get(b"prefer") == MINIMAL:
            desk.movers.look_after(match)
            return QuickAnswer({"match": match.id, "number": match.number}, 200, (b"preference-applied", MINIMAL))
        return QuickAnswer(api.answer(desk, match, token, self.language(request)))


class QuickStream(Quick):
    """What `api.events` does."""

    __slots__ = ()
    route = _route("events")

    async def respond(self, request: Request, desk: api.Desk) -> Response:
        after = int(self.after) if self.after else None
        last = self.headers.get(b"last-event-id", b"").decode("latin-1")
        language = self.language(request) if self.lines else None
        return await api.open_stream(desk, request, self.match_id, self.token(request), language, last, after)


KINDS: dict[tuple[str, str | None], type[Quick]] = {
    ("POST", None): QuickTable,
    ("POST", "moves"): QuickMove,
    ("GET", "events"): QuickStream,
}


class QuickAnswer(Response):
    """JSON, without the detours."""

    def __init__(self, shape: object, status: int = 200, *headers: tuple[bytes, bytes]) -> None:
        self.body = json.dumps(shape).encode()
        length = (b"content-length", b"%d" % len(self.body))
        self.start = {"type": "http.response.start", "status": status, "headers": [length, *JSON, *headers]}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(self.start)
        await send({"type": "http.response.body", "body": self.body})


JSON = [(b"content-type", b"application/json")]


async def _read(request: Request) -> bytes:
    """It has a length, and the guard has looked at that."""
    body, more = b"", True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
