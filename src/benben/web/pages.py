"""The pages: what people see in the browser. They stand on the same tables as the API."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import segno
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import Markup

import benben
from benben.core.contract import NOBODY
from benben.core.errors import BenbenError
from benben.core.game import Game
from benben.core.text import LOCALES, texts
from benben.table.errors import BadRequest, NotYourSeat
from benben.table.match import BOT, LONGEST_NAME, OPEN, PERSON, House, Match, Sitter
from benben.table.tables import Created
from benben.web import api, render
from benben.web.api import MatchId, TheDesk, client
from benben.web.seats import Held
from benben.web.shapes import line_shape
from benben.web.views import Wish, own_seats, seat_title, table_view, viewer

_ = texts(__package__)

router = APIRouter(include_in_schema=False)

THEMES = ("light", "dark")
FRIENDLY = 1  # which of a game's levels a hurried player meets: not the weakest
YEAR = 365 * 24 * 3600
IMMUTABLE = f"public, max-age={YEAR}, immutable"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/json"}


def language_of(request: Request) -> str:
    """Chosen before, or what the browser prefers."""
    chosen = request.cookies.get("lang")
    return chosen if chosen in LOCALES else api.locale(None, request.headers.get("accept-language", "")[:200])


Language = Annotated[str, Depends(language_of)]
GameName = Annotated[str, Path(max_length=32)]


def html(request: Request, template: str, language: str, status: int = 200, **values: Any) -> HTMLResponse:
    theme = request.cookies.get("theme")
    body = render.page(
        template,
        language,
        theme=theme if theme in THEMES else "",
        name=name_in(request),
        here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        **values,
    )
    return HTMLResponse(body, status)


def name_in(request: Request) -> str:
    """The display name that this browser remembers."""
    try:
        return str(json.loads(f'"{request.cookies.get("name", "")}"'))[:LONGEST_NAME]
    except ValueError:
        return ""


def remember_name(response: Response, name: str, *, secure: bool) -> None:
    if name:
        response.set_cookie("name", json.dumps(name)[1:-1], max_age=YEAR, secure=secure, samesite="lax")


async def form(request: Request) -> dict[str, str]:
    """A form as a browser posts it; the last of several values."""
    body = await request.body()
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise BadRequest(_("The request is not of the right form: {places}.", places="body")) from None
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[dict[str, str], Depends(form)]


def game_named(name: GameName) -> Game:
    return benben.find(name)


def is_wanted(request: Request) -> bool:
    """Does a person look at this address, in a browser?"""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def error(request: Request, status: int, text: str = "") -> Response:
    """What went wrong, for people."""
    language = language_of(request)
    headings = {404: _("There is nothing here"), 403: _("This is not open to you"), 429: _("A little slower, please")}
    heading = headings.get(status, _("That did not work") if status < 500 else _("Something is broken here"))
    usual = _("Perhaps the address is not complete, or the table was cleared away after a long time.")
    return html(
        request, "error.html", language, status, heading=heading.say(language), text=text or usual.say(language)
    )


# Coming in


@router.get("/")
async def home(request: Request, language: Language) -> Response:
    covers = {name: render.cover(name, language) for name in benben.names()}
    return html(request, "home.html", language, covers=covers, friendly=FRIENDLY)


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
    return html(request, "rules.html", language, game=game, text=render.rules(game.name, language))


@router.get("/rules/{name}/text")
async def rules_text(name: GameName, language: Language) -> Response:
    """The rules alone, for the panel beside the board."""
    return HTMLResponse(render.rules(game_named(name).name, language))


# Opening tables


@router.get("/new/{name}")
async def new_table(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    return form_for_table(request, language, game, game.usual_table()[0], {})


def form_for_table(
    request: Request, language: str, game: Game, players: int, fields: dict[str, str], refusal: str = ""
) -> Response:
    """The form, as it was filled in if it has to be filled in again."""
    return html(
        request, "new.html", language, 422 if refusal else 200,
        game=game, players=players, fields=fields, friendly=FRIENDLY, error=refusal,
    )  # fmt: skip


@router.post("/new/{name}")
async def open_table(name: GameName, fields: Form, request: Request, shared: TheDesk, language: Language) -> Response:
    """A table as the form describes it."""
    game = game_named(name)
    shared.creations.take(client(request.scope))
    players = int(fields["players"]) if fields.get("players", "").isdecimal() else game.usual_table()[0]
    options: dict[str, object] = {
        option.name: fields[f"option-{option.name}"] for option in game.options if f"option-{option.name}" in fields
    }
    wishes = [fields.get(f"seat-{seat}", "link") for seat in range(min(players, 8))]
    names = [" ".join(fields.get(f"name-{seat}", "").split())[:LONGEST_NAME] for seat in range(len(wishes))]
    sitters = [sitter_of(wish, name) for wish, name in zip(wishes, names, strict=True)]
    house = House(previews="previews" in fields)
    try:
        created = await shared.tables.create(name, players, options, sitters, house)
    except BenbenError as error:
        return form_for_table(request, language, game, players, fields, error.say(language))
    response = sit_down(shared, created, wishes)
    mine = next((name for wish, name in zip(wishes, names, strict=True) if wish == "me"), "")
    remember_name(response, mine, secure=shared.settings.secure_cookies)
    return response


def sitter_of(wish: str, name: str) -> Sitter:
    """me, here (a friend at this screen), link (a friend elsewhere), or bot-<level>."""
    if wish.startswith("bot-"):
        return Sitter(BOT, level=wish.removeprefix("bot-"))
    return Sitter(PERSON, name) if wish in ("me", "here") else Sitter(OPEN)


def sit_down(shared: api.Desk, created: Created, wishes: list[str]) -> Response:
    """To the new table: this browser holds its own seats and the invitations."""
    shared.movers.look_after(created.match)
    own = {seat: created.secrets[seat] for seat, wish in enumerate(wishes) if wish in ("me", "here")}
    invitations = {seat: created.secrets[seat] for seat, wish in enumerate(wishes) if wish == "link"}
    response = RedirectResponse(f"/t/{created.match.id}", 303)
    Held(own, invitations).keep(response, created.match.id, secure=shared.settings.secure_cookies)
    return response


@router.post("/play/{name}")
async def play_now(name: GameName, fields: Form, request: Request, shared: TheDesk) -> Response:
    """Against a bot, at once."""
    game = game_named(name)
    return await against(fields.get("level") or levels_of(game)[FRIENDLY], game, House(), request, shared)


@router.post("/learn/{name}")
async def learn(name: GameName, request: Request, shared: TheDesk) -> Response:
    """A guided first game: a real match against the friendliest bot."""
    game = game_named(name)
    return await against(levels_of(game)[0], game, House(lesson=True), request, shared)


def levels_of(game: Game) -> list[str]:
    if game.advice is None:
        raise BadRequest(_("There are no bots for {game}.", game=game.title))
    return [level.name for level in game.advice.levels]


async def against(level: str, game: Game, house: House, request: Request, shared: api.Desk) -> Response:
    shared.creations.take(client(request.scope))
    players, _options = game.usual_table()
    wishes = ["me", *[f"bot-{level}"] * (players - 1)]
    sitters = [sitter_of(wish, name_in(request)) for wish in wishes]
    return sit_down(shared, await shared.tables.create(game.name, players, {}, sitters, house), wishes)


# At the table


@router.get("/t/{match_id}")
async def table(
    match_id: MatchId,
    request: Request,
    shared: TheDesk,
    language: Language,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    match = await shared.tables.match(match_id)
    view = table_view(match, Held.of(request.cookies, match_id), shared.tables, Wish(language, at=at))
    board = view.pop("board")
    return html(
        request,
        "table.html",
        language,
        match=match,
        game=match.game,
        view=view,
        board=Markup(board),
        data=json.dumps(view).replace("<", "\\u003c"),
    )


@router.get("/t/{match_id}/view")
async def view(
    match_id: MatchId,
    request: Request,
    shared: TheDesk,
    language: Language,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    everything: bool = False,
    since: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    wide: bool = False,
) -> Response:
    match = await shared.tables.match(match_id)
    wish = Wish(language, seat, at, everything, since, wide)
    return JSONResponse(table_view(match, Held.of(request.cookies, match_id), shared.tables, wish))


@router.get("/t/{match_id}/ghost")
async def ghost(
    match_id: MatchId,
    request: Request,
    shared: TheDesk,
    language: Language,
    move: Annotated[str, Query(max_length=200)],
    after: Annotated[int, Query(ge=0, le=1_000_000)],
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    wide: bool = False,
) -> Response:
    """What a move would do, drawn; nothing if the match has moved on meanwhile."""
    match = await shared.tables.match(match_id)
    if match.number != after:
        return Response(status_code=204)
    own = own_seats(match, Held.of(request.cookies, match_id), shared.tables)
    looking = viewer(match, own, seat)
    if looking is None or looking != match.actor:
        raise NotYourSeat(_("Only who is to act can try a move."))
    position = match.position.view(looking)
    drawn = position.ghost(position.legal_moves[move], locale=language, wide=wide)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/t/{match_id}/invitations")
async def invitations(match_id: MatchId, request: Request, shared: TheDesk, language: Language) -> Response:
    """The links that this browser may hand out, as a piece of a page."""
    match = await shared.tables.match(match_id)
    held = Held.of(request.cookies, match_id)
    base = str(request.base_url).rstrip("/")
    links = [
        (seat_title(match, seat), match.sitters[seat], f"{base}/t/{match_id}/sit/{secret}")
        for seat, secret in sorted(held.invitations.items())
        if seat < match.position.players
    ]
    rows = [
        {"title": title, "taken": sitter.kind != OPEN, "name": sitter.name, "url": url, "code": code_of(url)}
        for title, sitter, url in links
    ]
    watch = f"{base}/t/{match_id}"
    local = urlsplit(base).hostname in ("127.0.0.1", "localhost", "::1")
    return html(request, "invitations.html", language, rows=rows, watch=watch, local=local)


def code_of(url: str) -> Any:
    """The link as a QR code: one path, in the colours of the page."""
    drawn = segno.make(url, error="m", micro=False)
    return Markup(
        drawn.svg_inline(
            scale=1, border=2, svgclass="qr", lineclass="qr-line", omitsize=True, dark="#2d2416", light=None
        )
    )


@router.get("/t/{match_id}/sit/{secret}")
async def come(match_id: MatchId, secret: str, request: Request, shared: TheDesk, language: Language) -> Response:
    """By a seat's link: nobody sits down by merely looking at it."""
    match = await shared.tables.match(match_id)
    seat = shared.tables.seat_of(match, secret[:64])
    assert seat is not None
    return html(
        request, "sit.html", language,
        match=match, game=match.game, seat=seat_title(match, seat), sitter=match.sitters[seat], secret=secret,
    )  # fmt: skip


