"""Bots in one process: whose decision comes first, what happens when another worker thinks, and during an outage."""

import asyncio
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import event

from benben.core.game import Level
from benben.core.position import Position
from benben.table import bot_runner
from benben.table.bot_runner import BotRunner
from benben.table.errors import StoreUnavailable
from benben.table.match import BOT, PERSON, Match, Occupant
from benben.table.matches import Matches
from benben.table.naming import Naming
from benben.table.service import Service
from benben.table.store import Store
from benben.table.thinking import ThinkingThreads, Urgency
from benben.web.app import create_app
from benben.web.match_socket import MatchSocket
from benben.web.seat_cookies import BrowserSeats
from benben.web.serve import prepare
from benben.web.settings import Settings
from benben.web.views import ViewRequest, table_view
from tests.web.in_process import asking_in

NOVICE = Occupant(BOT, level="novice")
ANN = Occupant(PERSON, "Ann")


class Room:
    """A service with one thinking thread. Its bots play the first legal move, and tell in which order."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self.service = store, Service(Matches(store))
        self.threads = ThinkingThreads(1)
        self.runner = BotRunner(self.service, self.threads, 1.0)
        self.thought: list[str] = []  # what was thought over, in order
        self.go_on = threading.Event()
        self.go_on.set()
        monkeypatch.setattr(self.runner, "_think", self._think)

    def _think(self, match_id: str, position: Position, _level: Level, _seed: int) -> int:
        return self.think(match_id, position.legal_moves[0].number)

    def think(self, name: str, result: int = 0) -> int:
        self.thought.append(name)
        assert self.go_on.wait(20)
        return result

    async def table(self, *occupants: Occupant, client: str = "", lines: ExitStack | None = None) -> Match:
        """A new table. With `client`, a person follows it from there."""
        naming = Naming()
        if lines is not None:
            lines.enter_context(self.service.hub.follow(naming.match_id, [1], client))
        return (await self.service.create("pyramidis", 2, {}, occupants, naming=naming)).match


Body = Callable[[Room], Coroutine[None, None, None]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Body], None]:
    async def with_room(body: Body) -> None:
        store = Store(f"sqlite:///{tmp_path / 'b.db'}", alone=True)
        store.migrate()
        room = Room(store, monkeypatch)
        room.service.matches.start()
        room.runner.start()
        try:
            await body(room)
        finally:
            room.go_on.set()
            await room.runner.stop()
            room.threads.close()
            room.service.matches.stop()
            store.close()

    return lambda body: asyncio.run(with_room(body))


async def until(happened: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


def test_people_come_first_and_each_client_in_turn(run: Callable[[Body], None]) -> None:
    """Forty tables of bots and ten tables of one client want to think; then come a person's bot and a hint."""

    async def body(room: Room) -> None:
        room.go_on.clear()
        with ExitStack() as lines:
            first = await room.table(NOVICE, NOVICE)
            await until(lambda: room.thought)
            bots = {(await room.table(NOVICE, NOVICE)).id for _table in range(40)}
            absent = await room.table(NOVICE, ANN)
            greedy = [(await room.table(NOVICE, ANN, client="greedy", lines=lines)).id for _table in range(10)]
            person = (await room.table(NOVICE, ANN, client="ann", lines=lines)).id
            hint = asyncio.create_task(room.threads.think("ben", Urgency.PERSON, partial(room.think, "hint")))
            pool = room.threads.executor("ann", Urgency.ABSENT)
            review = asyncio.create_task(asyncio.to_thread(lambda: pool.submit(room.think, "review").result()))
            await asyncio.sleep(0.2)
            room.go_on.set()
            await until(lambda: bots <= set(room.thought))
            await asyncio.gather(hint, review)
        order = list(dict.fromkeys(room.thought))
        assert order[:4] == [first.id, greedy[0], person, "hint"], "the first of each client, as they came"
        assert order[4:13] == greedy[1:]
        assert set(order[13:15]) == {absent.id, "review"}
        assert set(order[15:]) == bots

    run(body)


