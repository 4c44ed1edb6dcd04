"""The pages in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import segno
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import Markup

import benben
from benben.core.contract import NOBODY
from benben.core.errors import BenbenError
from benben.core.game import Game, Option
from benben.core.text import LOCALES, texts
from benben.table.errors import BadRequest, LinkUsed, NoSuchMatch, NotYourSeat, UnreadableMatch
from benben.table.match import BOT, LONGEST_NAME, OPEN, PERSON, Match, Occupant, TableOptions
from benben.table.service import Created, Naming, is_text, new_match_id, new_secret
from benben.web import page_html
from benben.web.context import MATCH_ID, PACED, Language, MatchId, Services, TheServices, client_of, language_of
from benben.web.names import seat_title
from benben.web.schemas import line_schema
from benben.web.seat_cookies import BrowserKey, BrowserSeats, keep_brought
from benben.web.views import ViewRequest

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

THEMES = ("light", "dark")
FRIENDLY = 1  # index of the level for a quick game: not the weakest
YEAR = 365 * 24 * 3600
MOST_DIGITS = 6
FORM_KEY = re.compile(r"[A-Za-z0-9-]{22,64}")

WEIGHTS = (_("easy"), _("medium"), _("demanding"))

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


def error(request: Request, status: int, text: str = "") -> Response:
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


# Coming in


@router.get("/")
async def home(request: Request, language: Language) -> Response:
    covers = {name: page_html.cover(name, language) for name in benben.names()}
    weights = [weight.say(language) for weight in WEIGHTS]
    return html(request, "home.html", language, covers=covers, friendly=FRIENDLY, weights=weights)


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
async def rules(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    return html(request, "rules.html", language, game=game, text=page_html.rules(game.name, language))


@router.get("/rules/{name}/text")
async def rules_text(name: GameName, language: Language) -> Response:
    """The rules without the page around them, for the panel beside the board."""
    return HTMLResponse(page_html.rules(game_named(name).name, language))


# Opening tables


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
        self.browser.keep(response, secure=shared.settings.secure_cookies)
        return response


def browser_of(request: Request) -> BrowserKey:
    return BrowserKey.of(request.cookies) or BrowserKey.new()


@router.post("/play/{name}")
async def play_now(name: GameName, fields: Form, request: Request, shared: TheServices) -> Response:
    """Start a game against a bot at once."""
    game = game_named(name)
    level = fields.get("level") or levels_of(game)[FRIENDLY]
    return await against(level, game, TableOptions(), fields, request, shared)


@router.post("/learn/{name}")
async def learn(name: GameName, fields: Form, request: Request, shared: TheServices) -> Response:
    """Start a guided first game: a real match against the weakest bot."""
    game = game_named(name)
    return await against(levels_of(game)[0], game, TableOptions(lesson=True), fields, request, shared)


def levels_of(game: Game) -> list[str]:
    if game.advice is None:
        raise BadRequest(_("There are no bots for {game}.", game=game.title))
    return [level.name for level in game.advice.levels]


async def against(
    level: str, game: Game, table_options: TableOptions, fields: dict[str, str], request: Request, shared: Services
) -> Response:
    shared.new_tables.take(client_of(request.scope))
    players, _options = game.usual_table()
    wishes = ["me", *[f"bot-{level}"] * (players - 1)]
    occupants = [occupant_of(wish, name_in(request)) for wish in wishes]
    opening = Opening.of(request, fields, wishes)
    created = await shared.service.create(game.name, players, {}, occupants, table_options, opening.naming)
    return opening.sit_down(shared, created)


# At the table


@router.get("/t/{match_id}", dependencies=PACED)
async def table(
    match_id: MatchId,
    request: Request,
    shared: TheServices,
    language: Language,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    match = await shared.service.match(match_id)
    own = tuple(BrowserSeats.of(request.cookies, match).own)
    is_wide = request.cookies.get("wide") == "1"  # set by the page, so that it need not ask for another picture
    view = await shared.views.view(match, own, ViewRequest(language, at=at, wide=is_wide))
    return html(
        request,
        "table.html",
        language,
        match=match,
        game=match.game,
        friendly=FRIENDLY,
        view=view.fields,
        board=Markup(view.board),
        data=json.dumps({**view.fields, "log": view.log}).replace("<", "\\u003c"),
    )


@router.get("/t/{match_id}/invitations")
async def invitations(match_id: MatchId, request: Request, shared: TheServices, language: Language) -> Response:
    """The links that this browser may hand out, as a fragment of a page."""
    match = await shared.service.match(match_id)
    seats = BrowserSeats.of(request.cookies, match)
    rows = [
        link_row(request, match, seat, f"sit/{secret}")
        for seat, secret in seats.invitations.items()
        if match.occupants[seat].kind == OPEN
    ]
    return html(
        request, "invitations.html", language,
        rows=rows, watch=f"{base_of(request)}/t/{match_id}", local=is_local(request),
    )  # fmt: skip


def base_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def is_local(request: Request) -> bool:
    return urlsplit(base_of(request)).hostname in ("127.0.0.1", "localhost", "::1")


def link_row(request: Request, match: Match, seat: int, path: str) -> dict[str, Any]:
    url = f"{base_of(request)}/t/{match.id}/{path}"
    return {"title": seat_title(match, seat), "url": url, "code": code_of(url)}


@router.get("/t/{match_id}/devices")
async def devices(match_id: MatchId, request: Request, shared: TheServices, language: Language) -> Response:
    """The links with which this browser's person opens the own seats on another device."""
    match = await shared.service.match(match_id)
    own = BrowserSeats.of(request.cookies, match).own
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    rows = [link_row(request, match, seat, f"device/{secret}") for seat, secret in own.items()]
    return html(request, "devices.html", language, match=match, game=match.game, rows=rows, local=is_local(request))


