"""Laying out a match from a real table: the page, and one route that knows no game and stores nothing.

A game that can be laid out has `LAYING` in `picture/laying.py`. A layout is a text, which the page keeps; every touch
sends it with the element touched, and gets the next text, its picture and its points.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field
from starlette.exceptions import HTTPException

import benben
from benben.core.game import Game, Look
from benben.core.kit.laying import Laying
from benben.core.kit.rooms import module_of
from benben.web.client_strings import LAYING_WORDS
from benben.web.context import PACED, Language
from benben.web.own_box import sheet_of
from benben.web.page_answers import GameName, error_page, game_named, html
from benben.web.schemas import Body, line_schema

LONGEST = 10_000  # characters of a layout

router = APIRouter()


def laying_of(game: Game) -> Laying[Any] | None:
    """None for a game that cannot be laid out."""
    module = module_of(game.package, "picture.laying")
    return module.LAYING if module else None


class TouchedLayout(Body):
    """A layout, and the element touched; empty: only look at it."""

    text: Annotated[str, Field(max_length=LONGEST)] = ""
    touch: Annotated[str, Field(max_length=60)] = ""


@router.post("/api/v1/layouts/{name}", dependencies=PACED)
def lay(name: GameName, body: TouchedLayout, language: Language) -> dict[str, Any]:
    """One touch. (A plain function: FastAPI runs it in a thread.)"""
    game = benben.find(name)
    laying = laying_of(game)
    if laying is None:
        raise HTTPException(404)
    text = laying.touch(body.text, body.touch) if body.touch else body.text
    laid, _held = laying.read(text)
    return {
        "text": text,
        "picture": laying.picture(text, Look(locale=language, style=False)),
        "prompt": laying.prompt(text).say(language),
        "names": [name.say(language) for name in laid.names],
        "lines": [line_schema(line, language) for line in laid.tally()],
        "sheet": laid.sheet or (game.face.sheets[0].name if game.face.sheets else ""),
        "entries": laid.entries(),
    }


@router.get("/lay/{name}", include_in_schema=False)
async def page(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    laying = laying_of(game)
    if laying is None:
        return error_page(request, 404)
    words = {key: message.say(language) for key, message in LAYING_WORDS.items()}
    seats = [seat.say(language) for seat in laying.read("")[0].names]
    return html(
        request, "lay.html", language, game=game, seats=seats, data={"game": game.name},
        lay_words=words, has_box=sheet_of(game) is not None,
    )  # fmt: skip
