"""The rules referee: a question, the rules that answer it, and a position in which the rule decides."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from markupsafe import Markup

import benben
from benben.core.text import Message, texts
from benben.table.errors import BadRequest
from benben.web.along import draws_of
from benben.web.context import PACED, Language, TheServices, client_of
from benben.web.laying import laying_of
from benben.web.opening import Opening, occupant_of
from benben.web.page_answers import Form, GameName, game_named, html, name_in
from benben.web.rule_examples import Example, examples, sample
from benben.web.rule_figures import figures
from benben.web.rule_search import LONGEST_QUESTION, Answer, Hit, ask

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

ILLUSTRATED = 2  # hits with the pictures of the rules page

Code = Annotated[str, Path(max_length=80)]


@router.get("/referee", dependencies=PACED)
async def referee(
    request: Request,
    language: Language,
    q: Annotated[str, Query(max_length=LONGEST_QUESTION)] = "",
    game: Annotated[str, Query(max_length=32)] = "",
) -> Response:
    """The rules that answer a question; without a question, the form alone."""
    chosen = game if game in benben.names() else ""
    answer = await asyncio.to_thread(ask, q, language, chosen) if q.strip() else Answer(language, ())
    first = next((hit for hit in answer.hits if hit.example), None)
    shown = Markup(await asyncio.to_thread(_picture, first.example, answer.language)) if first and first.example else ""
    pictures = [Markup(await asyncio.to_thread(_figures, hit, answer.language)) for hit in answer.hits[:ILLUSTRATED]]
    return html(
        request, "referee.html", language,
        question=q, chosen=chosen, longest=LONGEST_QUESTION,
        answer=answer, first=first, example=shown, pictures=pictures,
        title=lambda hit: benben.find(hit.paragraph.game).title, ways=lambda hit: _ways(hit.paragraph.game),
    )  # fmt: skip


def _ways(name: str) -> list[tuple[str, Message]]:
    """Where a position of one's own can be entered."""
    game = benben.find(name)
    ways = [("lay", laying_of(game), _("lay it out")), ("along", draws_of(game), _("play along"))]
    return [(f"/{page}/{name}", text) for page, known, text in ways if known is not None]


def _figures(hit: Hit, language: str) -> str:
    return figures(benben.find(hit.paragraph.game), hit.paragraph.rule, language)


@router.get("/referee/{name}/{code}", dependencies=PACED)
async def example(name: GameName, code: Code, request: Request, language: Language) -> Response:
    """A position in which a rule forbids a move."""
    found = _find(name, code)
    picture = Markup(await asyncio.to_thread(_picture, found, language))
    return html(request, "rule_example.html", language, game=game_named(name), example=found, picture=picture)


@router.post("/referee/{name}/{code}")
async def try_it(name: GameName, code: Code, fields: Form, request: Request, shared: TheServices) -> Response:
    """Open a table in this position, with all seats at this screen."""
    position = sample(game_named(name).name)[_find(name, code).ply]
    shared.new_tables.take(client_of(request.scope))
    wishes = ["me" if seat == position.actor else "here" for seat in range(position.players)]
    occupants = [occupant_of(wish, name_in(request) if wish == "me" else "") for wish in wishes]
    opening = Opening.of(request, fields, wishes)
    return opening.sit_down(shared, await shared.service.begin_at(position, occupants, opening.naming))


def _find(name: str, code: str) -> Example:
    found = next((one for one in examples(game_named(name).name) if one.reason.code == code), None)
    if found is None:
        raise BadRequest(_("There is no example for this rule."))
    return found


def _picture(example: Example, language: str) -> str:
    """The position as the player to act sees it, with what the refusal speaks of."""
    position = sample(example.game)[example.ply]
    view = position.view(position.actor)
    return view.svg(lit=example.reason.cells, locale=language, prefix="example-", style=False, wide=True)
