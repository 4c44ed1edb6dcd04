"""The HTTP API, version 1, for programs. docs/api.md describes it with examples."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.request import parse_http_list

from fastapi import APIRouter, Depends, Header, Request, Response

import benben
from benben.bots.bot import is_ready
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.position import Position
from benben.core.text import Message, texts
from benben.table.errors import NotYourTurn, Sealed
from benben.table.hint_marks import marked
from benben.table.lessons import lesson_objection, lesson_reason
from benben.table.match import Match, Occupant
from benben.table.naming import Naming, derived, match_id_of
from benben.table.service import Created
from benben.web.context import PACED, Language, MatchId, Secret, Services, TheServices, client_of
from benben.web.metrics import MOVES
from benben.web.schemas import (
    Join,
    Leave,
    NewMatch,
    Play,
    TakeBack,
    Why,
    match_schema,
    move_or_path,
    reason_schema,
)

_ = texts(__package__)

MINIMAL = "return=minimal"
IDEMPOTENCY_KEY = "^[A-Za-z0-9_-]{22,64}$"  # 128 bits: secrets follow from it

router = APIRouter(prefix="/api/v1")


@router.get("/games")
async def games(language: Language) -> list[dict[str, Any]]:
    """The games, their seats, options and bots."""
    return [game_schema(benben.find(name), language) for name in benben.names()]


def game_schema(game: benben.Game, language: str) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary.say(language),
        "players": list(game.players),
        "rules": game.version,
        "options": [
            {
                "name": option.name,
                "title": option.title.say(language),
                "help": option.help.say(language),
                "values": list(option.values),
                "labels": [str_of(option.label(value), language) for value in option.values],
            }
            for option in game.options
        ],
        "levels": [
            {"name": level.name, "title": level.title.say(language)}
            for level in (game.advice.levels if game.advice else ())
        ],
        "secrets": not game.open,
        "ready": is_ready(game),
    }


def str_of(words: Message | str, language: str) -> str:
    return words.say(language) if isinstance(words, Message) else words


@router.post("/matches", status_code=201)
async def create(
    body: NewMatch,
    request: Request,
    shared: TheServices,
    language: Language,
    idempotency_key: Annotated[str | None, Header(pattern=IDEMPOTENCY_KEY)] = None,
) -> dict[str, Any]:
    """Open a table. The answer holds the secret of every seat: hand them out, they are not shown again.

    With an Idempotency-Key, a random text of the client, a repeated request opens no second table and is answered like
    the first one: the match's id and secrets follow from the key.
    """
    shared.new_tables.take(client_of(request.scope))
    occupants = [Occupant(seat.kind, seat.name, seat.level) for seat in body.seats]
    naming = None if idempotency_key is None else naming_of(idempotency_key)
    options: dict[str, object] = dict(body.options)
    return created_schema(await shared.service.create(body.game, body.players, options, occupants, naming=naming))


def naming_of(key: str) -> Naming:
    return Naming(match_id_of(key), lambda match_id, seat: derived(key, match_id, seat))


def created_schema(created: Created) -> dict[str, Any]:
    match = created.match
    return {
        "match": match.id,
        "number": created.number,
        "commitment": match.position.setup.commitment,
        "seats": [{"seat": seat, "secret": secret} for seat, secret in enumerate(created.secrets)],
    }


@router.get("/matches/{match_id}", dependencies=PACED)
async def look(match_id: MatchId, shared: TheServices, language: Language, token: Secret) -> dict[str, Any]:
    """The match as this seat, or a spectator, sees it."""
    match, view = await match_and_view(shared, match_id, token)
    return match_schema(match, view, language)


async def match_and_view(shared: Services, match_id: str, token: str | None) -> tuple[Match, Position]:
    match = await shared.service.matches.get(match_id)
    return match, match.position.view(shared.service.seat_of(match, token))


@router.get("/matches/{match_id}/picture.svg", dependencies=PACED)
async def picture(match_id: MatchId, shared: TheServices, language: Language, token: Secret) -> Response:
    """The board as a picture, as this seat sees it."""
    _match, view = await match_and_view(shared, match_id, token)
    return Response(view.svg(locale=language), media_type="image/svg+xml")


@router.post("/matches/{match_id}/join")
async def join(body: Join, match_id: MatchId, shared: TheServices, language: Language, token: Secret) -> dict[str, Any]:
    """Take the seat that the secret opens. With a new `secret`, only that one opens it from then on."""
    match = await shared.service.join(match_id, token or "", body.name, body.secret)
    return answer(shared, match, body.secret or token, language)


@router.post("/matches/{match_id}/leave")
async def leave(
    body: Leave, match_id: MatchId, shared: TheServices, language: Language, token: Secret
) -> dict[str, Any]:
    """Leave the seat to a bot. Joining again takes it back."""
    match = await shared.service.leave(match_id, token or "", body.level)
    return answer(shared, match, token, language)


async def wants_minimal(prefer: Annotated[list[str] | None, Header()] = None) -> bool:
    """Does the client ask for a short answer? A list in any case, with any spaces; the first one counts (RFC 7240)."""
    for preference in parse_http_list(",".join(prefer or [])):
        name, _equals, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "return":
            return value.strip(' \t"').lower() == "minimal"
    return False


@router.post("/matches/{match_id}/moves")
async def play(
    body: Play,
    match_id: MatchId,
    response: Response,
    shared: TheServices,
    language: Language,
    token: Secret,
    is_short: Annotated[bool, Depends(wants_minimal)],
) -> dict[str, Any]:
    """Make a move. It is durable when the answer comes; a repeated request is answered like the first one."""
    match = await shared.service.play(match_id, token or "", body.after, move_or_path(body.move, body.path))
    MOVES.inc()
    if is_short:
        response.headers["Preference-Applied"] = MINIMAL
        return {"match": match.id, "number": match.number}
    return answer(shared, match, token, language)


@router.post("/matches/{match_id}/take-back")
async def take_back(
    body: TakeBack, match_id: MatchId, shared: TheServices, language: Language, token: Secret
) -> dict[str, Any]:
    """Take back one's own last move, unless it has revealed something."""
    return answer(shared, await shared.service.take_back(match_id, token or "", body.after), token, language)


