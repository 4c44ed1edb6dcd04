"""Settings of a server. Each can be set in the environment: `BENBEN_IDLE_DAYS=30`, and so on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table.matches import MOST_CACHED, MOST_EVENTS
from benben.table.reviews import MOST_KEPT

_ = texts(__package__)

Count = Annotated[int, Field(ge=1)]
Positive = Annotated[float, Field(gt=0)]

VIEWS_PER_REQUEST = 0.4


class BadSettings(BenbenError):
    """A setting in the environment or on the command line has a wrong value."""

    code = "bad-settings"


def data_folder() -> Path:
    """The folder of the embedded database: BENBEN_DATA, or the user's data folder."""
    named = os.environ.get("BENBEN_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "benben"


class Settings(BaseSettings):
    """All settings, with defaults for one machine. docs/hosting.md lists them."""

    model_config = SettingsConfigDict(env_prefix="BENBEN_", frozen=True)

    database: str = Field(default_factory=lambda: f"sqlite:///{data_folder() / 'benben.db'}")
    host: str = "127.0.0.1"  # the address to listen at; the default is this machine only
    port: Annotated[int, Field(ge=0, le=65_535)] = 8123
    workers: Count = 1  # processes
    secure_cookies: bool = False  # behind TLS: cookies are sent over TLS only
    proxies: str = ""  # addresses or networks, separated by commas, whose X-Forwarded-For is believed
    hosts: str = ""  # names, separated by commas, under which the server may be reached; empty: any
    max_body_bytes: Count = 64 * 1024  # of a request, or of a message on a socket
    max_header_bytes: Count = 32 * 1024  # of the request line and all headers; also of what frames a body
    max_url_bytes: Count = 8 * 1024
    max_streams: Count = 2_000  # open sockets and event streams in each process
    spare_connections: Count = 2_000  # in each process, beside those
    streams_per_client: Count = 30  # over all workers
    spare_connections_per_client: Count = 170  # over all workers, beside those
    cached_matches: Count = MOST_CACHED  # in memory of each process, beside those that are followed
    events_per_match: Count = MOST_EVENTS
    kept_reviews: Count = MOST_KEPT  # reviews by the coach in the database
    request_seconds: Positive = 20.0  # a request must have arrived completely after this time
    new_tables_per_minute: Positive = 30  # for each client
    hints_per_minute: Positive = 30  # likewise
    requests_per_second: Positive = 50.0  # for each client, on average
    request_burst: Count = 200
    heartbeat_seconds: Positive = 20.0  # between two pings on a socket
    stall_seconds: Positive = 30.0  # a client that reads nothing for this long is dropped
    idle_days: Positive = 60.0  # a match without events for this long is deleted
    kept_days: Positive = 400.0  # a finished match is kept for this long
    expiry_seconds: Positive = 3600.0  # between two looks for such matches
    bots: bool = True  # let bots think in this process
    bot_seconds: Annotated[float, Field(gt=0, le=3)] = 1.0  # a bot plays its best move so far after this time
    warm: bool = True  # compile the games when the server starts
    notices: bool = True  # tell people who are away that it is their turn
    notice_seconds: Annotated[float, Field(ge=0)] = 5.0  # after the turn began
    allow_private_notices: bool = False  # send notices into this network and without TLS too
    contact: str = "https://localhost"  # mailto: or https: address of the host, for operators of push services

    @property
    def max_connections(self) -> int:
        """In each process: streams, and a part for requests."""
        return self.max_streams + self.spare_connections

    @property
    def connections_per_client(self) -> int:
        """Over all workers."""
        return self.streams_per_client + self.spare_connections_per_client

    @property
    def views_per_second(self) -> float:
        """Of each client. A view costs more than other answers, so fewer are allowed than requests."""
        return VIEWS_PER_REQUEST * self.requests_per_second


def load_settings(**given: object) -> Settings:
    """Settings from the environment; arguments that are not None take precedence."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = "BENBEN_" + "_".join(map(str, first["loc"])).upper()
        raise BadSettings(_("{name}: {problem}", name=name, problem=first["msg"])) from error
