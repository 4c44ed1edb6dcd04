"""Small things that people stumble over: dragging, focus, sentences for the right person, forms, search."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

import benben
from tests.pages.conftest import PHONE, NewPage
from tests.pages.player import Player, sample
from tests.pages.test_reading import finished
from tests.pages.test_together import link, open_table


def test_a_dragged_piece_follows_the_pointer_and_selects_no_text(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    player.hover("a4")
    page.mouse.down()
    player.hover("take-4")
    carried = page.locator("#board .carried")
    expect(carried).to_have_count(1)
    first = carried.bounding_box()
    page.mouse.move(700, 500)
    second = carried.bounding_box()
    assert first
    assert second
    assert (second["x"], second["y"]) != (first["x"], first["y"])
    assert abs(second["x"] + second["width"] / 2 - 700) < second["width"]
    assert page.evaluate("getSelection().toString()") == ""
    page.mouse.up()
    expect(carried).to_have_count(0)


# What travels at its first moment: how far its card is away from where it will lie, and by how much the middle of the
# stone that is farthest out lies outside the card.
AWAY = """async () => {
  const board = document.getElementById('board');
  for (let n = 0; n < 60 && !board.querySelector('.flight'); n += 1) await new Promise(requestAnimationFrame);
  for (const animation of board.getAnimations({subtree: true})) {
    animation.pause();
    animation.currentTime = 0;
  }
  const shape = (card) => card.querySelector(':scope > .shape').getBoundingClientRect();
  const wayOf = (card, copy) => {
    const [at, will] = [shape(copy), shape(card)];
    const outside = [...copy.querySelectorAll('.stone')].map((stone) => stone.getBoundingClientRect()).map((box) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return Math.max(at.left - x, x - at.right, at.top - y, y - at.bottom);
    });
    return outside.length ? {far: Math.hypot(at.x - will.x, at.y - will.y), outside: Math.max(...outside)} : null;
  };
  const picture = board.querySelector('svg');
  const roots = [...picture.querySelectorAll('[id]')].filter((part) => part.style.opacity === '0');
  const ways = [...board.querySelectorAll('.flight')].map((layer, n) => {
    let copy = layer.firstElementChild, group = roots[n].parentElement;
    for (; group !== picture; group = group.parentElement) copy = copy.firstElementChild;
    const originals = [roots[n], ...roots[n].querySelectorAll('*')], copies = [copy, ...copy.querySelectorAll('*')];
    return originals.map((part, k) => part.matches('.card:has(> .shape)') ? wayOf(part, copies[k]) : null);
  }).flat().filter((way) => way !== null);
  const after = [...picture.children].slice([...picture.children].findIndex((part) => part.matches('.flight')));
  const isAbove = after.every((part) => part.matches('.flight, .marks'));
  for (const animation of board.getAnimations({subtree: true})) animation.finish();
  await new Promise((done) => setTimeout(done, 30));
  return {ways, isAbove, left: board.querySelectorAll('.flight').length};
}"""


def studied(page: Page, game: str) -> None:
    """At the start of the match that comes with a game."""
    answer = page.request.post("/study", form={"record": sample(game)}, max_redirects=0)
    page.goto(f"{answer.headers['location'].partition('?')[0]}?at=0")
    Player(page).arrive()


def test_a_card_carries_its_stones_above_everything(new_page: NewPage) -> None:
    """In a match of Pyramids, whose cards lie in pairs and carry stones."""
    page = new_page(reduced_motion="no-preference", bypass_csp=True)
    studied(page, "pyramids")
    carried = 0
    for ply in range(1, 19):
        page.keyboard.press(".")
        expect(page.locator("#replay-text")).to_contain_text(f"Move {ply} ")
        told = page.evaluate(AWAY)
        if not told["ways"]:
            continue
        assert told["isAbove"], "nothing is drawn above what moves"
        assert told["left"] == 0
        for way in told["ways"]:
            assert way["outside"] < 2, "stones stay on their card"
            carried += way["far"] > 2
    assert carried >= 5


FADE = """async ([before, after]) => {
  const folder = document.querySelector('script[src*="table.js"]').src.replace('table.js', '');
  const { replacePicture } = await import(folder + 'motion.js');
  const board = document.getElementById('board');
  replacePicture(board, before);
  replacePicture(board, after);
  const ids = [...document.querySelectorAll('#stage svg [id]')].map((part) => part.id);
  return [document.querySelectorAll('.fading [id]').length, ids.length - new Set(ids).size];
}"""


def test_a_picture_that_fades_away_gives_its_ids_to_the_new_one(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce", bypass_csp=True)
    studied(page, "pyramids")
    pictures = []
    for ply in (1, 2):
        page.keyboard.press(".")
        expect(page.locator("#replay-text")).to_contain_text(f"Move {ply} ")
        pictures.append(page.locator("#board svg").evaluate("(picture) => picture.outerHTML"))
    assert page.evaluate(FADE, pictures) == [0, 0]


@pytest.mark.parametrize("game", benben.names())
def test_the_focus_never_falls_to_the_page(game: str, page: Page) -> None:
    """By keys alone, Escape too: after each press, and when the view that follows it has arrived."""
    player = Player(page, seed=6, by="keys")
    player.play_now(game)
    player.wait_for_turn()
    page.keyboard.press("Tab")

    def check(moment: str) -> None:
        focus = page.evaluate("document.activeElement === document.body ? 'page' : document.activeElement.id")
        assert focus != "page", f"{moment}: {player.status()}"

    for step in range(60):
        player.step()
        check(f"step {step}")
        over = player.wait_for_turn()["over"]
        check(f"the view after step {step}")
        if over:
            return
        if step % 4 == 0:
            page.keyboard.press("Escape")
            check(f"Escape after step {step}")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_others_read_who_does_what(new_page: NewPage, locale: str) -> None:
    ann, bea, eve = new_page(locale=locale), new_page(locale=locale), new_page(locale=locale)
    match = open_table(ann, "pyramido", {0: "me", 1: "link"})
    bea.goto(link(ann))
    bea.fill("#name", "Bea")
    bea.click(".main-button")
    Player(bea).arrive()
    eve.goto(f"/t/{match}")
    Player(eve).arrive()
    expect(ann.locator("#seats")).to_contain_text("Bea")
    expect(bea.locator("#status")).not_to_contain_text("Waiting")
    acts, waits, name = (ann, bea, "P0") if Player(ann).state()["can"] else (bea, ann, "Bea")
    addressed = re.compile(r"\b(your|deine\w*)\b")
    for page in (waits, eve):
        expect(page.locator("#status")).to_contain_text(re.compile(f"{name} (takes a domino and lays it|nimmt)"))
        expect(page.locator("#status")).not_to_contain_text(addressed)
    expect(acts.locator("#status")).to_contain_text(addressed)
    Player(acts).step()
    for page in (ann, bea, eve):
        expect(page.locator("#log")).to_contain_text(re.compile(f"{name} (lays|legt)"))
        expect(page.locator("#log .entry.move .badge").first).to_have_text(re.compile("Sun|Sonne|Moon|Mond"))


def test_only_possible_values_are_offered(page: Page) -> None:
    page.goto("/new/pyramidis")
    values = page.locator("#option-first option:not([hidden])")
    assert values.all_inner_texts() == ["1", "2"]
    page.click("input[name=players][value='4'] + span")
    assert values.all_inner_texts() == ["1", "2", "3", "4"]
    page.select_option("#option-first", "3")
    page.click("input[name=players][value='2'] + span")
    assert page.input_value("#option-first") == "1"


def test_no_choice_is_cut_off(new_page: NewPage) -> None:
    for wishes in ({"locale": "de-DE"}, {"locale": "de-DE", "viewport": PHONE}):
        page = new_page(**wishes)
        page.goto("/new/pyramido")
        page.select_option("#seat-1", "here")
        cut = page.evaluate(
            """() => [...document.querySelectorAll('#setup select')].filter((select) => {
              const copy = document.createElement('span');
              copy.style.cssText = 'position: absolute; white-space: nowrap; font: ' + getComputedStyle(select).font;
              copy.textContent = select.selectedOptions[0].text;
              document.body.append(copy);
              const room = select.clientWidth - 40;  // the arrow and the padding
              return select.checkVisibility() && copy.offsetWidth > room;
            }).map((select) => select.id)"""
        )
        assert not cut


def test_a_search_that_finds_nothing_says_so(page: Page) -> None:
    page.goto("/rules/pyramido")
    expect(page.get_by_text("Nothing found.")).to_be_hidden()
    page.fill("#search", "xylophone")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    page.fill("#search", "minos")
    expect(page.get_by_text("Nothing found.")).to_be_hidden()


def test_going_on_against_a_chosen_level(page: Page) -> None:
    match = finished(page)
    page.goto(f"/t/{match}?at=6")
    Player(page).arrive()
    page.click(".more summary")
    page.select_option("#go-on-level", "novice")
    page.click("#go-on button[value=bot]")
    Player(page).arrive()
    expect(page.locator("#seats")).to_contain_text("Novice")


def test_a_key_opens_the_list_of_keys(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    page.keyboard.press("?")
    expect(page.locator("#settings .keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()


def test_numbers_do_not_break_from_their_points(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, locale="de-DE")
    Player(page).play_now("terra_pyramides")
    page.click("#tab-score")
    for score in page.locator("#tally .seat-score").all():
        box = score.bounding_box()
        assert box
        assert box["height"] < 40, "one line"
        assert re.fullmatch(r"1 Punkt|\d+ Punkte", score.inner_text())


def test_a_page_whose_script_was_not_fetched_loads_itself_again(page: Page) -> None:
    """As when a phone changes its network: the browser ends all requests, and does not repeat those for scripts."""
    failures = iter(["connectionreset", "connectionreset"])

    def fail_twice(route: Route) -> None:
        if error := next(failures, None):
            route.abort(error)
        else:
            route.continue_()

    page.route("**/ghosts.js", fail_twice)
    Player(page).play_now("pyramidis")
    assert next(failures, None) is None


def test_a_page_that_stays_incomplete_says_so(page: Page) -> None:
    page.route("**/page.js", lambda route: route.abort("connectionreset"))
    page.goto("/about")
    expect(page.locator("#incomplete")).to_be_visible(timeout=30_000)
