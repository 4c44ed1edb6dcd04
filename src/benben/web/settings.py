"""How a server is run."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def data_folder() -> Path:
    """Where the embedded database lies: BENBEN_DATA, or the user's data folder."""
    named = os.environ.get("BENBEN_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "benben"


def default_database() -> str:
    return os.environ.get("BENBEN_DATABASE") or f"sqlite:///{data_folder() / 'benben.db'}"


@dataclass(frozen=True)
class Settings:
    """Everything that can be set, with defaults for one machine."""

    database: str = field(default_factory=default_database)
    workers: int = 1  # processes of this server
    secure_cookies: bool = False  # behind TLS
    proxies: str = ""  # addresses or networks, with commas: only what they say of a client's address is believed
    most_body: int = 64 * 1024  # bytes
    most_streams: int = 2_000  # open at once, in this process
    streams_a_client: int = 30
    creations_a_minute: int = 30  # tables a client may open
    requests_a_second: float = 50.0  # of a client, on average
    burst: int = 200
    heartbeat: float = 15.0  # seconds between signs of life on a stream
    stall: float = 30.0  # seconds that a stream may wait for a client that does not read
    idle_days: float = 60.0  # a match in which nothing happened for so long is deleted
    kept_days: float = 400.0  # a finished match is kept so long
    expiry_seconds: float = 3600.0  # between two looks for such matches
    bots: bool = True  # bots think in this process
    warm: bool = True  # compile games at the start, in a thread
