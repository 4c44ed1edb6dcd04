"""Two machines on one PostgreSQL: network namespaces with their own addresses. Where these are not permitted, two
groups of processes on loopback addresses of their own.

The cables are laid in a network of the calling thread: browsers of other tests end their requests when an interface
comes or goes (ERR_NETWORK_CHANGED)."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.web import postgres
from tests.web.server import HTTP, free_port

LIMITS = {
    "BENBEN_NEW_TABLES_PER_MINUTE": "100000",
    "BENBEN_REQUESTS_PER_SECOND": "100000",
    "BENBEN_REQUEST_BURST": "100000",
    "BENBEN_WARM": "false",
}


CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None)


def _ip(*arguments: str) -> bool:
    program = shutil.which("ip")
    return program is not None and subprocess.run([program, *arguments], capture_output=True).returncode == 0


@dataclass
class Machine:
    """A server with an address of its own, which can be killed or lose its network."""

    address: str
    database_host: str  # where it finds PostgreSQL
    folder: Path
    namespace: str = ""
    link: str = ""  # the end of its cable, outside
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://{self.address}:{self.port}"

    def start(self, database: str, workers: int = 2) -> None:
        here = database.replace("127.0.0.1", self.database_host)
        command = [sys.executable, "-m", "benben.cli", "serve", "--host", self.address, "--port", str(self.port)]
        command += ["--database", here, "--workers", str(workers)]
        if self.namespace:
            command = ["ip", "netns", "exec", self.namespace, *command]
        log = (self.folder / f"{self.address}.log").open("ab")
        with log:
            self.process = subprocess.Popen(command, stderr=log, env={**os.environ, **LIMITS}, start_new_session=True)
        deadline = time.monotonic() + 90
        while True:
            try:
                if HTTP.get(f"{self.url}/ready", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                assert time.monotonic() < deadline, f"no answer: {self.said()}"
                time.sleep(0.1)

    def kill(self) -> None:
        """All its processes at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def cut(self) -> None:
        """Pull the network cable."""
        if self.link:
            _ip("link", "set", self.link, "down")

    def said(self) -> str:
        return (self.folder / f"{self.address}.log").read_text()[-2000:]


@contextmanager
def own_network() -> Iterator[None]:
    """This thread, and what it starts, see no other network; without the right to that, all stays as it is."""
    with Path("/proc/thread-self/ns/net").open() as before:
        is_own = shutil.which("ip") is not None and _libc.unshare(CLONE_NEWNET) == 0
        try:
            _ip("link", "set", "lo", "up")
            yield
        finally:
            if is_own:
                assert _libc.setns(before.fileno(), CLONE_NEWNET) == 0


@contextmanager
def two_machines(folder: Path) -> Iterator[tuple[Machine, Machine]]:
    names = [f"benben{os.getpid() % 10_000}{letter}" for letter in "ab"]
    made: list[Machine] = []
    with own_network():
        try:
            for number, name in enumerate(names, 1):
                made.append(_machine(number, name, folder))
            yield made[0], made[1]
        finally:
            for machine in made:
                machine.kill()
            for name in names:
                _ip("netns", "del", name)  # its cable goes with it


def _machine(number: int, name: str, folder: Path) -> Machine:
    link, inside, net = f"{name}o", f"{name}i", f"10.77.{os.getpid() % 200 + 20}"
    outer, inner = f"{net}.{4 * number + 1}", f"{net}.{4 * number + 2}"
    is_made = (
        _ip("netns", "add", name)
        and _ip("link", "add", link, "type", "veth", "peer", "name", inside, "netns", name)
        and _ip("addr", "add", f"{outer}/30", "dev", link)
        and _ip("link", "set", link, "up")
        and _ip("-n", name, "addr", "add", f"{inner}/30", "dev", inside)
        and _ip("-n", name, "link", "set", inside, "up")
        and _ip("-n", name, "link", "set", "lo", "up")
    )
    if is_made:
        return Machine(inner, outer, folder, name, link)
    return Machine(f"127.0.0.{number + 1}", "127.0.0.1", folder)


@contextmanager
def cluster_for(*machines: Machine) -> Iterator[str]:
    """The address of a fresh database that all of them reach."""
    with postgres.own_cluster([machine.database_host for machine in machines]) as cluster:
        yield postgres.new_database(cluster.address)
