"""The review of a match over HTTP: of matches that are over only, kept in the database, ended when nobody reads it."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import benben
from benben.bots.bot import warm
from benben.coach import judging
from benben.coach.chances import Cancelled
from benben.coach.judging import Effort
from benben.coach.review import Review, review
from benben.core.game import Game
from benben.core.position import Position
from benben.table import reviews
from benben.table.coach_threads import CoachThreads
from benben.table.errors import CoachBusy
from benben.table.match import PERSON, Occupant
from benben.table.reviews import Reviews
from benben.table.store import Store
from benben.table.thinking import ThinkingThreads
from benben.web import review as routes
from benben.web.expected_line import MOST
from tests.coach.test_review import LITTLE, SECRET, TABLES, after, twins
from tests.web.in_process import Asking, asking_in

LAST = after(TABLES[0], 500)  # Pyramidis, to the end
RECORD = benben.write(LAST, names=["Ann", "Ben"])


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """Runs something with a client of a server in this process."""
    monkeypatch.setattr(reviews, "review", partial(review, effort=LITTLE))
    warm(LAST.game)
    return asking_in(tmp_path)


async def uploaded(client: httpx.AsyncClient, record: str = RECORD) -> str:
    answer = await client.post("/study", data={"record": record, "then": "review"})
    assert answer.status_code == 303
    return answer.headers["location"].split("/")[2]


def events(text: str) -> list[tuple[str, Any]]:
    """What a stream has said: kind and data."""
    found = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_an_uploaded_record_is_reviewed_in_the_language_of_the_reader(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        match = await uploaded(client)
        page = await client.get(f"/t/{match}/review?level=club&lang=de")
        assert "Wendepunkte" in page.text
        assert '"level": "club"' in page.text
        *_progress, (kind, told) = events((await client.get(f"/api/v1/matches/{match}/review?level=club&lang=de")).text)
        assert kind == "review"
        assert [one["move"] for one in told["decisions"]] == list(LAST.moves)
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Ben"]
        assert told["teacher"] == "Könner"
        mistakes = [told["decisions"][number] for number in told["turning"]]
        assert mistakes
        for one in mistakes:
            assert one["verdict"] == "mistake"
            assert one["reasons"]
            assert all(reason["rule"] in LAST.game.rule_ids for reason in one["reasons"] if reason["rule"])
        reasons = " ".join(reason["text"] for one in mistakes for reason in one["reasons"])
        assert " statt " in reasons
        assert " instead of " not in reasons
        worst = mistakes[0]
        address = f"/api/v1/matches/{match}/review/{worst['ply']}"
        board = (await client.get(address, params={"move": worst["best"]})).json()
        view = LAST.line()[worst["ply"]].view(worst["seat"])
        assert board["better"] == view.ghost(worst["best"], size=(390.0, 690.0))
        assert board["played"] == view.ghost(worst["move"], size=(390.0, 690.0)) != board["better"]
        assert board["text"] == view.text()
        assert "Ann" in board["picture"]
        assert (await client.get(address, params={"move": "nonsense"})).status_code == 422
        assert (await client.get(f"/api/v1/matches/{match}/review/9999", params={"move": "a4:1"})).status_code == 422

    asking(body)


def shown(last: Position, seat: int) -> list[dict[str, Any]]:
    """The decisions of a seat as the page gets them."""
    people = tuple(Occupant(PERSON, f"P{number}") for number in range(last.players))
    match: Any = SimpleNamespace(position=last, game=last.game, occupants=people, hinted_moves=())
    found = review(last, "club", effort=LITTLE)
    return [routes.decision_schema(match, one, language) for one in found.decisions if one.seat == seat
            for language in ("en", "de")]  # fmt: skip


@pytest.mark.parametrize(("game", "players"), SECRET, ids=str)
def test_what_was_hidden_changes_no_byte_of_the_answer(game: Game, players: int) -> None:
    first, second, seat = next(twins(game, random.Random(7), players))
    told = [json.dumps(shown(last, seat)) for last in (first, second)]
    assert told[0] == told[1]
    assert "expected" in told[0]


def test_the_expected_line_is_told_in_words() -> None:
    mistakes = [one for one in shown(LAST, 0) if one["verdict"] == "mistake" and len(one["line"]) > 1]
    assert mistakes
    for one in mistakes:
        assert len(one["expected"]) == min(MOST, len(one["line"]) - 1)
        assert all(text.startswith(("P0: ", "P1: ")) and text.endswith(".") for text in one["expected"])


def test_a_review_is_made_once(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        address = "/api/v1/matches/{}/review?level=novice"
        first = (await client.get(address.format(await uploaded(client)))).text
        monkeypatch.setattr(
            reviews, "review", None
        )  # nobody thinks again, for another table with the same record either
        second = (await client.get(address.format(await uploaded(client)))).text
        assert events(first)[-1] == events(second)[-1]

    asking(body)


def test_the_sentences_of_a_review_are_made_off_the_event_loop(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    loops = []
    made = routes.review_schema

    def noted(*arguments: Any) -> dict[str, Any]:
        loops.append(asyncio._get_running_loop())
        return made(*arguments)

    monkeypatch.setattr(routes, "review_schema", noted)

    async def body(client: httpx.AsyncClient) -> None:
        await client.get(f"/api/v1/matches/{await uploaded(client)}/review?level=novice")

    asking(body)
    assert loops == [None]


def test_a_running_match_is_not_reviewed(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        made = (await client.post("/api/v1/matches", json={"game": "pyramids", "players": 2})).json()
        match = made["match"]
        for path in (f"/t/{match}/review", f"/api/v1/matches/{match}/review?level=club"):
            assert (await client.get(path)).status_code == 409
        assert (await client.get(f"/api/v1/matches/{match}/review/0?move=khepri")).status_code == 409

    asking(body)


def test_an_unknown_level_is_refused_in_words(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        answer = await client.get(f"/api/v1/matches/{await uploaded(client)}/review?level=wizard")
        assert events(answer.text) == [("refused", "There is no such bot here.")]

    asking(body)


def test_a_decision_is_tried_again_in_the_same_worlds(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "EFFORT", LITTLE)
    monkeypatch.setattr(judging, "FULL", len(LAST.moves) // 2)  # the decisions of a long match share the effort

    async def body(client: httpx.AsyncClient) -> None:
        match = await uploaded(client)
        *_progress, (_kind, told) = events((await client.get(f"/api/v1/matches/{match}/review?level=club")).text)
        worst = told["decisions"][told["turning"][0]]
        address = f"/api/v1/matches/{match}/review/{worst['ply']}"

        async def tried(status: int = 200, **move: Any) -> dict[str, Any]:
            answer = await client.post(f"{address}/try", json={"level": "club", **move})
            assert answer.status_code == status, answer.text
            return dict(answer.json())

        assert await tried(move=worst["move"]) == worst, "to the byte what the review says"
        assert (await tried(move=worst["best"]))["verdict"] == "best"
        offered = (await client.get(f"{address}/choices")).json()
        view = LAST.line()[worst["ply"]].view(worst["seat"])
        assert [choice["move"] for choice in offered["choices"]] == [str(move) for move in view.legal_moves]
        assert offered["ask"]
        path = next(choice["path"] for choice in offered["choices"] if choice["move"] == worst["best"])
        assert (await tried(path=path))["move"] == worst["best"]
        drawn = await client.get(f"{address}/ghost", params={"move": worst["best"]})
        assert drawn.json()["ghost"] == view.ghost(worst["best"], size=(390.0, 690.0))
        numbers = range(LAST.game.moves)
        illegal = next(view.notation(number) for number in numbers if number not in view.legal_moves)
        refusal = (await tried(422, move=illegal))["error"]
        assert refusal["code"].startswith("pyramidis.")
        assert refusal["rule"] in LAST.game.rule_ids
        assert (await tried(422, move="nonsense"))["error"]["code"] == "malformed-move"
        assert (await tried(422, path=["nothing"]))["error"]["code"] == "malformed-move"
        assert (await tried(422, move=worst["move"], path=path))["error"]["code"] == "bad-request"
        assert (await tried(422, move=worst["move"], level="wizard"))["error"]["code"] == "bad-options"
        address = f"/api/v1/matches/{match}/review/{len(LAST.moves)}"
        assert (await tried(422, move=worst["move"]))["error"]["code"] == "bad-request"

    asking(body)


def test_a_review_waits_until_the_bots_are_compiled(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried: list[str] = []

    async def body() -> None:
        for module in (reviews, routes):
            monkeypatch.setattr(module, "is_ready", lambda game: len(hurried) > 1)
        monkeypatch.setattr(reviews, "review", partial(review, effort=LITTLE))
        pool = ThinkingThreads(2)
        waiting = Reviews(store, pool, CoachThreads(pool, 6.0), lambda game: hurried.append(game.name))
        last = LAST.line()[6]
        people = (Occupant(PERSON, "Ann"), Occupant(PERSON, "Ben"))
        match: Any = SimpleNamespace(position=last, game=last.game, occupants=people, hinted_moves=())
        streams = SimpleNamespace(enter=lambda client: threading.Lock())
        shared: Any = SimpleNamespace(streams=streams, reviews=waiting)
        scope: Any = SimpleNamespace(scope={"client": ("a", 1)})
        told = routes.stream(match, (0, 1), scope, shared, "en", "club")
        assert (await anext(told)).event == "preparing"
        while not hurried:  # it looks for a kept review first
            await asyncio.sleep(0.01)
        assert hurried == ["pyramidis"]
        hurried.append("compiled")
        assert [event.event async for event in told][-1] == "review"
        hurried.clear()
        with pytest.raises(CoachBusy):  # nobody compiles
            await Reviews(store, pool, CoachThreads(pool, 6.0)).get(
                LAST, "club", "ann", lambda *_done: None, threading.Event()
            )
        pool.close()

    asyncio.run(body())


class Busy:
    """Reviews that go on until they are stopped."""

    def __init__(self) -> None:
        self.stopped = False

    async def get(self, last: Position, level: str, client: str, report: Any, stop: threading.Event) -> None:
        report(3, 60)
        await asyncio.to_thread(stop.wait, 20)
        self.stopped = stop.is_set()
        raise Cancelled


def test_the_coach_stops_when_the_page_goes() -> None:
    async def body() -> None:
        busy = Busy()
        match = SimpleNamespace(position=LAST, game=LAST.game)
        streams = SimpleNamespace(enter=lambda client: threading.Lock())
        shared = SimpleNamespace(streams=streams, reviews=busy)
        told: Any = routes.stream(match, (0, 1), SimpleNamespace(scope={"client": ("a", 1)}), shared, "en", "club")  # type: ignore[arg-type]
        event = await anext(told)
        assert (event.event, json.loads(event.raw_data)) == ("progress", [3, 60])
        await told.aclose()
        for _try in range(100):
            if busy.stopped:
                break
            await asyncio.sleep(0.05)
        assert busy.stopped

    asyncio.run(body())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'b.db'}", alone=True)
    store.migrate()
    yield store
    store.close()


def test_one_review_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where several people wait; those who wait for the same one get what the first has made."""
    made = review(LAST.line()[4], "club", effort=Effort(10, 4, 4, 4, 2, 4))
    running, most, reviewed = 0, 0, list[Position]()
    lock = threading.Lock()

    def noted(last: Position, _level: str, **_others: Any) -> Review:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            reviewed.append(last)
        time.sleep(0.2)
        with lock:
            running -= 1
        return made

    async def body() -> None:
        monkeypatch.setattr(reviews, "review", noted)
        monkeypatch.setattr(reviews, "is_ready", lambda game: True)
        pool = ThinkingThreads(4)
        waiting = Reviews(store, pool, CoachThreads(pool, 6.0))
        line = LAST.line()
        asked = [line[ply] for ply in (4, 5, 4, 6)]
        told = [waiting.get(last, "club", f"client {n}", lambda *_done: None, threading.Event())
                for n, last in enumerate(asked)]  # fmt: skip
        assert await asyncio.gather(*told) == [made] * 4
        assert most == 1
        assert len(reviewed) == 3
        assert all(last in reviewed for last in asked)
        pool.close()

    asyncio.run(body())


def test_only_so_many_are_kept(store: Store) -> None:
    async def body() -> None:
        pool = ThinkingThreads(1)
        kept = Reviews(store, pool, CoachThreads(pool, 6.0), most_kept=3)
        found = review(LAST.line()[4], "club", effort=Effort(10, 4, 4, 4, 2, 4))
        for number in range(6):
            kept._keep(str(number), found)
        assert [kept._kept(str(number)) == found for number in range(6)] == [False] * 3 + [True] * 3
        pool.close()

    asyncio.run(body())
