"""What goes over the wire: requests as they must come, answers as they are made, always from a view."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from benben.core.errors import BenbenError, IllegalMove, Reason
from benben.core.game import Line
from benben.core.position import Position
from benben.table.match import LONGEST_NAME, Match
from benben.table.tables import Tables

Text = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Seat(Body):
    """Who is to sit on a seat."""

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


class Leave(Body):
    level: Annotated[str, Field(max_length=16)]


class Play(Body):
    """A move in answer to event number `after`: its notation, or the elements touched for it."""

    after: Annotated[int, Field(ge=0, le=1_000_000)]
    move: Text | None = None
    path: Annotated[list[Text], Field(max_length=12)] | None = None


class Answered(Body):
    after: Annotated[int, Field(ge=0, le=1_000_000)]


class Why(Body):
    move: Text | None = None
    path: Annotated[list[Text], Field(max_length=12)] | None = None


def match_shape(match: Match, view: Position, tables: Tables, locale: str) -> dict[str, Any]:
    """A match in the eyes of one seat or a spectator."""
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
            {"kind": sitter.kind, "name": sitter.name, "level": sitter.level, "title": title.say(locale)}
            for sitter, title in zip(match.sitters, match.game.face.seats(view.players, view.options), strict=True)
        ],
        "actor": match.actor,
        "full": match.is_full,
        "over": over,
        "winners": list(match.winners) if over else [],
        "resigned": match.resigned,
        "score": list(view.score),
        "text": view.text(locale),
        "last": [line_shape(line, locale) for line in view.tell()],
        "tally": [line_shape(line, locale) for line in view.tally()],
        "commitment": match.position.setup.commitment,
        "choices": choices(match, view) if seat is not None and seat == match.actor and match.is_full else [],
    }
    if match.position.is_over and match.position.setup.seed:
        shape["seed"] = match.position.setup.seed.hex()
    return shape


def choices(match: Match, view: Position) -> list[dict[str, Any]]:
    """The legal moves as paths of elements, what each would score at once, and whether it can be taken back."""
    # a world that fits the view: it says nothing that the seat could not work out itself
    world, seat = view.imagine(match.number), view.seat or 0
    before = world.score[seat]
    shown = []
    for move in view.legal_moves:
        after = world.play(move.number)
        shown.append(
            {
                "move": move.notation,
                "path": list(view.path(move)),
                "gain": after.score[seat] - before if match.house.previews else None,
                "final": after.actor != seat or world.reveals(move),
            }
        )
    return shown


def line_shape(line: Line, locale: str) -> dict[str, Any]:
    return {
        "text": line.message.say(locale),
        "cells": list(line.cells),
        "seat": line.seat if line.seat >= 0 else None,
        "points": line.points,
        "rule": line.rule or None,
    }


def reason_shape(reason: Reason, locale: str) -> dict[str, Any]:
    return {"code": reason.code, "text": reason.message.say(locale), "rule": reason.rule, "cells": list(reason.cells)}


def error_shape(error: BenbenError, locale: str) -> dict[str, Any]:
    """What every refusal looks like."""
    shape: dict[str, Any] = {"code": error.code, "text": error.say(locale)}
    if isinstance(error, IllegalMove):
        shape |= {"rule": error.rule, "cells": list(error.cells)}
    shape |= getattr(error, "details", {})
    return {"error": shape}
