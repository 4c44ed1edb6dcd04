"""Hints over HTTP: events of the match, marked in its record, given only where the table allows them."""

import json
import random
import re
import threading
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import benben
from benben.bots.bot import warm
from benben.coach.chances import Cancelled
from benben.coach.hints import Hint, hint
from benben.core.game import Game
from benben.core.position import Position
from benben.core.shuffle import seed_bytes
from benben.table import coach_threads, hints
from benben.table.hint_marks import hinted_moves, marked
from benben.table.hints import hint_refusal
from benben.table.match import (
    BACK,
    BOT,
    HINT,
    HINTS,
    MOVE,
    OPTIONS,
    PERSON,
    SIT,
    Match,
    MatchEvent,
    Occupant,
    TableOptions,
)
from benben.web.hint_schemas import hint_schema
from tests.coach.test_review import LITTLE, NEVER, TABLES, after, twins
from tests.registered import GAMES
from tests.web.in_process import Asking, asking_in

MOST = 8  # hints in a minute
PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
ALONE = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "club"}]


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Runs something with a client of a server in this process. Its bots never move."""
    monkeypatch.setattr(hints, "hint", partial(hint, effort=LITTLE))
    warm(benben.find("pyramidis"))
    return asking_in(tmp_path, hints_per_minute=MOST)


class Seat:
    """Somebody with the secret of a seat."""

    def __init__(self, client: httpx.AsyncClient, match: str, secret: str) -> None:
        self.client, self.match = client, match
        self.url, self.headers = f"/api/v1/matches/{match}", {"Authorization": f"Bearer {secret}"}

    async def look(self) -> dict[str, Any]:
        return dict((await self.client.get(self.url, headers=self.headers)).json())

    async def post(self, what: str, **body: Any) -> tuple[int, dict[str, Any]]:
        answer = await self.client.post(f"{self.url}/{what}", json=body, headers=self.headers)
        return answer.status_code, answer.json()

    async def ask(self, after: int | None = None) -> tuple[int, dict[str, Any]]:
        return await self.post("hint", after=(await self.look())["number"] if after is None else after)

    async def refused(self, **details: Any) -> None:
        """The refusal has these details, and nothing has changed."""
        before = await self.look()
        status, told = await self.ask()
        assert status == 409, told
        assert told["error"].items() >= details.items(), told
        assert await self.look() == before

    async def log(self) -> list[str]:
        page = (await self.client.get(f"/t/{self.match}", headers={"Accept": "text/html"})).text
        found = re.search(r'<script type="application/json" id="view">(.*?)</script>', page)
        assert found
        return [line["text"] for entry in json.loads(found[1])["log"] for line in entry["lines"]]


async def opened(client: httpx.AsyncClient, seats: list[dict[str, str]], game: str = "pyramidis") -> list[Seat]:
    made = (await client.post("/api/v1/matches", json={"game": game, "players": len(seats), "seats": seats})).json()
    return [Seat(client, made["match"], seat["secret"]) for seat in made["seats"]]


def test_a_hint_is_an_event_and_asked_for_once(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        ann, bot = await opened(client, ALONE)
        start = (await ann.look())["number"]
        status, told = await ann.ask()
        assert status == 200, told
        assert (told["number"], told["seat"]) == (start + 1, 0)
        legal = {choice["move"] for choice in (await ann.look())["choices"]}
        assert told["move"]["move"] in legal
        assert told["why"]["other"]["move"] in legal - {told["move"]["move"]}
        assert set(told["look"]["cells"]) & set(told["move"]["path"])
        assert all((told["look"]["text"], told["move"]["text"], told["why"]["text"]))
        assert (await ann.ask(start))[1] == told, "sent again, it is answered again"
        assert (await ann.ask())[1] == told, "and for the same decision there is no second event"
        assert (await ann.look())["number"] == start + 1
        assert (await ann.ask(start - 1))[1]["error"]["code"] == "stale"
        assert (await bot.post("hint", after=start + 1))[1]["error"]["code"] == "not-your-turn"
        answer = await client.post(f"{ann.url}/hint", json={"after": start + 1})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")
        assert (await ann.log())[-1] == "Ann asked for a hint."
        assert (await ann.look())["hints"] == []
        assert (await ann.post("moves", after=start + 1, move=told["move"]["move"]))[0] == 200
        assert (await ann.look())["hints"] == [1]
        assert (await ann.ask())[1]["error"]["code"] == "not-your-turn"

    asking(body)


def test_with_other_people_all_must_agree(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        ann, ben = await opened(client, PEOPLE)
        await ann.refused(code="no-hint", why="others", seats=[1])
        assert (await ann.post("hints", agree=True))[0] == 200
        await ann.refused(why="others", seats=[1])
        number = (await ann.look())["number"]
        assert (await ann.post("hints", agree=True))[1]["number"] == number, "said again, it changes nothing"
        assert (await ben.post("hints", agree=False))[1]["number"] == number + 1
        assert (await ben.post("hints", agree=True))[0] == 200
        assert (await ann.ask())[0] == 200
        assert (await ann.log())[-4:] == [
            "Ann agrees to hints at this table.",
            "Ben wants no hints at this table.",
            "Ben agrees to hints at this table.",
            "Ann asked for a hint.",
        ]
        assert (await ben.post("join", name="Bea"))[0] == 200
        await ann.refused(why="others", seats=[1])  # somebody else sits there now

    asking(body)


@pytest.mark.usefixtures("asking")
def test_while_the_coach_cannot_answer_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(view: Position, stop: threading.Event) -> Hint:
        assert stop.wait(20)
        raise Cancelled

    async def body(client: httpx.AsyncClient) -> None:
        ann, _bot = await opened(client, ALONE)
        monkeypatch.setattr(coach_threads, "is_ready", lambda game: False)
        await ann.refused(code="coach-busy", why="not-ready")
        monkeypatch.setattr(coach_threads, "is_ready", lambda game: True)
        monkeypatch.setattr(hints, "hint", slow)
        await ann.refused(code="coach-busy", why="late")
        statuses = [(await ann.ask())[0] for _time in range(MOST)]
        assert statuses[-1] == 429
        assert (await ann.look())["number"] == 2

    asking_in(tmp_path, hints_per_minute=MOST, hint_seconds=0.1)(body)


def match_of(*occupants: Occupant, options: TableOptions | None = None, game: str = "pyramidis") -> Match:
    match = Match.begin("m", benben.find(game), len(occupants), {}, bytes(32), 0.0, ())
    if options is not None:
        match.apply(MatchEvent(1, OPTIONS, 0, 0.0, text=options.as_text()))
    for seat, occupant in enumerate(occupants):
        match.apply(MatchEvent(match.number + 1, SIT, seat, 0.0, text=occupant.as_text()))
    return match


def why(match: Match, own: set[int]) -> object:
    refusal = hint_refusal(match, own)
    return None if refusal is None else refusal.details["why"]


def test_one_function_decides() -> None:
    ann, ben, bot = Occupant(PERSON, "Ann"), Occupant(PERSON, "Ben"), Occupant(BOT, level="club")
    assert why(match_of(ann, bot), {0}) is None
    assert why(match_of(ann, ben), {0}) == "others"
    assert why(match_of(ann, ben), {0, 1}) is None, "both at this screen"
    assert why(match_of(ann, bot, options=TableOptions(counted=True)), {0}) == "forbidden"
    agreed = match_of(ann, ben, ben, game="pyramids")
    for seat in (1, 2):
        assert why(agreed, {0}) == "others"
        agreed.apply(MatchEvent(agreed.number + 1, HINTS, seat, 0.0, text='{"agree": true}'))
    assert why(agreed, {0}) is None
    agreed.apply(MatchEvent(agreed.number + 1, HINTS, 2, 0.0, text='{"agree": false}'))
    assert why(agreed, {0}) == "others"
    lesson = benben.find("pyramidis").lesson
    assert lesson is not None
    guided = Match.begin("m", benben.find("pyramidis"), 2, {}, seed_bytes(lesson.seed), 0.0, ())
    guided.apply(MatchEvent(1, OPTIONS, 0, 0.0, text=TableOptions(lesson=True).as_text()))
    for seat, occupant in enumerate((ann, bot) if lesson.seat == 0 else (bot, ann)):
        guided.apply(MatchEvent(2 + seat, SIT, seat, 0.0, text=occupant.as_text()))
    assert why(guided, {lesson.seat}) == "lesson"


def test_the_move_that_follows_is_marked() -> None:
    """Also where a move was taken back in between."""
    match = match_of(Occupant(PERSON, "Ann"), Occupant(PERSON, "Ben"))
    first, second = match.position.legal_moves.numbers[:2]
    for kind, move in ((HINT, None), (MOVE, first), (BACK, None), (HINT, None), (MOVE, second)):
        match.apply(MatchEvent(match.number + 1, kind, 0, 0.0, move))
    match.apply(MatchEvent(match.number + 1, HINT, 1, 0.0))
    assert list(match.hinted_moves) == [1], "the other one is not made yet"
    match.apply(MatchEvent(match.number + 1, MOVE, 1, 0.0, match.position.legal_moves.numbers[0]))
    assert list(match.hinted_moves) == [1, 2]


def test_a_record_keeps_the_marks(asking: Asking) -> None:
    last = after(TABLES[0], 500)
    plain = benben.write(last, names=["Ann", "Ben"])
    text = benben.write(last, names=["Ann", "Ben"], comments=marked((3, 8)))
    assert text.count(" ; asked for a hint\n") == 2
    assert hinted_moves(text) == {3, 8}
    assert not hinted_moves(plain)
    assert benben.verify(text).moves == last.moves

    async def body(client: httpx.AsyncClient) -> None:
        answer = await client.post("/study", data={"record": text})
        match = answer.headers["location"].split("/")[2].partition("?")[0]
        seen = Seat(client, match, "")
        seen.headers = {}
        assert (await seen.look())["hints"] == [3, 8]
        assert sum("asked for a hint" in line for line in await seen.log()) == 2
        assert (await client.get(f"{seen.url}/record")).text == text

    asking(body)


@pytest.mark.parametrize("game", [game for game in GAMES if not game.open], ids=str)
def test_what_is_hidden_changes_no_byte_of_the_answer(game: Game) -> None:
    warm(game)
    names: Any = SimpleNamespace(of_seats=game.face.seats(2, game.check_options(2, {})))
    pairs, compared = twins(game, random.Random(23)), 0
    while compared < 2:
        first, second, seat = next(pairs)
        one, other = next(both for both in zip(first.line(), second.line(), strict=True) if both[0].actor == seat)
        told = [
            json.dumps(hint_schema(view, hint(view, NEVER, LITTLE), names, language)).encode()
            for language in ("en", "de")
            for view in (one.view(seat), other.view(seat))
        ]
        assert told[0] == told[1]
        assert told[2] == told[3]
        compared += one != other
