"""Two matches with the same deal, decision by decision."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from benben.core.text import texts
from benben.table.comparing import Choice, compare
from benben.table.errors import BadRequest, Sealed
from benben.table.match import Match, is_day
from benben.web.context import PACED, Language, MatchId, TheServices
from benben.web.names import short_name
from benben.web.page_answers import html
from benben.web.seat_cookies import BrowserSeats

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

MOST_SHOWN = 20  # differing decisions


@router.get("/t/{match_id}/compare/{other_id}", dependencies=PACED)
async def page(
    match_id: MatchId,
    other_id: MatchId,
    request: Request,
    shared: TheServices,
    language: Language,
    seat: Annotated[int, Query(ge=0, le=7)] = 0,
) -> Response:
    """Where two tables decided differently in the same position. While others still play the deal, only for the players
    of the first match, and only their own decisions: others show what was hidden from them."""
    match, other = [await shared.service.matches.get(one) for one in (match_id, other_id)]
    check_comparable(match, other, seat)
    if match.is_sealed and seat not in BrowserSeats.of(request.cookies, match).own:
        raise Sealed(_("Others still play the same deal. Matches are compared when it is over."))
    work = partial(_rendered, match.snapshot(), other.snapshot(), seat, request, language)
    return await asyncio.to_thread(work)


def check_comparable(match: Match, other: Match, seat: int) -> None:
    deal = match.table_options.deal
    if not deal or other.table_options.deal != deal or seat >= match.position.players:
        raise BadRequest(_("These matches do not have the same deal."))
    if not match.is_over or not other.is_over:
        raise Sealed(_("Matches are compared when both are over."))


def _rendered(match: Match, other: Match, seat: int, request: Request, language: str) -> Response:
    found = compare(match.position, other.position, seat)
    rows = [
        (_row(ours, match, language), _row(theirs, other, language)) for ours, theirs in found.differing[:MOST_SHOWN]
    ]
    return html(
        request, "compare.html", language,
        match=match, other=other, game=match.game, found=found, rows=rows, seat=seat,
        names=[short_name(one, seat, language) for one in (match, other)],
        scores=[one.position.score[seat] for one in (match, other)],
        back=deal_address(match.table_options.deal),
    )  # fmt: skip


def _row(choice: Choice, match: Match, language: str) -> dict[str, Any]:
    intent = choice.view.intent(choice.move)
    return {
        "ply": choice.ply + 1,
        "text": intent.say(language) if intent is not None else str(choice.move),
        "address": f"/t/{match.id}?at={choice.ply}",
    }


def deal_address(deal: str) -> str:
    """The page of a shared deal."""
    return f"/day/{deal}" if is_day(deal) else f"/evening/{deal}"
