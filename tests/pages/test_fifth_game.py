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


# Choices of a game whose pieces have a place of `turns` elements; then two more elements say how they lie.
PLACED = """async ([turns, touched]) => {
  const source = [...document.scripts].map((script) => script.src).find((src) => src.includes("/static/"));
  const { isPlaced, matching } = await import(new URL("paths.js", source).href);
  const place = ["piece", "board", "row", "cell"].slice(0, turns);
  const choice = (...way) => ({ move: way.join("-"), path: [...place, ...way], direct: "", turns });
  const choices = [choice("north", "up"), choice("north", "down"), choice("south", "up")];
  const path = [...place, "north"].slice(0, touched);
  return isPlaced(matching(choices, path), path);
}"""


@pytest.mark.parametrize("turns", [1, 3, 4])
def test_a_piece_is_turned_from_the_element_that_the_game_declares(turns: int, new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    assert [page.evaluate(PLACED, [turns, touched]) for touched in range(1, turns + 2)] == [
        touched >= turns for touched in range(1, turns + 2)
    ]
