"""Several people: by link, at one screen, away and back again."""

import re

from playwright.sync_api import Page, expect

from tests.pages.conftest import PHONE, WIDE, NewPage
from tests.pages.player import Player
from tests.web.server import Server


def open_table(page: Page, game: str, wishes: dict[int, str], players: int = 2) -> str:
    page.goto(f"/new/{game}")
    page.click(f"input[name=players][value='{players}'] + span")
    for seat, wish in wishes.items():
        page.select_option(f"#seat-{seat}", wish)
        if wish in ("me", "here"):
            page.fill(f"input[name=name-{seat}]", f"P{seat}")
    page.click("#setup .main-button")
    return Player(page).arrive()


def link(page: Page) -> str:
    return page.locator(".invitation .copy").first.get_attribute("data-copy") or ""


def test_a_friend_comes_by_link(new_page: NewPage) -> None:
    ann, bea, eve = new_page(), new_page(), new_page()
    match = open_table(ann, "pyramidis", {0: "me", 1: "link"})
    expect(ann.locator("#status")).to_contain_text("Waiting for 1 more player.")
    expect(ann.locator(".invitation svg.qr")).to_have_count(1)
    assert ann.locator(".qr path").get_attribute("stroke"), "drawn, not only there"
    address = link(ann)

    bea.goto(address)
    assert "Waiting for" in ann.inner_text("#status"), "looking at a link seats nobody"
    bea.fill("#name", "Bea")
    bea.click(".main-button")
    second = Player(bea)
    assert second.arrive() == match
    expect(ann.locator(".seat[data-seat='1']")).to_have_text(re.compile(r"Bea\s+Yellow"))
    expect(ann.locator("#invite")).to_be_hidden()
    expect(ann.locator(".seat[data-seat='1'] .here")).to_be_visible()

    eve.goto(f"/t/{match}")  # a spectator
    Player(eve).arrive()
    first = Player(ann)
    first.wait_for_turn()
    first.touch("a4")
    first.touch("take-2")
    first.confirm()
    for page in (ann, bea, eve):
        expect(page.locator("#log")).to_contain_text("P0 moves a4:2")
    assert second.wait_for_turn()["can"] == ["h4", *(f"take-{n}" for n in range(1, 6))]
    assert "●" in bea.title()
    assert "●" not in ann.title()
    assert Player(eve).state()["can"] == []
    bea.close()
    expect(ann.locator(".seat[data-seat='1'] .here")).to_have_count(0)


def test_people_at_one_screen_hand_it_over(page: Page) -> None:
    match = open_table(page, "pyramids", {0: "me", 1: "here"})
    player = Player(page, seed=5)
    seen: list[str] = []
    for _step in range(25):
        state = player.wait_for_turn()
        if state["handOver"]:
            assert state["can"] == [], "nothing can be touched before the screen is handed over"
            assert "card-" not in page.inner_html("#board .hand, #board") or not page.locator("#board .can").count()
            seen.append(page.inner_text("#hand-over-title"))
        player.step()
    assert {"Now P0 (Thebes)", "Now P1 (Memphis)"} <= set(seen)
    page.reload()
    player.arrive()
    assert player.wait_for_turn()["handOver"], "a reload does not show anybody's side"
    assert match in page.url


def test_an_open_game_at_one_screen_needs_no_handing_over(page: Page) -> None:
    open_table(page, "pyramidis", {0: "me", 1: "here"})
    player = Player(page)
    for _step in range(6):
        assert not player.wait_for_turn()["handOver"]
        player.step()
    page.goto("/")
    expect(page.locator("#my-tables")).to_contain_text("Pyramidis")
    page.click("#my-tables a")
    player.arrive()
    assert player.wait_for_turn()["can"]


def test_a_restarted_server_is_not_noticed_for_long(new_page: NewPage, server: Server) -> None:
    page = new_page()
    player = Player(page, seed=7)
    player.play_now("pyramidis")
    for _step in range(6):
        player.step()
    player.wait_for_turn()
    moves = page.input_value("#replay-at")
    server.kill()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    if not player.state()["confirm"]:
        player.touch(player.state()["can"][0])
    server.start()
    expect(page.locator("#notice")).to_be_hidden(timeout=30_000)
    assert int(page.input_value("#replay-at")) >= int(moves)
    player.play_to_end()


def test_a_move_made_while_the_server_is_away_is_made_when_it_is_back(new_page: NewPage, server: Server) -> None:
    page = new_page()
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.touch("a4")
    player.touch("take-3")
    server.kill()
    player.confirm()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    server.start()
    expect(page.locator("#log")).to_contain_text("Red moves a4:3", timeout=30_000)
    assert page.locator("#log .entry", has_text="Red moves a4:3").count() == 1


def test_rematch_takes_everybody_along(new_page: NewPage) -> None:
    ann, bea = new_page(), new_page()
    open_table(ann, "pyramidis", {0: "me", 1: "link"})
    bea.goto(link(ann))
    bea.fill("#name", "Bea")
    bea.click(".main-button")
    Player(bea).arrive()
    ann.on("dialog", lambda dialog: dialog.accept())
    expect(ann.locator("#seats")).to_contain_text("Bea")
    ann.click(".more summary")
    ann.click("#resign")
    for page in (ann, bea):
        expect(page.locator("#outcome")).to_contain_text("P0 has resigned.")
    ann.click("#rematch button")
    Player(ann).arrive()
    bea.click("#rematch button")
    Player(bea).arrive()
    assert ann.url == bea.url
    expect(bea.locator(".seat.own")).to_have_text(re.compile(r"Bea\s+Red"))
    expect(ann.locator(".seat.own")).to_have_text(re.compile(r"P0\s+Yellow"))


