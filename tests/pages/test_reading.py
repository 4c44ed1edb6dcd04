"""Looking and studying: replay, records, going on, rules, languages, and what assistive tools find."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import benben
from tests.pages.conftest import PHONE, NewPage
from tests.pages.player import AMBER, Player
from tests.web.server import HTTP, Server


def finished(page: Page, game: str = "pyramidis") -> str:
    """A match of which the last moves were made in this browser."""
    player = Player(page, seed=11)
    match = player.continue_near_end(game)
    player.play_to_end()
    return match


def test_replay_with_slider_keys_log_and_links(page: Page) -> None:
    match = finished(page)
    last = int(page.input_value("#replay-at"))
    page.keyboard.press(",")
    expect(page.locator("#replay-text")).to_have_text(f"Move {last - 1} of {last}")
    page.locator("#replay-at").fill("3")
    expect(page.locator("#replay-text")).to_have_text(f"Move 3 of {last}")
    board = page.inner_html("#board")
    page.locator("#log a.log-line").first.click()
    expect(page.locator("#replay-text")).to_have_text(f"Move 1 of {last}")
    assert page.inner_html("#board") != board
    page.goto(page.get_attribute("#permalink", "href") or "")
    Player(page).arrive()
    expect(page.locator("#replay-text")).to_have_text(f"Move 1 of {last}")
    assert match in page.url


def test_nobody_is_moved_away_from_the_position_they_study(new_page: NewPage) -> None:
    page = new_page()
    player = Player(page, seed=2)
    match = player.play_now("pyramidis")
    while int(page.input_value("#replay-at")) < 4:
        player.step()
    player.wait_for_turn()
    eve = new_page()
    eve.goto(f"/t/{match}?at=2")
    Player(eve).arrive()
    board = eve.inner_html("#board")
    before = int(page.input_value("#replay-at"))
    while int(page.input_value("#replay-at")) < before + 2:
        player.step()
    expect(eve.locator("#go-live")).to_contain_text("new")
    assert eve.inner_html("#board") == board
    eve.click("#go-live")
    expect(eve.locator("#live-row")).to_be_hidden()


def test_going_on_from_any_position(page: Page) -> None:
    match = finished(page)
    page.goto(f"/t/{match}?at=6")
    Player(page).arrive()
    page.click(".more summary")
    page.click("#go-on button[value=bot]")
    player = Player(page)
    assert player.arrive() != match
    expect(page.locator("#log")).to_contain_text("continues another one from move 6")
    player.wait_for_turn()
    player.step()


def test_what_is_hidden_cannot_be_gone_on_from(page: Page, server: Server) -> None:
    player = Player(page)
    match = player.play_now("pyramids")
    player.wait_for_turn()
    page.click(".more summary")
    expect(page.locator("#go-on")).to_be_hidden()
    answer = HTTP.post(f"{server.url}/t/{match}/go-on", content="ply=0", headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "would reveal what is hidden" in answer.text


def test_a_record_goes_out_and_comes_back_in(page: Page, tmp_path: Path) -> None:
    finished(page, "pyramids")
    with page.expect_download() as download:
        page.click("#record")
    file = tmp_path / "match.benben"
    download.value.save_as(file)
    assert benben.read(str(file)).is_over
    page.goto("/study")
    page.set_input_files("#file", file)
    expect(page.locator("#record")).to_have_value(re.compile("^benben 1"))
    page.click("#study .main-button")
    Player(page).arrive()
    expect(page.locator("#status")).to_contain_text("A record: step through it")
    last = page.input_value("#replay-at")
    page.click("#replay-last")
    moves = page.get_attribute("#replay-at", "max")
    expect(page.locator("#replay-text")).to_have_text(f"Move {moves} of {moves}")
    assert last == "0"
    page.goto("/study")
    page.fill("#record", file.read_text().replace("players: 2", "players: 9"))
    page.click("#study .main-button")
    expect(page.locator(".error")).to_be_visible()


def test_german_at_any_moment_with_the_choice_kept(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("a4")
    player.touch("take-3")
    page.click(".languages a[lang=de]")
    player.arrive()
    assert page.get_attribute("html", "lang") == "de"
    expect(page.locator("#status")).to_contain_text("Du bist am Zug")
    expect(page.locator("#bar-text")).to_have_text("Nimm 3 vom Startfeld: b4, c4, d4. ")
    page.click("#cancel")
    player.touch("h4")
    expect(page.locator("#notice")).to_contain_text("Gelb")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Pyramidenspiele, ein Tisch")


def test_rules_beside_the_board_can_be_searched(page: Page) -> None:
    Player(page).play_now("pyramido")
    page.click("#tab-rules")
    expect(page.locator("#rules [id='PDO-15']")).to_be_visible()
    page.fill("#search", "minos")
    expect(page.locator("#rules [id='PDO-15']")).to_be_visible()
    expect(page.locator("#rules [id='PDO-1']")).to_be_hidden()
    assert "we had to decide" in page.inner_text("#rules").lower()


def test_the_scoring_is_gone_through_step_by_step(page: Page) -> None:
    finished(page, "pyramids")
    page.click("#watch-score")
    expect(page.locator(".pad-row.now")).to_have_count(1)
    expect(page.locator("#board .marks-lit > *").first).to_be_visible()
    expect(page.locator("#board .spotlight .holes > *")).to_have_count(page.locator("#board .marks-lit > *").count())
    amber = page.evaluate(AMBER)
    assert page.locator("#board .marks-lit > *").first.evaluate("(mark) => getComputedStyle(mark).stroke") != amber
    page.click("#watch-score")
    expect(page.locator(".pad-row.now")).to_have_count(0)
    expect(page.locator("#board .marks-lit > *")).to_have_count(0)


def test_log_lines_light_up_their_pieces(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("a4")
    player.touch("take-3")
    player.confirm()
    expect(page.locator("#log")).to_contain_text("Red moves a4:3")
    player.wait_for_turn()
    page.locator("#log .entry.move p").first.hover()
    expect(page.locator("#board .marks-lit > *").nth(1)).to_be_visible()


def test_zoom_and_one_key_back(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramido")
    player.wait_for_turn()
    before = page.locator("#board svg").bounding_box()
    page.keyboard.press("+")
    after = page.locator("#board svg").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    whole = page.get_attribute("#board svg", "viewBox")
    page.click("#view-menu summary")
    page.select_option("#looks select >> nth=0", index=1)
    assert page.get_attribute("#board svg", "viewBox") != whole, "one board alone"
    page.locator("#zoom-reset").focus()
    page.keyboard.press("0")
    assert page.get_attribute("#board svg", "viewBox") == whole
    expect(page.locator("#zoom-reset")).to_be_hidden()


@pytest.mark.parametrize("look", ["wide", "phone", "dark"])
def test_axe_finds_nothing_serious(look: str, new_page: NewPage) -> None:
    looks: dict[str, dict[str, Any]] = {"wide": {}, "phone": {"viewport": PHONE}, "dark": {"color_scheme": "dark"}}
    page = new_page(bypass_csp=True, **looks[look])  # axe is a script of its own
    for address in (
        "/",
        "/new/terra_pyramides",
        "/rules/pyramido",
        "/rules/terra_pyramides",
        "/about",
        "/study",
        "/nowhere",
    ):
        page.goto(address)
        assert serious(page) == [], address
    for game in benben.names():
        player = Player(page, seed=1)
        player.play_now(game)
        for _step in range(3):
            player.step()
        player.wait_for_turn()
        assert serious(page) == [], game
        page.click("#tab-rules")
        page.wait_for_selector("#rules li")
        assert serious(page) == [], f"{game}: rules"


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0].get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_the_first_page_of_a_match_is_small_and_quick(new_page: NewPage) -> None:
    """Without the service worker: the browser tells no compressed sizes of what came through it."""
    page = new_page(service_workers="block")
    Player(page).play_now("terra_pyramides")
    sent, seconds = page.evaluate(
        """() => {
          const loaded = performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'));
          return [loaded.reduce((sum, entry) => sum + entry.encodedBodySize, 0), performance.now() / 1000];
        }"""
    )
    assert 10_000 < sent < 150_000
    assert seconds < 5  # under one on a quiet machine: `make pictures` says how long it took


def test_a_link_in_another_language_stays_in_it(new_page: NewPage) -> None:
    """The views that the page asks for later too."""
    page = new_page()
    player = Player(page, seed=4)
    match = player.play_now("pyramidis")
    page.goto(f"/t/{match}?lang=de")
    player.arrive()
    player.wait_for_turn()
    page.set_viewport_size({"width": 820, "height": 1100})  # the page asks for a picture of another size
    page.wait_for_timeout(1500)
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.locator("#status")).to_contain_text("Du bist am Zug")
