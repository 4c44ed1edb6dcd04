"""What the page of a table transfers on a first visit."""

import pytest
from playwright.sync_api import Request

import benben
from tests.pages.conftest import NewPage
from tests.pages.player import Player

MOST_BYTES = 150_000


@pytest.mark.parametrize("game", benben.names())
def test_a_table_is_light(game: str, new_page: NewPage) -> None:
    host = Player(new_page(service_workers="block"))
    match = host.continue_from(game, 12)
    visitor = new_page(service_workers="block")
    loaded: list[Request] = []

    def note(request: Request) -> None:
        loaded.append(request)

    visitor.on("requestfinished", note)
    visitor.goto(f"/t/{match}")
    Player(visitor).arrive()
    visitor.wait_for_load_state("networkidle")
    sizes = {request.url.rpartition("/")[2]: request.sizes() for request in loaded}
    bytes_by_file = {name: size["responseBodySize"] + size["responseHeadersSize"] for name, size in sizes.items()}
    assert any(name.startswith("benben.css") for name in bytes_by_file), "nothing came from a cache"
    assert sum(bytes_by_file.values()) < MOST_BYTES, sorted(bytes_by_file.items(), key=lambda one: -one[1])[:8]
