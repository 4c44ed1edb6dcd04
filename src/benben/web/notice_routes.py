"""Routes for notices of turns, and for a page that can be installed: manifest, service worker, offline page."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import Field

from benben.core.text import texts
from benben.table.errors import BadRequest, NotYourSeat
from benben.table.match import Match
from benben.table.notice_store import ALL_SEATS, PUSH, WEBHOOK, Subscription
from benben.web import page_html
from benben.web.context import Language, MatchId, Services, TheServices
from benben.web.outgoing import LONGEST_URL, resolve
from benben.web.page_answers import html
from benben.web.push import encrypted
from benben.web.schemas import Body
from benben.web.seat_cookies import BrowserSeats

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

Url = Annotated[str, Field(max_length=LONGEST_URL)]
Key = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]


class PushBody(Body):
    """A browser's subscription."""

    endpoint: Url
    p256dh: Key
    auth: Key


class EndBody(Body):
    endpoint: Url


class WebhookBody(Body):
    url: Url  # empty: no webhook any more


async def match_of_player(match_id: str, request: Request, shared: Services) -> tuple[Match, list[int]]:
    """The match and the seats of this browser. Raises NotYourSeat if it has none."""
    match = await shared.service.matches.get(match_id)
    own = list(BrowserSeats.of(request.cookies, match).own)
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    return match, own


@router.get("/notices/key")
async def public_key(shared: TheServices) -> dict[str, str]:
    return {"key": (await shared.service.store.in_thread(shared.notices.key)).public}


@router.post("/t/{match_id}/notices")
async def subscribe(
    body: PushBody, match_id: MatchId, request: Request, shared: TheServices, language: Language
) -> dict[str, bool]:
    """Tell this browser when it is the turn of one of its seats."""
    match, own = await match_of_player(match_id, request, shared)
    data = {"p256dh": body.p256dh, "auth": body.auth, "language": language}

    def check_and_add() -> None:
        resolve(body.endpoint, allow_private=shared.settings.allow_private_notices)
        try:
            encrypted({**data, "endpoint": body.endpoint}, {})
        except ValueError:
            raise BadRequest(_("The keys of this browser cannot be used.")) from None
        for seat in own:
            shared.notices.store.add(Subscription(match.id, PUSH, seat, body.endpoint, data), match.number)

    await asyncio.to_thread(check_and_add)
    return {"on": True}


@router.post("/t/{match_id}/notices/end")
async def unsubscribe(body: EndBody, match_id: MatchId, request: Request, shared: TheServices) -> dict[str, bool]:
    match, _own = await match_of_player(match_id, request, shared)
    await shared.service.store.in_thread(shared.notices.store.remove, match.id, PUSH, body.endpoint)
    return {"on": False}


@router.get("/t/{match_id}/webhook")
async def webhook(match_id: MatchId, request: Request, shared: TheServices) -> dict[str, Any]:
    """The host of the webhook, for players. The whole address is a secret of the chat and is not shown again."""
    match, own = await match_of_player(match_id, request, shared)
    found = await shared.service.store.in_thread(shared.notices.store.for_seat, match.id, own[0])
    hosts = [urlsplit(subscription.address).hostname for subscription in found if subscription.kind == WEBHOOK]
    return {"host": next(iter(hosts), None)}


@router.post("/t/{match_id}/webhook")
async def set_webhook(
    body: WebhookBody, match_id: MatchId, request: Request, shared: TheServices, language: Language
) -> dict[str, Any]:
    """One address for the whole match, which gets a small JSON when it is somebody's turn."""
    match, _own = await match_of_player(match_id, request, shared)
    data = {"language": language, "base": str(request.base_url).rstrip("/")}

    def check_and_set() -> str | None:
        target = resolve(body.url, allow_private=shared.settings.allow_private_notices) if body.url else None
        shared.notices.store.remove(match.id, WEBHOOK)
        if target is not None:
            shared.notices.store.add(Subscription(match.id, WEBHOOK, ALL_SEATS, body.url, data), match.number)
        return target.host if target is not None else None

    return {"host": await asyncio.to_thread(check_and_set)}


# A page that can be installed


@router.get("/manifest.webmanifest")
async def manifest(language: Language) -> Response:
    described = {
        "name": "benben",
        "short_name": "benben",
        "description": _("Pyramid games, one table").say(language),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f7f1e5",
        "theme_color": "#eadcc0",
        "icons": [
            *(
                {"src": page_html.asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ),
            {"src": page_html.asset("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        ],
    }
    return JSONResponse(described, media_type="application/manifest+json")


@router.get("/service_worker.js")
async def service_worker() -> Response:
    """At the root, so that it serves all pages; never kept, so that a new one is found at once."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return FileResponse(page_html.STATIC / "service_worker.js", media_type="text/javascript", headers=headers)


@router.get("/offline")
async def offline(request: Request, language: Language) -> Response:
    """What an installed page shows without a connection."""
    return html(request, "offline.html", language)
