"""On every screen whatever can be touched is seen and large enough for a finger, and the picture uses the stage."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

import benben
from tests.pages.measure import PHONES, SCREENS, TOUCHED, Result, Screens, decisions
from tests.web.server import Server

LEAST = 40  # pixels
# Ten fields of Terra's map share the width of a phone: there a loupe helps (`test_where_the_eye_is`).
ON_MAP = ("cell", "worker")
LEAST_ON_MAP = {"390": 35.5, "360": 30}  # with four players
LEAST_SHARE = {"picture": 0.9, "wide": 0.9, "high": 0.9}  # of the stage, on wide screens


@pytest.fixture(scope="module")
def screens(browser: Browser, server: Server) -> Iterator[Screens]:
    opened = Screens(browser, server.url, "de-DE")
    yield opened
    opened.close()


@pytest.mark.parametrize("game", benben.names())
def test_everything_is_seen_and_large_enough(game: str, screens: Screens) -> None:
    positions = decisions(benben.find(game))
    troubles = []
    for screen in SCREENS:
        result = screens.measure(screen, positions)
        assert result.measured == len(positions)
        troubles += [f"{screen}: {trouble}" for trouble in _troubles(game, screen, result)]
    assert not troubles, "\n".join(troubles)


def _troubles(game: str, screen: str, result: Result) -> Iterator[str]:
    if screen in TOUCHED:
        for kind, (size, name) in result.least.items():
            on_map = game == "terra_pyramides" and screen in PHONES and kind.startswith(ON_MAP)
            if size < (LEAST_ON_MAP[screen] if on_map else LEAST) - 0.5:
                yield f"{name} has {size:.1f} pixels"
    yield from (f"nobody can touch {name}" for name in result.unseen)
    yield from (f"not offered: {name}" for name in result.stuck)
    yield from (f"cut: {name}" for name in result.cut)
    if screen in ("1440", "1920"):
        for name, share in result.share.items():
            if share < LEAST_SHARE[name]:
                yield f"{name}: {share:.2f} of the stage"
