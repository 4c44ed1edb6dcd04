"""Two matches that differ only in what a seat cannot know give that seat the same answers, to the byte."""

import asyncio
import random
import re
from pathlib import Path

import pytest

import benben
from benben.core.game import Game
from benben.core.position import Position
from benben.web import api, event_stream, hints, match_socket
from tests.web.server import Player, Server, open_table
from tests.web.twins import PATHS, like_matches, teller

GAMES = [benben.find(name) for name in benben.names() if not benben.find(name).open]
PAIRS = 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_cannot_be_known_changes_nothing(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = asyncio.run(compare(game, f"sqlite:///{tmp_path / 'benben.db'}", monkeypatch))
    assert compared >= PAIRS, "hardly anything was compared"


async def compare(game: Game, database: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pairs of positions gave the same answers; fails where one did not."""
    same = 0
    async with teller(database, monkeypatch) as server:
        for number in range(PAIRS):
            for first, second, seat in like_matches(game, random.Random(number)):
                assert await server.answers(first, seat) == await server.answers(second, seat)
                same += 1
                if seat is None or seat != first.actor:
                    continue
                move = str(next(iter(first.position.view(seat).legal_moves)))
                if looks_alike(first.position.play(move), second.position.play(move), seat):
                    assert await server.after_move(first, seat, move) == await server.after_move(second, seat, move)
    return same


def looks_alike(first: Position, second: Position, seat: int) -> bool:
    return first.view(seat) == second.view(seat)


def test_everything_that_can_be_asked_is_compared() -> None:
    """A new endpoint of a match must be added to the comparison."""
    source = (Path(__file__).parent / "twins.py").read_text()
    asked = " ".join(PATHS) + source
    for route in [
        *api.router.routes,
        *event_stream.router.routes,
        *match_socket.router.routes,
        *hints.router.routes,
    ]:
        what = re.fullmatch(r"/api/v1/matches/\{match_id\}/([a-z.-]+)", getattr(route, "path", ""))
        if what and what[1] != "events":  # compared as event_schema
            assert f"/{what[1]}" in asked or f'"{what[1]}"' in asked, what[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_revealed_cannot_be_taken_back(game: Game, alone: Server) -> None:
    """Every move is tried to be taken back: it is, unless it has shown something, or another seat has moved."""
    _created, players = open_table(alone.url, game.name, players=game.usual_table()[0])
    chance, refusals, taken = random.Random(1), set(), 0
    for _move in range(40):
        seen = players[0].look()
        if seen["over"]:
            break
        mover: Player = players[seen["actor"]]
        move = chance.choice(mover.look()["choices"])["move"]
        after = mover.play(move, seen["number"]).json()
        answer = mover.post("take-back", after=after["number"])
        if answer.status_code == 200:
            taken += 1
            assert mover.play(move, answer.json()["number"]).status_code == 200
        else:
            refusals.add(answer.json()["error"]["why"])
            assert answer.json()["error"]["code"] == "cannot-take-back"
            assert mover.look() == after, "nothing has changed"
    assert "reveal" in refusals
    assert taken
