"""While a server compiles: nobody waits for it, and nothing outlives the server."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

import benben
from benben.table.bot_runner import Warming
from benben.table.compiler import PLAYABLE, SEARCH
from benben.table.match import BOT, PERSON, Match, Occupant
from tests.web.server import HTTP

COLD_SECONDS = 45  # of computing


@pytest.fixture
def cold(tmp_path: Path) -> dict[str, str]:
    """The environment of a server that has never compiled anything."""
    return {**os.environ, "BENBEN_CACHE": str(tmp_path / "cache")}


@contextmanager
def started(folder: Path, environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "benben.cli", "serve", "--port", "0", "--database", f"sqlite:///{folder}/b.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        found = re.search(r"http://\S+", server.stdout.readline())
        try:
            assert found
            yield server, found[0].rstrip("/")
        finally:
            server.kill()


def compiling(server: subprocess.Popen[str]) -> psutil.Process:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for child in psutil.Process(server.pid).children(recursive=True):
            if "benben.table.compiler" in child.cmdline():
                return child
        time.sleep(0.05)
    raise AssertionError("nothing compiles")


@pytest.mark.parametrize("end", ["terminate", "kill"])
def test_the_compiling_process_ends_with_the_server(tmp_path: Path, cold: dict[str, str], end: str) -> None:
    with started(tmp_path, cold) as (server, _address):
        child = compiling(server)
        time.sleep(1)  # in the middle of it
        getattr(server, end)()
        server.wait(20)
        psutil.wait_procs([child], timeout=10)
        assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE


def test_a_search_bot_moves_before_it_is_compiled(tmp_path: Path, cold: dict[str, str]) -> None:
    with started(tmp_path, cold) as (_server, address):
        body = {"game": "pyramidis", "players": 2, "seats": [{"kind": "bot", "level": "master"}, {"kind": "person"}]}
        match = HTTP.post(f"{address}/api/v1/matches", json=body).json()["match"]
        began = time.monotonic()
        while HTTP.get(f"{address}/api/v1/matches/{match}").json()["actor"] == 0:
            assert time.monotonic() - began < 20, "it waits for the compiler"
            time.sleep(0.1)
        ready = {game["game"]: game["ready"] for game in httpx.get(f"{address}/api/v1/games").json()}
        assert not all(ready.values()), "the test would show nothing if all was compiled already"


def test_the_game_that_somebody_waits_for_comes_first() -> None:
    warming = Warming(lambda: None)
    jobs = [(name, part) for part in (PLAYABLE, SEARCH) for name in benben.names()]
    assert warming._waiting == jobs, "every game becomes playable before a search is compiled"
    for name in benben.names():
        game = benben.find(name)
        players, _options = game.usual_table()
        match = Match.begin("thematch", game, players, {}, bytes(32), 0.0, ())
        occupants = (Occupant(BOT, level="novice"), *[Occupant(PERSON, "Ann")] * (players - 1))
        match.state = type(match.state)(match.position, tuple(occupants))
        if match.actor != 0:
            match.state = type(match.state)(match.position, tuple(reversed(occupants)))
        warming.on_match(match)
        assert warming._waiting[:2] == [(name, PLAYABLE), (name, SEARCH)]
        assert sorted(warming._waiting) == sorted(jobs)
    for name in benben.names():
        warming.hurry(benben.find(name))
        assert warming._waiting[0] == (name, PLAYABLE)


def test_a_game_is_playable_before_its_search_is_compiled(cold: dict[str, str]) -> None:
    """With an empty cache: what bots of one decision ahead need is there, nothing of the search, after some seconds."""
    command = [sys.executable, "-m", "benben.table.compiler"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, env=cold, stdin=pipe, stdout=pipe) as compiler:
        assert compiler.stdin
        assert compiler.stdout
        print(f"pyramidis {PLAYABLE}", file=compiler.stdin, flush=True)
        assert compiler.stdout.readline() == f"pyramidis {PLAYABLE}\n"
        worked = psutil.Process(compiler.pid).cpu_times()
        made = {file.name.partition("-")[0] for file in Path(cold["BENBEN_CACHE"]).rglob("*.nbi")}
        compiler.kill()
    assert "kernels.pyramidis.rate_moves" in made
    assert not any(name.startswith(("tree.", "kernels.pyramidis.grow")) for name in made), made
    assert worked.user + worked.system < COLD_SECONDS
