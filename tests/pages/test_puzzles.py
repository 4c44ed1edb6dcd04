"""Puzzles in the browser: solved by touch, keyboard and text, on a phone in German, and printed."""

import re

from playwright.sync_api import Page, expect

import benben
from benben.coach.puzzles import Puzzle, puzzles_of
from benben.core.position import Position
from tests.pages.conftest import NewPage
from tests.pages.test_reading import serious

GAME = "pyramidis"
PHONE = {"width": 390, "height": 844}


def puzzle(number: int) -> tuple[Puzzle, Position]:
    game = benben.find(GAME)
    found = puzzles_of(game).puzzles[number - 1]
    return found, found.position(game)


def open_puzzle(page: Page, number: int) -> None:
    page.goto(f"/puzzles/{GAME}/{number}")
    page.wait_for_selector("body.interactive")


def touch(page: Page, view: Position, move: str) -> None:
    """Element after element, by keyboard: the same way as fingers and mouse."""
    for element in view.path(move):
        page.locator(f'#board [id="{element}"]').focus()
        page.keyboard.press("Enter")
        if page.locator("#check").is_visible():
            break
    page.keyboard.press("Enter")  # the focus is on the button that checks the move


def test_a_puzzle_is_solved_at_the_second_try_and_another_at_the_first(new_page: NewPage) -> None:
    page = new_page(bypass_csp=True)
    found, view = puzzle(1)
    open_puzzle(page, 1)
    answer = page.locator("#answer")
    touch(page, view, found.second)
    expect(answer).to_contain_text("Not the best: ")
    expect(answer).to_contain_text(f"{100 * found.margin:.1f}".removesuffix(".0"))
    expect(page.locator("#board .ghost-layer")).to_have_count(1)
    page.click("#again")
    expect(answer).to_be_empty()
    touch(page, view, found.move)
    expect(answer).to_contain_text("Right: ")
    expect(answer.locator("a.rule").first).to_have_attribute("href", re.compile(rf"/rules/{GAME}#"))
    assert serious(page) == []
    page.click("#next")
    page.wait_for_url(f"**/puzzles/{GAME}/2")
    page.wait_for_selector("body.interactive")
    page.fill("#move", "nonsense")
    page.press("#move", "Enter")
    expect(answer.locator(".refused")).to_have_count(1)
    page.fill("#move", puzzle(2)[0].move)
    page.press("#move", "Enter")
    expect(answer).to_contain_text("Right: ")
    expect(page.locator("#streak")).to_have_text("In a row, at the first try: 1. Best: 1.")
    page.goto("/puzzles")
    first = page.locator(f"#{GAME} .puzzle-grade").first
    expect(first).to_contain_text("solved: 2 of")
    assert serious(page) == []
    first.locator(".puzzle-solve").click()
    page.wait_for_url(f"**/puzzles/{GAME}/3")


def test_on_a_phone_in_german_and_dark(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, locale="de-DE", color_scheme="dark", has_touch=True)
    found, view = puzzle(1)
    open_puzzle(page, 1)
    expect(page.locator(".puzzle-ask")).to_contain_text("Finde den besten Zug")
    page.click("#give-up")
    expect(page.locator("#answer")).to_contain_text("Die Lösung: ")
    intent = view.intent(found.move)
    assert intent is not None
    expect(page.locator("#answer")).to_contain_text(intent.say("de"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("JSON.parse(localStorage.puzzles).solved.length") == 0
    page.goto("/puzzles")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(page.locator(f"#{GAME} .puzzle-grade").first).to_contain_text("gelöst: 0 von")


def test_a_sheet_is_printed_with_its_solutions_on_the_last_page(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles")
    page.locator(f"#{GAME} .puzzle-print").last.click()
    page.wait_for_url("**/sheet?grade=*")
    count = page.locator(".sheet-puzzle").count()
    assert 1 <= count <= 6
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == -(-count // 4) + 1
