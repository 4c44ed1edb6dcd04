"""What every request passes: limits, protection against other sites, security headers, metrics and the log."""

from __future__ import annotations

import logging
import re
import time
from base64 import b64encode
from hashlib import sha256

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from benben.table.errors import TooMany
from benben.web.context import client_of
from benben.web.limits import Rate
from benben.web.metrics import request_answered
from benben.web.page_html import recovery
from benben.web.schemas import error_schema
from benben.web.settings import Settings

log = logging.getLogger("benben.web")

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    f"object-src 'none'; script-src 'self' 'sha256-{b64encode(sha256(recovery().encode()).digest()).decode()}'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # URLs hold secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_LOOPBACK = re.compile(r"(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SAME_SITE = ("same-origin", "none")


class Middleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, requests: Rate) -> None:
        self._app, self._settings, self._requests = app, settings, requests
        self._hosts = {host.strip().lower() for host in settings.hosts.split(",") if host.strip()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await (self._refusal(scope) or self._app)(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status = time.perf_counter(), 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
            else:
                await self._app(scope, self._limited(receive), send_with_headers)
        finally:
            seconds = time.perf_counter() - started
            # The route, never the URL, which may hold a secret.
            route = getattr(scope.get("route"), "path", "-")
            facts = {"method": scope["method"], "route": route, "status": status}
            request_answered(scope["method"], route, status, seconds)
            log.info("request", extra={**facts, "seconds": round(seconds, 4)})

    def _refusal(self, scope: Scope) -> Response | None:
        """Refuse before the request is read, or the socket is opened."""
        headers = Headers(scope=scope)
        if not self._is_our_host(headers):
            return _error(421, "wrong-host", "This server does not serve this host name.")
        if sum(len(name) + len(value) for name, value in headers.raw) > self._settings.max_header_bytes:
            return _error(431, "headers-too-large", "The headers of the request are too large.")
        if len(scope["raw_path"]) + len(scope["query_string"]) > self._settings.max_url_bytes:
            return _error(414, "url-too-long", "The URL of the request is too long.")
        try:
            if not scope["path"].startswith("/static/"):  # a page asks for all its scripts at once
                self._requests.take(client_of(scope))
        except TooMany as error:
            return JSONResponse(error_schema(error, "en"), 429, {"Retry-After": "1"})
        is_socket = scope["type"] == "websocket"
        if (is_socket or scope["method"] not in _SAFE_METHODS) and _is_cross_site(headers):
            return _error(403, "cross-site", "This request comes from another site.")
        length = headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 12 or int(length) > self._settings.max_body_bytes:
            return _error(413, "too-large", "The request is too large.")
        return None

    def _is_our_host(self, headers: Headers) -> bool:
        """DNS rebinding: a page of another site can reach us under its own name, but cannot hide that name.

        The address of this machine is no name: health checks and `benben status` use it.
        """
        if not self._hosts:
            return True
        host = headers.get("host", "").lower()
        return host in self._hosts or host.rpartition(":")[0] in self._hosts or _LOOPBACK.fullmatch(host) is not None

    def _limited(self, receive: Receive) -> Receive:
        """Cut off a body without a length where it exceeds the limit."""
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._settings.max_body_bytes:
                raise HTTPException(413, "The request is too large.")
            return message

        return limited


def _is_cross_site(headers: Headers) -> bool:
    """CSRF: browsers say which site a request comes from; other clients say nothing and hold no cookies."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in _SAME_SITE
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def _error(status: int, code: str, text: str) -> Response:
    return JSONResponse({"error": {"code": code, "text": text}}, status)
