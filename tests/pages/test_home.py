"""The start page: all games at first sight, the own tables above them."""

import re

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

import benben
from benben.core.text import LOCALES
from benben.table.schema import matches
from benben.table.store import Store
from tests.pages.conftest import NewPage
from tests.pages.player import Player
from tests.web.server import Server

LAPTOP = {"width": 1440, "height": 900}
SMALL_LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
FACTS = re.compile(r"\d.*(players|Spieler).*\d+ [Mm]in.*(easy|medium|demanding|leicht|mittel|anspruchsvoll)")


def foot(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] + box["height"]


def is_level(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("screen", [LAPTOP, SMALL_LAPTOP], ids=lambda screen: str(screen["width"]))
@pytest.mark.parametrize("language", LOCALES)
def test_all_games_are_seen_at_once(language: str, screen: dict[str, int], new_page: NewPage) -> None:
    page = new_page(viewport=screen, locale=language)
    page.goto("/")
    for name in benben.names():
        expect(page.locator(f"#game-{name} .facts")).to_have_text(FACTS)
        for part in (".cover svg", ".facts", ".learn button", ".play-now button", ".game-links"):
            assert foot(page, f"#game-{name} {part}") <= screen["height"], (name, part)
    assert is_level(page)


@pytest.mark.parametrize("language", LOCALES)
def test_a_phone_shows_a_whole_game_and_the_next(language: str, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, locale=language)
    page.goto("/")
    first, second, *_others = benben.names()
    assert foot(page, f"#game-{first} .play-now button") <= PHONE["height"]
    cover = page.locator(f"#game-{second} .cover").bounding_box()
    assert cover
    assert cover["y"] + cover["height"] / 3 <= PHONE["height"]
    assert is_level(page)


def test_own_tables_come_first_and_push_no_game_away(new_page: NewPage) -> None:
    page = new_page(viewport=LAPTOP)
    for name in ("pyramidis", "pyramido"):
        Player(page).play_now(name)
    page.goto("/")
    expect(page.locator("#my-tables li")).to_have_count(2)
    games = page.locator(".games").bounding_box()
    assert games
    assert foot(page, "#my-tables") <= games["y"]
    for name in benben.names():
        assert foot(page, f"#game-{name} .facts") <= LAPTOP["height"], name


def test_a_table_that_cannot_be_read_is_shown_as_such(new_page: NewPage, server: Server) -> None:
    page = new_page(locale="de")
    tables = [Player(page).play_now("pyramidis") for _table in range(2)]
    store = Store(server.settings["database"])
    with store.writing() as connection:
        connection.execute(update(matches).where(matches.c.id == tables[0]).values(options="nonsense"))
    store.close()
    server.kill()  # nothing of it is in memory then
    server.start()
    for _visit in range(2):
        page.goto("/")
        expect(page.locator("#my-tables li")).to_have_count(2)
        sick = page.locator("#my-tables .unreadable")
        expect(sick).to_contain_text("Ihre Daten sind beschädigt.")
        expect(sick.locator(".card-state")).to_have_text("nicht darstellbar")
        assert is_level(page)
    assert page.request.get(f"/t/{tables[0]}").status == 422
    sick.get_by_role("button").click()
    page.reload()
    expect(page.locator("#my-tables li")).to_have_count(1)


def test_the_list_of_tables_survives_an_outage(new_page: NewPage) -> None:
    """While the server answers 503, and while it does not answer at all."""
    page = new_page()
    Player(page).play_now("pyramidis")
    for trouble in (lambda route: route.fulfill(status=503, body="{}"), lambda route: route.abort("connectionrefused")):
        page.route("**/tables?*", trouble)
        page.goto("/")
        expect(page.locator("#my-tables li")).to_contain_text("They are not lost")
        page.unroute("**/tables?*")
        page.goto("/")
        expect(page.locator("#my-tables li a")).to_have_count(1)
