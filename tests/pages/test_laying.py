"""Laying out a pyramid in the browser: touched like a phone, scored by the engine, copied into the score pad."""

import time

import pytest
from playwright.sync_api import Page, expect

from benben.games.pyramido.box.components import COLOUR_OF, WORDS, block_number
from benben.games.pyramids.picture.laying import LAYING as CARDS
from benben.games.pyramids.words.score_sheet import TOMBS
from tests.games.pyramidis.picture import test_laying as stacks
from tests.games.pyramido.picture.test_laying import RECORDS, SECONDS_A_TOUCH, board, touches
from tests.games.pyramids.picture import test_laying as cards
from tests.games.terra_pyramides.picture.test_laying import PRINTED
from tests.golden.make import FOLDER
from tests.pages.conftest import NewPage
from tests.pages.player import POINT
from tests.pages.test_pad import PHONE, totals
from tests.pages.test_reading import serious
from tests.web.server import HTTP, Server

STAGE_1 = 50  # touches: enough for the first layer, its markers and a part of the second


def touch(page: Page, element: str) -> None:
    page.wait_for_selector("#lay-board[aria-busy=false]")
    page.locator(f"#lay-board [id='{element}']").tap(force=True)


@pytest.mark.parametrize(("locale", "prompt"), [("en-GB", "Touch the"), ("de-DE", "Berühre ")])
def test_a_layer_by_touching_and_then_the_score_pad(locale: str, prompt: str, new_page: NewPage) -> None:
    s = board(RECORDS[0])
    page = new_page(locale=locale, **PHONE)
    page.goto("/lay/pyramido")
    page.wait_for_selector("body.interactive")
    for element in list(touches(s, 0))[:STAGE_1]:
        touch(page, element)
    page.wait_for_selector("#lay-board[aria-busy=false]")
    expect(page.locator("#lay-prompt")).to_contain_text(prompt)
    expect(page.locator(".lay-sum b").nth(1)).to_have_text(str(s.points[0, 0]))
    page.locator(".lay-line").first.tap()
    assert page.locator("#lay-board .quarter.lit").count() > 0
    page.reload()
    expect(page.locator(".lay-sum b").nth(1)).to_have_text(str(s.points[0, 0]))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    assert totals(page)[0] == s.points[0, 0]


@pytest.mark.timeout(300)
def test_the_four_pyramids_of_the_rulebook_by_touching(new_page: NewPage) -> None:
    """With fingers that hit what they see, and no touch wasted."""
    s = board(None)
    page = new_page(**PHONE)
    page.goto("/lay/pyramido")
    page.wait_for_selector("body.interactive")
    for seat in range(s.players):
        page.locator("#lay-players button").nth(seat).tap()
        count, began = 1, time.monotonic()
        for element in touches(s, seat):
            page.wait_for_selector("#lay-board[aria-busy=false]")
            point = page.evaluate(POINT.replace("#board", "#lay-board"), element)
            assert point, element
            page.touchscreen.tap(*point)
            count += 1
        page.wait_for_selector("#lay-board[aria-busy=false]")
        answered = (time.monotonic() - began) / count
        assert count * max(SECONDS_A_TOUCH, answered) < 60, f"{count} touches, each answered after {answered:.2f} s"
    sums = page.locator(".lay-sum b:last-child").all_text_contents()
    assert sums == ["89", "98", "86", "83"]
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    assert totals(page) == [89, 98, 86, 83]


@pytest.mark.parametrize(("locale", "prompt"), [("en-GB", "All pyramids are"), ("de-DE", "Alle Pyramiden sind")])
def test_stacks_and_homes_by_touching_and_then_the_score_pad(locale: str, prompt: str, new_page: NewPage) -> None:
    s = stacks.final(FOLDER / "pyramidis" / "pyramidis-4.benben")
    page = new_page(locale=locale, **PHONE)
    page.goto("/lay/pyramidis")
    page.wait_for_selector("body.interactive")
    for element in stacks.touches(s):
        touch(page, element)
    expect(page.locator("#lay-prompt")).to_contain_text(prompt)
    homes = [str(home) for home in s.home]
    assert page.locator(".lay-sum b:last-child").all_text_contents() == homes
    page.locator(".lay-line").tap()
    assert page.locator("#lay-board [id^=home-].lit").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    assert [str(total) for total in totals(page)] == homes


@pytest.mark.parametrize(("locale", "prompt"), [("en-GB", "Tombs are compared"), ("de-DE", "Gräber werden")])
def test_cards_by_touching_and_then_the_score_pad(locale: str, prompt: str, new_page: NewPage) -> None:
    s = cards.final(FOLDER / "pyramids" / "pyramids-2.benben")
    text = "player 1"
    for element in cards.touches(s, 0):
        text = CARDS.touch(text, element)
    page = new_page(locale=locale, **PHONE)
    page.goto("/lay/pyramids")
    page.wait_for_selector("body.interactive")
    for element in cards.touches(s, 0):
        touch(page, element)
    expect(page.locator("#lay-prompt")).to_contain_text(prompt)
    points = sum(line.points or 0 for line in CARDS.tally(text))
    expect(page.locator(".lay-sum b").nth(1)).to_have_text(str(points))
    page.locator(".lay-line").first.tap()
    assert page.locator("#lay-board .stone.lit").count() > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    entries = {row: values[0] or 0 for row, values in CARDS.entries(text).items()}
    tomb = 5 * sum(entries[row] > 0 for row in TOMBS) + 2 * entries["glyph-tomb"]
    assert totals(page)[0] == points + tomb, "the pad counts the tomb of the only player entered"


