"""The end of a match: who has won, the score pad, why it ended, and what to do next."""

import re

import pytest
from playwright.sync_api import Page, expect

import benben
from benben.core.record import read
from tests.golden.make import FOLDER
from tests.pages.conftest import PHONE, WIDE, NewPage
from tests.pages.player import Player, sample, sampled
from tests.pages.test_together import open_table
from tests.web.server import HTTP, Server

FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
NUMBERS = "(cells) => cells.map((cell) => Number(cell.textContent.replace('–', '0')))"


def pad(page: Page) -> list[list[int]]:
    """The rows of the score pad, with the totals as the last one."""
    return [row.locator("td").evaluate_all(NUMBERS) for row in page.locator("#pad-rows tr, #pad-total tr").all()]


@pytest.mark.parametrize("game", benben.names())
def test_the_pad_adds_up_and_opens_by_itself_on_a_phone_too(game: str, new_page: NewPage, server: Server) -> None:
    for look in ({"viewport": WIDE}, FINGER):
        page = new_page(**look)
        player = Player(page, seed=3, by="finger" if look is FINGER else "mouse")
        match = player.continue_near_end(game)
        player.play_to_end()
        expect(page.locator("#result")).to_be_in_viewport(ratio=0.9 if look is not FINGER else 0.5)
        end = HTTP.get(f"{server.url}/api/v1/matches/{match}").json()
        *rows, totals = pad(page)
        sums = [sum(row[seat] for row in rows) for seat in range(len(totals))]
        assert totals == end["score"] == sums
        heads = page.locator("#pad-head th")
        winners = [seat for seat in range(heads.count()) if "winner" in (heads.nth(seat).get_attribute("class") or "")]
        assert winners == end["winners"]
        assert page.inner_text("#result-title") == page.inner_text("#outcome")
        expect(page.locator("#result #review")).to_have_attribute("href", f"/t/{match}/review")  # one click away
        titles = page.locator("#pad-rows th").all_inner_texts()
        assert all(re.match(r"[A-Z][a-z]+ ?", title) and not re.match(r"[A-Z]{3}-\d", title) for title in titles)


# Whether the middle of what is lit is seen; null while nothing is lit.
IS_LIT_PART_SEEN = """() => {
  const lit = document.querySelector('#board .marks-lit')?.getBoundingClientRect();
  if (!lit) return null;
  const [x, y] = [lit.x + lit.width / 2, lit.y + lit.height / 2];
  return Boolean(document.elementFromPoint(x, y)?.closest('#board, .stage'));
}"""
SIZES = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}


def ended(page: Page, record: str) -> None:
    """At the last position of a match that was played elsewhere, with its result."""
    answer = page.request.post("/study", form={"record": record}, max_redirects=0)
    study = answer.headers["location"].partition("?")[0]
    page.goto(f"{study}?at={len(read(record).moves)}")
    Player(page).arrive()
    page.click("#open-result")


def golden(game: str, players: int) -> str:
    return (FOLDER / game / f"{game}-{players}.benben").read_text("utf-8")


def board_box(page: Page) -> tuple[list[float], list[float]]:
    """Its place and its size."""
    box = page.locator("#board svg").bounding_box()
    assert box
    place, size = (box["x"], box["y"]), (box["width"], box["height"])
    return [round(value, 1) for value in place], [round(value, 1) for value in size]


@pytest.mark.parametrize("screen", SIZES)
@pytest.mark.parametrize(("game", "players"), [("pyramids", 5), ("terra_pyramides", 4), ("pyramidis", 2)])
def test_the_result_lies_over_the_stage_and_the_board_keeps_its_size(
    game: str, players: int, screen: str, new_page: NewPage
) -> None:
    width, height = SIZES[screen]
    page = new_page(viewport={"width": width, "height": height}, locale="de-DE", has_touch=screen == "390")
    ended(page, golden(game, players))
    opened = board_box(page)
    stage, head, frame = (page.locator(part).bounding_box() for part in ("#stage", "#result-head", ".pad-frame"))
    assert stage
    assert head
    assert frame
    assert page.locator(".pad-frame").evaluate("(frame) => frame.scrollWidth <= frame.clientWidth"), "all columns"
    assert page.locator("#result-title").evaluate("(title) => parseFloat(getComputedStyle(title).fontSize)") >= 24
    if screen != "390":
        assert head["x"] <= stage["x"] + 1, "from the edge of the stage"
        assert head["x"] + head["width"] < frame["x"] + 1, "beside the pad"
    page.click("#watch-score")
    page.wait_for_selector("#pad.counting")
    counted = board_box(page)
    page.click("#close-result")
    assert opened[1] == counted[1]
    page.wait_for_function("() => !document.getElementById('board').getAnimations().length")
    assert opened == board_box(page), "its place too"


