"""Pages that open tables: with friends, against bots, guided, from a record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from benben.core.errors import BenbenError
from benben.core.game import Game, Option
from benben.core.text import texts
from benben.table.errors import BadRequest
from benben.table.match import BOT, LONGEST_NAME, OPEN, PERSON, Occupant, TableOptions
from benben.table.naming import Naming, new_match_id, new_secret
from benben.table.service import Created
from benben.web.context import Language, Services, TheServices, client_of
from benben.web.page_answers import FRIENDLY, Form, GameName, game_named, html, name_in, number_in, remember_name
from benben.web.seat_cookies import BrowserKey

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

FORM_KEY = re.compile(r"[A-Za-z0-9-]{22,64}")


@router.get("/new/{name}")
async def new_table(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    return form_for_table(request, language, game, game.usual_table()[0], {})


def form_for_table(
    request: Request, language: str, game: Game, players: int, fields: dict[str, str], refusal: str = ""
) -> Response:
    """The form for a new table; after a refusal, as it was filled in."""
    return html(
        request, "new.html", language, 422 if refusal else 200,
        game=game, players=players, fields=fields, friendly=FRIENDLY, error=refusal, numbers_for=numbers_for,
    )  # fmt: skip


def numbers_for(game: Game, option: Option, value: str) -> list[int]:
    """The numbers of players for which a value of an option is possible, beside the usual values of the others."""
    usual = {other.name: other.values[0] for other in game.options}
    chosen = {**usual, option.name: value}
    return [n for n in game.players if game.forbids(n, chosen) is None or game.forbids(n, usual) is not None]


@router.post("/new/{name}")
async def open_table(
    name: GameName, fields: Form, request: Request, shared: TheServices, language: Language
) -> Response:
    """Open a table as the form describes it."""
    game = game_named(name)
    shared.new_tables.take(client_of(request.scope))
    players = number_in(fields, "players", game.usual_table()[0] if not fields.get("players") else 0)
    options: dict[str, object] = {
        option.name: fields[f"option-{option.name}"] for option in game.options if f"option-{option.name}" in fields
    }
    wishes = [fields.get(f"seat-{seat}", "link") for seat in range(min(players, 8))]
    names = [" ".join(fields.get(f"name-{seat}", "").split())[:LONGEST_NAME] for seat in range(len(wishes))]
    occupants = [occupant_of(wish, name) for wish, name in zip(wishes, names, strict=True)]
    table_options = TableOptions(previews="previews" in fields)
    try:
        opening = Opening.of(request, fields, wishes)
        created = await shared.service.create(name, players, options, occupants, table_options, opening.naming)
    except BenbenError as error:
        return form_for_table(request, language, game, players, fields, error.say(language))
    response = opening.sit_down(shared, created)
    mine = next((name for wish, name in zip(wishes, names, strict=True) if wish == "me"), "")
    remember_name(response, mine, secure=shared.settings.secure_cookies)
    return response


def occupant_of(wish: str, name: str) -> Occupant:
    """The occupant for a choice of the form: me, here (same screen), link (joins by link), or bot-<level>."""
    if wish.startswith("bot-"):
        return Occupant(BOT, level=wish.removeprefix("bot-"))
    return Occupant(PERSON, name) if wish in ("me", "here") else Occupant(OPEN)


@dataclass(frozen=True)
class Opening:
    """A table that a browser opens by a form: it holds the secrets of its seats and of the links it hands out.

    A form that is sent twice opens one table: it has a `key`, which the page's script makes for each sending.
    """

    browser: BrowserKey
    wishes: Sequence[str]
    match_id: str

    @classmethod
    def of(cls, request: Request, fields: Mapping[str, str], wishes: Sequence[str]) -> Opening:
        browser = browser_of(request)
        key = fields.get("key", "")
        return cls(browser, wishes, browser.match_id(key) if FORM_KEY.fullmatch(key) else new_match_id())

    @property
    def naming(self) -> Naming:
        return Naming(self.match_id, self._secret)

    def _secret(self, match_id: str, seat: int) -> str:
        wish = self.wishes[seat] if seat < len(self.wishes) else ""
        if wish in ("me", "here"):
            return self.browser.own(match_id, seat)
        return self.browser.link(match_id, seat) if wish == "link" else new_secret()

    def sit_down(self, shared: Services, created: Created) -> Response:
        """Redirect to the new table."""
        response = RedirectResponse(f"/t/{created.match.id}", 303)
        self.browser.keep(response, shared.settings)
        return response


def browser_of(request: Request) -> BrowserKey:
    return BrowserKey.of(request.cookies) or BrowserKey.new()


@router.post("/play/{name}")
async def play_now(name: GameName, fields: Form, request: Request, shared: TheServices) -> Response:
    """Start a game against a bot at once."""
    game = game_named(name)
    level = fields.get("level") or levels_of(game)[FRIENDLY]
    return await against(level, game, fields, request, shared)


@router.post("/learn/{name}")
async def learn(name: GameName, fields: Form, request: Request, shared: TheServices) -> Response:
    """Start a guided first game."""
    game = game_named(name)
    shared.new_tables.take(client_of(request.scope))
    seat = game.lesson.seat if game.lesson else 0
    opening = Opening.of(request, fields, ["me" if other == seat else "" for other in range(max(game.players))])
    return opening.sit_down(shared, await shared.service.teach(game.name, name_in(request), opening.naming))


def levels_of(game: Game) -> list[str]:
    if game.advice is None:
        raise BadRequest(_("There are no bots for {game}.", game=game.title))
    return [level.name for level in game.advice.levels]


async def against(level: str, game: Game, fields: dict[str, str], request: Request, shared: Services) -> Response:
    shared.new_tables.take(client_of(request.scope))
    players, _options = game.usual_table()
    wishes = ["me", *[f"bot-{level}"] * (players - 1)]
    occupants = [occupant_of(wish, name_in(request)) for wish in wishes]
    opening = Opening.of(request, fields, wishes)
    created = await shared.service.create(game.name, players, {}, occupants, naming=opening.naming)
    return opening.sit_down(shared, created)


@router.get("/study")
async def study(request: Request, language: Language) -> Response:
    return html(request, "study.html", language, error="", text="")


@router.post("/study")
async def bring_record(fields: Form, request: Request, shared: TheServices, language: Language) -> Response:
    """Open a read-only table from an uploaded record."""
    shared.new_tables.take(client_of(request.scope))
    text = fields.get("record", "")
    try:
        opening = Opening.of(request, fields, ())
        match = await shared.service.study(text, opening.naming)
    except BenbenError as error:
        return html(request, "study.html", language, 422, error=error.say(language), text=text)
    wants_review = fields.get("then") == "review" and match.game.advice is not None
    response = RedirectResponse(f"/t/{match.id}/review" if wants_review else f"/t/{match.id}?at=0", 303)
    opening.browser.keep(response, shared.settings)
    return response
