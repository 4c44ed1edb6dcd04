"""Playing along with a match on a real table, in the browser: touched like a phone, asked of a bot, and replayed."""

import re

import pytest
from playwright.sync_api import Page, expect

import benben
from tests.pages.conftest import NewPage
from tests.pages.test_pad import PHONE
from tests.pages.test_reading import serious
from tests.web.server import HTTP, Server, wait_for_bots


def begin(page: Page, game: str) -> None:
    page.goto(f"/along/{game}")
    page.wait_for_selector("body.interactive")
    page.fill("[name=name][data-seat='1']", "Ann")
    page.click("#along-setup .main-button")


def touch(page: Page, element: str) -> None:
    page.wait_for_selector("#along-board[aria-busy=false]")
    page.locator(f"#along-board [id='{element}']").tap(force=True)


@pytest.mark.parametrize(
    ("locale", "first", "same"), [("en-GB", "at place 1 of the quarry", "Master"), ("de-DE", "auf Platz 1", "Meister")]
)
def test_a_match_is_entered_asked_about_and_replayed(
    locale: str, first: str, same: str, new_page: NewPage, server: Server
) -> None:
    wait_for_bots(server, "pyramido")
    page = new_page(locale=locale, bypass_csp=True, **PHONE)
    begin(page, "pyramido")
    expect(page.locator("#along-prompt")).to_contain_text(first)
    for piece in (17, 73, 8, 34, 16, 67, 61):  # the quarry and the tops of the stacks
        touch(page, f"up-piece-{piece}")
    touch(page, "up-piece-0")  # Ann begins
    expect(page.locator("#along-prompt")).to_contain_text("Ann: ")
    assert serious(page) == []
    page.click("#along-bot")
    expect(page.locator("#along-opinion")).to_contain_text(same)
    touch(page, "domino-17")
    touch(page, "cell-d5")
    page.wait_for_selector("#along-board[aria-busy=false]")
    page.locator("#along-moves button").first.tap()
    expect(page.locator("#along-log li")).to_have_count(1)
    expect(page.locator("#along-log li")).to_contain_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(page.locator("#along-log li")).to_have_count(1)
    page.locator("#along-log button").tap()  # back to the moment of that move
    expect(page.locator("#along-live")).to_be_visible()
    page.click("#along-bot")
    expect(page.locator("#along-opinion")).to_contain_text(same)
    page.click("#along-live")
    page.wait_for_selector("#along-board[aria-busy=false]")
    if locale == "de-DE":  # the coach reviews the one move
        page.locator("#along-study button[name=then]").tap()
        page.wait_for_url(re.compile(r"/t/.+/review"))
        page.wait_for_selector("body.interactive")
        expect(page.locator("#decision")).to_contain_text("Zug 1, Ann: ")
        return
    page.locator("#along-study button").first.tap()
    page.wait_for_url(re.compile(r"/t/"))
    page.wait_for_selector("body.interactive")
    expect(page.locator("#board")).to_contain_text("Ann")


def test_moves_come_by_keyboard_and_are_taken_back(page: Page) -> None:
    begin(page, "pyramidis")
    for _turn in range(2):  # made, taken back, and made again
        page.locator("#along-board [id='a4']").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#along-board[aria-busy=false]")
        if page.locator("#along-moves button").count():
            page.locator("#along-moves button").first.click()
        expect(page.locator("#along-log li")).to_have_count(1)
        if _turn == 0:
            page.click("#along-back")
            expect(page.locator("#along-log li")).to_have_count(0)


OPENING = [f"piece {n}" for n in (40, 41, 42, 43, 44, 0, 0)]


def test_the_route_knows_only_what_was_entered(server: Server) -> None:
    def answer(**body: object) -> tuple[int, dict[str, object]]:
        got = HTTP.post(f"{server.url}/api/v1/along/pyramids", json={"players": 2, "eyes": 1, **body})
        return got.status_code, got.json()

    status, first = answer(entries=OPENING)
    assert status == 200
    record = str(first["record"])
    assert "deal cards: 40 - 41 42 43 44\n" in record
    assert benben.verify(record).view(0).state.record["held"][0, 0, 0] == 41
    after = answer(entries=OPENING, enter="anubis")[1]
    assert after["entries"] == [*OPENING, "anubis"]
    assert answer(entries=OPENING, enter="horus")[1]["error"]["rule"] == "PYR-6"  # type: ignore[index]
    assert answer(entries=["piece 40", "piece 40"])[0] == 422
    assert answer(entries=[*OPENING, "anubis"], bot="novice")[0] == 422, "the other player's card was never entered"
    wait_for_bots(server, "pyramids")
    opinion = answer(entries=OPENING, bot="novice")[1]["opinion"]
    assert opinion["move"] in {choice["move"] for choice in first["choices"]}  # type: ignore[index, attr-defined]
    study = HTTP.post(f"{server.url}/study", data={"record": record}, follow_redirects=False)
    table = study.headers["location"].partition("?")[0]
    shown = HTTP.get(f"{server.url}/api/v1{table.replace('/t/', '/matches/')}").json()
    assert "seed" not in shown
    assert HTTP.get(f"{server.url}/along/chess", headers={"accept": "text/html"}).status_code == 422
