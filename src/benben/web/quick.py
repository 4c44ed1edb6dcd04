"""Moves on the short way: most of what comes, and in their usual form they need none of the framework's help.

What a move needs and what it is answered is said in `api`; here is only how it gets there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from benben.web import api
from benben.web.shapes import Play

PATH = re.compile(r"/api/v1/matches/([A-Za-z0-9_-]{6,22})/moves")
QUERY = re.compile(rb"(?:seat=(?P<seat>[0-7]))?&?(?:lang=(?P<lang>[a-z]{2}))?")
LONGEST_HEADER = 200
MINIMAL = b"return=minimal"  # RFC 7240

ROUTE = next(route for route in api.router.routes if getattr(route, "name", "") == "play")


class QuickMove(NamedTuple):
    """A request to play in its usual form."""

    match_id: str
    seat: int | None
    chosen: str | None  # language
    headers: Mapping[bytes, bytes]

    @classmethod
    def of(cls, scope: Scope, headers: Mapping[bytes, bytes]) -> QuickMove | None:
        """None: it is something else, or has something unusual about it."""
        if scope["method"] != "POST" or not (path := PATH.fullmatch(scope["path"])):
            return None
        if b"content-length" not in headers or b"transfer-encoding" in headers:
            return None
        if not (query := QUERY.fullmatch(scope["query_string"])):
            return None
        if len(headers.get(b"authorization", b"")) > LONGEST_HEADER:
            return None
        if len(headers.get(b"accept-language", b"")) > LONGEST_HEADER:
            return None
        seat, lang = query.groups()
        return cls(path[1], int(seat) if seat else None, lang.decode() if lang else None, headers)

    @property
    def is_brief(self) -> bool:
        return self.headers.get(b"prefer") == MINIMAL

    async def play(self, request: Request, desk: api.Desk) -> bytes:
        """What `api.play` does and answers, at a fraction of its cost."""
        headers = self.headers
        if not headers.get(b"content-type", b"").startswith(b"application/json"):
            raise RequestValidationError([{"loc": ("body",)}])
        try:
            body = Play.model_validate_json(await _body(request))
        except ValidationError as error:
            raise RequestValidationError([{"loc": ("body", *each["loc"])} for each in error.errors()]) from error
        request.scope["path_params"] = {"match_id": self.match_id}
        token = api.secret_in(request, headers.get(b"authorization", b"").decode("latin-1"), self.seat)
        match = await desk.tables.play(self.match_id, token or "", body.after, api.move_or_path(body.move, body.path))
        if self.is_brief:
            desk.movers.look_after(match)
            return f'{{"match": "{match.id}", "number": {match.number}}}'.encode()
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        language = api.locale(self.chosen or request.cookies.get("lang"), accepted)
        return json.dumps(api.answer(desk, match, token, language)).encode()


async def _body(request: Request) -> bytes:
    """It has a length, and the guard has looked at that."""
    body, more = b"", True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
