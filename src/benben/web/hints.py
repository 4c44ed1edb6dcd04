"""Hints over HTTP: the three steps of one, and the agreement of the people at a table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from benben.web.api import answer
from benben.web.context import Language, MatchId, Secret, TheServices, client_of
from benben.web.hint_schemas import hint_schema
from benben.web.leaving import while_connected
from benben.web.names import Names
from benben.web.schemas import Body, Number
from benben.web.seat_cookies import BrowserSeats

router = APIRouter(prefix="/api/v1")


class HintBody(Body):
    """Asks for a hint in answer to event number `after`."""

    after: Number


class AgreeBody(Body):
    agree: bool


@router.post("/matches/{match_id}/hint")
async def give(
    body: HintBody, match_id: MatchId, request: Request, shared: TheServices, language: Language, token: Secret
) -> dict[str, Any]:
    """A hint for the seat to act: where to look, the move, and why. It becomes an event of the match."""
    client = client_of(request.scope)
    shared.hint_rate.take(client)
    own = BrowserSeats.of(request.cookies, await shared.service.matches.cached(match_id)).own
    work = shared.hints.give(match_id, token or "", body.after, own, client)
    match, seat, found = await while_connected(request, work)
    told = hint_schema(match.position.view(seat), found, Names(match), language)
    return {"number": match.number, "seat": seat, **told}


@router.post("/matches/{match_id}/hints")
async def agree(
    body: AgreeBody, match_id: MatchId, shared: TheServices, language: Language, token: Secret
) -> dict[str, Any]:
    """Agree to hints at this table, or be against them."""
    return answer(shared, await shared.hints.agree(match_id, token or "", body.agree), token, language)
