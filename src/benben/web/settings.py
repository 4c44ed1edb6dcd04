"""Settings of a server. Each can be set in the environment: `BENBEN_IDLE_DAYS=30`, and so on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table import coach_threads, reviews, writer
from benben.table.bot_runner import MOST_BOTS
from benben.table.dealing import EVENING_DAYS
from benben.table.matches import CACHED_SECONDS, MOST_CACHED, MOST_EVENTS

_ = texts(__package__)

Count = Annotated[int, Field(ge=1)]
Positive = Annotated[float, Field(gt=0)]


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
    """All settings, with defaults for one machine. docs/hosting.md lists them.

    Numbers that stay constants elsewhere are parts of an algorithm, a page or a protocol: they suit every host.
    """

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
    cached_seconds: Positive = CACHED_SECONDS  # a match unused for this long leaves the memory
    waiting_events: Count = writer.MOST_WAITING  # for the disk, in each process; more are refused
    kept_reviews: Count = reviews.MOST_KEPT  # reviews by the coach in the database
    waiting_reviews: Count = reviews.MOST_WAITING  # people who wait for one, in each process
    waiting_questions: Count = coach_threads.MOST_WAITING  # likewise for a hint; for an opinion; for another move
    request_seconds: Positive = 20.0  # a request must have arrived completely after this time
    keep_alive_seconds: Count = 75  # an idle connection is closed; longer than browsers and proxies keep it
    grace_seconds: Count = 5  # for running requests when the server stops
    new_tables_per_minute: Positive = 30  # for each client
    hints_per_minute: Positive = 30  # likewise
    requests_per_second: Positive = 50.0  # for each client, on average
    request_burst: Count = 200
    views_per_request: Positive = 0.4  # a view costs more than other answers, so fewer are allowed than requests
    longest_wait_seconds: Positive = 10.0  # a client that asks for more waits at most so long, then it is refused
    heartbeat_seconds: Positive = 20.0  # between two pings on a socket
    stall_seconds: Positive = 30.0  # a client that reads nothing for this long is dropped
    idle_days: Positive = 60.0  # a match without events for this long is deleted
    kept_days: Positive = 400.0  # a finished match is kept for this long
    evening_days: Positive = EVENING_DAYS  # an evening is over after this time at the latest
    cookie_days: Annotated[int, Field(ge=1, le=400)] = 400  # a browser keeps its seats for this long; none keeps longer
    expiry_seconds: Positive = 3600.0  # between two looks for such matches
    bots: bool = True  # let bots think in this process
    bot_seconds: Annotated[float, Field(gt=0, le=3)] = 1.0  # a bot plays its best move so far after this time
    remembering_bots: Count = MOST_BOTS  # that keep their last search, in each process
    hint_seconds: Positive = 3.0  # the longest wait for a hint
    opinion_seconds: Positive = 4.0  # likewise for what a bot would do on a real table
    judging_seconds: Positive = 6.0  # likewise for another move at a decision of a review
    warm: bool = True  # compile the games when the server starts
    notices: bool = True  # tell people who are away that it is their turn
    notice_seconds: Annotated[float, Field(ge=0)] = 5.0  # after the turn began
    waiting_notices: Count = 2_000  # in each process; further ones are dropped
    delivery_seconds: Positive = 5.0  # a service that says nothing for this long does not get the notice
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
        """Of each client."""
        return self.views_per_request * self.requests_per_second


def load_settings(**given: object) -> Settings:
    """Settings from the environment; arguments that are not None take precedence."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = "BENBEN_" + "_".join(map(str, first["loc"])).upper()
        raise BadSettings(_("{name}: {problem}", name=name, problem=first["msg"])) from error
