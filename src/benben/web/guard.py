"""Around everything: limits before, headers after, a count and a line in the log for each request."""

from __future__ import annotations

import time
from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from benben.table.errors import TooMany
from benben.web import api
from benben.web.logs import RequestLog
from benben.web.quick import Quick, quick
from benben.web.refusals import answer_to
from benben.web.settings import Settings
from benben.web.shapes import error_shape
from benben.web.streams import STRAIGHT

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # addresses hold secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LET_IN = "benben.let-in"  # in the scope of a request that was asked already
_HEADERS = [(name.encode().lower(), value.encode()) for name, value in HEADERS.items()]
ALL_HEADERS = [*_HEADERS, (b"cache-control", b"no-store")]
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SAME_SITE = (b"same-origin", b"none")


class Answer:
    """What is sent, with the headers that everything has."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.status = 500

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            own = dict(message.get("headers", ()))
            message["headers"] = [*message.get("headers", ()), *(_HEADERS if b"cache-control" in own else ALL_HEADERS)]
        await self.send(message)


class Guard:
    """Lets requests in. Moves and streams, most of what comes, go past the framework in their usual form."""

    desk: api.Desk  # from the start of the server on

    def __init__(self, app: FastAPI, framework: ASGIApp, settings: Settings) -> None:
        self._app, self._framework, self._settings = app, framework, settings
        self._counts = app.state.counts
        self.log = RequestLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._framework(scope, receive, send)
            return
        started, answer = time.perf_counter(), Answer(send)
        headers = dict(reversed(scope["headers"]))  # of those sent twice the first counts
        scope[STRAIGHT] = send
        try:
            refusal = None if LET_IN in scope else self.refusal(api.client(scope), scope["method"], headers)
            if refusal is not None:
                await refusal(scope, receive, answer)
            elif (known := quick(scope, headers)) is not None:
                await self._quickly(known, scope, receive, answer)
            else:
                await self._framework(scope, self._limited(receive), answer)
        finally:
            self.note(scope["method"], scope.get("route"), answer.status, time.perf_counter() - started)

    def note(self, method: str, route: BaseRoute | None, status: int, seconds: float) -> None:
        """A request is done."""
        self._counts[method, status] += 1
        self.log.note(method, getattr(route, "path", "-"), status, seconds)  # never the address: it may hold a secret

    async def _quickly(self, quick: Quick, scope: Scope, receive: Receive, answer: Answer) -> None:
        scope["app"], scope["route"] = self._app, quick.route
        request = Request(scope, receive)
        try:
            response = await quick.respond(request, self.desk)
        except ClientDisconnect:
            return  # nobody is there to be answered
        except Exception as error:  # noqa: BLE001  # as in the framework: whatever it is, it has an answer
            response = await answer_to(request, error)
        await response(scope, receive, answer)

    def refusal(self, client: str, method: str, headers: Mapping[bytes, bytes]) -> Response | None:
        """What is refused before anybody reads it."""
        try:
            self.desk.requests.take(client)
        except TooMany as error:
            return JSONResponse(error_shape(error, "en"), 429, {"Retry-After": "1"})
        if method not in _SAFE_METHODS and _is_foreign(headers):
            return _plain_error(403, "cross-site", "This request comes from another site.")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._settings.most_body:
            return _plain_error(413, "too-large", "The request is too large.")
        return None

    def _limited(self, receive: Receive) -> Receive:
        """A body without a length is cut off where it is too long."""
        read = 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._settings.most_body:
                raise HTTPException(413, "The request is too large.")
            return message

        return limited


def _is_foreign(headers: Mapping[bytes, bytes]) -> bool:
    """A page of another site cannot make a browser act here: CSRF."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in _SAME_SITE
    origin = headers.get(b"origin")
    return origin is not None and origin.partition(b"://")[2] != headers.get(b"host")


def _plain_error(status: int, code: str, text: str) -> Response:
    return JSONResponse({"error": {"code": code, "text": text}}, status)
