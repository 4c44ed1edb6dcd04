"""The page around the board: nothing moves it, everything has its place."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benben.core.game import Game
from tests.pages.conftest import NewPage
from tests.pages.player import Player, sampled
from tests.pages.test_touching import hold_a_domino, ready
from tests.registered import LONG, games_with

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GERMAN: dict[str, Any] = {"locale": "de-DE"}
DARK: dict[str, Any] = {"color_scheme": "dark"}
# Each size once; both languages, light and dark, among the wide ones and among those for fingers.
SCREENS: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1920": {"viewport": {"width": 1920, "height": 1080}} | GERMAN | DARK,
    "820": {"viewport": {"width": 820, "height": 1180}, "has_touch": True} | GERMAN,
    "390": PHONE | DARK,
}


def size(page: Page) -> tuple[float, float, float]:
    box = page.locator("#board svg").bounding_box()
    assert box
    return box["width"], box["height"], box["x"]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", [game.name for game in games_with("words.lesson") if game in LONG])
def test_the_board_keeps_its_size(game: str, screen: str, new_page: NewPage) -> None:
    """Whatever appears: a chosen move, a reason, a past position, an explanation."""
    page = new_page(**SCREENS[screen])
    page.goto("/")
    page.click(f"#game-{game} form[action^='/learn'] button")
    player = Player(page, by="finger" if screen in ("820", "390") else "mouse")
    player.arrive()
    player.wait_for_turn()
    expect(page.locator("#guide")).to_be_visible()
    first = size(page)
    page.click("#guide-stop")
    expect(page.locator("#guide")).to_be_hidden()
    assert size(page) == first, "without the guide"
    for _step in range(8):
        player.step()
        player.wait_for_turn()
        assert size(page) == first, player.status()
    if not player.state()["confirm"]:
        page.evaluate("document.getElementById('replay-before').click()")
        expect(page.locator("#go-live")).to_be_visible()
        assert size(page) == first, "in the past"
        page.click("#go-live")
        expect(page.locator("#go-live")).to_be_hidden()
    bar = page.locator("#bar").bounding_box()
    assert bar
    assert bar["height"] < 70, "one row"
    inside = page.evaluate(
        """() => { const bar = document.getElementById('bar').getBoundingClientRect();
             return [...document.querySelectorAll('#bar button')].filter((b) => b.checkVisibility()).every((b) => {
               const box = b.getBoundingClientRect();
               return box.top >= bar.top && box.bottom <= bar.bottom + 1 && box.right <= innerWidth; }); }"""
    )
    assert inside, "nothing of the bar is cut off"


def test_a_reason_appears_beside_the_finger(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    before = size(page)
    player.touch("h4")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Yellow")
    place, box = page.locator("#board [id='h4']").bounding_box(), notice.bounding_box()
    assert place
    assert box
    across = max(place["x"] - box["x"] - box["width"], box["x"] - place["x"] - place["width"], 0)
    down = max(place["y"] - box["y"] - box["height"], box["y"] - place["y"] - place["height"], 0)
    assert across + down < 80
    assert size(page) == before
    page.mouse.click(5, 5)
    expect(notice).to_be_hidden()


def test_a_drawn_row_says_beside_the_finger_that_it_is_chosen(page: Page) -> None:
    """Terra Pyramides: the row of this turn stays on the map, and a touch on it is no mistake about the field."""
    line = sampled("terra_pyramides")
    ply = next(ply for ply, now in enumerate(line) if str(now.legal_moves[0]).startswith("row"))
    player = Player(page)
    player.continue_from("terra_pyramides", ply + 1)
    can = player.wait_for_turn()["can"]
    ends = re.search(r"row ([a-j])(\d+)-([a-j])(\d+)", page.locator("#log .entry.move").last.inner_text())
    assert ends
    field = next(name for name in (ends[1] + ends[2], ends[3] + ends[4]) if name not in can)
    player.touch(field)
    notice = page.locator("#notice")
    expect(notice).to_contain_text("You choose one row per turn, and you have done that.")
    place, box = page.locator(f"#board [id='{field}']").bounding_box(), notice.bounding_box()
    assert place
    assert box
    across = max(place["x"] - box["x"] - box["width"], box["x"] - place["x"] - place["width"], 0)
    down = max(place["y"] - box["y"] - box["height"], box["y"] - place["y"] - place["height"], 0)
    assert across + down < 80
    assert page.locator("#board .marks-fault > *").count() > 1, "its fields are marked"


def test_the_panel_folds_away_and_the_stage_grows(page: Page) -> None:
    Player(page).play_now("pyramidis")
    stage = page.locator("#stage")
    before = stage.bounding_box()
    page.click("#fold")
    expect(page.locator("#side")).to_be_hidden()
    after = stage.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] + 200
    page.reload()
    Player(page).arrive()
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#side")).to_be_visible()


def test_the_status_is_one_line_after_the_first_turns(new_page: NewPage) -> None:
    """The whole sentence first, then a few words; a touch shows all of it; the board stays where it is."""
    page = new_page(**PHONE)
    player = Player(page, by="finger")
    player.play_now("terra_pyramides")
    player.wait_for_turn()
    expect(page.locator("#status-now")).to_have_text("Lay your tile on a free field.")
    expect(page.locator("#status-short")).to_be_hidden()
    before, board = page.locator("#status").bounding_box(), size(page)
    while "brief" not in (page.get_attribute("#status", "class") or ""):
        player.step()
        player.wait_for_turn()
    short = page.locator("#status-short")
    expect(short).to_be_visible()
    expect(page.locator("#status-now")).to_be_hidden()
    line, box = short.bounding_box(), page.locator("#status").bounding_box()
    assert line
    assert line["height"] < 24, "one line"
    assert (box, size(page)) == (before, board)
    page.tap("#status")
    expect(page.locator("#status-now")).to_be_visible()
    expect(page.locator("#status-who")).to_be_visible()
    assert size(page) == board


def test_what_i_may_do_and_what_happened_look_different_and_many_are_drawn_thin(page: Page) -> None:
    player = Player(page)
    player.play_now("terra_pyramides")
    while len(player.wait_for_turn()["can"]) < 20 or not page.locator("#board .marks-trail > *").count():
        player.step()
    width = "(kind) => getComputedStyle(document.querySelector(`#board .marks-${kind} > *`)).strokeWidth"
    colour = "(kind) => getComputedStyle(document.querySelector(`#board .marks-${kind} > *`)).stroke"
    assert page.evaluate(width, "can") == "1px"
    assert page.evaluate(colour, "can") != page.evaluate(colour, "trail")


def test_r_shows_all_ways_to_lay_the_piece_swapped_halves_too(page: Page) -> None:
    player, cell = hold_a_domino(page)
    match = player.arrive()
    held = page.locator("#board .held").get_attribute("id")
    choices = page.evaluate(f"fetch('/api/v1/matches/{match}').then((answer) => answer.json())")["choices"]
    ways = {choice["move"] for choice in choices if choice["path"][0] == held and cell in choice["path"]}
    player.touch(cell)
    seen = set()
    for _turn in range(len(ways)):
        seen.add(ready(page))
        page.keyboard.press("r")
    assert seen == ways
    left = {choice["path"][1] for choice in choices if choice["move"] in ways}
    assert len(left) > 1, "the cell takes the left block and the right one"


def test_touching_an_opponents_board_enlarges_it(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramido")
    while player.decisions < 2:
        player.step()
    player.wait_for_turn()
    whole = page.get_attribute("#board svg", "viewBox")
    parts = page.locator("#board [data-enlarge]")
    others = [part for part in parts.all() if not part.locator(".can").count()]
    box = others[-1].bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 8)
    assert page.get_attribute("#board svg", "viewBox") != whole
    expect(page.locator("#notice")).to_be_hidden()
    page.keyboard.press("0")
    assert page.get_attribute("#board svg", "viewBox") == whole


OWN = {  # what lies lowest of the own things
    "pyramidis": ("home-red",),
    "pyramido": ("marker-0-blue", "card-0-blue"),
    "pyramids": ("tomb-1", "hand-1"),
    "terra_pyramides": ("hand-1", "gold-1"),
}


@pytest.mark.parametrize("tablet", [(820, 1180), (768, 1024), (1024, 768)], ids=str)
def test_on_tablets_nothing_lies_under_the_bar(tablet: tuple[int, int], new_page: NewPage) -> None:
    page = new_page(viewport={"width": tablet[0], "height": tablet[1]}, has_touch=True)
    for game in OWN:
        player = Player(page, by="finger")
        player.play_now(game)
        player.wait_for_turn()
        bar, picture = page.locator("#bar").bounding_box(), page.locator("#board svg").last.bounding_box()
        assert bar
        assert picture
        assert picture["y"] + picture["height"] <= bar["y"] + 1, game
        for part in OWN[game]:
            box = page.locator(f"#board [id='{part}']").last.bounding_box()
            assert box, part
            assert box["y"] + box["height"] <= bar["y"], part
            assert box["x"] >= 0, part
            assert box["x"] + box["width"] <= tablet[0], part


@pytest.mark.parametrize("game", LONG)
def test_a_touch_on_the_own_board_is_meant_as_a_move(game: Game, page: Page) -> None:
    """While there is something to choose it is never enlarged: the page says what is there, or why not."""
    player = Player(page)
    player.play_now(game.name)
    for _move in range(3):
        player.wait_for_turn()
        own = page.locator("#board [data-enlarge]:has(.turn)").first
        whole = page.get_attribute("#board svg", "viewBox")
        box = own.bounding_box()
        assert box
        lit = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.can, .held'))"
        for across, down in ((0.03, 0.5), (0.5, 0.97), (0.97, 0.06), (0.9, 0.8)):
            point = [box["x"] + across * box["width"], box["y"] + down * box["height"]]
            if page.evaluate(lit, point):
                continue
            page.mouse.click(*point)
            assert page.get_attribute("#board svg", "viewBox") == whole, (player.status(), point)
        page.keyboard.press("Escape")
        player.move()


def test_the_tile_of_terra_pyramides_is_taken_up_or_its_field_touched_alone(page: Page) -> None:
    player = Player(page)
    match = player.play_now("terra_pyramides")
    player.wait_for_turn()
    choices = page.evaluate(f"fetch('/api/v1/matches/{match}').then((answer) => answer.json())")["choices"]
    hand, field = choices[0]["path"]
    player.touch(hand)
    expect(page.locator(f"#board [id='{hand}'].held")).to_be_attached()
    page.keyboard.press("Escape")
    page.evaluate('localStorage.setItem(\'prefs\', \'{"pace": "instant", "confirm": "always"}\')')
    page.reload()
    player.wait_for_turn()
    player.hover(field)
    expect(page.locator("#board .ghost").first).to_be_attached()
    player.touch(field)
    expect(page.locator("#confirm")).to_be_visible()
    page.keyboard.press("Escape")
    start, end = (page.locator(f"#board [id='{part}']").bounding_box() for part in (hand, field))
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] - 30, steps=3)
    expect(page.locator("#board .carried")).to_be_attached()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator("#confirm")).to_be_visible()


def test_the_tabs_have_room_for_their_german_words(new_page: NewPage) -> None:
    page = new_page(**SCREENS["1440"] | GERMAN)
    Player(page).play_now("pyramidis")
    assert page.locator(".tabs").evaluate("(tabs) => tabs.scrollWidth - tabs.clientWidth") <= 0