@pytest.mark.parametrize("screen", SIZES)
def test_what_is_counted_is_never_under_the_result(screen: str, new_page: NewPage) -> None:
    width, height = SIZES[screen]
    page = new_page(viewport={"width": width, "height": height}, has_touch=screen == "390")
    ended(page, golden("terra_pyramides", 4))
    page.click("#watch-score")
    seen = []
    while page.locator("#pad.counting").count():
        if (is_seen := page.evaluate(IS_LIT_PART_SEEN)) is not None:
            seen.append(is_seen)
        page.wait_for_timeout(200)
    assert len(seen) >= 3
    assert all(seen)


def test_a_rule_in_the_result_is_shown_where_it_can_be_read(page: Page) -> None:
    """The result covers the panel, which may be folded away too."""
    page.goto("/")
    page.evaluate("""localStorage.setItem('prefs', '{"pace": "instant", "side": false}')""")
    ended(page, golden("pyramids", 5))
    expect(page.locator("#side")).to_be_hidden()
    page.locator("#result-why .rule").first.click()
    found = page.locator("#rules .found")
    expect(found).to_be_in_viewport()
    expect(page.locator("#result")).to_be_hidden()


def test_the_points_are_counted_up_while_the_board_lights_up(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True, reduced_motion="no-preference")
    player = Player(page, seed=11, by="finger")
    player.continue_near_end("pyramids")
    player.play_to_end()
    page.wait_for_selector("#pad.counting")
    seen = 0
    for _look in range(40):
        lit = page.locator("#board .marks-lit")
        if lit.count():
            page.wait_for_timeout(400)
            if (is_seen := page.evaluate(IS_LIT_PART_SEEN)) is not None:
                assert is_seen, "what is lit can be seen above the result"
                seen += 1
        if not page.locator("#pad.counting").count():
            break
        page.wait_for_timeout(250)
    assert seen >= 3
    expect(page.locator("#pad.counting")).to_have_count(0, timeout=20_000)
    assert pad(page)[-1] == [int(text) for text in page.locator(".seat-score").all_inner_texts()[:2]]


def test_the_result_is_closed_and_opened_again(page: Page) -> None:
    player = Player(page, seed=11)
    player.continue_near_end("pyramidis")
    player.play_to_end()
    expect(page.locator("#result")).to_be_visible()
    page.click("#close-result")
    expect(page.locator("#result")).to_be_hidden()
    page.click("#open-result")
    expect(page.locator("#result")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#result")).to_be_hidden()
    page.reload()
    player.arrive()
    expect(page.locator("#result")).to_be_visible()
    page.click("#watch-again")
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("#replay-play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#replay-text")).to_contain_text(re.compile(r"Move ([2-9]|\d\d) "))  # it goes on by itself


def test_why_it_ended_suddenly_is_said_with_the_rule(page: Page) -> None:
    player = Player(page, seed=11)
    player.continue_near_end("pyramidis")
    player.play_to_end()
    expect(page.locator("#result-why")).to_contain_text(re.compile(r"(wins\.|limit of).*PDS-1[567]"))
    page.locator("#result-why .rule").first.click()
    expect(page.locator("#rules .found")).to_be_visible()


def test_a_seat_that_cannot_lay_any_more_is_told_why_it_has_lost(page: Page) -> None:
    """The golden match ends in stage 1: after its last move no domino fits."""
    Player(page).continue_record((FOLDER / "pyramido" / "pyramido-2.benben").read_text("utf-8"), 49)
    page.click("#tab-text")
    page.fill("#move", "stack 4")
    page.keyboard.press("Enter")
    page.click("#confirm")  # it reveals a domino
    expect(page.locator("#result-title")).to_contain_text("won")
    expect(page.locator("#result-why")).to_contain_text(re.compile(r"No domino fits.*PDO-12"))