@router.get("/t/{match_id}/device/{secret}")
async def bring_seat(match_id: MatchId, secret: str, request: Request, shared: TheServices) -> Response:
    """Open a seat on one more device of its person. The secret stays the same."""
    match = await shared.service.match(match_id)
    seat = shared.service.seat_of(match, secret[:64])
    assert seat is not None
    own = {**BrowserSeats.of(request.cookies, match).own, seat: secret}
    response = RedirectResponse(f"/t/{match_id}", 303)
    keep_brought(response, match_id, own, secure=shared.settings.secure_cookies)
    return response


def code_of(url: str) -> Any:
    """The link as a QR code, drawn as one path."""
    drawn = segno.make(url, error="m", micro=False)
    return Markup(
        drawn.svg_inline(
            scale=1, border=2, svgclass="qr", lineclass="qr-line", omitsize=True, dark="#2d2416", light=None
        )
    )


@router.get("/t/{match_id}/sit/{secret}")
async def come(match_id: MatchId, secret: str, request: Request, shared: TheServices, language: Language) -> Response:
    """The page behind a seat's link. Opening it takes no seat yet. A browser that has used it comes to the table."""
    match = await shared.service.match(match_id)
    try:
        seat = shared.service.seat_of(match, secret[:64])
    except LinkUsed:
        if match.seat_once_opened_by(secret[:64]) not in BrowserSeats.of(request.cookies, match).own:
            raise
        return RedirectResponse(f"/t/{match_id}", 303)
    assert seat is not None
    return html(
        request, "sit.html", language,
        match=match, game=match.game, seat=seat_title(match, seat), occupant=match.occupants[seat], secret=secret,
        cover=page_html.cover(match.game.name, language),
        people=[occupant.name for occupant in match.occupants if occupant.kind == PERSON and occupant.name],
    )  # fmt: skip


