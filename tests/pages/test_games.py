"""Each game to its end against a bot: the whole match by clicks, its last quarter by keyboard alone and by finger."""

import pytest

import benben
from tests.pages.conftest import PHONE, NewPage
from tests.pages.player import Player, sampled
from tests.web.server import HTTP, Server

WAYS = {
    "mouse": {},
    "keys": {},
    "finger": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("game", benben.names())
def test_a_match_to_its_end(game: str, by: str, new_page: NewPage, server: Server) -> None:
    page = new_page(**WAYS[by])
    player = Player(page, seed=3, by=by)
    match = player.play_now(game) if by == "mouse" else player.continue_from(game, len(sampled(game)) * 3 // 4)
    player.play_to_end()
    end = HTTP.get(f"{server.url}/api/v1/matches/{match}").json()
    assert end["over"]
    assert page.inner_text("#outcome") == player.status().strip()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    if "seed" in end and not benben.find(game).open:
        assert page.inner_text("#proof").startswith("✓")
