"""Answers of the coach that are under way end when their reader closes the page."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import benben
from benben.bots.bot import warm
from benben.coach.chances import Cancelled
from benben.table import hints, reviews
from benben.web import along
from tests.web.in_process import asking_in, leaving
from tests.web.test_hints import ALONE, opened
from tests.web.test_review import LAST, uploaded

Question = Callable[[httpx.AsyncClient], Any]


async def a_hint(client: httpx.AsyncClient) -> tuple[str, dict[str, Any], dict[str, str]]:
    ann, _bot = await opened(client, ALONE)
    return f"{ann.url}/hint", {"after": (await ann.look())["number"]}, ann.headers


async def another_try(client: httpx.AsyncClient) -> tuple[str, dict[str, Any], dict[str, str]]:
    match = await uploaded(client)
    return f"/api/v1/matches/{match}/review/0/try", {"level": "club", "move": str(LAST.line()[1].last_move)}, {}


async def an_opinion(client: httpx.AsyncClient) -> tuple[str, dict[str, Any], dict[str, str]]:
    return "/api/v1/along/pyramidis", {"players": 2, "entries": [], "bot": "novice"}, {}


@pytest.mark.parametrize(
    ("question", "room", "work"),
    [(a_hint, hints, "hint"), (another_try, reviews, "decide"), (an_opinion, along, "_opinion")],
    ids=["hint", "try-again", "opinion"],
)
def test_the_coach_stops_when_the_page_goes(
    question: Question, room: Any, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endless(*arguments: Any) -> None:
        begun.set()
        if arguments[-1].wait(20):
            stopped.set()
        raise Cancelled

    async def body(client: httpx.AsyncClient) -> None:
        address, told, headers = await question(client)
        gone = asyncio.Event()
        async with leaving(client, gone) as page:
            asked = asyncio.ensure_future(page.post(address, json=told, headers=headers))
            assert await asyncio.to_thread(begun.wait, 20), (await asked).text
            assert not stopped.is_set()
            gone.set()
            assert await asyncio.to_thread(stopped.wait, 5)
            assert (await asked).status_code == 499
        if question is a_hint:
            match = (await client.get(address.removesuffix("/hint"), headers=headers)).json()
            assert match["number"] == told["after"], "no hint was given"

    warm(benben.find("pyramidis"))
    monkeypatch.setattr(room, work, endless)
    asking_in(tmp_path, hint_seconds=60, judging_seconds=60, opinion_seconds=60)(body)
