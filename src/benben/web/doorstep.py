"""Moves on the shortest way: in their usual form they are answered by the connection itself, without any task.

Usual is a move in notation that asks for a short answer, is allowed, and reaches the disk. Whatever is not takes the
way of all requests, as if nothing had been tried: so nothing is refused here, and every answer but one is made there.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import ValidationError
from starlette.requests import cookie_parser
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from benben.table.match import Match
from benben.web import api
from benben.web.app import App
from benben.web.guard import ALL_HEADERS, LET_IN
from benben.web.quick import MINIMAL, QuickMove
from benben.web.shapes import Play
from benben.web.streams import AT_THE_DOOR

URL = re.compile(rb"/api/v1/matches/([A-Za-z0-9_-]{6,22})/moves(?:\?seat=([0-7]))?")
UNUSUAL = (b"transfer-encoding", b"expect", b"upgrade")
LONGEST_TOKEN = 200
HEAD = b"HTTP/1.1 200 OK\r\n" + b"".join(
    b"%s: %s\r\n" % header
    for header in [(b"content-type", b"application/json"), (b"preference-applied", MINIMAL), *ALL_HEADERS]
)


UNHEARD = asyncio.Event()  # nobody waits for it


@dataclass(eq=False, slots=True)
class Move:
    """A move on its way. While it is, the connection takes it for one of Uvicorn's own requests."""

    match_id: str
    seat: int | None
    headers: Mapping[bytes, bytes]
    started: float
    body: bytes = b""
    # What Uvicorn looks at:
    response_complete: bool = False
    disconnected: bool = False
    keep_alive: bool = True
    message_event: asyncio.Event = UNHEARD

    @property
    def token(self) -> str:
        token = api.bearer(self.headers.get(b"authorization", b"").decode("latin-1"))
        if token is None:
            cookies = cookie_parser(self.headers.get(b"cookie", b"").decode("latin-1"))
            token = api.secret_in(cookies, self.match_id, self.seat)
        return token or ""


class Doorstep(HttpToolsProtocol):
    """Uvicorn's connection, which knows moves."""

    cycle: Any  # the last request: Uvicorn's, or a move
    scope: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        proxies = self.app if isinstance(self.app, ProxyHeadersMiddleware) else None
        app: object = proxies.app if proxies else self.app
        self._guard = app.guard if isinstance(app, App) else None
        self._proxies = proxies.trusted_hosts if proxies else None
        self._move: Move | None = None

    def on_headers_complete(self) -> None:
        self._move = self._usual_move()
        if self._move is None:
            super().on_headers_complete()
            self.scope[AT_THE_DOOR] = partial(self._write_part, self.cycle)

    def _write_part(self, cycle: Any, part: bytes) -> bool:
        """A part of an answer without an end, to a client that reads."""
        if cycle.disconnected or not cycle.chunked_encoding or self.flow.write_paused:
            return False
        self.transport.write(b"%x\r\n%s\r\n" % (len(part), part))
        return True

    def _usual_move(self) -> Move | None:
        found = URL.fullmatch(self.url)
        if found is None or self._guard is None or self.parser.get_method() != b"POST":
            return None
        if (self.cycle is not None and not self.cycle.response_complete) or not self.parser.should_keep_alive():
            return None
        headers = dict(reversed(self.headers))  # of those sent twice the first counts
        if headers.get(b"prefer") != MINIMAL or not headers.get(b"content-type", b"").startswith(b"application/json"):
            return None
        if b"content-length" not in headers or any(name in headers for name in UNUSUAL):
            return None
        if len(headers.get(b"authorization", b"")) > LONGEST_TOKEN or self.parser.get_http_version() != "1.1":
            return None
        if self._guard.refusal(self._client(), "POST", headers) is not None:
            return None  # it will be refused again, and told so
        self.scope[LET_IN] = True
        return Move(found[1].decode(), int(found[2]) if found[2] else None, headers, time.perf_counter())

    def _client(self) -> str:
        """Who asks, as `api.client` has it: behind a proxy that we believe, whom it names."""
        host = self.client[0] if self.client else "unknown"
        if self._proxies is not None and host in self._proxies:
            forwarded = b", ".join(value for name, value in self.headers if name == b"x-forwarded-for")
            return self._proxies.get_trusted_client_address(forwarded.decode("latin-1"))[0] or host
        return host

    def on_body(self, body: bytes) -> None:
        if self._move is None:
            super().on_body(body)
        else:
            self._move.body += body

    def on_message_complete(self) -> None:
        if self._move is None:
            super().on_message_complete()
            return
        move, self._move = self._move, None
        self.cycle = move
        if not self._try(move):
            self._go_the_long_way(move)

    def _try(self, move: Move) -> bool:
        """Begin to make the move. False: something is unusual about it."""
        assert self._guard is not None
        try:
            body = Play.model_validate_json(move.body)
        except ValidationError:
            return False
        if body.move is None or body.path is not None:
            return False
        tables = self._guard.desk.tables
        return tables.try_play(move.match_id, move.token, body.after, body.move, partial(self._answer, move))

    def _answer(self, move: Move, match: Match | None) -> None:
        assert self._guard is not None
        if match is None and not move.disconnected:
            self._go_the_long_way(move)
            return
        if match is not None:
            self._guard.desk.movers.look_after(match)
            self._guard.note("POST", QuickMove.route, 200, time.perf_counter() - move.started)
            if not move.disconnected:
                body = b'{"match": "%s", "number": %d}' % (match.id.encode(), match.number)
                lines = [b"%s: %s\r\n" % header for header in self.server_state.default_headers]
                if not move.keep_alive:
                    lines.append(b"connection: close\r\n")
                self.transport.write(b"%s%scontent-length: %d\r\n\r\n%s" % (HEAD, b"".join(lines), len(body), body))
        move.response_complete = True
        if not move.keep_alive:
            self.transport.close()
        self.on_response_complete()

    def _go_the_long_way(self, move: Move) -> None:
        if self.cycle is not move:  # the client has sent the next request already: it will have to ask again
            self.transport.close()
            return
        move.response_complete = True  # as far as Uvicorn waits for it
        super().on_headers_complete()
        self.cycle.keep_alive = self.cycle.keep_alive and move.keep_alive
        super().on_body(move.body)
        super().on_message_complete()
