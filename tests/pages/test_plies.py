"""Every move of the others is seen: one after the other, skippable, with a trail; live and in a replay."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player, sample
from tests.pages.test_together import open_table

NORMAL = 650  # milliseconds

# Notes each position when it is shown, and the last one that has come.
WATCH = """async () => {
  const source = document.querySelector('script[src*="table.js"]').src;
  const { table } = await import(source.replace('table.js', 'state.js'));
  const { plies } = table, add = plies.add;
  plies.add = (view) => { window.come = view.ply; add.call(plies, view); };
  window.shown = [];
  const text = document.getElementById('replay-text');
  new MutationObserver(() => {
    const ply = Number(text.textContent.match(/\\d+/));
    if (window.shown.at(-1)?.ply !== ply) window.shown.push({ply, time: performance.now()});
  }).observe(text, {childList: true});
}"""


def against_three_bots(page: Page, game: str = "pyramidis") -> Player:
    open_table(page, game, {0: "me", 1: "bot-novice", 2: "bot-novice", 3: "bot-novice"}, players=4)
    player = Player(page)
    player.wait_for_turn()
    page.evaluate(WATCH)
    player.move()
    return player


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_three_bots_are_seen_one_after_the_other(new_page: NewPage, motion: str) -> None:
    page = new_page(pace="normal", reduced_motion=motion)
    player = against_three_bots(page)
    player.wait_for_turn()
    shown = page.evaluate("window.shown")
    assert [step["ply"] for step in shown] == [1, 2, 3, 4], "none is left out"
    assert all(later["time"] - earlier["time"] > NORMAL - 50 for earlier, later in pairwise(shown))


@pytest.mark.parametrize("skip", ["key", "touch"])
def test_a_touch_or_a_key_shows_the_last_move_at_once(new_page: NewPage, skip: str) -> None:
    page = new_page(pace="slow")
    player = against_three_bots(page)
    page.wait_for_function("() => window.come >= 4")
    assert not player.state()["can"], "they are still waiting"
    if skip == "key":
        page.keyboard.press("Shift")
        assert not player.state()["can"], "a modifier is no key"
        page.keyboard.press("Escape")
    else:
        page.click("#board")
        expect(page.locator("#notice")).to_be_hidden()  # the touch skips, and means nothing else
    assert player.state()["can"]
    expect(page.locator("#replay-text")).to_have_text("Move 4 of 4")
    expect(page.locator("#log .entry.move")).to_have_count(4)


PACES = {"slow": 900, "normal": NORMAL, "fast": 350}


@pytest.mark.parametrize("pace", PACES)
def test_the_speed_is_a_setting(pace: str, page: Page) -> None:
    Player(page).play_now("pyramidis")
    page.click("[data-dialog=settings]")
    page.check(f"input[name=pace][value={pace}]", force=True)
    page.click("[data-close]")
    assert pace in page.evaluate("localStorage.getItem('prefs')")
    player = against_three_bots(page)
    player.wait_for_turn()
    shown = page.evaluate("window.shown")
    assert [step["ply"] for step in shown] == [1, 2, 3, 4], "none is left out"
    assert all(later["time"] - earlier["time"] > PACES[pace] - 20 for earlier, later in pairwise(shown[1:]))


# When each of four moves of others that have come at once is shown.
PACED = """async (pace) => {
  const source = document.querySelector('script[src*="table.js"]').src;
  const { Plies } = await import(source.replace('table.js', 'plies.js'));
  const { prefs } = await import(source.replace('table.js', 'prefs.js'));
  prefs.pace = pace;
  const plies = new Plies(), times = [];
  plies.onShow(() => times.push(performance.now()));
  for (let n = 0; n < 4; n += 1) plies.add({number: n, own: [], live: true, log: [{kind: 'move', seat: 1}]});
  while (times.length < 4) await new Promise((done) => setTimeout(done, 20));
  return times;
}"""


def test_each_speed_waits_as_long_as_it_says_and_no_longer(page: Page) -> None:
    Player(page).play_now("pyramidis")
    waits = {}
    for pace, least in PACES.items():
        times = page.evaluate(PACED, pace)
        waits[pace] = min(later - earlier for earlier, later in pairwise(times))
        assert waits[pace] >= least - 20
    assert waits["fast"] < waits["normal"] < waits["slow"]


def test_a_touch_on_the_board_shows_the_next_move_of_a_replay_at_once(new_page: NewPage) -> None:
    page = new_page(pace="slow")
    player = Player(page)
    answer = page.request.post("/study", form={"record": sample("pyramidis")}, max_redirects=0)
    page.goto(f"{answer.headers['location'].partition('?')[0]}?at=0")
    player.arrive()
    page.evaluate(WATCH)
    page.click("#replay-play")
    for ply in range(1, 5):
        page.click("#board", position={"x": 5, "y": 5})
        expect(page.locator("#replay-text")).to_contain_text(f"Move {ply} ", timeout=700)
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Pause")  # it goes on by itself
    expect(page.locator("#replay-text")).to_contain_text("Move 5 ")
    shown = page.evaluate("window.shown")
    assert [step["ply"] for step in shown] == [1, 2, 3, 4, 5], "none is left out"
    assert shown[3]["time"] - shown[0]["time"] < 3 * 900, "faster than by itself"
    assert shown[4]["time"] - shown[3]["time"] > 850, "and then as before"


def test_in_a_game_of_several_decisions_a_turn_each_is_seen_and_leaves_a_trail(new_page: NewPage) -> None:
    page = new_page(pace="normal")
    player = against_three_bots(page, "pyramido")
    while page.locator("#status.mine").count() or player.state()["busy"]:
        player.move() if player.state()["can"] else page.wait_for_timeout(20)
    own = page.evaluate("window.shown.at(-1).ply")
    player.wait_for_turn()
    shown = page.evaluate("window.shown")
    assert [step["ply"] for step in shown][-1] >= own + 6, "three bots, each with two decisions at least"
    plies = [step["ply"] for step in shown if step["ply"] >= own]
    assert plies == list(range(own, plies[-1] + 1)), "none is left out"
    others = [step for step in shown if step["ply"] >= own]
    assert all(later["time"] - earlier["time"] > NORMAL - 50 for earlier, later in pairwise(others))
    page.wait_for_timeout(50)
    assert page.locator("#board .marks-trail > *").count() >= 6, "two blocks of three dominoes"


def test_all_moves_since_my_last_one_stay_marked_until_i_act(new_page: NewPage) -> None:
    page = new_page()
    player = against_three_bots(page)
    player.wait_for_turn()
    page.wait_for_timeout(50)
    marked = page.locator("#board .marks-trail > *").count()
    assert marked >= 6, "start and end of three moves"
    page.reload()
    player.arrive()
    player.wait_for_turn()
    assert page.locator("#board .marks-trail > *").count() == marked, "a reload forgets nothing"
    colours = page.evaluate(
        """() => ['trail', 'can'].map((kind) =>
             getComputedStyle(document.querySelector(`.marks-${kind} > *`)).stroke)"""
    )
    assert colours[0] != colours[1], "what happened looks different from what I may do"
    page.click("[data-dialog=settings]")
    page.check("input[name=pace][value=slow]", force=True)
    page.click("[data-close]")
    player.move()
    expect(page.locator("#log .entry.move")).to_have_count(5)
    expect(page.locator("#board .marks-trail > *")).to_have_count(0)


def test_a_position_that_is_studied_is_not_left(new_page: NewPage) -> None:
    page = new_page(pace="normal")
    player = against_three_bots(page)
    expect(page.locator("#replay-text")).to_have_text("Move 2 of 2")
    page.keyboard.press(",")
    expect(page.locator("#go-live")).to_be_visible()
    board, at = page.inner_html("#board"), page.input_value("#replay-at")
    page.wait_for_timeout(1500)
    assert (page.inner_html("#board"), page.input_value("#replay-at")) == (board, at)
    page.click("#go-live")
    expect(page.locator("#go-live")).to_be_hidden()
    player.wait_for_turn()
    expect(page.locator("#log .entry.move")).to_have_count(4)


def test_a_replay_plays_by_itself_and_log_and_address_follow(new_page: NewPage) -> None:
    page = new_page(pace="fast")
    player = Player(page, seed=11)
    match = player.play_now("pyramidis")
    while int(page.input_value("#replay-at")) < 14:
        player.step()
        player.wait_for_turn()
    page.evaluate(WATCH)
    page.keyboard.press("Home")
    page.click("#replay-first")
    expect(page.locator("#replay-text")).to_contain_text("Move 0")
    assert page.url.endswith(f"/t/{match}?at=0")
    page.click("#replay-play")
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#replay-text")).to_contain_text("Move 3 ")
    assert "?at=" in page.url
    row = page.locator("#log .entry.shown")
    expect(row).to_be_in_viewport()
    page.keyboard.press("p")
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Play the moves")
    at = page.input_value("#replay-at")
    page.wait_for_timeout(800)
    assert page.input_value("#replay-at") == at, "it stands still"
    page.keyboard.press("p")
    expect(page.locator("#live-row")).to_be_hidden(timeout=20_000)
    assert "at=" not in page.url, "it ends in the running match"
    steps = [step["ply"] for step in page.evaluate("window.shown")]
    played = steps[steps.index(0) :]
    assert played == list(range(played[-1] + 1)), "each position once, in order, none left out"
    page.goto(f"/t/{match}?at=2")
    player.arrive()
    expect(page.locator("#replay-text")).to_contain_text("Move 2 ")


HIDE = """(hidden) => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  document.dispatchEvent(new Event('visibilitychange')); }"""


def test_in_a_hidden_tab_the_moves_of_the_others_wait(new_page: NewPage) -> None:
    """A player who looks again sees them one after the other, up to a limit."""
    page = new_page(pace="fast")
    player = Player(page)
    match = player.play_now("pyramidis")
    player.wait_for_turn()
    page.evaluate(HIDE, True)
    before = page.get_attribute("#table", "data-number")
    player.move()
    ply = f"fetch('/api/v1/matches/{match}').then((answer) => answer.json()).then((match) => match.actor)"
    page.wait_for_function(f"() => {ply}.then((actor) => actor === 0)")
    page.wait_for_timeout(300)
    own = int(page.get_attribute("#table", "data-number") or 0)
    assert own == int(before or 0) + 1, "the own move is shown, the answer waits"
    expect(page).to_have_title(re.compile("^● "))  # that it is my turn, does not
    page.evaluate(HIDE, False)
    page.wait_for_function("own => Number(document.getElementById('table').dataset.number) > own", arg=own)


def test_what_waits_in_a_hidden_tab_is_bounded(page: Page) -> None:
    Player(page).play_now("pyramidis")
    page.evaluate(HIDE, True)
    waiting = """async () => {
      const source = document.querySelector('script[src*="table.js"]').src;
      const { Plies } = await import(source.replace('table.js', 'plies.js'));
      const { prefs } = await import(source.replace('table.js', 'prefs.js'));
      prefs.pace = 'normal';
      const plies = window.plies = new Plies(), shown = window.shownViews = [];
      plies.onShow((view) => shown.push(view));
      for (let n = 0; n < 100; n += 1) plies.add({number: n, own: [], live: true, log: [{kind: 'move', seat: 1}]});
      prefs.pace = 'instant';
      return shown.length;
    }"""
    assert page.evaluate(waiting) == 0
    page.evaluate(HIDE, False)
    shown = page.evaluate("window.shownViews.map((view) => [view.number, view.log.length])")
    assert shown == [[76, 77], *([number, 1] for number in range(77, 100))], "the log of all, the last views"