def test_a_cancelled_thought_gives_its_place_on() -> None:
    async def body() -> None:
        threads, go_on = ThinkingThreads(1), threading.Event()
        first = asyncio.create_task(threads.think("a", Urgency.PERSON, partial(go_on.wait, 20)))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(threads.think("b", Urgency.PERSON, lambda: 1)) for _thought in range(3)]
        await asyncio.sleep(0.05)
        others[0].cancel()
        go_on.set()
        await first
        others[1].cancel()  # perhaps just when it got the place
        assert await asyncio.wait_for(others[2], 5) == 1
        assert await asyncio.wait_for(threads.think("c", Urgency.NOBODY, lambda: 2), 5) == 2
        threads.close()

    asyncio.run(body())


def test_a_decision_of_another_worker_is_left_to_it_until_its_lease_ends(
    run: Callable[[Body], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "SWEEP_SECONDS", 0.3)

    async def body(room: Room) -> None:
        asked: Counter[str] = Counter()
        lease = room.store.lease

        def counted(match_id: str, number: int, worker: str, seconds: float) -> bool:
            asked[match_id] += 1
            return lease(match_id, number, worker, seconds)

        monkeypatch.setattr(room.store, "lease", counted)
        naming = Naming()
        assert lease(naming.match_id, 2, "another worker", 2.0)
        match = (await room.service.create("pyramidis", 2, {}, [NOVICE, NOVICE], naming=naming)).match
        await asyncio.sleep(1.2)
        assert match.number == 2
        assert asked[match.id] == 1, "nothing is tried again while the lease holds"
        await until(lambda: match.number > 6)  # the other worker died: its lease was not renewed

    run(body)


def test_bots_wait_out_an_outage_and_it_is_logged_once(
    run: Callable[[Body], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot_runner, "SWEEP_SECONDS", 0.3)
    caplog.set_level(logging.WARNING)

    def away(is_away: bool) -> None:
        for part in ("b.db", "b.db-wal", "b.db-shm"):
            here, there = tmp_path / part, tmp_path / f"away-{part}"
            source, target = (here, there) if is_away else (there, here)
            if source.exists():
                source.rename(target)

    async def body(room: Room) -> None:
        match = await room.table(NOVICE, NOVICE)
        await until(lambda: match.number > 4)
        room.go_on.clear()
        await until(lambda: room.runner.thinking)
        away(True)
        tried: list[str] = []

        def counted(method: Callable[..., object], *given: object) -> object:
            tried.append(method.__name__)
            return method(*given)

        for method in (room.store.lease, room.store.check_writable):
            monkeypatch.setattr(room.store, method.__name__, partial(counted, method))
        room.go_on.set()
        await asyncio.sleep(1.5)
        with pytest.raises(StoreUnavailable):
            room.store.check_writable()
        assert len(tried) < 10, f"{len(tried)} attempts in 1.5 s"
        away(False)
        moves = (await room.service.matches.get(match.id)).number
        await until(lambda: len(room.thought) > moves + 4)

    run(body)
    said = [record for record in caplog.records if record.name == "benben.table"]
    assert [record.message for record in said] == ["the database is unavailable", "the database is back"]
    assert "database file" in said[0].cause  # type: ignore[attr-defined]


def test_all_leases_of_a_worker_are_renewed_by_one_statement(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'b.db'}")
    store.migrate()
    names = [f"match{number}" for number in range(50)]
    for name in names:
        assert store.lease(name, 1, "us", 4.0)
    statements: list[str] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    store.renew_leases(names, "us", 4.0)
    assert [statement.split()[0] for statement in statements] == ["UPDATE"]
    store.close()


def test_a_worker_renews_all_its_leases_at_once(run: Callable[[Body], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "RENEW_SECONDS", 0.2)

    async def body(room: Room) -> None:
        renewed: list[set[str]] = []
        monkeypatch.setattr(room.store, "renew_leases", lambda ids, *_rest: renewed.append(set(ids)))
        room.runner._thinking |= {"one", "two", "three"}
        await asyncio.sleep(0.5)
        assert 1 <= len(renewed) <= 3
        assert all(ids == {"one", "two", "three"} for ids in renewed)

    run(body)


def test_pages_do_not_wait_for_other_work(tmp_path: Path) -> None:
    """All threads of asyncio's pool are taken: by the sweep, reviews, comparisons, the referee, uploads."""

    async def body(client: httpx.AsyncClient) -> None:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        created = await client.post("/api/v1/matches", json={"game": "pyramidis", "players": 2, "seats": seats})
        match, secret = created.json()["match"], created.json()["seats"][0]["secret"]
        go_on = threading.Event()
        taken = [asyncio.create_task(asyncio.to_thread(go_on.wait, 30)) for _thread in range(100)]
        try:
            ours = {"Authorization": f"Bearer {secret}"}
            move = {"move": "a4:1", "after": 2}
            asked = [
                client.get(f"/tables?ids={match}"),
                client.get(f"/t/{match}", headers={"Cookie": f"seat-{match}=0~{secret}"}),
                client.get(f"/api/v1/matches/{match}", headers=ours),
                client.post(f"/api/v1/matches/{match}/moves", json=move, headers=ours),
                client.post(f"/api/v1/matches/{match}/resign", headers=ours),
                client.post(f"/api/v1/matches/{match}/rematch", headers=ours),
                client.get("/"),
            ]
            codes = [(await asyncio.wait_for(one, 10)).status_code for one in asked]
            assert codes == [200] * len(asked)
        finally:
            go_on.set()
            await asyncio.gather(*taken)

    asking_in(tmp_path)(body)


def test_a_bot_that_fails_is_shown_to_the_people_at_the_table(
    run: Callable[[Body], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(room: Room) -> None:
        def fails(*_arguments: object) -> int:
            raise ArithmeticError

        monkeypatch.setattr(room.runner, "_think", fails)
        naming = Naming()
        with room.service.hub.follow(naming.match_id, [1], "Ann") as follower:
            match = (await room.service.create("pyramidis", 2, {}, (NOVICE, ANN), naming=naming)).match
            follower.changed.clear()
            await asyncio.wait_for(follower.changed.wait(), 20)
            shown = table_view(match.snapshot(), (1,), ViewRequest("en"), 0).fields["status"]
            assert "The bot cannot move" in shown["who"]
            assert not shown["thinks"]
            room.service.matches._matches.clear()
            read_again = await room.service.matches.cached(match.id)
            assert read_again is not match
            assert read_again.is_set_aside

    run(body)


class Page:
    """The socket of a page, without a network."""

    cookies: dict[str, str]

    def __init__(self) -> None:
        self.cookies = {}
        self.sent: list[str] = []
        self._asked = ['{"do": "look"}']

    async def receive_text(self) -> str:
        if not self._asked:
            await asyncio.Event().wait()
        return self._asked.pop()

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    def views(self) -> list[dict[str, Any]]:
        return [message["view"] for message in map(json.loads, self.sent) if "view" in message]


def test_an_open_page_hears_that_its_bot_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has happened in the match, and yet its view is sent again."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'b.db'}", warm=False)
    prepare(settings)
    failing, page = threading.Event(), Page()

    def fails(*_arguments: object) -> int:
        assert failing.wait(20)
        raise ArithmeticError

    monkeypatch.setattr(BotRunner, "_think", fails)

    async def body() -> None:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            shared = app.state.services
            match = (await shared.service.create("pyramidis", 2, {}, (NOVICE, ANN))).match
            nobody = BrowserSeats.of({}, match)
            opened = MatchSocket(cast(Any, page), shared, match, nobody, "en", "Ann", match.number)
            running = asyncio.create_task(opened.run())
            await until(lambda: bool(page.views()))
            failing.set()
            await until(lambda: len(page.views()) > 1)
            running.cancel()

    asyncio.run(body())
    first, second = page.views()
    assert first["number"] == second["number"]
    assert "cannot move" not in first["status"]["who"]
    assert "cannot move" in second["status"]["who"]
