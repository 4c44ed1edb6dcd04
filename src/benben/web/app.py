"""The application: routes, services, health."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.middleware.gzip import GZipMiddleware

import benben
from benben.bots.bot import is_ready
from benben.table.bot_runner import BotRunner, Warming
from benben.table.expiry import Expiry
from benben.table.hints import Hints
from benben.table.matches import Matches
from benben.table.reviews import Reviews
from benben.table.service import Service
from benben.table.store import Store
from benben.table.thinking import ThinkingThreads
from benben.web import (
    along,
    api,
    compare_page,
    days,
    evenings,
    event_stream,
    hints,
    laying,
    match_socket,
    metrics,
    notice_routes,
    opening,
    own_box,
    page_html,
    pages,
    puzzles,
    referee,
    review,
    table_pages,
)
from benben.web.context import Services, coach_threads
from benben.web.error_handlers import HANDLERS
from benben.web.limits import Limits
from benben.web.middleware import Middleware
from benben.web.settings import Settings


def create_app(settings: Settings | None = None, limits: Limits | None = None) -> FastAPI:
    """The database must be prepared (`serve.prepare`); a worker starts even while the database is away.

    `limits`: shared between workers.
    """
    settings = settings or Settings()
    limits = limits or Limits(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database, settings.workers == 1, settings.waiting_events)
        matches = Matches(store, settings.cached_matches, settings.events_per_match, settings.cached_seconds)
        service = Service(matches)
        threads = ThinkingThreads()
        bot_runner = BotRunner(service, threads, settings.bot_seconds, settings.remembering_bots)
        warming = Warming(report_ready_games)
        hurry = warming.hurry if settings.warm else None
        judging = coach_threads(settings, threads, settings.judging_seconds)
        reviews = Reviews(store, threads, judging, hurry, settings.kept_reviews, settings.waiting_reviews)
        hinting = Hints(service, coach_threads(settings, threads, settings.hint_seconds))
        app.state.services = services = Services(settings, service, limits, threads, reviews, hinting)
        service.matches.start()
        expiry = Expiry(store, settings.idle_days, settings.kept_days, settings.expiry_seconds)
        expiry.start()
        report_ready_games()
        if settings.bots:
            bot_runner.start()
        if settings.notices:
            services.notices.start()
        observing = asyncio.create_task(metrics.observe(service, bot_runner))
        if settings.warm:
            service.hub.subscribe(warming.on_match)
            warming.start()
        yield
        warming.stop()
        observing.cancel()
        expiry.stop()
        await bot_runner.stop()
        threads.close()
        services.notices.stop()
        service.matches.stop()
        services.views.close()
        store.close()

    app = FastAPI(
        title="benben",
        version=benben.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # we have our own
    )
    for module in (
        api,
        event_stream,
        match_socket,
        pages,
        opening,
        table_pages,
        referee,
        notice_routes,
        laying,
        along,
        own_box,
        review,
        days,
        evenings,
        compare_page,
        hints,
        puzzles,
    ):
        app.include_router(module.router)
    app.mount("/static/{stamp}", page_html.Assets(directory=page_html.STATIC))
    _add_health(app)
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)
    app.add_middleware(Middleware, settings=settings, requests=limits.requests)  # the last one added is the outermost
    return app


def report_ready_games() -> None:
    for name in benben.names():
        metrics.GAME_READY.labels(name).set(is_ready(benben.find(name)))


def _add_health(app: FastAPI) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> PlainTextResponse:
        """The process runs."""
        return PlainTextResponse("ok\n")

    @app.get("/ready", include_in_schema=False)
    def ready(request: Request) -> PlainTextResponse:
        """The database takes writes. (A plain function: FastAPI runs it in a thread.)"""
        request.app.state.services.service.store.check_writable()
        return PlainTextResponse("ready\n")

    @app.get("/metrics", include_in_schema=False)
    def report(request: Request) -> Response:
        """For Prometheus."""
        store = request.app.state.services.service.store
        return Response(metrics.report(store), media_type="text/plain; version=0.0.4; charset=utf-8")
