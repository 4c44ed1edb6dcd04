"""The pages of the house: start page, rules, score pads, about, the list of a browser's tables, and files."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import NAMESPACE_URL, uuid5

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

import benben
from benben.coach.puzzles import puzzles_of
from benben.core.game import STANDARD_BOX
from benben.core.text import LOCALES, texts
from benben.table.errors import NoSuchMatch, UnreadableMatch
from benben.table.match import Match
from benben.web import page_html
from benben.web.along import draws_of
from benben.web.client_strings import PAD_WORDS
from benben.web.context import MATCH_ID, PACED, Language, TheServices
from benben.web.days import today_card
from benben.web.deal_results import played_text
from benben.web.guide import lesson_progress
from benben.web.laying import laying_of
from benben.web.names import seat_title
from benben.web.own_box import sheet_of
from benben.web.page_answers import FRIENDLY, YEAR, GameName, error_page, game_named, html
from benben.web.schemas import line_schema

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

WEIGHTS = (_("easy"), _("medium"), _("demanding"))


@router.get("/")
async def home(request: Request, shared: TheServices, language: Language) -> Response:
    covers = {name: page_html.cover(name, language) for name in benben.names()}
    weights = [weight.say(language) for weight in WEIGHTS]
    deal, played = await today_card(shared)
    with_puzzles = [name for name in covers if puzzles_of(benben.find(name)).puzzles]
    return html(
        request, "home.html", language,
        covers=covers, friendly=FRIENDLY, weights=weights, with_puzzles=with_puzzles,
        today=benben.find(deal.game).title if deal else "", played=played_text(played),
    )  # fmt: skip


@router.get("/language/{locale}")
async def choose_language(locale: str, request: Request, back: Annotated[str, Query(max_length=500)] = "/") -> Response:
    target = back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/"
    response = RedirectResponse(target, 303)
    if locale in LOCALES:
        response.set_cookie("lang", locale, max_age=YEAR, samesite="lax")
    return response


@router.get("/about")
async def about(request: Request, language: Language) -> Response:
    return html(request, "about.html", language)


@router.get("/rules/{name}")
def rules(name: GameName, request: Request, language: Language) -> Response:
    """In a thread: the first time in a language, the pictures are drawn."""
    game = game_named(name)
    text, can_count = page_html.rules(game.name, language), sheet_of(game) is not None
    own_box = game.box != STANDARD_BOX
    return html(request, "rules.html", language, game=game, text=text, can_count=can_count, own_box=own_box)


@router.get("/rules/{name}/text")
def rules_text(name: GameName, language: Language) -> Response:
    """The rules without the page around them, for the panel beside the board. In a thread, as above."""
    return HTMLResponse(page_html.rules(game_named(name).name, language))


@router.get("/pad/{name}")
async def pad(name: GameName, request: Request, language: Language) -> Response:
    """The score pad for a match at a real table; it lives in the browser alone."""
    game = game_named(name)
    if not game.face.sheets:
        return error_page(request, 404)
    words = {key: message.say(language) for key, message in PAD_WORDS.items()}
    data = {
        "game": game.name,
        "title": game.title,
        "uuid": str(uuid5(NAMESPACE_URL, f"benben:{game.name}")).upper(),
        "sheets": [sheet.in_language(language) for sheet in game.face.sheets],
    }
    return html(
        request, "pad.html", language,
        game=game, data=data, pad_words=words,
        can_lay=laying_of(game) is not None, can_follow=draws_of(game) is not None,
    )  # fmt: skip


@router.get("/tables", dependencies=PACED)
async def cards(shared: TheServices, language: Language, ids: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """Public facts of some matches, for the browser's list of its own tables.

    A match that does not exist any more is `gone`; of one that cannot be read, `unreadable` says why.
    """
    found = []
    for match_id in ids.split(",")[:50]:
        try:
            found.append(card(await shared.service.matches.get(match_id), language))
        except NoSuchMatch:
            if MATCH_ID.fullmatch(match_id):
                found.append({"match": match_id, "gone": True})
        except UnreadableMatch as error:
            found.append({"match": match_id, "unreadable": error.say(language)})
    return JSONResponse(found)


def card(match: Match, language: str) -> dict[str, Any]:
    spectator = match.position.view(None)
    told = spectator.tell()
    return {
        "match": match.id,
        "title": match.game.title,
        "names": [
            occupant.name or seat_title(match, seat).say(language) for seat, occupant in enumerate(match.occupants)
        ],
        "actor": match.actor if match.is_full else None,
        "full": match.is_full,
        "game": match.game.name,
        "lesson": lesson_progress(match.state),
        "over": match.is_over or match.table_options.study,
        "moves": len(match.position.line()) - 1,
        "changed": match.events[-1].time if match.events else match.created,
        "last": line_schema(told[0], language)["text"] if told else "",
    }


@router.get(f"/static/{{stamp}}/{page_html.PICTURES}")
async def pictures_style() -> Response:
    """The style sheet of the pictures, which the games declare."""
    return Response(page_html.look_of_pictures(), media_type="text/css", headers={"Cache-Control": page_html.IMMUTABLE})


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse(page_html.asset("favicon.svg"), 308)
