"""A client of the socket of a match."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.web.server import Player


def socket(player: Player, after: int | None = None, headers: dict[str, str] | None = None) -> ClientConnection:
    url = f"{player.url.replace('http', 'ws', 1)}/socket{'' if after is None else f'?after={after}'}"
    return connect(url, additional_headers={**player.headers, **(headers or {})}, compression=None)


def hear(line: ClientConnection, wanted: str, seconds: float = 20) -> dict[str, Any]:
    """The next message that has this key."""
    while wanted not in (said := json.loads(line.recv(timeout=seconds))):
        pass
    message: dict[str, Any] = said
    return message


def ask(line: ClientConnection, wanted: str, **message: object) -> dict[str, Any]:
    line.send(json.dumps(message))
    return hear(line, wanted)
