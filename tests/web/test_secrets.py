"""Two matches that differ only in what a seat cannot know give that seat the same answers, to the byte.

The pairs are dealt with two hidden cards swapped, and played on with the same moves for as long as the seat sees the
same. Every endpoint, refusal and stream is compared at every step.
"""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import httpx
import numpy as np
import pytest
from fastapi import FastAPI

import benben
from benben.core.game import Game
from benben.core.position import Position, Setup
from benben.core.text import LOCALES
from benben.table.match import MOVE, PERSON, Event, Match, Sitter, Standing
from benben.table.tables import hashed
from benben.testing import setups
from benben.web.app import create_app
from benben.web.settings import Settings
from benben.web.streams import event_shapes

GAMES = [benben.find(name) for name in benben.names() if not benben.find(name).open]
PAIRS = 12
MATCH = "thematchitself"


def secret(seat: int) -> str:
    return f"secret-{seat}"


def dealt(game: Game, players: int, cards: list[int]) -> Match:
    """A match from given shuffles, everybody seated."""
    options = game.check_options(players, {})
    records = game.new_records(1)
    game.engine.deal_one(records, 0, players, game.option_indices(options), np.array(cards, np.int16))
    position = Position(Setup(game, players, options, seed=None), records)
    keys = tuple(hashed(secret(seat)) for seat in range(players))
    return Match(MATCH, Standing(position, tuple(Sitter(PERSON, f"P{seat}") for seat in range(players))), 0.0, keys)


async def answers(app: FastAPI, client: httpx.AsyncClient, match: Match, seat: int | None) -> list[tuple[int, bytes]]:
    """Everything that the server tells this seat about the match as it stands."""
    app.state.desk.tables._matches[MATCH] = match
    client.headers["Authorization"] = "" if seat is None else f"Bearer {secret(seat)}"
    url = f"/api/v1/matches/{MATCH}"
    replies = [await client.get(url, params={"lang": language}) for language in LOCALES]
    replies += [await client.get(f"{url}/{what}") for what in ("picture.svg", "record")]
    numbers = range(0, match.game.moves, match.game.moves // 6)
    for move in ("nonsense", *(match.position.notation(number) for number in numbers)):
        replies.append(await client.post(f"{url}/why", json={"move": move}))
        if seat != match.actor:
            replies.append(await client.post(f"{url}/moves", json={"move": move, "after": match.number}))
    replies.append(await client.post(f"{url}/take-back", json={"after": match.number + 1}))
    stream = json.dumps(event_shapes(match, 0, seat, "en")).encode()
    if match.number % 3 == 1:  # pages take longer, and are made from the same views
        replies += await pages(client, match, seat)
    return [*((reply.status_code, reply.content) for reply in replies), (0, stream)]


async def pages(client: httpx.AsyncClient, match: Match, seat: int | None) -> list[httpx.Response]:
    """All that a browser with this seat's cookie gets."""
    held = "" if seat is None else f"seat-{MATCH}={seat}~{secret(seat)}"
    past = len(match.position.line()) - 1
    addresses = [
        "",
        "?at=0",
        "/view",
        "/view?wide=true",
        f"/view?at={past // 2}",
        "/view?everything=true",
        "/view?since=2",
        "/view?seat=0",
        "/view?at=100000",
        "/invitations",
        "/ghost?move=nonsense&after=0",
    ]
    if seat is not None and seat == match.actor:
        moves = list(match.position.view(seat).legal_moves)[:3]
        addresses += [f"/ghost?{urlencode({'move': str(move), 'after': match.number})}" for move in moves]
    replies = []
    for language, some in (("en", addresses), ("de", addresses[:1])):
        headers = {"Cookie": f"lang={language}; {held}", "Authorization": "", "Accept": "text/html"}
        replies += [await client.get(f"/t/{MATCH}{address}", headers=headers) for address in some]
        replies.append(await client.get(f"/tables?ids={MATCH}", headers=headers))
    return replies


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_cannot_be_known_changes_nothing(game: Game, tmp_path: Path) -> None:
    assert asyncio.run(compared(game, f"sqlite:///{tmp_path / 'benben.db'}")) > PAIRS, "hardly anything was compared"


async def compared(game: Game, database: str) -> int:
    """How many pairs of positions gave the same answers; fails where one did not."""
    app = create_app(Settings(database=database, bots=False, warm=False, requests_a_second=1e6, burst=10**9))
    transport = httpx.ASGITransport(app)
    same = 0
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        for number in range(PAIRS):
            for first, second, seat in like_matches(game, random.Random(number)):
                assert await answers(app, client, first, seat) == await answers(app, client, second, seat)
                same += 1
    return same


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
    for step in range(12):
        if first.position.view(seat) != second.position.view(seat):
            return
        if first.position != second.position:
            yield first, second, seat
        legal = first.position.legal_moves.numbers
        if not legal or legal != second.position.legal_moves.numbers:
            return
        event = Event(step + 1, MOVE, first.position.actor or 0, 0.0, chance.choice(legal))
        first.apply(event)
        second.apply(event)