def test_the_result_is_shared_by_link(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_table(page, "pyramidis", {0: "me", 1: "here"})
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".more summary")
    page.click("#resign")
    expect(page.locator("#result-title")).to_contain_text("has resigned")
    page.click("#share")
    expect(page.locator("#share")).to_have_text("Copied.")
    assert re.search(r"Pyramidis: P0 0, P1 0\s+http\S+/t/", page.evaluate("navigator.clipboard.readText()"))


def test_the_log_is_at_its_end_when_the_match_ends(page: Page) -> None:
    player = Player(page, seed=11)
    player.continue_near_end("pyramidis")
    player.play_to_end()
    expect(page.locator("#log .entry").last).to_be_in_viewport()


DUSK = """() => { const over = getComputedStyle(document.getElementById('stage'), '::after');
  const pad = getComputedStyle(document.getElementById('result'));
  return [over.opacity, over.pointerEvents, Number(pad.zIndex) > Number(over.zIndex)]; }"""


@pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
def test_at_the_end_dusk_lies_over_the_stage_and_not_over_the_pad(look: dict[str, int], new_page: NewPage) -> None:
    page = new_page(viewport=look)
    player = Player(page)
    player.continue_near_end("pyramidis")
    assert page.evaluate(DUSK)[0] == "0"
    player.play_to_end()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#pad.counting")).to_have_count(0)
    page.wait_for_function(f"() => ({DUSK})()[0] === '1'")
    assert page.evaluate(DUSK)[1:] == ["none", True], "all can be touched and the pad is bright"
    page.click("#close-result")
    page.wait_for_function(f"() => ({DUSK})()[0] === '0'")


LISTEN = """() => {
  window.heard = [];
  const before = AudioContext.prototype.createOscillator, filtered = AudioContext.prototype.createBiquadFilter;
  AudioContext.prototype.createOscillator = function () { window.heard.push('tone'); return before.call(this); };
  AudioContext.prototype.createBiquadFilter = function () {
    const filter = filtered.call(this);
    queueMicrotask(() => window.heard.push({bandpass: 'knock', highpass: 'rustle'}[filter.type]));
    return filter;
  };
}"""
SOUNDS = {"lay": ["knock"], "papyrus": ["rustle"], "score": ["tone"] * 2, "turn": ["tone"] * 3, "end": ["tone"] * 4}


def test_each_sound_is_its_own_and_none_is_heard_until_switched_on(page: Page) -> None:
    Player(page).play_now("pyramidis")
    page.evaluate(LISTEN)
    heard = """async ([name, isOn]) => {
      const source = document.querySelector('script[src*="table.js"]').src;
      const { play } = await import(source.replace('table.js', 'sounds.js'));
      const { prefs } = await import(source.replace('table.js', 'prefs.js'));
      [prefs.sound, window.heard] = [isOn, []];
      play(name);
      await null;
      return window.heard;
    }"""
    for name, made in SOUNDS.items():
        assert page.evaluate(heard, [name, False]) == []
        assert page.evaluate(heard, [name, True]) == made


@pytest.mark.parametrize(("game", "sound"), [("pyramids", "rustle"), ("pyramidis", "knock")])
def test_tablets_and_cards_rustle_and_stones_knock(game: str, sound: str, page: Page) -> None:
    player = Player(page)
    player.play_now(game)
    page.evaluate(LISTEN)
    player.step()
    player.wait_for_turn()
    assert page.evaluate("window.heard") == []
    page.click("[data-dialog=settings]")
    page.check("input[name=sound]")
    page.click("[data-close]")
    player.step()
    player.wait_for_turn()
    heard = set(page.evaluate("window.heard"))
    assert heard & {"rustle", "knock"} == {sound}


def test_the_outcome_is_said_once(page: Page) -> None:
    """The last line of the log of Terra Pyramides is the outcome itself, which is the title."""
    record = sample("terra_pyramides")
    answer = page.request.post("/study", form={"record": record}, max_redirects=0)
    study = answer.headers["location"].partition("?")[0]
    page.goto(f"{study}?at={len(sampled('terra_pyramides')) - 1}")
    Player(page).arrive()
    page.click("#open-result")
    expect(page.locator("#log")).to_contain_text("has won. TER-25")
    expect(page.locator("#result-title")).to_contain_text("has won.")
    expect(page.locator("#result-why")).not_to_contain_text("has won")