@pytest.mark.parametrize(("locale", "prompt"), [("en-GB", "Touch each site"), ("de-DE", "Berühre jeden Bauplatz")])
def test_sites_by_touching_and_then_the_score_pad(locale: str, prompt: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, **PHONE)
    page.goto("/lay/terra_pyramides")
    page.wait_for_selector("body.interactive")
    for element in ("mode-competitive", *PRINTED):
        touch(page, element)
    page.wait_for_selector("#lay-board[aria-busy=false]")
    expect(page.locator("#lay-prompt")).to_contain_text(prompt)
    total = 5 + 10 + 20 + 35 + 60 + 3 + 2 + 1
    expect(page.locator(".lay-sum b").nth(1)).to_have_text(str(total))
    page.locator(".lay-line").first.tap()
    assert page.locator("#lay-board .cell.lit").count() == 1
    page.locator("#lay-players button").nth(1).tap()
    touch(page, "d1")
    expect(page.locator("#lay-problem a")).to_have_text("TER-11")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    assert totals(page)[0] == total
    page.go_back()
    page.wait_for_selector("body.interactive")
    page.locator("#lay-new").tap()
    for element in ("mode-task-1", *PRINTED[:3]):
        touch(page, element)
    expect(page.locator(".lay-line").first).to_contain_text("0")
    assert page.locator("#lay-players button:visible").count() == 1, "a team has one board"
    page.locator("#lay-to-pad").tap()
    page.wait_for_selector("body.interactive")
    assert totals(page)[0] == 5


def test_what_cannot_be_is_refused_on_the_page(page: Page) -> None:
    page.goto("/lay/pyramido")
    page.wait_for_selector("body.interactive")
    page.evaluate("localStorage.setItem('laid-pyramido', 'player 1; 4x5; 0 a1-b1\\nplayer 2; 4x5')")
    page.reload()
    page.wait_for_selector("body.interactive")
    for half in range(2):
        page.locator(f"#lay-board [id='colour-{WORDS[COLOUR_OF[block_number(0, half, 0)]]}']").click()
    page.locator("#lay-board [id='lay-0_a1-b1']").click()
    expect(page.locator("#lay-problem")).to_contain_text("lies already in the pyramid of Sun")
    expect(page.locator("#lay-problem a")).to_have_text("PDO-1")
    page.click("#lay-players button:nth-child(1)")
    expect(page.locator("#lay-board [id='on-a1']")).to_be_visible()


BY_KEYBOARD = {  # the elements to press, and what the page asks then
    "pyramido": (("size-4x5", "colour-red"), "Touch the colour beside or below it."),
    "pyramids": (("colour-red", "pick-2"), "Touch where the card lies: pyramid, obelisk or tomb."),
    "pyramidis": (("colours-ry", "on-b4"), "Touch the fields with Red"),
    "terra_pyramides": (("mode-competitive", "d1"), "d1: touch the value of the foundation"),
}


def test_layouts_come_by_keyboard_too_and_axe_finds_nothing_serious(new_page: NewPage) -> None:
    page = new_page(bypass_csp=True)
    for game, (pressed, prompt) in BY_KEYBOARD.items():
        page.goto(f"/lay/{game}")
        page.wait_for_selector("body.interactive")
        for element, key in zip(pressed, ("Enter", " "), strict=True):
            page.locator(f"#lay-board [id='{element}']").focus()
            page.keyboard.press(key)
            page.wait_for_selector("#lay-board[aria-busy=false]")
        expect(page.locator("#lay-prompt")).to_contain_text(prompt)
        assert serious(page) == [], game


def test_the_route_refuses_with_rules_and_bounds(server: Server) -> None:
    def refused(text: str, touched: str = "", game: str = "pyramido") -> tuple[int, str, str | None]:
        answer = HTTP.post(f"{server.url}/api/v1/layouts/{game}", json={"text": text, "touch": touched})
        error = answer.json()["error"]
        return answer.status_code, error["code"], error.get("rule")

    assert refused("player 1; 4x5; 0 a1-b1; 0 c1-d1") == (422, "pyramido.layout-twice", "PDO-1")
    assert refused("nonsense") == (422, "malformed-move", None)
    assert refused("player 1; 4x5\nhold card") == (422, "malformed-move", None)
    assert refused("x" * 20_000)[0] == 422
    assert refused("gold; " * 5, game="terra_pyramides") == (422, "terra_pyramides.layout-gold", "TER-20")
    assert HTTP.get(f"{server.url}/lay/chess", headers={"accept": "text/html"}).status_code == 422