@router.post("/t/{match_id}/sit/{secret}")
async def sit(match_id: MatchId, secret: str, fields: Form, request: Request, shared: TheServices) -> Response:
    """Take the seat. The browser gets a secret of its own: nobody else can open the seat by the link again."""
    name = " ".join(fields.get("name", "").split())[:LONGEST_NAME]
    match, browser, secret = await shared.service.match(match_id), browser_of(request), secret[:64]
    seat = match.seat_once_opened_by(secret)  # the form may have been sent twice
    if seat is None:
        seat = shared.service.seat_of(match, secret)
    assert seat is not None
    response = RedirectResponse(f"/t/{match_id}", 303)
    secure = shared.settings.secure_cookies
    if match.is_over:  # there is nothing to take any more, but the link still opens what the seat saw
        keep_brought(response, match_id, {**BrowserSeats.of(request.cookies, match).own, seat: secret}, secure=secure)
    else:
        await shared.service.join(match_id, secret, name, browser.own(match.series, match.first_seat(seat)))
    browser.keep(response, secure=secure)
    remember_name(response, name, secure=secure)
    return response


@router.post("/t/{match_id}/rematch")
async def rematch(match_id: MatchId, request: Request, shared: TheServices) -> Response:
    own = BrowserSeats.of(request.cookies, await shared.service.match(match_id)).own
    if not own:
        raise NotYourSeat(_("Only a player of this match can do that."))
    shared.new_tables.take(client_of(request.scope))
    new, _seat = await shared.service.rematch(match_id, next(iter(own.values())))
    response = RedirectResponse(f"/t/{new.id}", 303)
    moved_on = {(seat - 1) % new.position.players: secret for seat, secret in own.items()}
    if len(BrowserSeats.of(request.cookies, new).own) < len(own):  # some were brought from another device
        keep_brought(response, new.id, moved_on, secure=shared.settings.secure_cookies)
    return response


@router.post("/t/{match_id}/go-on")
async def go_on(match_id: MatchId, fields: Form, request: Request, shared: TheServices) -> Response:
    """Open a new table from any position. The reader gets the seat to act; bots or friends get the others."""
    match = await shared.service.match(match_id)
    shared.new_tables.take(client_of(request.scope))
    ply = number_in(fields, "ply", NOBODY)
    line = match.position.line()
    actor = line[ply].actor if 0 <= ply < len(line) else None
    levels = [level.name for level in match.game.advice.levels] if match.game.advice else []
    level = fields["level"] if fields.get("level") in levels else next(iter(levels[FRIENDLY:]), "")
    others = "here" if fields.get("others") == "here" or not level else f"bot-{level}"
    wishes = ["me" if seat == (actor or 0) else others for seat in range(match.position.players)]
    occupants = [occupant_of(wish, name_in(request) if wish == "me" else "") for wish in wishes]
    opening = Opening.of(request, fields, wishes)
    return opening.sit_down(shared, await shared.service.continue_from(match_id, ply, occupants, opening.naming))


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
    response = RedirectResponse(f"/t/{match.id}?at=0", 303)
    opening.browser.keep(response, secure=shared.settings.secure_cookies)
    return response


@router.get("/tables", dependencies=PACED)
async def cards(shared: TheServices, language: Language, ids: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """Public facts of some matches, for the browser's list of its own tables.

    A match that does not exist any more is `gone`; one that cannot be read is left out.
    """
    found = []
    for match_id in ids.split(",")[:50]:
        try:
            found.append(card(await shared.service.match(match_id), language))
        except NoSuchMatch:
            if MATCH_ID.fullmatch(match_id):
                found.append({"match": match_id, "gone": True})
        except UnreadableMatch:
            continue
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
        "over": match.is_over or match.table_options.study,
        "moves": len(match.position.line()) - 1,
        "changed": match.events[-1].time if match.events else match.created,
        "last": line_schema(told[0], language)["text"] if told else "",
    }


# Files


@router.get(f"/static/{{stamp}}/{page_html.PICTURES}")
async def pictures_style() -> Response:
    """The style sheet of the pictures, which the games declare."""
    return Response(page_html.look_of_pictures(), media_type="text/css", headers={"Cache-Control": page_html.IMMUTABLE})


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse(page_html.asset("favicon.svg"), 308)
