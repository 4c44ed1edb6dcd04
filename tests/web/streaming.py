"""Somebody who follows a match, in a thread of its own."""

from __future__ import annotations

import json
import threading
import time
from typing import Any, Self

import httpx

from tests.web.server import HTTP, Player


class Listener:
    """All events of a stream from the first on, as they come."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.events: list[dict[str, Any]] = []
        self.times: dict[int, float] = {}  # when each number was heard
        self._open = threading.Event()
        self._answer: httpx.Response | None = None
        self._thread = threading.Thread(target=self._listen, daemon=True)

    @property
    def numbers(self) -> list[int]:
        return [event["number"] for event in self.events]

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._open.wait(20)
        return self

    def __exit__(self, *_error: object) -> None:
        """The thread ends when the server does."""

    def _listen(self) -> None:
        url = f"{self._player.url}/events"
        try:
            with HTTP.stream("GET", url, params={"after": 0}, headers=self._player.headers) as answer:
                self._open.set()
                for line in answer.iter_lines():
                    if line.startswith("data: {"):  # not who is here: that has no number
                        self.events.append(json.loads(line.removeprefix("data: ")))
                        self.times[self.events[-1]["number"]] = time.perf_counter()
        except httpx.HTTPError:
            return  # the server has gone

    def wait_for(self, number: int, seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while not self.events or self.events[-1]["number"] < number:
            assert time.monotonic() < deadline, f"number {number} was never heard of: {self.numbers}"
            time.sleep(0.01)
