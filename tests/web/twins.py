"""Pairs of matches that differ only in what a seat cannot know, and everything a server tells that seat about one.

Both are kept in memory only: writing always succeeds, and nothing is read again.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message

from benben.core.game import Game
from benben.core.position import Position, Setup
from benben.core.text import LOCALES
from benben.table.match import MOVE, PERSON, Match, MatchEvent, MatchState, Occupant, hashed
from benben.table.matches import Matches
from benben.table.writer import Append
from benben.testing import setups
from benben.web.app import create_app
from benben.web.event_stream import Listener, event_schema
from benben.web.serve import prepare
from benben.web.settings import Settings

MATCH = "thematchitself"
STEPS = (0, 1, 4, 9)  # the numbers of moves after which a pair is compared

# What can be read of a match. Those with {seat} are for who sits there; a spectator is not asked for them.
PATHS = (
    f"/api/v1/matches/{MATCH}",
    f"/api/v1/matches/{MATCH}/picture.svg",
    f"/api/v1/matches/{MATCH}/record",
    f"/t/{MATCH}",
    f"/t/{MATCH}/invitations",
    f"/tables?ids={MATCH}",
)
# What can be asked over the socket; ghosts and moves are added.
MESSAGES: tuple[dict[str, object], ...] = (
    {"do": "look"},
    {"do": "look", "everything": True, "log": 0},
    {"do": "look", "at": 0, "stage": [1104, 752]},
    {"do": "look", "seat": 0},
    {"do": "look", "at": 999},
    {"do": "ghost", "id": 1, "move": "nonsense", "after": 1},
    {"do": "nonsense"},
)


def secret(seat: int) -> str:
    return str(seat) * 22


@dataclass
class Teller:
    """A server in this process."""

    app: FastAPI
    client: httpx.AsyncClient

    async def answers(self, match: Match, seat: int | None, paths: Sequence[str] = PATHS) -> list[tuple[int, bytes]]:
        """All that a seat, or a spectator, is told about a match: pages, answers, refusals, socket, stream."""
        self._sit(seat)
        replies = []
        for path in paths:
            self._show(match)
            language = LOCALES[match.number % len(LOCALES)]
            replies.append(await self.client.get(path, headers={"Accept-Language": language}))
        replies += [await self._post(match, what, body) for what, body in self._deeds(match, seat)]
        listeners = [Listener(seat), Listener(seat, LOCALES[0])]
        events = [event_schema(match, number, who) for who in listeners for number in range(1, match.number + 1)]
        self._show(match)
        said = await self.socket(seat, [*MESSAGES, *ghosts(match, seat)])
        for passed in range(2, min(match.number, 4)):  # the last views one after the other, as a page that fell behind
            known = match.number - passed
            look = {"do": "look", "each": True, "number": known, "log": known}
            said += await self.socket(seat, [look], answers=passed)
        read = [(reply.status_code, reply.content) for reply in replies]
        return [*read, (0, json.dumps(events).encode()), (0, "\n".join(said).encode())]

    async def socket(self, seat: int | None, messages: Sequence[dict[str, object]], answers: int = 1) -> list[str]:
        """What the socket answers to these messages, so often to each."""
        to_app: asyncio.Queue[Message] = asyncio.Queue()
        to_client: asyncio.Queue[str] = asyncio.Queue()

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                await to_client.put(message["text"])

        cookie = f"seat-{MATCH}={seat}~{secret(seat)}" if seat is not None else ""
        scope = {
            "type": "websocket",
            "path": f"/api/v1/matches/{MATCH}/socket",
            "raw_path": b"",
            "query_string": b"",
            "headers": [(b"cookie", cookie.encode())],
            "client": ("client", 1),
            "subprotocols": [],
            "app": self.app,
        }
        await to_app.put({"type": "websocket.connect"})
        running = asyncio.create_task(self.app(scope, to_app.get, send))
        said: list[str] = []
        for message in messages:
            await to_app.put({"type": "websocket.receive", "text": json.dumps(message)})
            for _answer in range(answers):
                while (answer := await asyncio.wait_for(to_client.get(), 20)).startswith('{"here"'):
                    pass
                said.append(answer)
        await to_app.put({"type": "websocket.disconnect", "code": 1000})
        await running
        return said

    async def after_move(self, match: Match, seat: int, move: str) -> tuple[int, bytes, list[str]]:
        """The answers to a seat's own move, posted and over the socket with the view that follows."""
        self._sit(seat)
        reply = await self._post(match, "moves", {"move": move, "after": match.number})
        self._show(match)
        played = {"do": "move", "id": 1, "move": move, "after": match.number}
        said = await self.socket(seat, [played, {"do": "look"}])
        return reply.status_code, reply.content, said

    def _deeds(self, match: Match, seat: int | None) -> Iterator[tuple[str, dict[str, object]]]:
        numbers = range(0, match.game.moves, match.game.moves // 4)
        for move in ("nonsense", *(match.position.notation(number) for number in numbers)):
            yield "why", {"move": move}
            if seat != match.actor:
                yield "moves", {"move": move, "after": match.number}
        yield "moves", {"move": "nonsense", "after": match.number}
        yield "moves", {"path": ["nothing"], "after": match.number}
        yield "moves", {"after": "x"}
        for after in (match.number, match.number + 1):
            yield "take-back", {"after": after}
        yield "join", {"name": "N"}
        yield "leave", {"level": "no such level"}
        yield "hint", {"after": match.number}
        yield "hints", {"agree": True}
        yield "hints", {"agree": False}
        yield "resign", {}
        yield "rematch", {}

    async def _post(self, match: Match, what: str, body: dict[str, object]) -> httpx.Response:
        self._show(match)
        return await self.client.post(f"/api/v1/matches/{MATCH}/{what}", json=body)

    def _show(self, match: Match) -> None:
        """Let the server know a copy, so that actions leave no trace, and nothing that was rendered before."""
        services = self.app.state.services
        services.service.matches._matches[MATCH] = match.snapshot()
        services.views._kept.clear()

    def _sit(self, seat: int | None) -> None:
        self.client.cookies.clear()
        self.client.headers["Authorization"] = ""
        if seat is not None:
            self.client.headers["Authorization"] = f"Bearer {secret(seat)}"
            self.client.cookies.set(f"seat-{MATCH}", f"{seat}~{secret(seat)}")


def ghosts(match: Match, seat: int | None) -> list[dict[str, object]]:
    """Requests to draw, to foresee and to rank some legal moves, where the seat is to act."""
    if seat is None or seat != match.actor:
        return []
    view = match.position.view(seat)
    moves, after = list(view.legal_moves)[:3], match.number
    ranks = [{"do": "rank", "id": 3, "first": view.path(move)[0], "after": after} for move in moves[:1]]
    return ranks + [
        {"do": do, "id": 2, "move": str(move), "after": after} for move in moves for do in ("ghost", "foresee")
    ]


@asynccontextmanager
async def teller(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Teller]:
    monkeypatch.setattr(Matches, "_on_changes", lambda matches, changed: None)  # what is shown is in no database
    settings = Settings(
        database=database,
        bots=False,
        warm=False,
        requests_per_second=1e6,
        request_burst=10**9,
        new_tables_per_minute=1e6,
        hints_per_minute=1e6,
    )
    prepare(settings)
    app = create_app(settings)
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        monkeypatch.setattr(app.state.services.service.store, "append", written)
        yield Teller(app, client)


def written(waiting: Append) -> None:
    waiting.written.set_result(True)


def dealt(game: Game, players: int, cards: list[int]) -> Match:
    """A match from given shuffles, everybody seated."""
    options = game.check_options(players, {})
    position = Position(Setup(game, players, options, seed=None), game.dealt(players, options, cards))
    occupants = tuple(Occupant(PERSON, f"P{seat}") for seat in range(players))
    return Match(MATCH, MatchState(position, occupants), 0.0, tuple(hashed(secret(seat)) for seat in range(players)))


def like_matches(game: Game, chance: random.Random) -> Iterator[tuple[Match, Match, int | None]]:
    """Two different matches, step by step, while they look the same to a seat."""
    players = max(table.players for table in setups(game) if not table.options)
    sizes = game.shuffles(players, game.check_options(players, {})).values()
    cards = [card for size in sizes for card in chance.sample(range(size), size)]
    swapped = cards.copy()
    a, b = chance.sample(range(next(iter(sizes))), 2)
    swapped[a], swapped[b] = swapped[b], swapped[a]
    first, second = dealt(game, players, cards), dealt(game, players, swapped)
    seat = chance.choice([*range(players), None])
    for step in range(STEPS[-1] + 1):
        if first.position.view(seat) != second.position.view(seat):
            return
        if first.position != second.position and step in STEPS:
            yield first, second, seat
        legal = first.position.legal_moves.numbers
        if not legal or legal != second.position.legal_moves.numbers:
            return
        event = MatchEvent(step + 1, MOVE, first.position.actor or 0, 0.0, chance.choice(legal))
        first.apply(event)
        second.apply(event)
