"""Asking the rules on a phone: the rule with its picture, and a position in which it decides, to be tried."""

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player
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
