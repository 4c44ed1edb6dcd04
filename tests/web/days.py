"""A server in this process whose date can be chosen, and browsers that play on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from benben.bots.bot import warm
from benben.games import find
from benben.table.days import deal_of_day, midnight
from benben.table.match import Match
from benben.web.app import create_app
from benben.web.context import Services
from benben.web.seat_cookies import BrowserKey, BrowserSeats
from benben.web.serve import prepare
from benben.web.settings import Settings

LIMITS: dict[str, Any] = {"new_tables_per_minute": 1e6, "requests_per_second": 1e6, "request_burst": 10**6}
NOON = 12 * 3600.0


def day_of(game: str) -> date:
    """A day on which this game is played."""
    days = (date(2026, 11, 18) + timedelta(days=n) for n in count())
    return next(day for day in days if deal_of_day("", day).game == game)


@dataclass
class Clock:
    """The time for everybody."""

    moved: float = 0.0

    def set(self, day: date, seconds: float = NOON) -> None:
        self.moved = midnight(day) + seconds - REAL()

    def __call__(self) -> float:
        return REAL() + self.moved


REAL = time.time


@dataclass
class House:
    """The server."""

    app: FastAPI
    clock: Clock

    @property
    def services(self) -> Services:
        shared: Services = self.app.state.services
        return shared

    def browser(self) -> Visitor:
        client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://t")
        return Visitor(self, client)

    async def match(self, match_id: str) -> Match:
        return await self.services.service.matches.get(match_id)

    async def end_of(self, match_id: str) -> Match:
        """When bots have played it to the end."""
        async with asyncio.timeout(120):
            while not (match := await self.match(match_id)).is_over:
                await asyncio.sleep(0.01)
        return match


@dataclass
class Visitor:
    """A browser."""

    house: House
    client: httpx.AsyncClient

    async def page(self, path: str, status: int = 200) -> str:
        answer = await self.client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == status, answer.text
        return answer.text

    async def api(self, path: str) -> dict[str, Any]:
        told: dict[str, Any] = (await self.client.get(f"/api/v1{path}")).raise_for_status().json()
        return told

    async def send(self, path: str, **fields: object) -> str:
        """Send a form; where it leads."""
        answer = await self.client.post(path, data=fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    async def play_day(self, day: date, **fields: object) -> str:
        """Begin or continue; the match's id."""
        return (await self.send(f"/day/{day}/play", **fields)).removeprefix("/t/")

    async def play_on(self, match_id: str, choose: int = 0, most: int = 1000) -> Match:
        """Play the own seat: always the move with this number. Until the end, or for some
        moves and until it is the own turn again."""
        service = self.house.services.service
        match = await self.house.match(match_id)
        seat, secret = next(iter(BrowserSeats.of(dict(self.client.cookies), match).own.items()))
        moves = 0
        async with asyncio.timeout(120):
            while not match.is_over and (moves < most or match.actor != seat):
                if match.actor == seat:
                    legal = match.position.legal_moves
                    match = await service.play(match_id, secret, match.number, str(legal[choose % len(legal)]))
                    moves += 1
                else:
                    await asyncio.sleep(0.002)
                    match = await self.house.match(match_id)
        return match

    @property
    def key(self) -> BrowserKey:
        found = BrowserKey.of(dict(self.client.cookies))
        assert found is not None
        return found


@asynccontextmanager
async def house(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, bots: bool = True, **limits: Any
) -> AsyncIterator[House]:
    """A server on a day of this game."""
    clock = Clock()
    clock.set(day_of(game))
    monkeypatch.setattr(time, "time", clock)
    if bots:
        warm(find(game))
    usual: dict[str, Any] = {"bots": bots, "warm": False, "notices": False, "bot_seconds": 0.02, **LIMITS, **limits}
    settings = Settings(database=f"sqlite:///{folder / 'b.db'}", **usual)
    prepare(settings)
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield House(app, clock)
