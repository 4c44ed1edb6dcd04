"""The pages of a match: the table, invitations, sitting down, other devices, rematch, going on."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from benben.core.contract import NOBODY
from benben.core.game import Size
from benben.core.text import texts
from benben.table.errors import LinkUsed, NotYourSeat
from benben.table.match import LONGEST_NAME, OPEN, PERSON, Match
from benben.web import page_html
from benben.web.context import PACED, Language, MatchId, TheServices, client_of
from benben.web.names import seat_title
from benben.web.opening import Opening, browser_of, occupant_of
from benben.web.page_answers import FRIENDLY, Form, html, name_in, number_in, remember_name
from benben.web.schemas import Body
from benben.web.seat_cookies import BrowserSeats, keep_brought
from benben.web.views import ViewRequest, size_for

_ = texts(__package__)

router = APIRouter(include_in_schema=False)


@router.get("/t/{match_id}", dependencies=PACED)
async def table(
    match_id: MatchId,
    request: Request,
    shared: TheServices,
    language: Language,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    match = await shared.service.matches.get(match_id)
    own = tuple(BrowserSeats.of(request.cookies, match).own)
    view = await shared.views.view(match, own, ViewRequest(language, at=at, size=stage_in(request)))
    return html(
        request,
        "table.html",
        language,
        match=match,
        game=match.game,
        friendly=FRIENDLY,
        view=view.fields,
        board=Markup(view.board),
        data=json.dumps({**view.fields, "log": view.log}).replace("<", "\\u003c"),
    )


def stage_in(request: Request) -> Size:
    """The size of the picture for the stage that the page has set as a cookie: so it need not ask for another one."""
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", request.cookies.get("stage", ""))
    return size_for((int(found[1]), int(found[2])) if found else None)


@router.get("/t/{match_id}/invitations")
async def invitations(match_id: MatchId, request: Request, shared: TheServices, language: Language) -> Response:
    """The links that this browser may hand out, as a fragment of a page."""
    match = await shared.service.matches.get(match_id)
    seats = BrowserSeats.of(request.cookies, match)
    rows = [
        link_row(request, match, seat, f"sit/{secret}")
        for seat, secret in seats.invitations.items()
        if match.occupants[seat].kind == OPEN
    ]
    return html(
        request, "invitations.html", language,
        rows=rows, watch=f"{base_of(request)}/t/{match_id}", local=is_local(request),
    )  # fmt: skip


def base_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def is_local(request: Request) -> bool:
    return urlsplit(base_of(request)).hostname in ("127.0.0.1", "localhost", "::1")


def link_row(request: Request, match: Match, seat: int, path: str) -> dict[str, Any]:
    url = f"{base_of(request)}/t/{match.id}/{path}"
    return {"title": seat_title(match, seat), "url": url, "code": code_of(url)}


@router.get("/t/{match_id}/devices")
async def devices(match_id: MatchId, request: Request, shared: TheServices, language: Language) -> Response:
    """The links with which this browser's person opens the own seats on another device."""
    match = await shared.service.matches.get(match_id)
    own = BrowserSeats.of(request.cookies, match).own
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    rows = [link_row(request, match, seat, f"device/{secret}") for seat, secret in own.items()]
    return html(request, "devices.html", language, match=match, game=match.game, rows=rows, local=is_local(request))


@router.get("/t/{match_id}/device/{secret}")
async def bring_seat(match_id: MatchId, secret: str, request: Request, shared: TheServices) -> Response:
    """Open a seat on one more device of its person. The secret stays the same."""
    match = await shared.service.matches.get(match_id)
    seat = shared.service.seat_of(match, secret[:64])
    assert seat is not None
    own = {**BrowserSeats.of(request.cookies, match).own, seat: secret}
    response = RedirectResponse(f"/t/{match_id}", 303)
    keep_brought(response, match_id, own, shared.settings)
    return response


def code_of(url: str) -> Any:
    """The link as a QR code, drawn as one path."""
    drawn = segno.make(url, error="m", micro=False)
    return Markup(
        drawn.svg_inline(
            scale=1, border=2, svgclass="qr", lineclass="qr-line", omitsize=True, dark="#2d2416", light=None
        )
    )


