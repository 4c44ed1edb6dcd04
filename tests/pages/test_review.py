"""The review of a match in the browser: progress, curve, turning points, the board with both moves, by keyboard too."""

import re

from playwright.sync_api import Page, expect

import benben
from tests.coach.test_review import TABLES, after
from tests.pages.conftest import PHONE, WIDE, NewPage
from tests.web.server import Server, wait_for_bots


def upload(page: Page) -> None:
    """By hand, one click after the record is there."""
    page.goto("/study")
    page.fill("#record", benben.write(after(TABLES[0], 500), names=["Ann", "Ben"]))
    page.click("button[name=then]")
    page.wait_for_selector("body.interactive")


def test_a_review_is_read_by_mouse_keyboard_and_ear(new_page: NewPage, server: Server) -> None:
    wait_for_bots(server, "pyramidis")
    page = new_page(viewport=WIDE)
    upload(page)
    curve, why = page.locator("#curve"), page.locator("#why")
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#seats li")).to_have_count(2)
    dashes = page.locator("#curve polyline").evaluate_all(
        "(lines) => lines.map((l) => getComputedStyle(l).strokeDasharray)"
    )
    assert len(set(dashes)) == 2  # colour is never alone
    first = page.locator("#turning button").first
    expect(first).to_have_attribute("aria-pressed", "true")  # turning points first
    expect(why).to_contain_text("instead of")
    expect(why.locator("a.rule").first).to_have_attribute("href", re.compile(r"/rules/pyramidis#PDS-\d+"))
    expect(page.locator("#board .ghost-layer")).to_have_count(1)
    better = page.locator("#board .ghost-layer").inner_html()
    page.locator("#moves label").first.click()
    expect(page.locator("#board .ghost-layer")).to_have_count(1)
    assert page.locator("#board .ghost-layer").inner_html() != better
    page.click("#try")
    expect(why).to_contain_text("what would you play?")
    expect(page.locator("#moves")).to_be_hidden()  # nothing tells the better move
    expect(page.locator("#board .ghost-layer")).to_have_count(0)
    lit = page.locator("#board .can")
    expect(lit.first).to_be_focused()
    path = [lit.first.get_attribute("id")]
    page.keyboard.press("Enter")
    while "would you play" in why.inner_text():  # the next element of the path has the focus
        path.append(page.evaluate("document.activeElement.id"))
        page.keyboard.press("Enter")
    expect(why).to_contain_text(re.compile("Yes: |Right: |inexact: |mistake: "))
    assert len(path) == 2
    expect(page.locator("#board .hint-layer")).to_have_count(1)
    page.click("#try")
    expect(why).to_contain_text("instead of")
    expect(page.locator("#board .can")).to_have_count(0)
    at = int(curve.get_attribute("aria-valuenow") or -1)
    curve.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", str(at + 1))
    expect(curve).to_have_attribute(
        "aria-valuetext", re.compile(rf"^Move {at + 2}, .+ Chances: Ann \d+ %, Ben \d+ %\. ")
    )
    curve.press("End")
    expect(page.locator("#decision")).to_contain_text("The end: ")
    expect(page.locator("#board")).to_be_hidden()
    phone = new_page(viewport=PHONE, locale="de-DE", color_scheme="dark")
    phone.goto(page.url)
    phone.wait_for_selector("body.interactive")
    expect(phone.locator("#why")).to_contain_text("statt")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
