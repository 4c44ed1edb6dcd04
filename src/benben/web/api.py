"""The API, version 1: for bot writers as much as for our own pages. docs/api.md tells it with examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from starlette.types import Scope

import benben
from benben.bots.bot import is_ready
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.position import Position
from benben.core.text import LOCALES, Message, texts
from benben.table.errors import BadRequest, NotYourTurn
from benben.table.match import Match, Sitter
from benben.table.movers import Movers
from benben.table.tables import Created, Tables
from benben.web.limits import Rate, Streams
from benben.web.seats import Held
from benben.web.settings import Settings
from benben.web.shapes import (
    Answered,
    Join,
    Leave,
    NewMatch,
    Play,
    Why,
    match_shape,
    reason_shape,
)
from benben.web.streams import Ear, EventStream, Present, Pulse

_ = texts(__package__)

router = APIRouter(prefix="/api/v1")

MatchId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,22}$")]


class Desk:
    """What the routes share."""

    def __init__(self, settings: Settings, tables: Tables, movers: Movers) -> None:
        self.settings = settings
        self.tables = tables
        self.movers = movers
        self.requests = Rate(settings.requests_a_second, settings.burst)
        self.creations = Rate(settings.creations_a_minute / 60, settings.creations_a_minute)
        self.streams = Streams(settings.most_streams, settings.streams_a_client)
        self.pulse = Pulse(settings.heartbeat, settings.stall)
        self.present = Present()


# Asynchronous, though they wait for nothing: the framework sends plain functions to threads.


async def desk(request: Request) -> Desk:
    shared: Desk = request.app.state.desk
    return shared


def client(scope: Scope) -> str:
    address = scope.get("client")
    return str(address[0]) if address else "unknown"


async def language(
    request: Request,
    lang: Annotated[str | None, Query(max_length=5)] = None,
    accept_language: Annotated[str | None, Header(max_length=200)] = None,
) -> str:
    """The reader's language: asked for, chosen on our pages, or what the browser prefers."""
    return locale(lang or request.cookies.get("lang"), accept_language)


def locale(chosen: str | None, accepted: str | None) -> str:
    wishes = [chosen or "", *(accepted or "").split(",")]
    return next((wish.strip()[:2] for wish in wishes if wish.strip()[:2] in LOCALES), "en")


