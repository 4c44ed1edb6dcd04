"""On every screen whatever can be touched is seen and large enough for a finger, and the picture uses the stage."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page

import benben
from benben.testing import Table
from tests.pages.conftest import NewPage
from tests.pages.measure import ALONE, PHONES, SCREENS, TOUCHED, Result, Screens, decisions
from tests.pages.player import Player
from tests.web.server import Server

LEAST = 40  # pixels
# Ten fields of Terra's map share the width of a phone: there a loupe helps (`test_where_the_eye_is`).
ON_MAP = ("cell", "worker")
LEAST_ON_MAP = {"390": 35.5, "360": 30}  # with four players
LEAST_SHARE = {"picture": 0.9, "wide": 0.9, "high": 0.9}  # of the stage, on wide screens


# All screens in the language with the longer words; the other look on one screen of each kind.
LOOKS = {"de-DE light": tuple(SCREENS), "en-GB dark": ("390", "820", "1440")}


@pytest.fixture(scope="module", params=LOOKS)
def look(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def screens(look: str, browser: Browser, server: Server) -> Iterator[Screens]:
    opened = Screens(browser, server.url, *look.split())
    yield opened
    opened.close()


@pytest.mark.parametrize("game", benben.names())
def test_everything_is_seen_and_large_enough(game: str, look: str, screens: Screens) -> None:
    positions = decisions(benben.find(game))
    troubles = []
    for screen in LOOKS[look]:
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


@pytest.mark.parametrize("look", ["en-GB dark"], indirect=True)
@pytest.mark.parametrize("game", ["pyramids", "pyramido", "terra_pyramides"])
def test_spectators_see_all_boards_in_a_row_each_as_large_as_the_others(game: str, screens: Screens) -> None:
    """On a wide screen in one row, or one column beside the map of Terra Pyramides; on a phone all of them too."""
    of = benben.find(game)
    for players in (number for number in of.players if number > 1):
        match = Table(of, players).match(5)
        for screen in ("1440", "1920", "390"):
            boards = screens.watched(screen, match[len(match) // 2])
            assert len(boards) == players
            assert all(x > -0.01 and y > -0.01 and x + wide < 1.01 and y + high < 1.01 for x, y, wide, high in boards)
            areas = [wide * high for _x, _y, wide, high in boards]
            assert min(areas) > 0.75 * max(areas), (screen, players, boards)
            for one, other in combinations(boards, 2):
                assert not _overlap(one, other), (screen, players)
            if screen != "390":
                axis = 0 if game == "terra_pyramides" else 1
                assert max(board[axis] for board in boards) - min(board[axis] for board in boards) < 0.12


def _overlap(one: list[float], other: list[float]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 0.01 and down > 0.01


PAGES = ("/", "/new/pyramids", "/rules/pyramido", "/puzzles", "/day", "/pad/pyramids", "/referee?q=may+I", "/about")
MORE_PAGES = ("/box/pyramids", "/along/pyramids", "/lay/pyramidis", "/evening")


@pytest.mark.parametrize(("locale", "colours"), [("de-DE", "light"), ("en-GB", "dark")])
def test_what_stands_alone_is_large_enough_on_a_phone(locale: str, colours: str, new_page: NewPage) -> None:
    """Buttons, fields and links of all pages; those of the table with everything opened."""
    width, height = SCREENS["390"]
    phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    page = new_page(**phone, locale=locale, color_scheme=colours)
    troubles = []
    for address in PAGES + MORE_PAGES:
        answer = page.goto(address)
        assert answer
        assert answer.ok, address
        troubles += [f"{address}: {trouble}" for trouble in _small(page)]
    player = Player(page, by="finger")
    player.continue_near_end("pyramidis")
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    troubles += [f"the table: {trouble}" for trouble in _small(page)]
    page.evaluate("document.getElementById('settings').showModal()")
    troubles += [f"settings: {trouble}" for trouble in _small(page)]
    page.reload()
    player.play_to_end()
    page.wait_for_selector("#result:not([hidden])")
    troubles += [f"the result: {trouble}" for trouble in _small(page)]
    page.goto("/")
    page.click("#game-pyramidis form[action^='/learn'] button")
    player.arrive()
    page.wait_for_selector("#guide:not([hidden])")
    troubles += [f"the guide: {trouble}" for trouble in _small(page)]
    assert not troubles, "\n".join(troubles)


def _small(page: Page) -> list[str]:
    return [f"{name} has {size:.1f} pixels" for name, size in page.evaluate(ALONE) if size < LEAST - 0.5]