@router.post("/t/{match_id}/sit/{secret}")
async def sit(match_id: MatchId, secret: str, fields: Form, request: Request, shared: TheDesk) -> Response:
    name = " ".join(fields.get("name", "").split())[:LONGEST_NAME]
    match = await shared.tables.match(match_id)
    seat = shared.tables.seat_of(match, secret[:64])
    assert seat is not None
    if not match.is_over and (match.sitters[seat].kind != PERSON or match.sitters[seat].name != name):
        match = await shared.tables.join(match_id, secret, name)
    shared.movers.look_after(match)
    response = RedirectResponse(f"/t/{match_id}", 303)
    secure = shared.settings.secure_cookies
    Held.of(request.cookies, match_id).with_own(seat, secret).keep(response, match_id, secure=secure)
    remember_name(response, name, secure=secure)
    return response


@router.post("/t/{match_id}/rematch")
async def rematch(match_id: MatchId, request: Request, shared: TheDesk) -> Response:
    held = Held.of(request.cookies, match_id)
    if not held.own:
        raise NotYourSeat(_("Only who sits at the table can do that."))
    new, _seat = await shared.tables.rematch(match_id, next(iter(held.own.values())))
    shared.movers.look_after(new)
    response = RedirectResponse(f"/t/{new.id}", 303)
    held.moved_on(new.position.players).keep(response, new.id, secure=shared.settings.secure_cookies)
    return response


