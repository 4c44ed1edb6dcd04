"""Playing along with a match on a real table: the page, and one route that stores nothing.

The page keeps the entries (`core/real_table.py`); every touch sends them all, and gets what the eyes see now and what
has to be entered next. Whatever nobody has entered is in no answer: all is made from the view of the eyes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

import benben
from benben.bots.levels import bot_of_level
from benben.core import record
from benben.core.game import TALL_SIZE, Game, Level, Look
from benben.core.kit.draws import Draws
from benben.core.kit.rooms import module_of
from benben.core.position import Position
from benben.core.real_table import PIECE, SEEN, RealTable
from benben.core.text import Message, texts
from benben.table.errors import BadRequest
from benben.table.match import LONGEST_NAME
from benben.web.client_strings import ALONG_WORDS
from benben.web.context import PACED, Language, TheServices, client_of
from benben.web.leaving import while_connected
from benben.web.names import put_names
from benben.web.opening import numbers_for
from benben.web.own_box import sheet_of
from benben.web.page_answers import GameName, error_page, game_named, html
from benben.web.schemas import Body

_ = texts(__package__)

MOST_ENTRIES = 2_000
MOST_KEPT = 100  # tables in memory, so that an entry does not begin with the deal

router = APIRouter()

Entry = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
Key = tuple[object, ...]


class EnteredMatch(Body):
    """A match on a real table so far, and what is wanted."""

    players: Annotated[int, Field(ge=1, le=8)]
    options: Annotated[dict[str, str], Field(max_length=10, default_factory=dict)]
    eyes: Annotated[int, Field(ge=0, le=8)] = 0  # the seat whose hidden pieces are entered too, from 1; 0: none
    names: Annotated[list[Name], Field(max_length=8, default_factory=list)]
    entries: Annotated[list[Entry], Field(max_length=MOST_ENTRIES, default_factory=list)]
    enter: Annotated[str, Field(max_length=60)] = ""
    bot: Annotated[str, Field(max_length=20)] = ""  # the level to ask for a move


def draws_of(game: Game) -> Draws | None:
    """None for a game whose pieces cannot be entered."""
    if not any(game.shuffles(players, _usual(game)) for players in game.players):
        return Draws({})
    module = module_of(game.package, "picture.draws")
    return module.DRAWS if module else None


def _usual(game: Game) -> dict[str, str]:
    return {option.name: option.values[0] for option in game.options}


class RecentTables:
    """The tables that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, RealTable] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: Game, body: EnteredMatch) -> RealTable:
        """The table after all entries. Most often one entry is new, or the last one was taken back."""
        head, entries = (game.name, body.players, tuple(body.options.items()), body.eyes), tuple(body.entries)
        found, done = None, len(entries)
        with self._lock:
            while found is None and done > max(0, len(entries) - 3):
                found = self._kept.get((*head, entries[:done]))
                done -= found is None
        if found is None:
            found, done = RealTable.begin(game, body.players, body.eyes - 1, **body.options), 0
        for entry in entries[done:]:
            found = found.enter(entry)
        with self._lock:
            self._kept[(*head, entries)] = found
            self._kept.move_to_end((*head, entries))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


TABLES = RecentTables()


@router.post("/api/v1/along/{name}", dependencies=PACED)
async def along(
    name: GameName, body: EnteredMatch, request: Request, language: Language, shared: TheServices
) -> dict[str, Any]:
    """One entry, or only a look."""
    game = benben.find(name)
    draws = draws_of(game)
    if draws is None:
        raise HTTPException(404)
    entries = [*body.entries, body.enter] if body.enter else body.entries
    table = await run_in_threadpool(TABLES.get, game, body.model_copy(update={"entries": entries}))
    opinion = None
    if body.bot:
        level, view = _asked(table, body.bot)
        if level.effort:
            level = replace(level, seconds=shared.settings.bot_seconds)
        ask = partial(_opinion, view, level, language)
        opinion = await while_connected(request, shared.opinions.think(client_of(request.scope), game, ask))
    return {**await run_in_threadpool(_answer, table, draws, body.names, language), "opinion": opinion}


