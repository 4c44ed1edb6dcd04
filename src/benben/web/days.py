"""The deal of the day: its page, its results, and its API. docs/how-to/deal-of-the-day.md describes it.

While a day lasts, its seed stays secret, also in matches that are over, and results are shown only to browsers that
have finished their own attempt.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from benben.games import find
from benben.table.days import FIRST_DAY, check_day, today
from benben.table.deal_store import Attempt, Deal
from benben.table.errors import TableError
from benben.table.match import LONGEST_NAME
from benben.web import page_html
from benben.web.client_strings import DAY_WORDS
from benben.web.context import PACED, Language, Services, TheServices, TodayCard, client_of
from benben.web.deal_results import (
    ResultRow,
    level_title,
    master_row,
    played_text,
    ranked,
    result_text,
    share_text,
    table_title,
)
from benben.web.opening import Opening
from benben.web.page_answers import Form, html, remember_name
from benben.web.seat_cookies import BrowserKey
from benben.web.table_pages import base_of

router = APIRouter()

MOST_PRACTICE = 20  # attempts of a browser at a deal that its page lists
MOST_ROWS = 100  # of the results on the page, and the reader's own
CARD_SECONDS = 20.0  # the start page counts again after this time


@dataclass(frozen=True)
class DayView:
    """A day as one browser may see it."""

    deal: Deal
    is_over: bool
    mine: Attempt | None  # the reader's counted attempt
    played: int
    rows: list[ResultRow] | None  # None: not for this reader yet
    practice: list[Attempt]  # of the reader, over
    master: ResultRow | None

    @property
    def my_row(self) -> ResultRow | None:
        return next((row for row in self.rows or () if row.is_mine), None)


async def day_view(shared: Services, day: date, browser: BrowserKey | None) -> DayView:
    deal = await shared.deals.of_day(day)
    attempts = await shared.deals.attempts(deal)
    player = browser.player(deal.id) if browser is not None else None
    mine = next((attempt for attempt in attempts if player is not None and attempt.player == player), None)
    is_over, rows = await shared.deals.is_over(deal), ranked(deal, attempts, player)
    own = set(_practice_players(browser, deal)) if browser is not None else ()
    practice = [attempt for attempt in attempts if attempt.player in own and attempt.outcome]
    may_see = is_over or (mine is not None and mine.ended is not None)
    shown = (rows, master_row(attempts)) if may_see else (None, None)
    return DayView(deal, is_over, mine, len(rows), shown[0], practice, shown[1])


def _practice_players(browser: BrowserKey, deal: Deal) -> list[str]:
    """The browser as the player of its first, second … practice: each player has one attempt at a deal."""
    return [browser.player(f"{deal.id} practice {number}") for number in range(MOST_PRACTICE)]


async def _practice_player(shared: Services, browser: BrowserKey, deal: Deal) -> str | None:
    """None after very many: they are not listed."""
    taken = {attempt.player for attempt in await shared.deals.attempts(deal)}
    return next((player for player in _practice_players(browser, deal) if player not in taken), None)


@router.get("/day", include_in_schema=False, dependencies=PACED)
async def today_page(request: Request, shared: TheServices, language: Language) -> Response:
    return await day_page(today(), request, shared, language)


@router.get("/day/{day}", include_in_schema=False, dependencies=PACED)
async def day_page(day: date, request: Request, shared: TheServices, language: Language) -> Response:
    """The deal of a day: what it is, the own attempt, and the results for those who may see them."""
    now = today()
    check_day(day, ahead=0)
    view = await day_view(shared, day, BrowserKey.of(request.cookies))
    game, mine = find(view.deal.game), view.my_row
    tomorrow = await shared.deals.of_day(now + timedelta(days=1)) if day == now else None
    share = share_text(view.deal, mine, view.played, f"{base_of(request)}/day", language) if mine else ""
    return html(
        request, "day.html", language,
        view=view, deal=view.deal, game=game, day=day, is_today=day == now,
        title=table_title(view.deal, language), level=level_title(game, view.deal.level),
        cover=page_html.cover(game.name, language), result_text=result_text, played=played_text(view.played),
        rows=_shown(view.rows or []), mine=mine, share=share, tomorrow=tomorrow,
        tomorrow_title=table_title(tomorrow, language) if tomorrow else "",
        before=day - timedelta(days=1) if day > FIRST_DAY else None, after=day + timedelta(days=1),
        day_words={key: message.say(language) for key, message in DAY_WORDS.items()},
        data=_data(view, tomorrow, language),
    )  # fmt: skip


def _shown(rows: list[ResultRow]) -> list[ResultRow]:
    return [row for number, row in enumerate(rows) if number < MOST_ROWS or row.is_mine]


def _data(view: DayView, tomorrow: Deal | None, language: str) -> dict[str, Any]:
    """What the page's script remembers in the browser, and checks."""
    mine, deal = view.my_row, view.deal
    result = {
        "game": deal.game,
        "title": table_title(deal, language),
        "text": result_text(mine.outcome).say(language),
        "place": mine.place,
        "of": view.played,
        "symbols": mine.symbols,
    } if mine else None  # fmt: skip
    promised = {deal.id: deal.commitment} | ({tomorrow.id: tomorrow.commitment} if tomorrow else {})
    return {
        "day": deal.id,
        "game": deal.game,
        "until": deal.until,
        "commitment": deal.commitment,
        "seed": deal.seed.hex() if view.is_over else None,
        "promised": promised,
        "result": result,
    }


