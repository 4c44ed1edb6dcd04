"""The application: routes, limits, headers, errors, health, metrics."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import benben
from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table.errors import BadRequest, TableError, TooMany
from benben.table.expiry import Expiry
from benben.table.movers import Movers, warm_games
from benben.table.store import Store
from benben.table.tables import Tables
from benben.web import api, pages
from benben.web.logs import REQUEST
from benben.web.settings import Settings
from benben.web.shapes import error_shape

_ = texts(__package__)

log = logging.getLogger("benben.web")

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # addresses hold secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_ENCODED_HEADERS = [(name.encode().lower(), value.encode()) for name, value in HEADERS.items()]
_MOVES = next(route for route in api.router.routes if getattr(route, "name", "") == "play")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database, alone=settings.workers == 1)
        tables = Tables(store)
        movers = Movers(tables)
        app.state.desk = api.Desk(settings, tables, movers)
        store.migrate()
        tables.start()
        pulse = asyncio.create_task(app.state.desk.pulse.run())
        expiry = Expiry(store, settings.idle_days, settings.kept_days, settings.expiry_seconds)
        expiry.start()
        if settings.bots:
            movers.start()
        if settings.warm:
            threading.Thread(target=warm_games, name="benben-warm", daemon=True).start()
        yield
        pulse.cancel()
        expiry.stop()
        await movers.stop()
        tables.stop()
        store.close()

    app = FastAPI(
        title="benben",
        version=benben.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # we have our own, and these cost time
    )
    app.state.counts = Counter()
    app.include_router(api.router)
    app.include_router(pages.router)
    _add_health(app)
    app.add_exception_handler(BenbenError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)
    app.add_middleware(Guard, settings=settings)  # the outermost: quick moves pass nothing else
    return app


def _add_health(app: FastAPI) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> PlainTextResponse:
        """The process lives."""
        return PlainTextResponse("ok\n")

    @app.get("/ready", include_in_schema=False)
    def ready(request: Request) -> PlainTextResponse:
        """The database answers: send us people."""
        request.app.state.desk.tables.store.ping()
        return PlainTextResponse("ready\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> PlainTextResponse:
        """For Prometheus."""
        desk: api.Desk = request.app.state.desk
        lines = [
            "# TYPE benben_requests_total counter",
            *(
                f'benben_requests_total{{method="{method}",status="{status}"}} {count}'
                for (method, status), count in sorted(request.app.state.counts.items())
            ),
            "# TYPE benben_streams gauge",
            f"benben_streams {len(desk.streams)}",
            "# TYPE benben_games_ready gauge",
            *(f'benben_games_ready{{game="{name}"}} {int(benben.find(name).is_warm)}' for name in benben.names()),
        ]
        return PlainTextResponse("\n".join(lines) + "\n")


# Errors: a code, a sentence, never a trace


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, BenbenError)
    status = error.status if isinstance(error, TableError) else 422
    if pages.is_wanted(request):
        return pages.error(request, status, error.say(pages.language_of(request)))
    headers = {"Retry-After": "1"} if status in (429, 503) else None
    return JSONResponse(error_shape(error, _language(request)), status, headers)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if pages.is_wanted(request):
        return pages.error(request, 404)
    places = sorted({".".join(str(part) for part in entry["loc"]) for entry in error.errors()})
    refusal = BadRequest(_("The request is not of the right form: {places}.", places=", ".join(places)[:200]))
    return JSONResponse(error_shape(refusal, _language(request)), 422)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if pages.is_wanted(request):
        return pages.error(request, error.status_code)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    return JSONResponse({"error": {"code": code, "text": str(error.detail)}}, error.status_code)


async def _failed(request: Request, error: Exception) -> Response:
    log.error("failed", exc_info=error)
    if pages.is_wanted(request):
        return pages.error(request, 500)
    return JSONResponse({"error": {"code": "internal", "text": "internal error"}}, 500)


def _language(request: Request) -> str:
    wish = request.query_params.get("lang") or request.cookies.get("lang")
    return api.locale(wish, request.headers.get("accept-language"))


class Guard:
    """Around everything: limits before, headers after, a count and a line in the log for each request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        started = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *_ENCODED_HEADERS]
                if not any(name == b"cache-control" for name, _value in message["headers"]):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            refusal = self._refusal(request)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
            else:
                app = self.app if (quick := api.QuickMove.of(scope)) is None else self._quick(quick)
                await app(scope, self._limited(receive, request), send_with_headers)
        finally:
            scope["app"].state.counts[request.method, status] += 1
            log.info(
                REQUEST,
                extra={
                    "method": request.method,
                    "route": getattr(scope.get("route"), "path", "-"),  # never the address: it may hold a secret
                    "status": status,
                    "seconds": round(time.perf_counter() - started, 4),
                },
            )

    def _quick(self, move: api.QuickMove) -> ASGIApp:
        """Moves are most of what comes: they take the short way."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope, receive)
            scope["route"] = _MOVES
            try:
                response = await move.play(request)
            except BenbenError as error:
                response = await _refused(request, error)
            except RequestValidationError as error:
                response = await _malformed(request, error)
            except HTTPException as error:
                response = await _http(request, error)
            await response(scope, receive, send)

        return answer

    def _refusal(self, request: Request) -> Response | None:
        """What is refused before anybody reads it."""
        desk: api.Desk = request.app.state.desk
        try:
            desk.requests.take(api.client(request))
        except TooMany as error:
            return JSONResponse(error_shape(error, "en"), 429, {"Retry-After": "1"})
        if request.method not in _SAFE_METHODS and self._is_foreign(request):
            return _plain_error(403, "cross-site", "This request comes from another site.")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.most_body:
            return _plain_error(413, "too-large", "The request is too large.")
        return None

    def _is_foreign(self, request: Request) -> bool:
        """A page of another site cannot make a browser act here: CSRF."""
        site = request.headers.get("sec-fetch-site")
        if site is not None:
            return site not in ("same-origin", "none")
        origin = request.headers.get("origin")
        return origin is not None and origin.partition("://")[2] != request.headers.get("host")

    def _limited(self, receive: Receive, request: Request) -> Callable[[], Awaitable[Message]]:
        """A body without a length is cut off where it is too long."""
        read = 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.settings.most_body:
                raise HTTPException(413, "The request is too large.")
            return message

        return limited


def _plain_error(status: int, code: str, text: str) -> Response:
    return JSONResponse({"error": {"code": code, "text": text}}, status)
