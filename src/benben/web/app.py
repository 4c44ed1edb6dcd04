"""The application: routes, health, metrics."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

import benben
from benben.bots.bot import is_ready
from benben.table.expiry import Expiry
from benben.table.movers import Movers, warm_games
from benben.table.store import Store
from benben.table.tables import Tables
from benben.web import api, pages
from benben.web.guard import Guard
from benben.web.refusals import HANDLERS
from benben.web.settings import Settings


class App(FastAPI):
    """The framework's, but everything passes the guard first."""

    guard: Guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)


def create_app(settings: Settings | None = None) -> App:
    """The database must be prepared (`serve.prepare`): a worker that comes while it is away starts all the same."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: App) -> AsyncIterator[None]:
        store = Store(settings.database, alone=settings.workers == 1)
        tables = Tables(store)
        movers = Movers(tables)
        app.state.desk = app.guard.desk = api.Desk(settings, tables, movers)
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
        app.guard.log.flush()

    app = App(
        title="benben",
        version=benben.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # we have our own, and these cost time
    )
    app.state.counts = Counter()
    app.guard = Guard(app, super(App, app).__call__, settings)
    app.include_router(api.router)
    app.include_router(pages.router)
    _add_health(app)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)
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
            *(f'benben_games_ready{{game="{name}"}} {int(is_ready(benben.find(name)))}' for name in benben.names()),
        ]
        return PlainTextResponse("\n".join(lines) + "\n")
