"""Schemas of the API: bodies of requests, and answers, which are always made from a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pydantic_core
from pydantic import BaseModel, ConfigDict, Field

from benben.core.errors import BenbenError, IllegalMove, Reason
from benben.core.game import Line
from benben.core.position import Move, Position
from benben.core.text import Message, texts
from benben.table.errors import BadRequest, TableError
from benben.table.match import LONGEST_NAME, Match

_ = texts(__package__)

Text = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Pixels = Annotated[int, Field(ge=1, le=20_000)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
ElementPath = Annotated[list[Text], Field(max_length=12)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Seat(Body):
    """Who shall sit on a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: Name = ""
    level: Annotated[str, Field(max_length=16)] = ""


class NewMatch(Body):
    game: Annotated[str, Field(max_length=32, examples=["pyramidis"])]
    players: Annotated[int, Field(ge=1, le=8, examples=[2])]
    options: Annotated[dict[Name, Text | bool | int], Field(max_length=20)] = {}
    seats: Annotated[list[Seat], Field(max_length=8)] = []


class Join(Body):
    name: Name = ""
    secret: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22,64}$")] | None = None  # of the client's own choice


class Leave(Body):
    level: Annotated[str, Field(max_length=16)]


class Play(Body):
    """A move in answer to event number `after`: its notation, or the elements touched for it."""

    after: Number
    move: Text | None = None
    path: ElementPath | None = None


class TakeBack(Body):
    after: Number


class Why(Body):
    move: Text | None = None
    path: ElementPath | None = None


def move_or_path(move: str | None, path: list[str] | None) -> str | list[str]:
    if (move is None) == (path is None):
        raise BadRequest(_("Send either a move or a path."))
    return move if move is not None else path or []


def match_schema(match: Match, view: Position, locale: str) -> dict[str, Any]:
    """A match as one seat, or a spectator, may see it."""
    seat = view.seat if view.seat is not None and view.seat >= 0 else None
    over = match.is_over
    shape: dict[str, Any] = {
        "match": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "players": view.players,
        "options": dict(view.options),
        "number": match.number,
        "seat": seat,
        "seats": [
            {"kind": occupant.kind, "name": occupant.name, "level": occupant.level, "title": title.say(locale)}
            for occupant, title in zip(match.occupants, match.game.face.seats(view.players, view.options), strict=True)
        ],
        "actor": match.actor,
        "full": match.is_full,
        "over": over,
        "winners": list(match.winners) if over else [],
        "resigned": match.resigned,
        "hints": list(match.hinted_moves),
        "score": list(view.score),
        "text": view.text(locale),
        "last": [line_schema(line, locale) for line in view.tell()],
        "tally": [line_schema(line, locale) for line in view.tally()],
        "commitment": match.position.setup.commitment,
        "choices": choices(match, view) if seat is not None and seat == match.actor and match.is_full else [],
    }
    if match.table_options.deal:
        shape["deal"] = match.table_options.deal
    setup = match.position.setup
    if match.position.is_over and setup.commitment and setup.seed and not match.is_sealed:
        shape["seed"] = setup.seed.hex()
    return shape


def choices(match: Match, view: Position) -> list[dict[str, Any]]:
    """The legal moves as paths of elements, with their immediate gain and whether they can be taken back.

    `loses` says that a move costs points or destroys something. It is sent where the table hides gains too: such moves
    are always confirmed.
    """
    # An imagined position that fits the view: it tells nothing that the seat does not know.
    previews = view.imagine(match.number).previews()
    return [
        {
            "move": move.notation,
            **touched(view, move),
            "gain": gain if match.table_options.previews else None,
            "final": final,
            "loses": gain < 0 or view.destroys(move),
        }
        for move, (gain, final) in zip(view.legal_moves, previews, strict=True)
    ]


def touched(view: Position, move: Move) -> dict[str, Any]:
    """How a legal move is made by touching."""
    return {"path": list(view.path(move)), "direct": view.direct(move), "turns": view.turns(move)}


def line_schema(
    line: Line, locale: str, reword: Callable[[Message], Message] = lambda message: message
) -> dict[str, Any]:
    schema = {
        "text": reword(line.message).say(locale),
        "cells": list(line.cells),
        "seat": line.seat if line.seat >= 0 else None,
        "points": line.points,
        "rule": line.rule or None,
    }
    return schema if line.row is None else {**schema, "row": line.row.say(locale)}


def reason_schema(reason: Reason, locale: str) -> dict[str, Any]:
    return {
        "code": reason.code,
        "text": reason.message.say(locale),
        "rule": reason.rule or None,
        "cells": list(reason.cells),
    }


def to_json(message: object) -> str:
    """Compact JSON."""
    return pydantic_core.to_json(message).decode()


def status_of(error: BenbenError) -> int:
    """The HTTP status of a refusal."""
    return error.status if isinstance(error, TableError) else 422


def error_schema(error: BenbenError, locale: str) -> dict[str, Any]:
    """The form of every refusal."""
    shape: dict[str, Any] = {"code": error.code, "text": error.say(locale)}
    if isinstance(error, IllegalMove):
        shape |= {"rule": error.rule, "cells": list(error.cells)}
    shape |= getattr(error, "details", {})
    return {"error": shape}
