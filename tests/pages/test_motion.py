"""Pieces settle: what travels is lifted, and its shadow shortens as it lands; live and in a replay, not for people who
want no motion."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import NewPage
from tests.pages.test_plies import against_three_bots

LONGEST = 400  # milliseconds

# Notes how the layers of what travels are animated.
WATCH = """() => {
  window.settled = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.classList.contains('flight'))
      window.settled.push({translates: frames.map((frame) => frame.translate),
        shadows: frames.map((frame) => frame.filter), duration: timing.duration});
    return animate.call(this, frames, timing);
  };
}"""


def settled(page: Page) -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = page.evaluate("window.settled")
    return found


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text)]


def check(page: Page) -> None:
    page.wait_for_function("window.settled.length > 0")
    for one in settled(page):
        start, lifted, end = one["shadows"]
        assert start == end, "it lies before and after"
        assert numbers(lifted)[1] > 0 == numbers(end)[1], "the shadow is shorter on the ground"
        assert numbers(one["translates"][1])[1] < 0 == numbers(one["translates"][2])[1], "up, and down again"
        assert one["duration"] <= LONGEST  # type: ignore[operator]
    page.wait_for_timeout(LONGEST + 100)
    assert page.locator("#board .flight").count() == 0, "what has landed lies in the picture"


def go_back_two_moves(page: Page) -> None:
    for at in (3, 2):
        page.keyboard.press(",")
        expect(page.locator("#replay-text")).to_contain_text(f"Move {at} ")


def replay_one_move(page: Page) -> None:
    page.keyboard.press(".")
    expect(page.locator("#replay-text")).to_contain_text("Move 3 ")


def test_pieces_settle_live_and_in_a_replay(new_page: NewPage) -> None:
    page = new_page(pace="normal", reduced_motion="no-preference", bypass_csp=True)
    page.add_init_script(f"({WATCH})()")
    player = against_three_bots(page)
    check(page)
    player.wait_for_turn()
    go_back_two_moves(page)
    page.evaluate("window.settled = []")
    replay_one_move(page)
    check(page)


@pytest.mark.parametrize("way", ["system", "setting"])
def test_nothing_is_lifted_for_people_who_want_no_motion(new_page: NewPage, way: str) -> None:
    page = new_page(reduced_motion="reduce" if way == "system" else "no-preference", bypass_csp=True)
    page.add_init_script(f"({WATCH})()")
    if way == "setting":
        page.add_init_script("""localStorage.setItem('prefs', '{"pace": "instant", "motion": false}')""")
    against_three_bots(page).wait_for_turn()
    go_back_two_moves(page)
    replay_one_move(page)
    page.wait_for_timeout(200)
    assert settled(page) == []
