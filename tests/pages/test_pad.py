"""The score pad in the browser: entering, refusals, keeping, without a connection, and what goes out."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Download, Locator, Page, expect

import benben
from benben.testing.matches import Table
from tests.games.pyramido import rulebook
from tests.pads.filled import Filled, fill
from tests.pages.conftest import NewPage
from tests.pages.test_reading import serious
from tests.registered import games_with
from tests.web.server import HTTP, Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ["Ann", "Bru", "Carl", "Dora", "Maximiliane"]


def open_pad(page: Page, game: str, players: int) -> None:
    page.goto(f"/pad/{game}")
    page.wait_for_selector("body.interactive")
    page.locator(f"#pad-counts input[value='{players}']").check(force=True)
    for name, field in zip(NAMES[:players], page.locator("[data-player]").all(), strict=False):
        field.fill(name)


def rows(page: Page) -> list[Locator]:
    """The rows to enter something."""
    return page.locator("#pad-sheet tr:has(input)").all()


def unfold(page: Page) -> None:
    while page.locator(".folded").count():
        page.locator(".folded .pad-fold").first.click()


def enter(page: Page, row: int, column: int, value: int) -> Locator:
    field = rows(page)[row].locator("input").nth(column)
    field.fill(str(value))
    return field


def totals(page: Page) -> list[int]:
    return [int(text) for text in page.locator("#pad-sheet .total td").all_inner_texts()]


def finished(game: str, players: int) -> Filled:
    """The sheet of a whole match."""
    return fill(rulebook.played() if game == "pyramido" else Table(benben.find(game), players).match(3))


def winners(page: Page) -> list[int]:
    """The columns with a star."""
    stars: list[int] = page.locator("#pad-head th").evaluate_all(
        "(all) => all.flatMap((one, k) => one.classList.contains('winner') ? [k] : [])"
    )
    return stars


def enter_match(page: Page, match: Filled) -> None:
    unfold(page)
    entered = [row for row in match.sheet.rows if row.value is None]
    for row, line in zip(entered, rows(page), strict=True):
        for column, value in enumerate(match.entries[row.name]):
            field = line.locator("input").nth(column)
            if value is not None:
                field.check() if row.tick else field.fill(str(value))
    assert totals(page) == match.totals


EXAMPLES = ([4, 4, 3, 3, 4, 3], [4, 5, 6, 4], [6, 6, 5, 7], [7, 8])  # 24 + 23 + 29 + 22, from the rulebook


def fill_example(page: Page) -> None:
    unfold(page)
    for stage, areas in enumerate(EXAMPLES):
        for colour, jewels in enumerate(areas):
            enter(page, 6 * stage + colour, 0, jewels)
        enter(page, 6 * stage, 1, stage)


@pytest.mark.parametrize(("locale", "won"), [("en-GB", "Ann has won (98)."), ("de-DE", "Ann hat gewonnen (98).")])
def test_the_example_of_the_rulebook_on_a_phone(locale: str, won: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, **PHONE)
    open_pad(page, "pyramido", 2)
    for colour, jewels in enumerate(EXAMPLES[0]):
        enter(page, colour, 0, jewels)
    enter(page, 0, 1, 9)
    expect(page.locator(".pad-begins").nth(1)).to_contain_text("Bru")
    expect(page.locator(".pad-begins").nth(1)).to_contain_text("PDO-17")
    assert totals(page) == [24, 18]
    fill_example(page)
    assert totals(page)[0] == 98
    page.click("#pad-done")
    expect(page.locator("#pad-result")).to_contain_text(won)
    expect(page.locator("#pad-head .winner")).to_have_text("Ann")
    wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing scrolls sideways"
    small = page.locator("#pad-sheet input[type=text]").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).length"
    )
    assert small == 0


def test_a_wrong_entry_is_refused_with_reason_and_rule_and_put_back(page: Page) -> None:
    open_pad(page, "pyramido", 2)
    enter(page, 2, 0, 12)
    field = enter(page, 2, 0, 31)
    refusal = page.locator(".pad-refusal")
    expect(refusal).to_contain_text("no more than 30. All dominoes together have 29 yellow jewels")
    expect(refusal.locator("a")).to_have_attribute("href", "/rules/pyramido#PDO-1")
    assert totals(page) == [24, 0]
    page.locator("[data-player='0']").focus()
    expect(field).to_have_value("12")
    field.fill("x")
    expect(page.locator(".pad-refusal")).to_contain_text("whole numbers")
    unfold(page)
    for colour in range(2):
        enter(page, 18 + colour, 0, 1)
    enter(page, 20, 0, 1)
    expect(page.locator(".pad-refusal")).to_contain_text("Stage 4 is one turn")
    page.click("#pad-done")
    expect(page.locator("#pad-problem")).to_contain_text("Still missing: Bru, Stage 1")


def test_sheets_are_kept_and_there_are_several(page: Page) -> None:
    open_pad(page, "pyramidis", 2)
    enter(page, 0, 0, 5)
    enter(page, 0, 1, 3)
    page.click("#pad-done")
    expect(page.locator("#pad-result")).to_contain_text("Bru begins the next match")
    page.reload()
    page.goto("/pad/pyramidis")
    page.wait_for_selector("body.interactive")
    expect(page.locator("#pad-list li")).to_contain_text("Ann 5 ★, Bru 3")
    page.click("#pad-list a")
    expect(page.locator("#pad-result")).to_contain_text("Ann has won (5).")
    page.click("#pad-again")
    expect(page.locator("#pad-head th").nth(1)).to_have_text("Bru")
    expect(page.locator("#pad-first")).to_have_value("1")
    enter(page, 0, 0, 2)
    expect(page.locator("#pad-list li")).to_have_count(1)
    page.locator("#pad-list button").click()
    page.locator("#pad-list button").click()
    expect(page.locator("#pad-sheets")).to_be_hidden()
    page.reload()
    page.wait_for_selector("body.interactive")
    assert totals(page) == [2, 0]


def test_another_number_of_players_or_variant_never_loses_an_entry(page: Page) -> None:
    open_pad(page, "terra_pyramides", 3)
    enter(page, 0, 2, 2)
    page.locator("#pad-counts input[value='2'] + span").click()
    expect(page.locator("#pad-problem")).to_contain_text("do not fit")
    assert totals(page) == [0, 0, 10]
    page.select_option("#pad-variant", "task-2")
    expect(page.locator("#pad-problem")).to_contain_text("do not fit")
    rows(page)[0].locator("input").nth(2).fill("")
    page.select_option("#pad-variant", "task-2")
    expect(page.locator("#pad-head th")).to_have_text(["Together"])
    enter(page, 4, 0, 5)
    page.click("#pad-done")
    expect(page.locator("#pad-result")).to_contain_text("The task is solved. TER-30")


def test_a_name_that_was_just_typed_does_not_take_the_focus_from_the_sheet(page: Page) -> None:
    open_pad(page, "pyramids", 2)
    page.locator("[data-player='1']").type("sen")
    rows(page)[0].locator("input").first.click()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    assert totals(page)[0] == 4 + 3 + 4
    expect(page.locator("#pad-head th").nth(1)).to_have_text("Brusen")


PADS = [game.name for game in games_with("words.score_sheet")]


@pytest.mark.parametrize("game", PADS)
def test_once_opened_it_works_without_a_connection(game: str, new_page: NewPage, tmp_path: Path) -> None:
    """A whole match is entered, and goes out in every way."""
    match = finished(game, max(benben.find(game).players))
    page = new_page(permissions=["clipboard-read", "clipboard-write"], **PHONE)
    open_pad(page, game, match.players)
    enter(page, 0, 0, 1)
    page.wait_for_function(
        """async (game) => { const kept = await (await caches.open('kept-1')).keys();
             const paths = kept.map((request) => new URL(request.url).pathname);
             return paths.includes(`/rules/${game}`) && paths.some((path) => path.endsWith('/pad.js'))
               && paths.some((path) => path.endsWith('/pad.css')); }""",
        arg=game,
    )
    page.context.set_offline(True)
    page.goto(f"/pad/{game}")
    page.wait_for_selector("body.interactive")
    assert rows(page)[0].locator("input").first.input_value() == "1", "what was entered before is there"
    rows(page)[0].locator("input").first.fill("")
    enter_match(page, match)
    page.click("#pad-done")
    assert winners(page) == match.winners
    files = {}
    for kind in ("png", "svg", "bgsplay"):
        with page.expect_download() as download:
            page.click(f"#pad-{kind}")
        files[kind] = saved(download.value, tmp_path)
    with Image.open(files["png"]) as picture:
        assert picture.format == "PNG"
        assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 20, "not blank"
    words = {text.text for text in ElementTree.parse(files["svg"]).iter() if text.tag.endswith("text")}
    assert {str(total) for total in match.totals} <= words
    [play] = json.loads(files["bgsplay"].read_text("utf-8"))["plays"]
    assert [one["score"] for one in play["playerScores"]] == [str(total) for total in match.totals]
    page.click("#pad-text")
    expect(page.locator("#pad-told")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    told = ", ".join(f"{name} {total}" for name, total in zip(NAMES, match.totals, strict=False))
    assert told in text
    assert page.locator("#pad-sheet thead th").first.evaluate("(one) => getComputedStyle(one).position") == "sticky"
    page.goto(f"/rules/{game}")
    expect(page.locator(f"[id='{benben.find(game).rule_ids[-1]}']")).to_be_visible()
    page.goto("/referee")
    expect(page.locator("h1")).to_have_text("No connection")
    page.context.set_offline(False)


def saved(download: Download, folder: Path) -> Path:
    file = folder / download.suggested_filename
    download.save_as(file)
    return file


def test_what_goes_out(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_pad(page, "pyramido", 2)
    page.select_option("#pad-first", "1")
    fill_example(page)
    page.click("#pad-done")
    files = {}
    for kind in ("png", "svg", "bgsplay"):
        with page.expect_download() as download:
            page.click(f"#pad-{kind}")
        files[kind] = saved(download.value, tmp_path)
        assert files[kind].name.startswith("pyramido-20")
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    words = [text.text for text in ElementTree.parse(files["svg"]).iter() if text.tag.endswith("text")]
    assert {"★ Ann", "98", "Minos bonus", "Points of stage 1"} <= set(words)
    page.click("#pad-text")
    expect(page.locator("#pad-told")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "Stage 2: Ann 23, Bru 2" in text
    assert "Ann has won (98). (PDO-18)" in text
    play = json.loads(files["bgsplay"].read_text("utf-8"))
    assert [player["name"] for player in play["players"]] == ["Ann", "Bru"]
    assert play["games"][0]["name"] == "Pyramido"
    [match] = play["plays"]
    scores = [(one["playerRefId"], one["score"], one["winner"], one["startPlayer"]) for one in match["playerScores"]]
    assert scores == [(1, "98", True, False), (2, str(0 + 2 + 4 + 6), False, True)]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", match["playDate"])
    with page.expect_download() as download:
        page.click("#pad-bgsplay")
    again = json.loads(saved(download.value, tmp_path).read_text("utf-8"))
    assert again["plays"][0]["uuid"] == match["uuid"], "the same play, not another one"
    assert again["players"] == play["players"]


PAPER: Any = {"width": 688, "height": 1016}  # of A4 without its margins, in CSS pixels
OUTSIDE = """(width) => [...document.querySelectorAll('#pad-sheet :is(th, td, input, .pad-name), #pad-result')]
  .filter((one) => one.checkVisibility() && (one.getBoundingClientRect().right > width + 1
    || one.scrollWidth > one.clientWidth + 2)).map((one) => one.textContent || one.value)"""


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", PADS)
def test_a_finished_sheet_of_the_most_players_fits_one_page_of_paper(
    game: str, locale: str, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(locale=locale)
    match = finished(game, max(benben.find(game).players))
    open_pad(page, game, match.players)
    enter_match(page, match)
    page.click("#pad-done")
    assert winners(page) == match.winners
    paper = page.pdf(path=tmp_path / f"{game}-{locale}.pdf", format="A4")
    assert paper.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    assert page.evaluate(OUTSIDE, PAPER["width"]) == [], "nothing is cut off"
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]
    page.screenshot(path=tmp_path / f"{game}-{locale}.png")
    for name in NAMES[: match.players]:
        expect(page.locator("#pad-head")).to_contain_text(name)


@pytest.mark.parametrize("game", PADS)
def test_a_finished_match_entered_by_hand_has_the_engines_totals(game: str, page: Page) -> None:
    """A handful; `tests/pads` compares many more without a page."""
    match = fill(Table(benben.find(game), 2).match(3))
    open_pad(page, game, 2)
    enter_match(page, match)
    page.click("#pad-done")
    assert winners(page) == match.winners


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_every_pad_fits_a_phone(locale: str, new_page: NewPage) -> None:
    page = new_page(locale=locale, **PHONE)
    for game in games_with("words.score_sheet"):
        page.goto(f"/pad/{game.name}")
        page.wait_for_selector("body.interactive")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game.name
        assert page.locator("html").get_attribute("lang") == locale[:2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_pad(scheme: str, new_page: NewPage) -> None:
    page = new_page(bypass_csp=True, color_scheme=scheme)
    open_pad(page, "pyramido", 4)
    enter(page, 0, 0, 99)
    assert serious(page) == []
    open_pad(page, "pyramids", 2)
    for row in range(5):
        for column in range(2):
            enter(page, row, column, row)
    page.click("#pad-done")
    assert serious(page) == []


def test_pads_are_reached_from_the_start_page_and_from_the_rules(page: Page, server: Server) -> None:
    page.goto("/")
    page.click("#game-pyramids a[href='/pad/pyramids']")
    expect(page.locator("h1")).to_have_text("Pyramids: score pad")
    page.goto("/rules/pyramido")
    page.click("a[href='/pad/pyramido']")
    expect(page.locator("h1")).to_have_text("Pyramido: score pad")
    assert HTTP.get(f"{server.url}/pad/nothing", headers={"accept": "text/html"}).status_code == 422
