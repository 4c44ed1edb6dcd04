"""Choosing a move: light, ghost, turn, drag, confirm, cancel, take back, why not."""

import json
import re
from collections import Counter

from playwright.sync_api import Page, WebSocket, expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player

# In Pyramidis red begins: the stack on the start field, or at once how many to take from it.
OPENING = ["a4", *(f"take-{n}" for n in range(1, 6))]


def ready(page: Page) -> str:
    """The move that waits in the bar to be confirmed, in notation."""
    return page.get_attribute("#bar-text", "data-move") or "" if page.locator("#bar-text").is_visible() else ""


def first_domino(page: Page) -> Player:
    """In Pyramido, as the seat that is to lay its first domino."""
    player = Player(page)
    player.play_now("pyramido")
    player.wait_for_turn()
    return player


def hold_a_domino(page: Page) -> tuple[Player, str]:
    """A later domino is held; and a cell on which it can be turned in several ways."""
    player = Player(page)
    match = player.play_now("pyramido")
    while len(player.wait_for_turn()["can"]) < 3 or "Take a domino" not in player.status() or player.decisions < 2:
        player.step()
    player.touch(player.state()["can"][0])
    player.wait_for_turn()
    choices = page.evaluate(f"fetch('/api/v1/matches/{match}').then((answer) => answer.json())")["choices"]
    held = page.locator("#board .held").get_attribute("id")
    cells = Counter(choice["path"][1] for choice in choices if choice["path"][0] == held)
    cell, turns = cells.most_common(1)[0]
    assert turns > 1
    return player, cell


