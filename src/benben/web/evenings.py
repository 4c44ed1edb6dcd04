"""Duplicate evenings: the same deal at several tables, and one page that ranks the seats that sat at the same place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

import benben
from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.games import find
from benben.table.deal_store import Attempt, Deal
from benben.table.dealing import FEWEST_TABLES, MOST_TABLES
from benben.table.errors import BadRequest, NoSuchDeal, UnreadableMatch
from benben.table.match import LONGEST_NAME, OPEN, Match
from benben.table.outcomes import differences, places
from benben.web import page_html
from benben.web.context import MATCH_ID, PACED, Language, Services, TheServices, client_of
from benben.web.deal_results import ResultRow, level_title, signed, table_title
from benben.web.names import seat_title, short_name
from benben.web.opening import browser_of
from benben.web.page_answers import FRIENDLY, Form, html, number_in, remember_name
from benben.web.seat_cookies import BrowserSeats
from benben.web.table_pages import base_of, code_of

_ = texts(__package__)

router = APIRouter()

EveningId = Annotated[str, Path(pattern=f"^{MATCH_ID.pattern}$")]


def offers() -> list[tuple[benben.Game, int]]:
    """Games and numbers of players, each with its usual options."""
    games = [find(name) for name in benben.names()]
    usual = {game.name: {option.name: option.values[0] for option in game.options} for game in games}
    return [(game, n) for game in games for n in game.players if game.forbids(n, usual[game.name]) is None]


def levels() -> list[Any]:
    """The levels of bots that all games share. Not the best one: without a clock it may think for long."""
    advised = [game.advice for game in (find(name) for name in benben.names()) if game.advice is not None]
    return [one for one in advised[0].levels[:-1] if all(one.name in {x.name for x in a.levels} for a in advised)]


@router.get("/evening", include_in_schema=False)
async def new_evening(request: Request, language: Language) -> Response:
    return _form(request, language, {})


def _form(request: Request, language: str, fields: dict[str, str], refusal: str = "") -> Response:
    return html(
        request, "new_evening.html", language, 422 if refusal else 200,
        offers=offers(), levels=levels(), friendly=FRIENDLY, fields=fields, error=refusal,
        numbers=range(FEWEST_TABLES, MOST_TABLES + 1),
        people=range(1, max(n for _game, n in offers()) + 1),
    )  # fmt: skip


@router.post("/evening", include_in_schema=False)
async def open_evening(fields: Form, request: Request, shared: TheServices, language: Language) -> Response:
    name, _space, players = fields.get("table", "").partition(" ")
    tables = number_in(fields, "tables", FEWEST_TABLES)
    shared.new_tables.take(client_of(request.scope), max(FEWEST_TABLES, min(tables, MOST_TABLES)))
    people = number_in(fields, "people", 1)
    try:
        level = fields.get("level", "")
        count = number_in({"players": players}, "players", 0)
        deal = await shared.deals.open_evening(name, count, {}, people, level, tables)
    except BenbenError as error:
        return _form(request, language, fields, error.say(language))
    return RedirectResponse(f"/evening/{deal.id}", 303)


@router.get("/evening/{evening}", include_in_schema=False, dependencies=PACED)
async def evening_page(evening: EveningId, request: Request, shared: TheServices, language: Language) -> Response:
    """The tables of an evening, and the results for those who may see them."""
    deal = await shared.deals.evening(evening)
    found = await _tables(shared, deal)
    attempts, matches = [attempt for attempt, _match in found], [match for _attempt, match in found]
    own = [BrowserSeats.of(request.cookies, match).own for match in matches]
    is_over, seated = await shared.deals.is_over(deal), any(own)
    may_see = is_over or any(mine and match.is_over for mine, match in zip(own, matches, strict=True))
    address, game = f"{base_of(request)}/evening/{deal.id}", find(deal.game)
    tables = [_table(*each, seated=seated, language=language) for each in zip(attempts, matches, own, strict=True)]
    return html(
        request, "evening.html", language,
        deal=deal, game=game, title=table_title(deal, language), tables=tables, seated=seated, is_over=is_over,
        level=level_title(game, deal.level), address=address, code=code_of(address),
        cover=page_html.cover(game.name, language),
        seats=_by_seat(attempts, matches, own, language) if may_see else None,
        missing=sum(not match.is_over for match in matches),
    )  # fmt: skip


async def _tables(shared: Services, deal: Deal) -> list[tuple[Attempt, Match]]:
    """The tables whose match can be read: one that cannot must not hide the others."""
    found = []
    for attempt in await shared.deals.attempts(deal):
        with suppress(UnreadableMatch):
            found.append((attempt, await shared.service.matches.get(attempt.match)))
    return found


def _table(attempt: Attempt, match: Match, own: Any, *, seated: bool, language: str) -> dict[str, Any]:
    seats = [
        {
            "seat": seat,
            "title": seat_title(match, seat).say(language),
            "name": "" if occupant.kind == OPEN else short_name(match, seat, language),
            "free": occupant.kind == OPEN and (not seated or bool(own)) and not match.is_over,
        }
        for seat, occupant in enumerate(match.occupants)
    ]
    state = "over" if match.is_over else "running" if match.is_full else "open"
    return {"number": attempt.number, "seats": seats, "state": state, "address": f"/t/{match.id}" if own else ""}


def _by_seat(
    attempts: Sequence[Attempt], matches: Sequence[Match], own: Sequence[Any], language: str
) -> list[dict[str, Any]]:
    """For each seat, everybody who sat there, the best first."""
    done = [
        (attempt, match, bool(mine))
        for attempt, match, mine in zip(attempts, matches, own, strict=True)
        if attempt.outcome is not None
    ]
    if not done:
        return []
    mine = next((match.id for _attempt, match, is_mine in done if is_mine), done[0][1].id)
    found = []
    for seat in range(done[0][1].position.players):
        outcomes = [attempt.outcome[seat] for attempt, _match, _mine in done if attempt.outcome is not None]
        ranked = sorted(
            zip(places(outcomes), differences(outcomes), outcomes, done, strict=True), key=lambda one: one[0]
        )
        rows = [
            {
                "row": ResultRow(attempt, outcome, place, is_mine),
                "name": short_name(match, seat, language),
                "table": attempt.number,
                "difference": signed(difference),
                "compare": f"/t/{mine}/compare/{match.id}?seat={seat}" if match.id != mine else "",
                "address": f"/t/{match.id}",
            }
            for place, difference, outcome, (attempt, match, is_mine) in ranked
        ]
        found.append({"title": seat_title(done[0][1], seat).say(language), "rows": rows})
    return found


@router.post("/evening/{evening}/sit", include_in_schema=False)
async def sit(evening: EveningId, fields: Form, request: Request, shared: TheServices) -> Response:
    """Take a free seat. A browser sits at one table of an evening only: it must not know the deal from another one."""
    deal = await shared.deals.evening(evening)
    match = await _chosen_table(shared, deal, request, number_in(fields, "table", 0))
    seat, browser = number_in(fields, "seat", 0), browser_of(request)
    name = " ".join(fields.get("name", "").split())[:LONGEST_NAME]
    await shared.deals.sit(match.id, seat, name, browser.own(match.series, match.first_seat(seat)))
    response = RedirectResponse(f"/t/{match.id}", 303)
    browser.keep(response, shared.settings)
    remember_name(response, name, secure=shared.settings.secure_cookies)
    return response


async def _chosen_table(shared: Services, deal: Deal, request: Request, number: int) -> Match:
    chosen = None
    for attempt, match in await _tables(shared, deal):
        if attempt.number == number:
            chosen = match
        elif BrowserSeats.of(request.cookies, match).own:
            raise BadRequest(_("You sit at table {n} of this evening already.", n=attempt.number))
    if chosen is None:
        raise NoSuchDeal(_("There is no such table."))
    return chosen


@router.get("/api/v1/evenings/{evening}", dependencies=PACED)
async def look(evening: EveningId, shared: TheServices, language: Language) -> dict[str, Any]:
    """A duplicate evening: the hash of its seed, and once it is over the seed and the results of all tables by seat."""
    deal = await shared.deals.evening(evening)
    is_over, attempts = await shared.deals.is_over(deal), await shared.deals.attempts(deal)
    return {
        "evening": deal.id,
        "game": deal.game,
        "title": table_title(deal, language),
        "players": deal.players,
        "options": dict(deal.options),
        "until": deal.until,
        "over": is_over,
        "commitment": deal.commitment,
        "seed": deal.seed.hex() if is_over else None,
        "tables": [{"table": attempt.number, "over": attempt.ended is not None} for attempt in attempts],
        "results": _all_results(attempts) if is_over else None,
    }


def _all_results(attempts: Sequence[Attempt]) -> list[list[dict[str, Any]]]:
    """By seat, then by table, the best first."""
    done = [(attempt, attempt.outcome) for attempt in attempts if attempt.outcome is not None]
    by_seat = []
    for seat in range(len(done[0][1]) if done else 0):
        found = [outcome[seat] for _attempt, outcome in done]
        rows = zip(places(found), differences(found), done, strict=True)
        by_seat.append([
            ResultRow(attempt, outcome[seat], place).schema()
            | {"table": attempt.number, "difference": round(difference, 2)}
            for place, difference, (attempt, outcome) in sorted(rows, key=lambda one: one[0])
        ])  # fmt: skip
    return by_seat
