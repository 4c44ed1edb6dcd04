"""A bot that plays over HTTP: the smallest useful client of the API.

    python examples/client_bot.py http://127.0.0.1:8123 MATCH SECRET

It takes the seat of the secret, follows the live updates, and on its turn plays the choice with the most immediate
points. It needs only the standard library.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any


class Seat:
    """One seat of one match."""

    def __init__(self, server: str, match: str, secret: str) -> None:
        self.url = f"{server}/api/v1/matches/{match}"
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def call(self, what: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + what, data, self.headers)
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def news(self) -> Iterator[None]:
        """Yield once per event of the match, from the first one on."""
        url = f"{self.url}/events?after=0"
        with urllib.request.urlopen(urllib.request.Request(url, headers=self.headers)) as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    yield


def main(server: str, match: str, secret: str) -> None:
    seat = Seat(server, match, secret)
    seat.call("/join", {"name": "client bot"})
    for _ in seat.news():
        seen = seat.call()
        while seen["choices"]:
            best = max(seen["choices"], key=lambda choice: choice["gain"])
            seen = seat.call("/moves", {"move": best["move"], "after": seen["number"]})
        if seen["over"]:
            print("won by", seen["winners"], "points", seen["score"])
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