@router.post("/day/{day}/play", include_in_schema=False)
async def play(day: date, fields: Form, request: Request, shared: TheServices) -> Response:
    """The counted attempt of this browser, begun or continued; then, and after the day, practice."""
    check_day(day, ahead=0)
    deal, wants_practice = await shared.deals.of_day(day), "practice" in fields
    is_over = await shared.deals.is_over(deal)
    if is_over and not wants_practice:  # the page was opened before midnight
        return RedirectResponse("/day", 303)
    opening = Opening.of(request, fields, ["me"])
    browser = opening.browser
    mine = await shared.deals.own(deal, browser.player(deal.id))
    is_running = mine is not None and mine.ended is None and not is_over  # practice would tell its player the deal
    if mine is not None and (is_running or not wants_practice):
        return RedirectResponse(f"/t/{mine.match}", 303)
    shared.new_tables.take(client_of(request.scope))
    counts = mine is None and not is_over
    if counts:
        opening = Opening(browser, ["me"], browser.match_id(f"day {deal.id}"))
    name = " ".join(fields.get("name", "").split())[:LONGEST_NAME]
    player = browser.player(deal.id) if counts else await _practice_player(shared, browser, deal)
    match = await shared.deals.begin(deal, name, opening.naming, player, counts=counts)
    response = RedirectResponse(f"/t/{match.id}", 303)
    browser.keep(response, shared.settings)
    remember_name(response, name, secure=shared.settings.secure_cookies)
    return response


@router.get("/api/v1/days/{day}", dependencies=PACED)
async def look(day: date, request: Request, shared: TheServices, language: Language) -> dict[str, Any]:
    """The deal of a day: the hash of its seed before, the seed after. Results only if this browser may see them."""
    view = await day_view(shared, day, BrowserKey.of(request.cookies))
    deal, game = view.deal, find(view.deal.game)
    return {
        "day": deal.id,
        "game": deal.game,
        "title": table_title(deal, language),
        "players": deal.players,
        "options": dict(deal.options),
        "level": deal.level if deal.players > 1 else None,
        "rules": game.version,
        "until": deal.until,
        "over": view.is_over,
        "commitment": deal.commitment,
        "seed": deal.seed.hex() if view.is_over else None,
        "played": view.played,
        "results": [row.schema() for row in view.rows] if view.rows is not None else None,
        "master": view.master.schema() if view.master else None,
    }


async def today_card(shared: Services) -> tuple[Deal | None, int]:
    """Today's deal and how many have played it, for the start page, which is there even if the database is not."""
    card = shared.today
    if card is None or card.deal.id != today().isoformat() or time.monotonic() - card.made > CARD_SECONDS:
        try:
            deal = await shared.deals.of_day(today())
            card = shared.today = TodayCard(deal, await shared.deals.played(deal), time.monotonic())
        except TableError:
            return None, 0
    return card.deal, card.played