async def secret(
    request: Request,
    authorization: Annotated[str | None, Header(max_length=200)] = None,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> str | None:
    match_id = str(request.path_params.get("match_id", ""))
    return bearer(authorization) or secret_in(request.cookies, match_id, seat)


def bearer(authorization: str | None) -> str | None:
    """The seat's secret as a bearer token."""
    if authorization and authorization.startswith("Bearer "):
        return authorization.removeprefix("Bearer ").strip()
    return None


def secret_in(cookies: Mapping[str, str], match_id: str, seat: int | None) -> str | None:
    """The seat's secret from the cookie of this match; which seat, where it holds several."""
    own = Held.of(cookies, match_id).own
    return own.get(next(iter(own), 0) if seat is None else seat)


TheDesk = Annotated[Desk, Depends(desk)]
Language = Annotated[str, Depends(language)]
Secret = Annotated[str | None, Depends(secret)]


@router.get("/games")
async def games(language: Language) -> list[dict[str, Any]]:
    """The games, their seats, options and bots."""
    return [game_shape(benben.find(name), language) for name in benben.names()]


def game_shape(game: benben.Game, language: str) -> dict[str, Any]:
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
async def create(body: NewMatch, request: Request, shared: TheDesk, language: Language) -> dict[str, Any]:
    """Open a table. The answer holds the secret of every seat: hand them out, they are not shown again."""
    return await open_table(body, request, shared)


async def open_table(body: NewMatch, request: Request, shared: Desk) -> dict[str, Any]:
    shared.creations.take(client(request.scope))
    sitters = [Sitter(seat.kind, seat.name, seat.level) for seat in body.seats]
    created = await shared.tables.create(body.game, body.players, dict(body.options), sitters)
    shared.movers.look_after(created.match)
    return created_shape(created)


def created_shape(created: Created) -> dict[str, Any]:
    match = created.match
    return {
        "match": match.id,
        "number": match.number,
        "commitment": match.position.setup.commitment,
        "seats": [{"seat": seat, "secret": secret} for seat, secret in enumerate(created.secrets)],
    }


@router.get("/matches/{match_id}")
async def look(match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    """A match as this seat sees it, or as a spectator does."""
    match, view = await seen(shared, match_id, token)
    return match_shape(match, view, shared.tables, language)


async def seen(shared: Desk, match_id: str, token: str | None) -> tuple[Match, Position]:
    match = await shared.tables.match(match_id)
    return match, shared.tables.view(match, shared.tables.seat_of(match, token))


@router.get("/matches/{match_id}/picture.svg")
async def picture(match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> Response:
    """The board as a picture, in the eyes of this seat."""
    _match, view = await seen(shared, match_id, token)
    return Response(view.svg(locale=language), media_type="image/svg+xml")


@router.post("/matches/{match_id}/join")
async def join(body: Join, match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    """Take the seat that the secret opens."""
    match = await shared.tables.join(match_id, token or "", body.name)
    return answer(shared, match, token, language)


@router.post("/matches/{match_id}/leave")
async def leave(body: Leave, match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    """Leave the seat to a bot. Joining again takes it back."""
    match = await shared.tables.leave(match_id, token or "", body.level)
    return answer(shared, match, token, language)


@router.post("/matches/{match_id}/moves")
async def play(body: Play, match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    """Make a move. It is durable when the answer comes; sent again, it is answered again and made once."""
    match = await shared.tables.play(match_id, token or "", body.after, move_or_path(body.move, body.path))
    return answer(shared, match, token, language)


def move_or_path(move: str | None, path: list[str] | None) -> str | list[str]:
    if (move is None) == (path is None):
        raise BadRequest(_("Send either a move or a path."))
    return move if move is not None else path or []


@router.post("/matches/{match_id}/take-back")
async def take_back(
    body: Answered, match_id: MatchId, shared: TheDesk, language: Language, token: Secret
) -> dict[str, Any]:
    """Take back the last move: one's own, and nothing revealed by it."""
    return answer(shared, await shared.tables.take_back(match_id, token or "", body.after), token, language)


@router.post("/matches/{match_id}/resign")
async def resign(match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    return answer(shared, await shared.tables.resign(match_id, token or ""), token, language)


@router.post("/matches/{match_id}/rematch")
async def rematch(match_id: MatchId, shared: TheDesk, token: Secret) -> dict[str, Any]:
    """Another match, the seats moved on by one. The secret that opened a seat opens the new one."""
    match, seat = await shared.tables.rematch(match_id, token or "")
    shared.movers.look_after(match)
    return {"match": match.id, "seat": seat}


def answer(shared: Desk, match: Match, token: str | None, language: str) -> dict[str, Any]:
    """The match after something has happened; bots that are to act begin to think."""
    shared.movers.look_after(match)
    view = shared.tables.view(match, shared.tables.seat_of(match, token))
    return match_shape(match, view, shared.tables, language)


@router.post("/matches/{match_id}/why")
async def why(body: Why, match_id: MatchId, shared: TheDesk, language: Language, token: Secret) -> dict[str, Any]:
    """Is this move allowed to the seat now, and if not, why?"""
    match, view = await seen(shared, match_id, token)
    if match.is_over:
        raise NotYourTurn(_("The match is over."))
    if not view.game.open and view.seat != view.actor:
        raise NotYourTurn(_("It is not your turn."))
    try:
        meant = move_or_path(body.move, body.path)
        number = view.parse(meant) if isinstance(meant, str) else view.aim(tuple(meant)).number
    except IllegalMove as error:
        return {"allowed": False, "reason": reason_shape(error.reason, language)}
    except MalformedMove as error:
        return {
            "allowed": False,
            "reason": {"code": error.code, "text": error.say(language), "rule": None, "cells": []},
        }
    if number in view.legal_moves:
        return {"allowed": True, "reason": None}
    return {"allowed": False, "reason": reason_shape(view.why_not(number), language)}


@router.get("/matches/{match_id}/record")
async def record(match_id: MatchId, shared: TheDesk, token: Secret) -> Response:
    """The match as a text file, once it is over."""
    match = await shared.tables.match(match_id)
    shared.tables.seat_of(match, token)
    if not match.position.is_over:
        raise NotYourTurn(_("The record is open when the match is over."))
    names = [sitter.name or sitter.level for sitter in match.sitters]
    text = benben.write(match.position, names=names)
    headers = {"Content-Disposition": f'attachment; filename="{match.game.name}-{match.id}.benben"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/matches/{match_id}/events", response_class=EventStream, response_model=None, status_code=200)
async def events(
    match_id: MatchId,
    request: Request,
    shared: TheDesk,
    language: Language,
    token: Secret,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
    after: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    lines: Annotated[bool, Query()] = False,
) -> EventStream:
    """What happens, as it happens: server-sent events. Their id is the event's number; Last-Event-ID resumes.

    With `lines` each move is told in sentences too.
    """
    return await open_stream(shared, request, match_id, token, language if lines else None, last_event_id, after)


async def open_stream(
    shared: Desk,
    request: Request,
    match_id: str,
    token: str | None,
    language: str | None,
    last_event_id: str | None,
    after: int | None,
) -> EventStream:
    """`language`: in which moves are told in sentences; None: they are not."""
    match = await shared.tables.lately(match_id)
    ear = Ear(shared.tables.seat_of(match, token), language)
    since = int(last_event_id) if last_event_id and last_event_id.isdecimal() else after
    who = client(request.scope)
    shared.streams.enter(who)
    sent = match.number if since is None else since
    return EventStream(shared, match_id, ear, sent, on_end=lambda: shared.streams.leave(who))
