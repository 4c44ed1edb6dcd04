"""Running the server: one process or several on one address."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn
from fastapi import FastAPI

from benben.table.database import sqlite_file
from benben.table.store import Store
from benben.web import metrics
from benben.web.app import create_app
from benben.web.client_counts import ClientCounts
from benben.web.connections import LimitedConfig
from benben.web.limits import Limits
from benben.web.logs import configure_log
from benben.web.settings import Settings
from benben.web.supervisor import supervise

log = logging.getLogger("benben.web")

SPARE_FILES = 200  # for everything but connections: the database, logs
BACKLOG = 2048
PORTS_TRIED = 20
GARBAGE = (1_000, 5, 20)  # collect the young generation often: short pauses. Hardly anything is in cycles
SWITCH_SECONDS = 0.001  # let the threads that commit and render run soon while the event loop is busy


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    at_home: bool = False,
    opened: Callable[[str], None] = lambda address: None,
) -> int:
    """Run until Ctrl-C or SIGTERM, which let running requests finish. Returns the exit code.

    `opened` is called with the address once the server listens. At home only warnings are logged, and if the port is
    taken the next free one is used.
    """
    configure_log(logging.WARNING if at_home else logging.INFO)
    _allow_open_files(settings.max_connections)
    prepare(settings)
    metrics.start_server()
    with _listen(host, port, tries=PORTS_TRIED if at_home else 1) as listener:
        _drop_stalled_clients(listener, settings.stall_seconds)
        opened(f"http://{_reachable(host)}:{listener.getsockname()[1]}/")
        server = new_server(settings)
        if settings.workers == 1:
            return work(server, listener)
        return supervise(lambda worker: work(server, listener, worker), settings.workers, metrics.worker_died)


def _listen(host: str, port: int, tries: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries - 1):
        with contextlib.suppress(OSError):
            return socket.create_server((host, candidate), family=family, backlog=BACKLOG)
    return socket.create_server((host, port + tries - 1), family=family, backlog=BACKLOG)


def _reachable(host: str) -> str:
    """An address to open in a browser: for a server that listens everywhere, this machine's in its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))  # sends nothing, but chooses the interface
        return str(probe.getsockname()[0])
    return "localhost"


def work(server: Server, listener: socket.socket, worker: int = 0) -> int:
    """The work of one process, the worker of this number. Returns its exit code."""
    for counts in server.counts:
        counts.begin(worker)
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE)
    server.run([listener])
    return 0 if server.started else 3


def new_server(settings: Settings) -> Server:
    """A server with everything loaded and nothing running, so that the process may fork."""
    limits, connections = Limits(settings), ClientCounts(settings.workers)
    app = create_app(settings, limits)
    config = LimitedConfig(
        app,
        settings,
        connections,
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=settings.grace_seconds,
        timeout_keep_alive=settings.keep_alive_seconds,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        ws_max_size=settings.max_body_bytes,
        ws_ping_interval=settings.heartbeat_seconds,
        ws_ping_timeout=settings.stall_seconds,
        ws_per_message_deflate=False,  # messages are small because they hold only what changed
        lifespan="on",
    )
    config.load()
    return Server(config, app, (limits.open_streams, connections))


class Server(uvicorn.Server):
    """Uvicorn's server, which also ends open sockets and streams when it stops: by themselves they never would."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, counts: Sequence[ClientCounts]) -> None:
        super().__init__(config)
        self._app, self.counts = app, counts

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # what is loaded now is never garbage: do not search it again and again

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.started:
            self._app.state.services.service.hub.close()


def prepare(settings: Settings) -> None:
    """Create the database's folder and bring its schema up to date, before workers start."""
    file = sqlite_file(settings.database)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    store = Store(settings.database)
    try:
        store.migrate()
    finally:
        store.close()


def _allow_open_files(connections: int) -> None:
    """Every connection is an open file: raise the limit of this process, or say that it is too low."""
    if sys.platform == "win32":
        return
    import resource  # not on Windows

    needed = connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = hard if hard != resource.RLIM_INFINITY else max(needed, soft)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, allowed), hard))
    if allowed < needed:
        log.warning("the limit of open files is too low", extra={"allowed": allowed, "needed": needed})


def _drop_stalled_clients(listener: socket.socket, seconds: float) -> None:
    """Let the system close connections whose client acknowledges nothing for this long. Accepted ones inherit it."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * seconds))