def test_pieces_light_up_and_the_ghost_follows_the_pointer(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    assert player.wait_for_turn()["can"] == OPENING
    player.touch("a4")
    assert player.state()["can"] == OPENING[1:]
    assert page.locator("#board .marks-can > *").count() == 5
    player.hover("take-3")
    page.wait_for_selector("#board .ghost-layer", state="attached")
    player.hover("h4")
    expect(page.locator("#board .ghost-layer")).to_have_count(0)


def test_a_turn_is_confirmed_once_and_can_be_cancelled(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("a4")
    player.touch("take-3")
    assert ready(page) == "a4:3"
    page.click("#cancel")
    assert player.state()["can"] == OPENING
    player.touch("a4")
    player.touch("take-2")
    page.keyboard.press("c")
    expect(page.locator("#log")).to_contain_text("Red moves a4:2")


def test_the_first_ghost_is_legal_and_r_turns_it(page: Page) -> None:
    player, many = hold_a_domino(page)
    player.hover(many)
    page.wait_for_selector("#board .ghost-layer", state="attached")
    player.touch(many)
    first = ready(page)
    seen = {first}
    for _turn in range(6):
        page.keyboard.press("r")
        seen.add(ready(page))
    assert len(seen) > 1
    page.click("#turn")
    chosen = ready(page)
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text(re.compile("lays the domino .* on " + chosen.split()[1]))


def test_dragging_is_the_same_as_clicking(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.hover("a4")
    page.mouse.down()
    player.hover("take-4")
    player.hover("take-2")
    page.mouse.up()
    assert ready(page) == "a4:2"


def test_not_allowed_says_why_with_the_rule(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("h4")
    notice = page.locator("#notice")
    expect(notice).to_contain_text("Yellow")
    assert page.locator("#board .marks-fault > *").count() >= 1
    rule = notice.locator(".rule")
    name = rule.inner_text()
    rule.click()
    expect(page.locator(f"#rules [id='{name}']")).to_have_class("found")
    assert player.state()["can"] == OPENING, "nothing was changed"


def test_moves_can_be_typed_and_are_explained(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    page.keyboard.press("m")
    page.fill("#move", "h4:1")
    page.keyboard.press("Enter")
    expect(page.locator("#notice .rule")).to_have_text(re.compile("PDS-"))
    page.fill("#move", "what?")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).not_to_contain_text("PDS-")
    page.fill("#move", "A4:1")
    page.keyboard.press("Enter")
    assert ready(page) == "a4:1"


def test_taking_back_within_the_turn(page: Page) -> None:
    player = first_domino(page)
    before = player.state()["can"]
    player.step()  # the domino lies; the first one has one place
    expect(page.locator("#status")).not_to_contain_text("Take a domino")
    page.keyboard.press("u")
    expect(page.locator("#status")).to_contain_text("Take a domino")
    assert player.wait_for_turn()["can"] == before
    assert page.locator("#log .taken-back").count() == 1
    while "Refill" not in player.status():
        player.step()
        player.wait_for_turn()
    player.touch(player.state()["can"][0])
    player.confirm()
    expect(page.locator("#status")).not_to_contain_text("Refill")
    player.wait_for_turn()
    assert page.get_attribute("#back", "aria-disabled") == "true"
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_contain_text("Another player has moved")


def test_what_was_revealed_cannot_be_taken_back(page: Page) -> None:
    player = Player(page, seed=2)
    player.play_now("terra_pyramides")
    for _step in range(300):
        if "search" in player.wait_for_turn()["can"]:
            break
        player.step()
    player.touch("search")
    player.touch(player.state()["can"][0])
    player.confirm()  # although the turn goes on: it shows what was hidden
    expect(page.locator("#status")).to_contain_text("Choose a tile")
    page.keyboard.press("u")
    expect(page.locator("#notice")).to_contain_text("revealed something hidden")


def test_a_chosen_move_survives_a_reload(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("a4")
    player.touch("take-3")
    page.reload()
    player.arrive()
    assert ready(page) == "a4:3"
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("Red moves a4:3")


def test_confirming_can_be_switched_off_and_on(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    page.click("[data-dialog=settings]")
    page.check("input[name=confirm][value=never]")
    page.click("[data-close]")
    player.touch("a4")
    player.touch("take-3")
    expect(page.locator("#log")).to_contain_text("Red moves a4:3")


def test_shortcuts_with_single_letters_can_be_switched_off(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    set_shortcuts(page, on=False)
    for _visit in range(2):  # the setting survives a reload
        player.touch("a4")
        player.touch("take-3")
        expect(page.locator("#turn kbd")).to_be_hidden()
        for key in ("c", "m", "+", ","):
            page.keyboard.press(key)
        assert ready(page) == "a4:3", "C plays nothing"
        expect(page.locator("#panel-text")).to_be_hidden()
        expect(page.locator("#zoom-reset")).to_be_hidden()
        page.keyboard.press("Escape")
        expect(page.locator("#confirm")).to_be_hidden()
        page.locator("#board .can").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
        assert player.state()["onBoard"], "arrows lead from piece to piece"
        page.keyboard.press("Escape")
        page.reload()
        player.arrive()
    set_shortcuts(page, on=True)
    player.touch("a4")
    player.touch("take-3")
    page.keyboard.press("c")
    expect(page.locator("#log")).to_contain_text("Red moves a4:3")


def set_shortcuts(page: Page, *, on: bool) -> None:
    page.click("[data-dialog=settings]")
    page.set_checked("input[name=shortcuts]", on)
    page.click("[data-close]")


def test_the_settings_list_the_shortcuts(new_page: NewPage) -> None:
    for locale, turn in (("en-GB", "R Turn"), ("de-DE", "R Drehen")):
        page = new_page(locale=locale)
        Player(page).play_now("pyramidis")
        page.click("[data-dialog=settings]")
        keys = page.locator("#settings .keys")
        expect(keys).to_contain_text(re.compile(turn.replace(" ", r"\s*")))
        assert {"C", "R", "U", "M", "Esc"} <= set(keys.locator("kbd").all_inner_texts())


def test_a_click_is_one_message_and_one_view(new_page: NewPage) -> None:
    """No ghost is asked for a move that is sent already, no view is sent twice, and nothing is fetched."""
    page = new_page(has_touch=True)  # a finger points at nothing before it touches
    said: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: said.append(json.loads(frame)["do"]))
        socket.on("framereceived", lambda frame: said.append(next(iter(json.loads(frame)))))

    page.on("websocket", listen)
    page.goto("/new/pyramidis")
    page.select_option("#seat-1", "here")  # no bot that moves as well
    page.click("#setup .main-button")
    player = Player(page, by="finger")
    player.arrive()
    page.click("[data-dialog=settings]")
    page.check("input[name=confirm][value=never]")
    page.click("[data-close]")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    said.clear()
    for element, take in (("a4", "take-3"), ("h4", "take-2")):
        player.wait_for_turn()
        player.touch(element)
        player.touch(take)
        expect(page.locator("#log")).to_contain_text(f"moves {element}:{take[-1]}")
    page.wait_for_timeout(300)  # nothing comes late
    assert sorted(said) == sorted(2 * ["move", "re", "view"])
    assert not fetched


POINTS = ".gain-part:visible, #gain-sum:visible:not(:empty), #gain .gain-row:visible"


def test_gains_are_shown_unless_the_table_is_for_purists(new_page: NewPage) -> None:
    for purist in (False, True):
        page = new_page()
        page.goto("/new/pyramids")
        if purist:
            page.uncheck("input[name=previews]")
        page.click("#setup .main-button")
        player = Player(page)
        player.arrive()
        seen = False
        for _step in range(12):
            state = player.wait_for_turn()
            if state["confirm"] or "pyramid" in player.status():
                seen = seen or page.locator(POINTS).count() > 0
            for element in state["can"][:4]:
                player.hover(element)
                page.wait_for_timeout(80)
                seen = seen or page.locator(POINTS).count() > 0
            player.step()
        assert seen is not purist


def test_the_wheel_turns_the_piece(page: Page) -> None:
    player, many = hold_a_domino(page)
    player.touch(many)
    before = ready(page)
    page.mouse.wheel(0, 100)
    expect(page.locator("#bar-text")).not_to_have_attribute("data-move", before)


def test_what_moves_is_seen_to_move_unless_that_is_not_wanted(new_page: NewPage) -> None:
    count = """() => { window.moved = 0; const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, timing) {
        window.moved += 1; window.longest = timing.duration; return animate.call(this, frames, timing); }; }"""
    for wish, moves in (("no-preference", True), ("reduce", False)):
        page = new_page(reduced_motion=wish)
        player = Player(page)
        player.play_now("pyramidis")
        player.wait_for_turn()
        page.evaluate(count)
        player.touch("a4")
        player.touch("take-3")
        player.confirm()
        expect(page.locator("#log")).to_contain_text("Red moves a4:3")
        player.wait_for_turn()
        if moves:
            page.wait_for_function("() => window.moved > 0")
            assert page.evaluate("window.longest") <= 400
        else:
            page.wait_for_timeout(100)
            assert page.evaluate("window.moved") == 0


def test_the_tab_says_whose_turn_it_is(page: Page) -> None:
    player = Player(page)
    page.add_init_script("window.AudioContext = function () { throw new Error('a sound, though it is off'); }")
    player.play_now("pyramidis")
    player.wait_for_turn()
    assert "Your turn" in page.title()
    assert "turn" in (page.get_attribute("#icon", "href") or "")


FRAMES = """() => [...document.querySelectorAll('#board .marks-can > *')].map((frame) => {
  const near = (a, b) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(a[side] - b[side]) < 2);
  return [...document.querySelectorAll('#board .can > .shape, #board .can.shape')].some((shape) =>
    shape.localName === frame.localName && near(shape.getBoundingClientRect(), frame.getBoundingClientRect()));
})"""


def test_frames_follow_the_shapes_of_what_they_frame(page: Page) -> None:
    """Also where a group is larger than what is touched of it; many frames are thin."""
    player = Player(page)
    player.play_now("terra_pyramides")
    player.wait_for_turn()
    found = page.evaluate(FRAMES)
    assert len(found) > 14
    assert all(found)
    assert page.locator("#board .marks-can.many").count() == 1