def test_a_table_that_cannot_be_is_explained_and_nothing_typed_is_lost(page: Page) -> None:
    page.goto("/new/terra_pyramides")
    page.click("input[name=players][value='1'] + span")
    page.fill("input[name=name-0]", "Ann")
    page.click("#setup .main-button")
    expect(page.locator(".error")).to_be_visible()
    assert page.input_value("input[name=name-0]") == "Ann"
    assert page.is_checked("input[name=players][value='1']")
    page.select_option("#option-mode", "task-1")
    page.click("#setup .main-button")
    player = Player(page, seed=9)
    player.arrive()
    for _step in range(10):
        player.step()
    expect(page.locator(".seat")).to_have_count(1)


def test_leaving_to_a_bot(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    page.click(".more summary")
    page.select_option("#leave-level", "casual")
    page.click("#leave-button")
    expect(page.locator("#finish")).to_be_visible(timeout=90_000)  # two bots play it out


def test_cookies_hold_the_secrets_and_scripts_cannot_read_them(page: Page) -> None:
    open_table(page, "pyramidis", {0: "me", 1: "link"})
    held = next(cookie for cookie in page.context.cookies([page.url]) if cookie.get("name") == "browser")
    assert held.get("httpOnly")
    assert held.get("sameSite") == "Lax"
    assert "browser" not in page.evaluate("document.cookie")


def test_the_list_of_tables_holds_more_than_a_request_can_ask_for(page: Page, server: Server) -> None:
    """Far more tables than a browser could have had cookies for."""
    opened = [page.request.post("/play/pyramidis", max_redirects=0).headers["location"][3:] for _table in range(60)]
    page.goto("/")
    page.evaluate("ids => localStorage.tables = JSON.stringify(ids.map(match => ({ match, seats: [0] })))", opened)
    page.goto("/")
    expect(page.locator("#my-tables li")).to_have_count(60)
    page.goto(f"/t/{opened[0]}")
    assert Player(page).wait_for_turn()["can"], "the first seat is still this browser's"


def test_the_invitation_comes_before_the_empty_board_and_the_guest_sees_who_waits(new_page: NewPage) -> None:
    for look in ({"viewport": WIDE}, {"viewport": PHONE}):
        ann, bea = new_page(**look), new_page(**look)
        open_table(ann, "pyramido", {0: "me", 1: "link"})
        expect(ann.locator("#invite .copy").first).to_be_in_viewport()
        bea.goto(link(ann))
        expect(bea.locator(".join-cover svg")).to_be_visible()
        expect(bea.locator(".join-text")).to_contain_text("P0 is waiting for you.")
        expect(bea.locator(".facts")).to_contain_text("40 min")
        bea.fill("#name", "Bea")
        bea.click(".main-button")
        Player(bea).arrive()
        expect(ann.locator("#invite")).to_be_hidden()
        expect(ann.locator("#board svg")).to_be_visible()


def test_my_tables_are_on_top_and_new_people_are_guided_first(page: Page) -> None:
    page.goto("/")
    assert page.inner_text("#game-pyramidis .main-button") == "New here? A guided first game"
    expect(page.locator("#game-pyramidis .facts")).to_contain_text(re.compile("2–4 players.*30 min.*easy"))
    Player(page).play_now("pyramidis")
    page.goto("/")
    expect(page.locator("#my-tables li")).to_have_count(1)
    mine, games = page.locator("#mine").bounding_box(), page.locator(".games").bounding_box()
    assert mine
    assert games
    assert mine["y"] < games["y"]
    assert page.inner_text("#game-pyramidis .main-button") == "Play now"
    assert page.inner_text("#game-pyramido .main-button") != "Play now"


def test_sounds_are_made_only_when_they_are_switched_on(page: Page) -> None:
    page.add_init_script(
        """window.heard = 0; const start = AudioScheduledSourceNode.prototype.start;
           AudioScheduledSourceNode.prototype.start = function (...when) {
             window.heard += 1;
             start.apply(this, when);
           }"""
    )
    player = Player(page)
    player.play_now("pyramidis")
    for _step in range(6):
        player.step()
    player.wait_for_turn()
    assert page.evaluate("window.heard") == 0
    page.click("[data-dialog=settings]")
    page.check("input[name=sound]")
    page.click("[data-close]")
    for _step in range(6):
        player.step()
    player.wait_for_turn()
    assert page.evaluate("window.heard") > 0


def test_every_decision_is_confirmed_only_while_somebody_is_away(new_page: NewPage) -> None:
    ann, bea = new_page(), new_page()
    match = open_table(ann, "pyramidis", {0: "me", 1: "link"})
    bea.goto(link(ann))
    bea.fill("#name", "Bea")
    bea.click(".main-button")
    first, second = Player(ann), Player(bea)
    second.arrive()
    for page in (ann, bea):
        page.evaluate("""localStorage.setItem('prefs', '{"pace": "instant", "confirm": "slow"}')""")
        page.reload()
    first.arrive()
    second.arrive()
    expect(ann.locator(".seat[data-seat='1'] .here")).to_be_visible()
    first.wait_for_turn()
    first.touch("a4")
    first.touch("take-2")
    expect(ann.locator("#log")).to_contain_text("P0 moves a4:2")  # at once
    ann.close()
    expect(bea.locator(".seat[data-seat='0'] .here")).to_have_count(0)
    second.wait_for_turn()
    second.touch("h4")
    second.touch("take-2")
    expect(bea.locator("#confirm")).to_be_visible()
    expect(bea.locator("#log .entry.move")).to_have_count(1)
    assert match in bea.url
