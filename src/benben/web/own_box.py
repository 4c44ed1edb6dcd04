"""Counting one's own box: the page, and one route that checks the list and writes its file. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup
from pydantic import Field
from starlette.exceptions import HTTPException

import benben
from benben.core.game import Game, Look
from benben.core.kit import box_files
from benben.core.kit.box_sheet import BoxSheet, Counted, drawing
from benben.core.kit.rooms import module_of
from benben.core.svg import Pen, pen
from benben.web.client_strings import BOX_WORDS
from benben.web.context import PACED, Language
from benben.web.page_answers import GameName, error_page, game_named, html
from benben.web.schemas import Body

MOST_ENTRIES = 500
LONGEST_ENTRY = 40

router = APIRouter()


def sheet_of(game: Game) -> BoxSheet | None:
    """None for a game whose pieces are all known."""
    module = module_of(game.package, "picture.box_sheet")
    return module.SHEET if module else None


class Count(Body):
    """A counted box: its name, and the entries of each list."""

    name: Annotated[str, Field(max_length=60)]
    entries: Annotated[
        dict[str, Annotated[list[Annotated[str, Field(max_length=LONGEST_ENTRY)]], Field(max_length=MOST_ENTRIES)]],
        Field(max_length=10),
    ]


@router.post("/api/v1/boxes/{name}", dependencies=PACED)
async def check(name: GameName, body: Count) -> dict[str, str]:
    """The name that records give this box, and its file."""
    sheet = sheet_of(benben.find(name))
    if sheet is None:
        raise HTTPException(404)
    box = box_files.checked({"name": body.name, **body.entries}, *(counted.pieces for counted in sheet.lists))
    return {"box": box.name, "file": box_files.written(body.name, box.entries)}


@router.get("/box/{name}", include_in_schema=False)
async def page(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    sheet = sheet_of(game)
    if sheet is None:
        return error_page(request, 404)
    ink = pen(Look(locale=language, style=False))
    data = {"game": game.name, "ours": sheet.ours.entries, "inUse": game.box}
    return html(
        request,
        "box.html",
        language,
        game=game,
        help=sheet.help.say(language),
        symbols=Markup(sheet.definitions(ink)),  # drawn by the game
        lists=[_shown(counted, ink) for counted in sheet.lists],
        variable=box_files.VARIABLE,
        data=data,
        box_words={key: message.say(language) for key, message in BOX_WORDS.items()},
    )


def _shown(counted: Counted, ink: Pen) -> dict[str, Any]:
    groups = [
        {
            "title": group.title.say(ink.locale),
            "kinds": [
                {
                    "kind": kind,
                    "words": counted.say(kind).say(ink.locale),
                    "picture": Markup(drawing(counted, kind, ink)),  # drawn by the game
                }
                for kind in group.kinds
            ],
        }
        for group in counted.groups
    ]
    return {
        "name": counted.pieces.name,
        "total": counted.pieces.total,
        "rule": counted.pieces.rule,
        "title": counted.title.say(ink.locale),
        "groups": groups,
    }
