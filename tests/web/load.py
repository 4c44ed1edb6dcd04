"""Load: tables played by threads of their own, which keep every move that was acknowledged."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import httpx

import benben
from tests.web.server import HTTP, open_table

TABLES = 4


class HasUrl(Protocol):
    """A server."""

    @property
    def url(self) -> str: ...


@contextmanager
def load(server: HasUrl, count: int = TABLES) -> Iterator[list[Table]]:
    """So many tables are played until the end of the block."""
    tables = [Table(server, seed) for seed in range(count)]
    for table in tables:
        table.thread.start()
    try:
        yield tables
    finally:
        stop(tables)


def stop(tables: Sequence[Table]) -> None:
    """No move is under way any more."""
    for table in tables:
        table.over.set()
    for table in tables:
        table.thread.join()


class Table:
    """A match played by its own thread, which keeps every move that was acknowledged."""

    def __init__(self, server: HasUrl, seed: int) -> None:
        self.created, self.players = open_table(server.url)
        self.acknowledged: dict[int, str] = {}  # by event number
        self.chance = random.Random(seed)
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.play_on)

    def play_on(self) -> None:
        """Until told to stop; whatever the server does, a move counts only if it was answered with 200."""
        while not self.over.is_set():
            try:
                self.one_move()
            except (httpx.HTTPError, KeyError):
                time.sleep(0.02)  # the server is away, or just coming back

    def one_move(self) -> None:
        seen = self.players[0].look()
        if seen["over"]:
            self.over.set()
            return
        player = self.players[seen["actor"]]
        choices = player.look()["choices"]
        if choices:
            move = self.chance.choice(choices)["move"]
            answer = player.play(move, seen["number"], brief=seen["number"] % 2 == 0)  # these take another way
            if answer.status_code == 200:
                self.acknowledged[seen["number"] + 1] = move

    def moved_to(self, url: str) -> Table:
        """The same table at another server."""
        for player in self.players:
            player.url = f"{url}/api/v1/matches/{self.created['match']}"
        return self

    def check(self) -> None:
        """All acknowledged moves are there, in their places."""
        events = self.events()
        for number, move in self.acknowledged.items():
            assert events[number - 1]["move"] == move, f"move {number} was lost"

    def events(self) -> list[dict[str, Any]]:
        player, heard = self.players[0], []
        with HTTP.stream("GET", f"{player.url}/events", params={"after": 0}, headers=player.headers) as answer:
            last = player.look()["number"]
            for line in answer.iter_lines():
                if line.startswith("data: {"):  # not who is here: that has no number
                    heard.append(json.loads(line.removeprefix("data: ")))
                    if heard[-1]["number"] == last:
                        return heard
        raise AssertionError("the stream ended early")

    def finish(self) -> None:
        """The match can be played to its end."""
        self.over.clear()
        deadline = time.monotonic() + 120
        while not self.over.is_set():
            assert time.monotonic() < deadline
            self.one_move()
        assert benben.verify(self.players[0].get("/record").text).is_over