@router.post("/t/{match_id}/go-on")
async def go_on(match_id: MatchId, fields: Form, request: Request, shared: TheDesk) -> Response:
    """From any position of a match a new one: the reader takes the seat that is to act, bots the others, or all."""
    match = await shared.tables.match(match_id)
    shared.creations.take(client(request.scope))
    ply = int(fields["ply"]) if fields.get("ply", "").isdecimal() else NOBODY
    line = match.position.line()
    actor = line[ply].actor if 0 <= ply < len(line) else None
    levels = [level.name for level in match.game.advice.levels] if match.game.advice else []
    others = "here" if fields.get("others") == "here" or not levels else f"bot-{levels[-2 if len(levels) > 1 else 0]}"
    wishes = ["me" if seat == (actor or 0) else others for seat in range(match.position.players)]
    sitters = [sitter_of(wish, name_in(request) if wish == "me" else "") for wish in wishes]
    return sit_down(shared, await shared.tables.go_on(match_id, ply, sitters), wishes)


@router.get("/study")
async def study(request: Request, language: Language) -> Response:
    return html(request, "study.html", language, error="", text="")


@router.post("/study")
async def bring_record(fields: Form, request: Request, shared: TheDesk, language: Language) -> Response:
    """A record becomes a table to look at."""
    shared.creations.take(client(request.scope))
    text = fields.get("record", "")
    try:
        match = await shared.tables.study(text)
    except BenbenError as error:
        return html(request, "study.html", language, 422, error=error.say(language), text=text)
    return RedirectResponse(f"/t/{match.id}?at=0", 303)


