"""Counting one's own box: touched like a phone, checked by the server, saved as the file that the games read."""

import json
from collections import Counter

import pytest
from playwright.sync_api import expect

from benben.games.pyramids.box.components import BOX as CARDS
from benben.games.terra_pyramides.box.components import BOX as TILES
from tests.pages.conftest import NewPage
from tests.pages.test_pad import PHONE
from tests.pages.test_reading import serious
from tests.web.server import HTTP, Server


def kind(name: str) -> str:
    return f".box-kind[data-kind='{name}']"


@pytest.mark.parametrize(
    ("locale", "sum_", "missing"), [("en-GB", "39 of 40", "1 are missing"), ("de-DE", "39 von 40", "Es fehlen 1")]
)
def test_tiles_are_counted_checked_and_saved(locale: str, sum_: str, missing: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, **PHONE)
    page.goto("/rules/terra_pyramides")
    page.locator("a[href='/box/terra_pyramides']").tap()
    page.wait_for_selector("body.interactive")
    page.locator("#box-ours").tap()
    page.locator(f"{kind('eye')} .box-less").tap()
    expect(page.locator(".box-sum").first).to_have_text(sum_)
    page.locator("#box-form .main-button").tap()
    expect(page.locator("#box-problem")).to_contain_text(missing)
    expect(page.locator("#box-problem")).to_contain_text("TER-2")
    page.reload()
    expect(page.locator(f"{kind('eye')} input")).to_have_value("3")
    page.locator(f"{kind('worker eye')} .box-more").tap()
    with page.expect_download() as saved:
        page.locator("#box-form .main-button").tap()
    assert saved.value.suggested_filename == "terra_pyramides.json"
    box = json.loads(saved.value.path().read_text("utf-8"))
    assert box["name"] == "my-box"
    counted = Counter(TILES.entries["tiles"])
    counted.subtract(["eye"])
    counted.update(["worker eye"])
    assert Counter(box["tiles"]) == counted
    expect(page.locator("#box-named")).to_contain_text("my-box-")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []


def test_cards_are_typed_or_touched(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/box/pyramids")
    page.wait_for_selector("body.interactive")
    page.locator(".box-group summary").first.tap()
    page.fill(f"{kind('b wr')} input", "2x")
    page.keyboard.press("Tab")
    expect(page.locator(f"{kind('b wr')} input")).to_have_value("2")
    page.locator(f"{kind('b wg')} .box-more").tap()
    expect(page.locator(".box-group output").first).to_have_text("3")
    expect(page.locator(".box-sum")).to_have_text("3 of 105")
    page.fill("#box-name", "Our Box")
    page.locator("#box-ours").tap()
    page.locator("#box-form .main-button").tap()
    expect(page.locator("#box-problem")).to_contain_text("not “Our Box”")
    assert serious(page) == []


def test_the_check_of_a_box(server: Server) -> None:
    cards = list(CARDS.entries["cards"])
    good = {"name": "mine", "entries": {"cards": cards}}
    answer = HTTP.post(f"{server.url}/api/v1/boxes/pyramids", json=good)
    assert answer.status_code == 200
    assert json.loads(answer.json()["file"]) == {"name": "mine", "cards": cards}
    bad = HTTP.post(f"{server.url}/api/v1/boxes/pyramids", json={"name": "mine", "entries": {"cards": ["b b"]}})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "bad-box")
    assert HTTP.post(f"{server.url}/api/v1/boxes/pyramidis", json=good).status_code == 404
    assert HTTP.post(f"{server.url}/api/v1/boxes/pyramids", json={"name": "mine"}).status_code == 422
    too_long = {"name": "mine", "entries": {"cards": ["b b"] * 1000}}
    assert HTTP.post(f"{server.url}/api/v1/boxes/pyramids", json=too_long).status_code == 422
    assert HTTP.get(f"{server.url}/box/pyramidis").status_code == 404
