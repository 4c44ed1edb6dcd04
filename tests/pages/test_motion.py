"""Pieces settle: what travels is lifted, and its shadow shortens as it lands; live and in a replay, not for people who
want no motion."""

import re
from itertools import pairwise
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player, sample, sampled
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
    expect(page.locator("#board .flight"), "what has landed lies in the picture").to_have_count(0)


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


LEAST_FRAMES = 30  # a second, in the median, on a phone with a quarter of this processor
FRAMES = """async () => {
  const board = document.getElementById('board'), times = [];
  for (let n = 0; n < 60 && !board.querySelector('.flight'); n += 1) await new Promise(requestAnimationFrame);
  while (board.querySelector('.flight')) times.push(await new Promise(requestAnimationFrame));
  return times;
}"""


@pytest.mark.parametrize("game", ["pyramids", "pyramidis"])
def test_a_move_is_smooth_on_a_slow_phone(game: str, new_page: NewPage) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    page = new_page(**phone, reduced_motion="no-preference")
    answer = page.request.post("/study", form={"record": sample(game)}, max_redirects=0)
    page.goto(f"{answer.headers['location'].partition('?')[0]}?at=10")
    Player(page).arrive()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    gaps = []
    for _move in range(8):
        page.evaluate("document.getElementById('replay-after').click()")
        gaps += [later - earlier for earlier, later in pairwise(page.evaluate(FRAMES))]
    assert len(gaps) > 20, "pieces travel"
    assert median(gaps) < 1000 / LEAST_FRAMES + 1


# Notes the points that fly, and how late each begins.
POINTS = """() => {
  window.points = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.matches('.flying-points')) window.points.push([this.textContent, timing.delay]);
    return animate.call(this, frames, timing);
  };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_points_fly_to_the_total_one_after_the_other(motion: str, new_page: NewPage) -> None:
    page = new_page(reduced_motion=motion, bypass_csp=True)
    page.add_init_script(f"({POINTS})()")
    player = Player(page)
    line = sampled("pyramidis")
    scores = [position.score for position in line]
    ply = next(n for n, now in enumerate(line[:-2]) if scores[n + 1] != scores[n])
    player.continue_from("pyramidis", ply)
    player.wait_for_turn()
    page.click("#tab-text")
    page.fill("#move", str(line[ply + 1].last_move))
    page.keyboard.press("Enter")
    if page.locator("#confirm").is_visible():
        page.click("#confirm")
    page.wait_for_function("ply => Number(document.getElementById('replay-at').max) > ply", arg=ply)
    page.wait_for_timeout(100)
    points = page.evaluate("window.points")
    if motion == "reduce":
        assert not points
        return
    assert all(text.startswith("+") for text, _delay in points)
    delays = [delay for _text, delay in points]
    assert delays
    assert delays == sorted(set(delays))
    expect(page.locator(".flying-points")).to_have_count(0)


def test_a_stack_fans_out_under_the_pointer(new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    line = sampled("pyramidis")
    player = Player(page)
    player.continue_from("pyramidis", len(line) // 2)
    player.wait_for_turn()
    tall = page.evaluate(
        """() => [...document.querySelectorAll('#board [data-fans]')].find((stack) =>
             stack.querySelectorAll(':scope > .piece').length > 2).getAttribute('data-fans')"""
    )
    highs = f"""() => [...document.querySelectorAll('#board [data-fans="{tall}"] > .piece')].map((piece) =>
      piece.getBoundingClientRect().y)"""
    before = page.evaluate(highs)
    player.hover(tall)
    page.wait_for_timeout(400)
    after = page.evaluate(highs)
    risen = [old - new for old, new in zip(before, after, strict=True)]
    assert abs(risen[0]) < 0.5
    assert risen == sorted(risen)
    assert risen[-1] > 10
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)
    assert all(abs(old - new) < 0.5 for old, new in zip(before, page.evaluate(highs), strict=True))
