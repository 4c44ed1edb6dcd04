"""Answers with pages: a template with what every page needs, forms, errors."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import Depends, Path, Request
from fastapi.responses import HTMLResponse, Response

import benben
from benben.core.game import Game
from benben.core.text import texts
from benben.table.errors import BadRequest
from benben.table.match import LONGEST_NAME
from benben.table.naming import is_text
from benben.web import page_html
from benben.web.context import language_of

_ = texts(__package__)

THEMES = ("light", "dark")
FRIENDLY = 1  # index of the level for a quick game: not the weakest
YEAR = 365 * 24 * 3600
MOST_DIGITS = 6

GameName = Annotated[str, Path(max_length=32)]


def html(request: Request, template: str, language: str, status: int = 200, **values: Any) -> HTMLResponse:
    theme = request.cookies.get("theme")
    body = page_html.page(
        template,
        language,
        theme=theme if theme in THEMES else "",
        name=name_in(request),
        here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        **values,
    )
    return HTMLResponse(body, status)


def name_in(request: Request) -> str:
    """The player's name from the cookie; empty if it is broken."""
    try:
        name = str(json.loads(f'"{request.cookies.get("name", "")}"'))[:LONGEST_NAME]
    except ValueError:
        return ""
    return name if is_text(name) else ""


def number_in(fields: dict[str, str], name: str, otherwise: int) -> int:
    """A number from a form."""
    text = fields.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else otherwise


def remember_name(response: Response, name: str, *, secure: bool) -> None:
    if name:
        response.set_cookie("name", json.dumps(name)[1:-1], max_age=YEAR, secure=secure, samesite="lax")


async def form(request: Request) -> dict[str, str]:
    """The fields of a posted form; of several values the last."""
    body = await request.body()
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise BadRequest(_("The request is malformed: {places}.", places="body")) from None
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[dict[str, str], Depends(form)]


def game_named(name: GameName) -> Game:
    return benben.find(name)


def is_wanted(request: Request) -> bool:
    """Does a browser ask for a page?"""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def error_page(request: Request, status: int, text: str = "") -> Response:
    """The page that explains an error."""
    language = language_of(request)
    headings = {
        404: _("Page not found"),
        403: _("You do not have access to this page"),
        429: _("Please slow down a little"),
    }
    heading = headings.get(status, _("That did not work") if status < 500 else _("Something went wrong on the server"))
    usual = _("The address may be incomplete, or the table was deleted after a long time without play.")
    return html(
        request, "error.html", language, status, heading=heading.say(language), text=text or usual.say(language)
    )
