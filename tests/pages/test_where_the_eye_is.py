"""Acting on the board itself: one touch where it says enough, and what a touch does is said before it does it."""

import re

from playwright.sync_api import Page, expect

from benben.core.position import Position
from tests.pages.conftest import PHONE, NewPage
from tests.pages.measure import address
from tests.pages.player import Player, sampled
from tests.pages.test_touching import ready


def moves(position: Position, word: str) -> list[str]:
    """The legal moves that begin with a word."""
    return [str(move) for move in position.legal_moves if str(move).split()[0] == word]


def continued(page: Page, game: str, ply: int) -> Player:
    player = Player(page)
    player.continue_from(game, ply)
    player.wait_for_turn()
    return player


def test_a_number_alone_takes_that_many_from_the_start_field(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("take-5")
    assert ready(page) == "a4:5"
    expect(page.locator("#bar-intent")).to_have_text("Take 5 from the start field: b4, c4, d4, e4, f4.")


def test_the_block_takes_its_marker_and_a_stack_leaves_the_card_out(page: Page) -> None:
    """Pyramido: no proxy is touched between the domino and the end of the turn."""
    line = sampled("pyramido")
    ply = next(ply for ply, now in enumerate(line) if moves(now, "mark") and moves(line[ply + 1], "no"))
    now = line[ply]
    block = now.direct(now.legal_moves[0])
    player = continued(page, "pyramido", ply)
    assert block in player.state()["can"]
    player.touch(block)
    expect(page.locator("#log .entry.move").last).to_contain_text("puts the marker")
    player.wait_for_turn()
    stack = next(name for name in player.state()["can"] if name.startswith("stack-"))
    player.touch(stack)
    number = stack[-1]
    expect(page.locator("#bar-intent")).to_have_text(re.compile(f"^Lay no card. Refill the quarry from stack {number}"))
    expect(page.locator("#bar-more .warning")).to_be_visible()  # it shows what was hidden
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("lays no card")
    expect(page.locator("#log")).to_contain_text(f"refills the quarry from stack {number}")


# The server's answer to this page: of the ways to lay a piece, the last one listed is the best.
RANK = """async (address) => {
  const { table } = await import(address);
  table.connection.rank = ({first}) => Promise.resolve(Object.fromEntries(
    table.view.choices.filter(({path}) => path[0] === first).map(({move}, n) => [move, n / 1000])));
}"""


def test_the_most_promising_way_to_lay_a_piece_comes_first(page: Page) -> None:
    line = sampled("pyramido")
    ply = next(
        ply for ply, now in enumerate(line) if len(now.legal_moves) > 20 and len(now.path(now.legal_moves[0])) == 3
    )
    now = line[ply]
    domino, cell = now.path(now.legal_moves[0])[:2]
    ways = [str(move) for move in now.legal_moves if now.path(move)[0] == domino and cell in now.path(move)]
    player = continued(page, "pyramido", ply)
    page.evaluate(RANK, address(page))
    player.touch(domino)
    player.hover(cell)
    player.touch(cell)
    assert ready(page) == ways[-1] != ways[0]
    page.keyboard.press("r")
    assert ready(page) == ways[-2], "then the others, in this order"


def test_rows_are_chosen_on_the_map_with_their_yields_and_stay_there(page: Page) -> None:
    ply = next(ply for ply, now in enumerate(sampled("terra_pyramides")) if moves(now, "row"))
    player = continued(page, "terra_pyramides", ply)
    rows = {"row-across", "row-down", "row-falling", "row-rising"}
    assert rows <= set(player.state()["can"])
    assert page.locator("#board .map .badge").count() == len(rows)
    page.click("[data-dialog=settings]")
    page.check("input[name=confirm][value=always]")
    page.click("[data-close]")
    player.touch("row-across")
    assert ready(page).startswith("row ")  # where rows cross, the uppermost is meant
    for row in rows:
        expect(page.locator(f"#board .map [id='{row}']")).to_be_visible()


def test_what_destroys_something_has_a_ghost_its_cost_and_a_confirmation(page: Page) -> None:
    """Terra Pyramides: a worker taken back can be put back, so without its danger it would be done at once."""
    line = sampled("terra_pyramides")
    ply = next(ply for ply, now in enumerate(line) if moves(now, "back") and not moves(now, "row"))
    now = line[ply]
    move = moves(now, "back")[0]
    player = continued(page, "terra_pyramides", ply)
    site, supply = now.path(move)
    player.touch(site)
    if not player.state()["confirm"]:  # more can be done there
        player.touch(supply)
    expect(page.locator("#bar-more .warning")).to_contain_text("goes back to your supply")
    expect(page.locator("#board .ghost-layer")).to_have_count(1)
    assert ready(page) == move
    page.click("#cancel")
    expect(page.locator("#bar-move")).to_be_hidden()
    expect(page.locator("#log .entry.move").last).not_to_contain_text("back")


def until_a_worker_can_go_back(page: Page) -> tuple[Player, list[str]]:
    """At a table of Terra Pyramides for purists, after many moves of both players; the path of that move."""
    page.goto("/new/terra_pyramides")
    page.uncheck("input[name=previews]")
    page.select_option("#seat-1", "here")
    page.click("#setup .main-button")
    player = Player(page)
    address = f"/api/v1/matches/{player.arrive()}"
    for _move in range(400):
        now = page.request.get(address).json()
        now = page.request.get(f"{address}?seat={now['actor']}").json()
        choices = now["choices"]
        if backs := [choice for choice in choices if choice["move"].startswith("back")]:
            page.reload()
            player.arrive()
            return player, backs[0]["path"]
        work = [choice for choice in choices if choice["move"].startswith(("put", "move"))] or choices
        move = player.random.choice(work)["move"]
        page.request.post(f"{address}/moves?seat={now['actor']}", data={"move": move, "after": now["number"]})
    raise AssertionError("no worker stands on a building site")


def test_what_destroys_something_is_confirmed_at_every_table_and_in_every_setting(page: Page) -> None:
    """Terra Pyramides for purists, who want no confirmation: a worker taken back has its ghost, its cost, and waits."""
    player, path = until_a_worker_can_go_back(page)
    page.click("[data-dialog=settings]")
    page.check("input[name=confirm][value=never]")
    page.click("[data-close]")
    if player.wait_for_turn()["handOver"]:
        page.click("#hand-over-button")
        player.wait_for_turn()
    for part in path:
        if not player.state()["confirm"]:
            player.touch(part)
    assert ready(page).startswith("back ")
    expect(page.locator("#bar-more .warning")).to_contain_text("goes back to your supply")
    expect(page.locator("#board .ghost-layer")).to_have_count(1)
    expect(page.locator("#log .entry.move").last).not_to_contain_text("takes a worker back")


def test_everything_says_what_it_is(new_page: NewPage) -> None:
    """An icon under a resting pointer; in the mode for it, under a finger, which then does nothing."""
    page = new_page()
    continued(page, "pyramids", 0)
    tile = page.locator("#board [id='tile-2']")
    tip = page.locator("#notice.tip")
    page.hover("#board [id='tomb-1']")
    expect(tip).to_be_visible()
    tile.click()
    assert ready(page) == "anubis"
    expect(page.locator("#bar-intent")).to_contain_text("Anubis: ")

    phone = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    continued(phone, "pyramids", 0)
    phone.tap("#explain")
    phone.tap("#board [id='tile-2']")
    expect(phone.locator("#notice.tip")).to_have_text(re.compile("Anubis|tomb"))
    assert ready(phone) == "", "nothing is done"


DRAWS_NOTHING = """async (address) => {
  const { table } = await import(address);
  table.view.ghosts = {};
  table.connection.ghost = () => Promise.resolve('');
}"""


def test_a_card_says_what_a_touch_would_do_before_it_is_done(page: Page) -> None:
    """In words, not in notation; also where the game draws nothing."""
    player = continued(page, "pyramids", 0)
    player.hover("tile-2")
    expect(page.locator("#gain-intent")).to_have_text(re.compile("^Anubis: pyramid and tomb. You act"))
    expect(page.locator("#gain")).to_be_visible()
    page.evaluate(DRAWS_NOTHING, address(page))
    player.hover("tile-3")
    expect(page.locator("#board .ghost-layer")).to_have_count(0)
    expect(page.locator("#gain-intent")).to_have_text(re.compile("^Khepri: "))
    page.mouse.move(2, 2)
    expect(page.locator("#gain")).to_be_hidden()


def test_a_resting_finger_reads_the_card_and_covers_nothing_of_it(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    continued(page, "pyramids", 0)
    touch = page.context.new_cdp_session(page)
    card = page.locator("#gain")
    for tile in ("tile-2", "tile-4"):
        box = page.locator(f"#board [id='{tile}']").bounding_box()
        assert box
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(page.locator("#gain-intent")).to_contain_text(": ")
        expect(card).to_be_in_viewport(ratio=1)
        shown = card.bounding_box()
        assert shown
        assert shown["y"] > point["y"] + 60 or shown["y"] + shown["height"] < point["y"] - 60
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(card).to_be_hidden()  # the bar says it now
        expect(page.locator("#bar-intent")).to_contain_text(": ")
        page.tap("#cancel")


def test_a_danger_is_said_on_the_card_also_to_people_who_want_no_points_shown(page: Page) -> None:
    page.goto("/")
    page.evaluate("""localStorage.setItem('prefs', '{"pace": "instant", "gains": false}')""")
    ply = len(sampled("pyramidis")) - 3
    player = continued(page, "pyramidis", ply)
    view = sampled("pyramidis")[ply]
    dangerous = next(move for move in view.legal_moves if view.warning(move) is not None and len(view.path(move)) == 1)
    player.hover(view.path(dangerous)[0])
    expect(page.locator("#gain .warning")).to_contain_text("could win at once")
    expect(page.locator("#gain-intent")).to_contain_text("Move")
    assert not page.locator("#gain .gain-row").count()
    expect(page.locator("#gain-sum")).to_be_empty()


def test_an_icon_on_what_can_be_touched_has_a_tip_too(page: Page) -> None:
    """The edifices on a tile of Pyramids."""
    continued(page, "pyramids", 0)
    icon = page.locator("#board [id='tile-2'].can [aria-label]").last
    said = icon.get_attribute("aria-label") or ""
    icon.hover(force=True)
    expect(page.locator("#notice.tip")).to_have_text(said)


def test_the_tip_of_an_icon_lies_beside_the_card_of_the_move(new_page: NewPage) -> None:
    """Both belong to the tile under the pointer; each can be read."""
    page = new_page(viewport={"width": 1440, "height": 900}, locale="de-DE")
    continued(page, "pyramids", 0)
    for tile in ("tile-1", "tile-2", "tile-3"):
        icons = page.locator(f"#board [id='{tile}'].can [aria-label]")
        for icon in icons.all():
            icon.hover(force=True)
            expect(page.locator("#notice.tip")).to_have_text(icon.get_attribute("aria-label") or "")
            expect(page.locator("#gain-intent")).to_contain_text(": ")
            tip, card = (page.locator(box).bounding_box() for box in ("#notice", "#gain"))
            assert tip
            assert card
            across = min(tip["x"] + tip["width"], card["x"] + card["width"]) - max(tip["x"], card["x"])
            down = min(tip["y"] + tip["height"], card["y"] + card["height"]) - max(tip["y"], card["y"])
            assert across <= 0 or down <= 0, (tile, tip, card)


def test_a_loupe_shows_what_a_finger_hides(new_page: NewPage) -> None:
    """Ten fields of Terra's map share the width of a phone: a resting finger gets them twice as large."""
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    player = Player(page, by="finger")
    player.play_now("terra_pyramides")
    field = next(name for name in player.wait_for_turn()["can"] if re.fullmatch(r"[a-j]\d+", name))
    box = page.locator(f"#board [id='{field}']").bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    loupe = page.locator(".loupe")
    expect(loupe).to_be_visible()
    scale = page.evaluate(
        "document.querySelector('.loupe svg').getScreenCTM().a / document.querySelector('#board svg').getScreenCTM().a"
    )
    assert abs(scale - 2) < 0.1
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(loupe).to_be_hidden()