def _answer(table: RealTable, draws: Draws, names: Sequence[str], language: str) -> dict[str, Any]:
    view = table.view if table.is_dealt else None
    told = Telling.of(table, names, language)
    return {
        "entries": table.entries,
        "picture": view.svg(locale=language, style=False, names=told.called, size=TALL_SIZE) if view else "",
        **_question(table, view, draws, told),
        "choices": [{"move": move, "path": path} for move, path in table.choices().items()],
        "log": _log(table, view, told) if view else [],
        "score": list(view.score) if view else [],
        "seats": told.called,
        "over": bool(view and view.is_over and not table.is_asking),
        "record": record.write(table.position, told.called, datetime.now(UTC).date().isoformat()) if view else "",
    }


@dataclass(frozen=True)
class Telling:
    """Sentences with the names of the people, in a language."""

    called: list[str]  # by seat: the person, or else the seat
    by_title: dict[Message, str]
    language: str

    @classmethod
    def of(cls, table: RealTable, names: Sequence[str], language: str) -> Telling:
        position = table.position
        seats = position.game.face.seats(position.players, position.options)
        people = [*names, *[""] * len(seats)]
        called = [person or title.say(language) for person, title in zip(people, seats, strict=False)]
        return cls(called, {title: person for title, person in zip(seats, people, strict=False) if person}, language)

    def say(self, message: Message) -> str:
        return put_names(message, self.by_title).say(self.language)

    def of_view(self, view: Position) -> str:
        """What the last move did."""
        return " ".join(self.say(line.message) for line in view.tell())


def _question(table: RealTable, view: Position | None, draws: Draws, told: Telling) -> dict[str, Any]:
    """What to say now, and the pieces or things seen to choose from."""
    question, game = table.question, table.position.game
    prompt, palette = "", ""
    if question.place is not None:
        shuffle, place = question.place
        prompt = told.say(draws.shuffles[shuffle].ask(place, table.position.players))
        look = Look(locale=told.language, style=False, prefix="up-")
        palette = draws.palette(game.name, shuffle, question.pieces, prompt, look)
    elif question.seen:
        prompt = _("What was it?").say(told.language)
    elif view is not None and view.actor is not None and (ask := view.ask()) is not None:
        prompt = _("{name}: {ask}", name=told.called[view.actor], ask=ask.now).say(told.language)
    return {"prompt": prompt, "palette": palette, "seen": [told.of_view(seen) for seen in question.seen]}


def _log(table: RealTable, view: Position, told: Telling) -> list[dict[str, Any]]:
    """What happened, and after how many entries each decision was made."""
    decided = [number for number, entry in enumerate(table.entries) if not entry.startswith((f"{PIECE} ", f"{SEEN} "))]
    eyes = view.seat if view.seat is not None and view.seat >= 0 else None
    lines = []
    for number, after in zip(decided, table.position.line()[1:], strict=False):
        seen = after.view(eyes)
        lines.append({"at": number, "move": str(seen.last_move), "text": told.of_view(seen)})
    return lines


def _asked(table: RealTable, name: str) -> tuple[Level, Position]:
    """The level that is asked, and what the seat to act sees."""
    view, advice = table.actors_view(), table.position.game.advice
    level = next((level for level in advice.levels if level.name == name), None) if advice else None
    if level is None:
        raise BadRequest(_("There is no such bot here."))
    if view is None:
        raise BadRequest(_("The bot sees only what the player sees, and not all of that was entered."))
    return level, view


def _opinion(view: Position, level: Level, language: str, stop: threading.Event) -> dict[str, Any]:
    """What a bot would do, from the view of the seat to act."""
    thought = bot_of_level(view.game, view.players, level).think(view, 0, stop=stop)
    intent = view.intent(thought.move)
    return {
        "move": view.notation(thought.move),
        "text": intent.say(language) if intent else "",
        "path": list(view.path(thought.move)),
        "chances": [round(100 * chance) for chance in thought.chances],
        "level": level.title.say(language),
    }


@router.get("/along/{name}", include_in_schema=False)
async def page(name: GameName, request: Request, language: Language) -> Response:
    game = game_named(name)
    if draws_of(game) is None:
        return error_page(request, 404)
    words = {key: message.say(language) for key, message in ALONG_WORDS.items()}
    players, _options = game.usual_table()
    seats = [title.say(language) for title in game.face.seats(max(game.players), _usual(game))]
    data = {"game": game.name, "open": game.open, "bot": game.advice.levels[-1].name if game.advice else ""}
    return html(
        request, "along.html", language,
        game=game, players=players, seats=seats, data=data, along_words=words, numbers_for=numbers_for,
        has_box=sheet_of(game) is not None,
    )  # fmt: skip
