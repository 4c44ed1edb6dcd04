"""The rules referee: a question, the rules that answer it, and positions in which moves can be tried."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from markupsafe import Markup

import benben
from benben.core import record
from benben.core.position import Position
from benben.core.text import Message, texts
from benben.table.errors import BadRequest
from benben.table.match import Occupant
from benben.web.along import draws_of
from benben.web.context import PACED, Language, Services, TheServices, client_of
from benben.web.laying import laying_of
from benben.web.opening import Opening, occupant_of
from benben.web.page_answers import Form, GameName, game_named, html, name_in
from benben.web.rule_examples import Example, examples, sample
from benben.web.rule_figures import figures
from benben.web.rule_search import LONGEST_QUESTION, Answer, Hit, ask

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

ILLUSTRATED = 2  # hits with the pictures of the rules page
LINK = re.compile(r"/t/([\w-]{1,64})(?:\?(?:\S*&)?at=(\d{1,5}))?")  # of a match, or of a position in it
PARTS = {"early": (1, _("early on")), "middle": (2, _("in the middle")), "late": (3, _("near the end"))}  # in quarters

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
        parts={name: title for name, (_quarters, title) in PARTS.items()},
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


@router.post("/referee/position")
async def set_up(fields: Form, request: Request, shared: TheServices) -> Response:
    """Open a table in a position of a match, by its link or record, or of a game's sample match."""
    text = fields.get("record", "").strip()
    if not text:
        line: Sequence[Position] = sample(game_named(fields.get("game", "")).name)
        quarters, _title = PARTS.get(fields.get("part", ""), PARTS["middle"])
        return await _begin_at(line[_to_decide(line, quarters * len(line) // 4)], fields, request, shared)
    if (link := LINK.search(text)) is None:
        line = (await asyncio.to_thread(lambda: record.replay(record.read(text), benben.find))).line()
        return await _begin_at(line[_to_decide(line, len(line) - 1)], fields, request, shared)
    match = await shared.service.matches.get(link[1])
    line = match.position.line()
    ply = _to_decide(line, int(link[2] or len(line) - 1))
    shared.new_tables.take(client_of(request.scope))
    opening, occupants = _at_this_screen(line[ply], fields, request)
    return opening.sit_down(shared, await shared.service.continue_from(match.id, ply, occupants, opening.naming))


@router.post("/referee/{name}/{code}")
async def try_it(name: GameName, code: Code, fields: Form, request: Request, shared: TheServices) -> Response:
    """Open a table in the position of an example."""
    return await _begin_at(sample(game_named(name).name)[_find(name, code).ply], fields, request, shared)


async def _begin_at(position: Position, fields: Mapping[str, str], request: Request, shared: Services) -> Response:
    shared.new_tables.take(client_of(request.scope))
    opening, occupants = _at_this_screen(position, fields, request)
    return opening.sit_down(shared, await shared.service.begin_at(position, occupants, opening.naming))


def _at_this_screen(position: Position, fields: Mapping[str, str], request: Request) -> tuple[Opening, list[Occupant]]:
    """All seats for the reader, who is asked for the move of the seat to act."""
    wishes = ["me" if seat == position.actor else "here" for seat in range(position.players)]
    occupants = [occupant_of(wish, name_in(request) if wish == "me" else "") for wish in wishes]
    return Opening.of(request, fields, wishes), occupants


def _to_decide(line: Sequence[Position], ply: int) -> int:
    """The last position up to this one in which somebody has to decide."""
    last = min(ply, len(line) - 1)
    return next((k for k in range(last, -1, -1) if line[k].actor is not None), 0)


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