@router.get("/tables")
async def cards(shared: TheDesk, language: Language, ids: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """What anybody may know of some matches, for a browser's list of its own."""
    found = []
    for match_id in ids.split(",")[:50]:
        try:
            match = await shared.tables.match(match_id)
        except BenbenError:
            continue
        found.append(card(match, language))
    return JSONResponse(found)


def card(match: Match, language: str) -> dict[str, Any]:
    spectator = match.position.view(None)
    told = spectator.tell()
    return {
        "match": match.id,
        "title": match.game.title,
        "names": [sitter.name or seat_title(match, seat).say(language) for seat, sitter in enumerate(match.sitters)],
        "actor": match.actor if match.is_full else None,
        "full": match.is_full,
        "over": match.is_over or match.house.study,
        "moves": len(match.position.line()) - 1,
        "changed": match.events[-1].time if match.events else match.created,
        "last": line_shape(told[0], language)["text"] if told else "",
    }


# Files


@router.get("/static/{stamp}/{name}")
async def static(stamp: str, name: str) -> Response:
    if name == render.PICTURES:
        body = render.look_of_pictures().encode()
    else:
        file = render.STATIC / name
        if file.parent != render.STATIC or not file.is_file():
            return JSONResponse({"error": {"code": "not-found", "text": "Not Found"}}, 404)
        body = file.read_bytes()
    kind = TYPES.get("." + name.rpartition(".")[2], "application/octet-stream")
    caching = IMMUTABLE if render.asset(name).split("/")[2] == stamp else "no-store"
    return Response(body, media_type=kind, headers={"Cache-Control": caching})


@router.get("/favicon.ico")
async def favicon() -> Response:
    return RedirectResponse(render.asset("favicon.svg"), 308)
