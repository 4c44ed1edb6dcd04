"""The events of a long match: in order, as far as the listener may know them, and in turns with other work."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.types import Message

from benben.table.match import PERSON, Occupant
from benben.table.service import Created
from benben.web.app import create_app
from benben.web.context import Services
from benben.web.match_socket import EVENTS_AT_ONCE
from benben.web.serve import prepare
from benben.web.settings import Settings

Heard = list[dict[str, Any]]


async def listen(app: FastAPI, match: str, secret: str | None, until: int, on_event: Callable[[], None]) -> Heard:
    """The events on a socket without a network: nothing that the server sends has to wait for the client."""
    heard: Heard = []
    done = asyncio.Event()
    arriving = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        if arriving:
            return arriving.pop()
        await done.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        shape = json.loads(message.get("text", "{}"))
        if "event" in shape:
            heard.append(shape["event"])
            on_event()
            if len(heard) >= until:
                done.set()

    path = f"/api/v1/matches/{match}/socket"
    headers = [] if secret is None else [(b"authorization", f"Bearer {secret}".encode())]
    scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b"after=0", "root_path": ""}
    await app({**scope, "headers": headers, "client": ("127.0.0.1", 1), "subprotocols": []}, receive, send)
    return heard


def with_match(folder: Path, game: str, moves: int, test: Callable[[FastAPI, Created], Awaitable[None]]) -> None:
    """Run a test with a match in which this many moves were made at random."""
    settings = Settings(database=f"sqlite:///{folder / 'b.db'}", bots=False, warm=False)
    prepare(settings)

    async def run() -> None:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            shared: Services = app.state.services
            created = await shared.service.create(game, 2, {}, [Occupant(PERSON, "A"), Occupant(PERSON, "B")])
            chance = random.Random(7)
            for _move in range(moves):
                match = created.match
                actor = match.actor
                if actor is None:  # it is over
                    break
                move = str(chance.choice(list(match.position.legal_moves)))
                await shared.service.play(match.id, created.secrets[actor], match.number, move)
            await test(app, created)

    asyncio.run(run())


@pytest.mark.parametrize(("game", "hidden"), [("pyramids", "tomb ?"), ("terra_pyramides", "take ?")])
def test_events_keep_their_order_and_tell_no_secrets(game: str, hidden: str, tmp_path: Path) -> None:
    async def test(app: FastAPI, created: Created) -> None:
        match = created.match
        told = {}
        for seat, secret in ((None, None), *enumerate(created.secrets)):
            heard = await listen(app, match.id, secret, match.number, lambda: None)
            assert [event["number"] for event in heard] == list(range(1, match.number + 1))
            told[seat] = heard
        secrets = 0
        for index, after in enumerate(match.played):
            if after is None or told[None][index]["move"] != hidden:
                continue
            actor = told[None][index]["seat"]
            assert told[actor][index]["move"] == str(after.last_move)
            assert told[1 - actor][index]["move"] == hidden
            secrets += 1
        assert secrets > 0

    with_match(tmp_path, game, 400, test)


def test_a_client_that_gets_many_events_leaves_time_for_others(tmp_path: Path) -> None:
    async def test(app: FastAPI, created: Created) -> None:
        since, longest, is_over = 0, 0, False

        def count() -> None:
            nonlocal since, longest
            since += 1
            longest = max(longest, since)

        async def work() -> None:
            nonlocal since
            while not is_over:
                await asyncio.sleep(0)
                since = 0

        other = asyncio.create_task(work())
        heard = await listen(app, created.match.id, None, created.match.number, count)
        is_over = True
        await other
        assert len(heard) > 3 * EVENTS_AT_ONCE
        assert longest <= EVENTS_AT_ONCE

    with_match(tmp_path, "terra_pyramides", 70, test)
