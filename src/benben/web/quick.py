"""Moves on the short way: most of what comes, and they need none of the framework's help in their usual form.

What a move needs and what it is answered is said in `api`; here is only how it gets there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benben.web import api
from benben.web.shapes import Play

PATH = re.compile(r"/api/v1/matches/([A-Za-z0-9_-]{6,22})/moves")
QUERY = re.compile(rb"(?:seat=(?P<seat>[0-7]))?&?(?:lang=(?P<lang>[a-z]{2}))?")
LIMITED_HEADERS = (b"authorization", b"accept-language")
LONGEST_HEADER = 200
MINIMAL = b"return=minimal"  # RFC 7240


class QuickAnswer(Response):
    """JSON, without the detours."""

    def __init__(self, shape: object, *headers: tuple[bytes, bytes]) -> None:
        self.body = json.dumps(shape).encode()
        length = (b"content-length", b"%d" % len(self.body))
        self._start = [(b"content-type", b"application/json"), length, *headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self._start})
        await send({"type": "http.response.body", "body": self.body})


@dataclass(frozen=True, slots=True)
class QuickMove:
    """A request to play in its usual form."""

    ROUTE: ClassVar = next(route for route in api.router.routes if getattr(route, "name", "") == "play")

    match_id: str
    seat: int | None
    chosen: str | None  # language
    headers: Mapping[bytes, bytes]

    @classmethod
    def of(cls, scope: Scope, headers: Mapping[bytes, bytes]) -> QuickMove | None:
        """None: it is something else, or has something unusual about it."""
        if scope["method"] != "POST" or not (path := PATH.fullmatch(scope["path"])):
            return None
        if not (query := QUERY.fullmatch(scope["query_string"])) or b"content-length" not in headers:
            return None
        if any(len(headers.get(name, b"")) > LONGEST_HEADER for name in LIMITED_HEADERS):
            return None
        seat, lang = query.groups()
        return cls(path[1], int(seat) if seat else None, lang.decode() if lang else None, headers)

    async def play(self, request: Request, desk: api.Desk) -> Response:
        """What `api.play` does, at a fraction of its cost."""
        headers = self.headers
        if not headers.get(b"content-type", b"").startswith(b"application/json"):
            raise RequestValidationError([{"loc": ("body",)}])
        try:
            body = Play.model_validate_json(await request.body())
        except ValidationError as error:
            raise RequestValidationError([{"loc": ("body", *each["loc"])} for each in error.errors()]) from error
        request.scope["path_params"] = {"match_id": self.match_id}
        token = api.secret_in(request, headers.get(b"authorization", b"").decode("latin-1"), self.seat)
        match = await desk.tables.play(self.match_id, token or "", body.after, api.move_or_path(body.move, body.path))
        if headers.get(b"prefer") == MINIMAL:
            desk.movers.look_after(match)
            return QuickAnswer({"match": match.id, "number": match.number}, (b"preference-applied", MINIMAL))
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        language = api.locale(self.chosen or request.cookies.get("lang"), accepted)
        return QuickAnswer(api.answer(desk, match, token, language))
