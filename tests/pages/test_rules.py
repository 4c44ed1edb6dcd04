"""The rules pages: each picture stands below its rule, in both languages, on every screen, by day and by night."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

import benben
from benben.core.drawing.rule_pictures import rule_pictures
from benben.core.text import LOCALES
from tests.pages.conftest import NewPage
from tests.pages.player import Player
from tests.web.server import HTTP, Server

LARGEST = 150_000  # bytes of a page as it is sent
SCREENS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", benben.names())
def test_pictures_stand_below_their_rules(name: str, language: str, server: Server) -> None:
    game = benben.find(name)
    with HTTP.stream("GET", f"{server.url}/rules/{name}", headers={"Cookie": f"lang={language}"}) as answer:
        sent = sum(len(part) for part in answer.iter_raw())
    assert answer.headers["Content-Encoding"] == "gzip"
    assert sent < LARGEST
    text = HTTP.get(f"{server.url}/rules/{name}", headers={"Cookie": f"lang={language}"}).text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(game.rule_ids) <= set(ids)
    figures = re.findall(r'id="([A-Z]+-\d+)"|<figcaption>(.*?)</figcaption>', text)
    rule, below = "", []
    for anchor, caption in figures:
        rule = anchor or rule
        below += [(rule, caption)] if caption else []
    declared = [(picture.rule, picture.caption.say(language)) for picture in rule_pictures(game)]
    assert [(rule, caption.replace("&#x27;", "'")) for rule, caption in below] == declared


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("screen", SCREENS)
def test_pictures_fit_the_screen(screen: str, language: str, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(locale=language, **SCREENS[screen])
    for name in benben.names():
        page.goto(f"/rules/{name}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        for box in _boxes(page):
            assert box["width"] >= 100, (name, box)
            assert box["height"] >= 80, (name, box)
            assert box["x"] >= 0, (name, box)
            assert box["x"] + box["width"] <= SCREENS[screen]["viewport"]["width"], (name, box)


def _boxes(page: Page) -> list[FloatRect]:
    pictures = page.locator(".rule-picture svg")
    assert pictures.count() >= 5
    boxes = []
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        box = picture.bounding_box()
        assert box
        boxes.append(box)
    return boxes


def test_by_night_the_pictures_are_dark(new_page: NewPage) -> None:
    brightness = """() => {
      const ground = document.querySelector('.rule-picture .panel');
      return getComputedStyle(ground).fill.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    }"""
    day, night = new_page(), new_page(color_scheme="dark")
    for page in (day, night):
        page.goto("/rules/terra_pyramides")
    assert night.evaluate(brightness) < 200 < 500 < day.evaluate(brightness)


def test_pictures_beside_the_board(page: Page) -> None:
    """Their definitions do not meet those of the board, and they fit the panel."""
    Player(page).play_now("pyramidis")
    page.click("#tab-rules")
    expect(page.locator("#rules .rule-picture").first).to_be_visible()
    twice = page.evaluate(
        """() => [...document.querySelectorAll('[id]')].map((one) => one.id)
          .filter((id, n, all) => all.indexOf(id) !== n)"""
    )
    assert twice == []
    panel, picture = page.locator("#rules").bounding_box(), page.locator(".rule-picture svg").first.bounding_box()
    assert panel
    assert picture
    assert picture["x"] + picture["width"] <= panel["x"] + panel["width"] + 1
