"""Running the server: one process or several on one address."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from benben.table.database import sqlite_file
from benben.table.store import Store
from benben.web.app import create_app
from benben.web.logs import JsonLog
from benben.web.settings import Settings
from benben.web.workers import supervise

GRACE_SECONDS = 5  # for running requests when the server stops
IDLE_SECONDS = 75  # longer than proxies and browsers keep a connection: whoever closes first must not be the server
BACKLOG = 2048
PORTS_TRIED = 20
GARBAGE = (1_000, 5, 5_000)  # often and a little at a time: nobody waits for long. Hardly any of ours is in cycles
SWITCH_SECONDS = 0.0001  # the thread that commits must not wait long for the one that answers


def serve(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    *,
    at_home: bool = False,
    opened: Callable[[str], None] = lambda address: None,
) -> int:
    """Until somebody stops it. Ctrl-C and SIGTERM let running requests finish. The exit code is returned.

    `opened` is called with the address once people can come. At home the log holds warnings alone, and if the port is
    taken the next free one is used.
    """
    configure_log(logging.WARNING if at_home else logging.INFO)
    prepare(settings)
    with _listen(host, port, tries=PORTS_TRIED if at_home else 1) as listener:
        _drop_the_deaf(listener, settings.stall)
        opened(f"http://{_reachable(host)}:{listener.getsockname()[1]}/")
        server = new_server(replace(settings, workers=workers))
        if workers == 1:
            return work(server, listener)
        return supervise(lambda: work(server, listener), workers)


def _listen(host: str, port: int, tries: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries - 1):
        with contextlib.suppress(OSError):
            return socket.create_server((host, candidate), family=family, backlog=BACKLOG)
    return socket.create_server((host, port + tries - 1), family=family, backlog=BACKLOG)


def _reachable(host: str) -> str:
    """An address to open: for a server that listens everywhere, this machine's in its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))  # sends nothing: it only asks which way it would go
        return str(probe.getsockname()[0])
    return "localhost"


def work(server: Server, listener: socket.socket) -> int:
    """What one process does."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()  # what is loaded stays: searching it again and again for garbage would make everybody wait
    gc.set_threshold(*GARBAGE)
    server.run([listener])
    return 0 if server.started else 3


def new_server(settings: Settings) -> Server:
    """Everything is loaded and nothing runs: it may be forked."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        ws="none",
        http=_connection(),
        lifespan="on",
    )
    config.load()
    return Server(config, app)


def _connection() -> Any:
    """Ours, which knows moves; it needs httptools, which is not everywhere."""
    try:
        from benben.web.doorstep import Doorstep
    except ImportError:
        return "auto"
    return Doorstep


class Server(uvicorn.Server):
    """Uvicorn's, but open streams end when it is told to stop: by themselves they never would."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.started:
            self._app.state.desk.tables.hub.stop()


def prepare(settings: Settings) -> None:
    """The folder of the database, and all in it as this version wants it, before workers come."""
    file = sqlite_file(settings.database)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    store = Store(settings.database)
    try:
        store.migrate()
    finally:
        store.close()


def _drop_the_deaf(listener: socket.socket, seconds: float) -> None:
    """Let the system end connections whose other end takes nothing for so long. Accepted ones inherit this."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * seconds))


def configure_log(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLog())
    # what each record would find out for nothing
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(logging.WARNING)
