"""Asking the rules on a phone: the rule with its picture, and a position in which it decides, to be tried."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player
from tests.pages.test_along import begin, touch
from tests.pages.test_pad import PHONE
from tests.pages.test_reading import serious

QUESTIONS = {
    "en-GB": "may I lay a card on a block with a marker",
    "de-DE": "darf ich eine Karte auf einen Stein mit Marker legen",
}


@pytest.mark.parametrize(("locale", "question"), QUESTIONS.items(), ids=QUESTIONS)
def test_a_question_is_answered_with_its_rule_and_can_be_tried(locale: str, question: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, bypass_csp=True, **PHONE)
    page.goto("/referee")
    page.fill("#question", question)
    page.locator(".referee-form .main-button").tap()
    first = page.locator(".ruling").first
    expect(first).to_have_attribute("id", "PDO-9")
    expect(first.locator(".rule-picture svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert serious(page) == []
    first.locator("form button").tap()
    player = Player(page, by="finger")
    player.arrive()
    if player.wait_for_turn()["handOver"]:  # one person at the screen plays all seats
        page.locator("#hand-over-button").tap()
    assert player.wait_for_turn()["can"], "the position of the example, at a table of one's own"


@pytest.mark.parametrize("locale", QUESTIONS)
def test_a_position_is_set_up_and_a_move_that_is_not_allowed_says_why(locale: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, **PHONE)
    page.goto("/referee")
    page.select_option("#position-game", "pyramidis")
    page.select_option("#position-part", "late")
    page.locator("#position button").tap()
    player = Player(page, by="finger")
    player.arrive()
    if player.wait_for_turn()["handOver"]:
        page.locator("#hand-over-button").tap()
    lit = set(player.wait_for_turn()["can"])
    fields = page.locator("#board [id]").evaluate_all("(all) => all.map((one) => one.id)")
    idle = next(field for field in fields if field[1:].isdigit() and field not in lit)
    player.touch(idle)
    expect(page.locator("#notice")).to_contain_text("PDS-")
    player.touch(next(iter(lit)))
    expect(page.locator("#board .held, #board .can").first).to_be_visible()


def test_a_match_on_a_real_table_is_tried_on(new_page: NewPage) -> None:
    """From playing along: all that was entered lies on the table where a move is tried."""
    page = new_page(**PHONE)
    begin(page, "pyramidis")
    touch(page, "a4")
    page.wait_for_selector("#along-board[aria-busy=false]")
    if page.locator("#along-moves button").count():
        page.locator("#along-moves button").first.tap()
    expect(page.locator("#along-log li")).to_have_count(1)
    page.locator("#along-try").tap()
    page.wait_for_url(re.compile(r"/t/"))
    Player(page, by="finger").arrive()
    assert page.get_attribute("#replay-at", "max") == "1"
