"""A fifth game is played in the browser with the script that all games share."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.pages.conftest import NewPage
from tests.pages.player import Player
from tests.web.server import free_port


@dataclass(frozen=True)
class Address:
    url: str


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    folder: Path = tmp_path_factory.mktemp("five")
    address = Address(f"http://127.0.0.1:{free_port()}")
    port = address.url.rpartition(":")[2]
    command = [sys.executable, "-m", "tests.pages.five", f"sqlite:///{folder / 'benben.db'}", port]
    with (folder / "server.log").open("wb") as log, subprocess.Popen(command, stderr=log) as process:
        try:
            wait_for(address.url)
            yield address
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    for _attempt in range(300):
        try:
            if httpx.get(f"{url}/ready").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")


def test_lots_at_one_screen(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.click("#game-lots a[href='/new/lots'] >> nth=1")
    page.select_option("#seat-1", "here")
    page.click("#setup .main-button")
    player = Player(page)
    player.arrive()
    handed = 0
    while not (state := player.wait_for_turn())["over"]:
        handed += state["handOver"]
        player.step()
    assert handed == 2, "it has secrets: each looks once"
    assert page.locator("#log .entry.move").count() == 2
    assert page.inner_text("#proof").startswith("✓")
