"""Two machines on one PostgreSQL, and one of them dies."""

import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.web.load import Table, load
from tests.web.machines import cluster_for, two_machines
from tests.web.server import Player
from tests.web.streaming import Listener

PATIENCE = 30.0  # seconds


def moves_of(tables: list[Table]) -> int:
    return sum(len(table.acknowledged) for table in tables)


def wait_for_moves(tables: list[Table], moves: int) -> None:
    """Until so few that no match is over on a fast machine, and not by the clock, which a slow one misses."""
    deadline = time.monotonic() + PATIENCE
    while moves_of(tables) < moves:
        assert time.monotonic() < deadline, "nobody plays on"
        time.sleep(0.02)


def test_when_a_machine_dies_nothing_is_lost_and_everybody_goes_on(tmp_path: Path) -> None:
    """People play at both machines and watch at the second what is played at the first, which is killed."""
    with two_machines(tmp_path) as (first, second), cluster_for(first, second) as database, ExitStack() as watching:
        first.start(database)
        second.start(database)
        with load(first) as lost, load(second) as kept:
            watchers = [
                watching.enter_context(Listener(Player(second.url, table.created["match"], None))) for table in lost
            ]
            wait_for_moves(lost, 10)
            wait_for_moves(kept, 10)
            first.kill()
            wait_for_moves(kept, moves_of(kept) + 20)  # the second machine goes on
            for table in lost:
                table.over.set()
        for table, watcher in zip(lost, watchers, strict=True):
            table.moved_to(second.url)
            table.check()
            number = table.players[0].look()["number"]
            watcher.wait_for(number)
            assert watcher.numbers == list(range(1, number + 1)), "every event once, in order"
        for table in kept:
            table.check()
        lost[0].finish()
        second.kill()


def test_a_machine_without_network_stops_nobody(tmp_path: Path) -> None:
    """The cable of the first machine is pulled: its sessions hang, and those of the second go on."""
    with two_machines(tmp_path) as (first, second), cluster_for(first, second) as database:
        if not first.link:
            pytest.skip("without network namespaces there is no cable to pull")
        first.start(database)
        second.start(database)
        with load(second) as tables:
            table = tables[0]
            mirrored = Player(first.url, table.created["match"], None)
            assert mirrored.look()["match"] == table.created["match"]
            first.cut()
            wait_for_moves(tables, moves_of(tables) + 10)
        try:
            httpx.get(f"{first.url}/health", timeout=1)
            raise AssertionError("the cable is still there")
        except httpx.TransportError:
            pass
        for table in tables:
            table.check()
