"""The review of a match in the browser: progress, curve, turning points, the board with both moves, by keyboard too."""

import re

import pytest
from playwright.sync_api import Page, expect

import benben
from benben.core.position import Position
from tests.coach.test_review import TABLES, after
from tests.pages.conftest import PHONE, WIDE, NewPage
from tests.web.server import Server, wait_for_bots


def upload(page: Page, last: Position) -> None:
    """By hand, one click after the record is there."""
    page.goto("/study")
    page.fill("#record", benben.write(last, names=["Ann", "Ben"]))
    page.click("button[name=then]")


def test_the_page_shows_how_far_the_coach_is(new_page: NewPage, server: Server) -> None:
    wait_for_bots(server, "pyramidis")
    page = new_page()
    last = after(TABLES[0], 500).line()[50]
    upload(page, last)  # the coach begins when the page is there
    page.wait_for_selector("#progress")
    seen = []
    while page.locator("#progress").is_visible():
        seen.append(
            page.evaluate(
                "[document.getElementById('bar').value, document.getElementById('progress-text').textContent]"
            )
        )
        page.wait_for_timeout(20)
    page.wait_for_selector("body.interactive")
    found = [(value, re.fullmatch(r"The coach thinks: (\d+) of 50 decisions", text)) for value, text in seen]
    told = [(value, int(text[1])) for value, text in found if text]
    assert told == sorted(told)
    assert len({done for _value, done in told if 0 < done < 50}) > 1, seen
    assert all(value == pytest.approx(done / 50) for value, done in told)


def test_a_review_is_read_by_mouse_keyboard_and_ear(new_page: NewPage, server: Server) -> None:
    wait_for_bots(server, "pyramidis")
    page = new_page(viewport=WIDE)
    upload(page, after(TABLES[0], 500))
    page.wait_for_selector("body.interactive")
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