@router.post("/matches/{match_id}/resign")
async def resign(match_id: MatchId, shared: TheServices, language: Language, token: Secret) -> dict[str, Any]:
    return answer(shared, await shared.service.resign(match_id, token or ""), token, language)


@router.post("/matches/{match_id}/rematch")
async def rematch(match_id: MatchId, request: Request, shared: TheServices, token: Secret) -> dict[str, Any]:
    """The next match, with seats moved on by one. The secret of the old seat opens the new one."""
    shared.new_tables.take(client_of(request.scope))
    match, seat = await shared.service.rematch(match_id, token or "")
    return {"match": match.id, "seat": seat}


def answer(shared: Services, match: Match, token: str | None, language: str) -> dict[str, Any]:
    """The match after an action, as the acting seat sees it."""
    return match_schema(match, match.position.view(shared.service.seat_of(match, token)), language)


@router.post("/matches/{match_id}/why", dependencies=PACED)
async def why(body: Why, match_id: MatchId, shared: TheServices, language: Language, token: Secret) -> dict[str, Any]:
    """Is this move legal for the seat now, and if not, why?"""
    match, view = await match_and_view(shared, match_id, token)
    if match.is_over:
        raise NotYourTurn(_("The match is over."))
    if not view.game.open and view.seat != view.actor:
        raise NotYourTurn(_("It is not your turn."))
    try:
        meant = move_or_path(body.move, body.path)
        number = view.parse(meant) if isinstance(meant, str) else view.aim(tuple(meant)).number
    except IllegalMove as error:
        return {"allowed": False, "reason": reason_schema(error.reason, language)}
    except MalformedMove as error:
        if (reason := lesson_reason(match.state, view, body.path or [])) is not None:
            return {"allowed": False, "reason": reason_schema(reason, language)}
        return {
            "allowed": False,
            "reason": {"code": error.code, "text": error.say(language), "rule": None, "cells": []},
        }
    reason = lesson_objection(match.state, number) if number in view.legal_moves else view.why_not(number)
    return {"allowed": reason is None, "reason": reason_schema(reason, language) if reason else None}


@router.get("/matches/{match_id}/record", dependencies=PACED)
async def record(match_id: MatchId, shared: TheServices, token: Secret) -> Response:
    """The match as a text file, once it is over."""
    match = await shared.service.matches.get(match_id)
    shared.service.seat_of(match, token)
    if not match.position.is_over:
        raise NotYourTurn(_("The record is available when the match is over."))
    if match.is_sealed:
        raise Sealed(
            _("Others still play the same deal. The record, which has its seed, is available when it is over.")
        )
    names = [occupant.name or occupant.level for occupant in match.occupants]
    text = benben.write(match.position, names=names, comments=marked(match.hinted_moves))
    headers = {"Content-Disposition": f'attachment; filename="{match.game.name}-{match.id}.benben"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
