"""Hints in the browser: three steps by mouse, key and finger, and the agreement of two people."""

import re

from playwright.sync_api import Page, expect

from tests.pages.conftest import WIDE, NewPage
from tests.pages.player import AMBER, Player
from tests.pages.test_together import link, open_table
from tests.web.server import Server, wait_for_bots

SMALL = {"width": 390, "height": 844}


def is_within(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"]


def test_a_hint_comes_in_three_steps(new_page: NewPage, server: Server) -> None:
    wait_for_bots(server, "pyramidis")
    page = new_page(viewport=WIDE)
    match = open_table(page, "pyramidis", {0: "me", 1: "bot-novice"})
    Player(page).wait_for_turn()
    box, board = page.locator("#hint"), page.locator("#board")
    page.click("#ask-hint")
    expect(box).to_contain_text("Hint 1 of 3")
    assert box.evaluate("(box) => getComputedStyle(box).outlineColor") != page.evaluate(AMBER), "it is no last move"
    expect(board.locator(".marks-hint > *")).to_have_count(3)  # the start field alone can be touched: how many to take?
    expect(board.locator(".hint-layer")).to_have_count(0)
    expect(page.locator("#announce")).to_contain_text("Look at the marked places")
    expect(page.locator("#log")).to_contain_text("P0 asked for a hint.")
    page.keyboard.press("h")
    expect(box).to_contain_text("Hint 2 of 3")
    expect(board.locator(".hint-layer")).to_have_count(1)
    page.click("#hint-next")
    expect(box).to_contain_text("Hint 3 of 3")
    expect(page.locator("#hint-text")).to_contain_text(re.compile("better than|about as good"))
    expect(page.locator("#hint-next")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(board.locator(".marks-hint, .hint-layer")).to_have_count(0)
    page.reload()  # the hint is given again, and no second event
    Player(page).arrive()
    page.click("#ask-hint")
    page.click("#hint-next")
    expect(board.locator(".hint-layer")).to_have_count(1)
    page.click("#hint-choose")
    expect(page.locator("#confirm")).to_be_visible()
    page.click("#confirm")
    expect(box).to_be_hidden()
    expect(page.locator("#log .entry.hint")).to_have_count(1)

    phone = new_page(viewport=SMALL, locale="de-DE", color_scheme="dark", has_touch=True, is_mobile=True)
    assert open_table(phone, "pyramidis", {0: "me", 1: "bot-novice"}) != match
    Player(phone).wait_for_turn()
    size = phone.locator("#ask-hint").bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 40
    phone.tap("#ask-hint")
    expect(phone.locator("#hint")).to_contain_text("Tipp 1 von 3")
    assert is_within(phone, "#hint")
    for button in phone.locator("#hint button:visible").all():
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 40
    assert phone.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_two_people_agree(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    open_table(ann, "pyramidis", {0: "me", 1: "link"})
    ben.goto(link(ann))
    ben.fill("#name", "Ben")
    ben.click(".main-button")
    Player(ben).arrive()
    Player(ann).wait_for_turn()
    ann.click("#ask-hint")
    expect(ann.locator("#hint")).to_contain_text("Hints are off until all players at this table agree.")
    expect(ben.locator("#hint")).to_be_hidden()
    ann.click("#hint-next")
    expect(ann.locator("#hint")).to_contain_text("Not answered yet: Ben")
    expect(ben.locator("#hint")).to_contain_text("P0 asks to allow hints at this table.")
    ben.click("#hint-no")
    expect(ben.locator("#hint")).to_be_hidden()
    expect(ann.locator("#hint-next")).to_be_visible()
    ann.click("#hint-next")
    ben.click("#hint-next")
    expect(ben.locator("#log")).to_contain_text("Ben agrees to hints at this table.")
    expect(ann.locator("#hint")).to_be_hidden()
    ann.click("#ask-hint")
    expect(ann.locator("#hint")).to_contain_text("Hint 1 of 3")
    expect(ben.locator("#log")).to_contain_text("P0 asked for a hint.")
    expect(ben.locator("#board .marks-hint")).to_have_count(0)