@router.get("/t/{match_id}/sit/{secret}")
async def come(match_id: MatchId, secret: str, request: Request, shared: TheServices, language: Language) -> Response:
    """The page behind a seat's link. Opening it takes no seat yet. A browser that has used it comes to the table."""
    match = await shared.service.matches.get(match_id)
    try:
        seat = shared.service.seat_of(match, secret[:64])
    except LinkUsed:
        if match.seat_once_opened_by(secret[:64]) not in BrowserSeats.of(request.cookies, match).own:
            raise
        return RedirectResponse(f"/t/{match_id}", 303)
    assert seat is not None
    return html(
        request, "sit.html", language,
        match=match, game=match.game, seat=seat_title(match, seat), occupant=match.occupants[seat], secret=secret,
        cover=page_html.cover(match.game.name, language),
        people=[occupant.name for occupant in match.occupants if occupant.kind == PERSON and occupant.name],
    )  # fmt: skip


@router.post("/t/{match_id}/sit/{secret}")
async def sit(match_id: MatchId, secret: str, fields: Form, request: Request, shared: TheServices) -> Response:
    """Take the seat. The browser gets a secret of its own: nobody else can open the seat by the link again."""
    name = " ".join(fields.get("name", "").split())[:LONGEST_NAME]
    match, browser, secret = await shared.service.matches.get(match_id), browser_of(request), secret[:64]
    seat = match.seat_once_opened_by(secret)  # the form may have been sent twice
    if seat is None:
        seat = shared.service.seat_of(match, secret)
    assert seat is not None
    response = RedirectResponse(f"/t/{match_id}", 303)
    settings = shared.settings
    if match.is_over:  # there is nothing to take any more, but the link still opens what the seat saw
        keep_brought(response, match_id, {**BrowserSeats.of(request.cookies, match).own, seat: secret}, settings)
    else:
        await shared.service.join(match_id, secret, name, browser.own(match.series, match.first_seat(seat)))
    browser.keep(response, settings)
    remember_name(response, name, secure=settings.secure_cookies)
    return response


@router.post("/t/{match_id}/rematch")
async def rematch(match_id: MatchId, request: Request, shared: TheServices) -> Response:
    own = BrowserSeats.of(request.cookies, await shared.service.matches.get(match_id)).own
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    shared.new_tables.take(client_of(request.scope))
    new, _seat = await shared.service.rematch(match_id, next(iter(own.values())))
    response = RedirectResponse(f"/t/{new.id}", 303)
    moved_on = {(seat - 1) % new.position.players: secret for seat, secret in own.items()}
    if len(BrowserSeats.of(request.cookies, new).own) < len(own):  # some were brought from another device
        keep_brought(response, new.id, moved_on, shared.settings)
    return response


@router.post("/t/{match_id}/go-on")
async def go_on(match_id: MatchId, fields: Form, request: Request, shared: TheServices) -> Response:
    """Open a new table from any position. The reader gets the seat to act; bots or friends get the others."""
    match = await shared.service.matches.get(match_id)
    shared.new_tables.take(client_of(request.scope))
    ply = number_in(fields, "ply", NOBODY)
    line = match.position.line()
    actor = line[ply].actor if 0 <= ply < len(line) else None
    levels = [level.name for level in match.game.advice.levels] if match.game.advice else []
    level = fields["level"] if fields.get("level") in levels else next(iter(levels[FRIENDLY:]), "")
    others = "here" if fields.get("others") == "here" or not level else f"bot-{level}"
    wishes = ["me" if seat == (actor or 0) else others for seat in range(match.position.players)]
    occupants = [occupant_of(wish, name_in(request) if wish == "me" else "") for wish in wishes]
    opening = Opening.of(request, fields, wishes)
    return opening.sit_down(shared, await shared.service.continue_from(match_id, ply, occupants, opening.naming))


class LessonBody(Body):
    """What the learner of a guided game wants."""

    end: bool = False  # no guide any more


@router.post("/t/{match_id}/lesson", status_code=204)
async def lesson(match_id: MatchId, body: LessonBody, request: Request, shared: TheServices) -> Response:
    """The learner has read the explanation: play the written moves up to the next decision; or end the lesson."""
    own = BrowserSeats.of(request.cookies, await shared.service.matches.get(match_id)).own
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    secret = next(iter(own.values()))
    await (shared.service.end_lesson if body.end else shared.service.continue_lesson)(match_id, secret)
    return Response(status_code=204)
