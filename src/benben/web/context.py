"""What routes need to know of a connection: the shared services, the client, the language, the seat's secret."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Annotated

from fastapi import Depends, Header, Path, Query
from starlette.requests import HTTPConnection
from starlette.types import Scope

from benben.core.text import LOCALES
from benben.table.coach_threads import CoachThreads
from benben.table.deal_store import Deal
from benben.table.dealing import SharedDeals
from benben.table.hints import Hints
from benben.table.reviews import Reviews
from benben.table.service import Service
from benben.table.thinking import ThinkingThreads
from benben.web.limits import Limits, Streams
from benben.web.notices import Notices
from benben.web.seat_cookies import BrowserSeats, may_hold_seats
from benben.web.settings import Settings
from benben.web.view_renderer import ViewRenderer

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,22}")
MatchId = Annotated[str, Path(pattern=f"^{MATCH_ID.pattern}$")]


@dataclass(frozen=True)
class TodayCard:
    """What the start page says about the deal of the day."""

    deal: Deal
    played: int
    made: float  # monotonic clock


@dataclass
class Services:
    """What all routes share."""

    settings: Settings
    service: Service
    limits: Limits
    threads: ThinkingThreads
    reviews: Reviews
    hints: Hints
    views: ViewRenderer = field(default_factory=ViewRenderer)
    today: TodayCard | None = None  # as counted last

    def __post_init__(self) -> None:
        self.notices = Notices(self.service, self.settings)
        self.deals = SharedDeals(self.service, self.settings.evening_days)
        self.requests, self.new_tables = self.limits.requests, self.limits.new_tables
        self.looks, self.hint_rate = self.limits.looks, self.limits.hints
        open_streams = self.limits.open_streams
        self.streams = Streams(self.settings.max_streams, self.settings.streams_per_client, open_streams)
        self.opinions = coach_threads(self.settings, self.threads, self.settings.opinion_seconds)


def coach_threads(settings: Settings, threads: ThinkingThreads, seconds: float) -> CoachThreads:
    """For answers that a person waits for this long."""
    return CoachThreads(threads, seconds, settings.waiting_questions)


def client_of(scope: Scope) -> str:
    """The client's address, for counting; behind a trusted proxy, the one that the proxy names.

    Of IPv6 the /64 network counts: one household has 2^64 addresses.
    """
    return client_address(str(scope["client"][0]) if scope.get("client") else "unknown")


def client_address(host: str) -> str:
    """The part of an address that stands for one client."""
    if ":" not in host:
        return host
    try:
        address = ip_address(host)
    except ValueError:
        return host
    assert isinstance(address, IPv6Address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


def language_of(connection: HTTPConnection) -> str:
    """The reader's language: `lang` in the URL, else the cookie of our pages, else what the browser prefers."""
    chosen = connection.query_params.get("lang") or connection.cookies.get("lang") or ""
    accepted = connection.headers.get("accept-language", "")[:200].split(",")
    wishes = (wish.strip()[:2] for wish in (chosen, *accepted))
    return next((wish for wish in wishes if wish in LOCALES), "en")


# Dependencies. They are coroutines because FastAPI runs plain functions in threads.


async def services(connection: HTTPConnection) -> Services:
    shared: Services = connection.app.state.services
    return shared


async def language(connection: HTTPConnection, lang: Annotated[str | None, Query(max_length=5)] = None) -> str:
    return language_of(connection)


async def secret(
    connection: HTTPConnection,
    match_id: MatchId,
    shared: Annotated[Services, Depends(services)],
    authorization: Annotated[str | None, Header(max_length=200)] = None,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> str | None:
    """The seat's secret: a bearer token, or from the browser's cookies; `seat` chooses where it holds several."""
    scheme, _space, token = (authorization or "").partition(" ")
    if scheme == "Bearer" and token.strip():
        return token.strip()
    if not may_hold_seats(connection.cookies, match_id):
        return None
    own = BrowserSeats.of(connection.cookies, await shared.service.matches.cached(match_id)).own
    if not own:  # the browser may just have sat down in another process
        own = BrowserSeats.of(connection.cookies, await shared.service.matches.get(match_id)).own
    return own.get(next(iter(own), 0) if seat is None else seat)


async def paced(connection: HTTPConnection, shared: Annotated[Services, Depends(services)]) -> None:
    """Slow down a client that asks for views without end: a view costs far more than other answers."""
    await shared.looks.wait(client_of(connection.scope))


PACED = [Depends(paced)]
TheServices = Annotated[Services, Depends(services)]
Language = Annotated[str, Depends(language)]
Secret = Annotated[str | None, Depends(secret)]
