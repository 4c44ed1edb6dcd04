"""Playing along with a match on a real table, in the browser: touched like a phone, asked of a bot, and replayed."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

import benben
from benben.core.position import Position
from benben.core.real_table import PIECE, RealTable
from benben.testing.matches import Table
from benben.web.along import draws_of
from tests.core.test_real_table import followed
from tests.pages.conftest import NewPage
from tests.pages.player import POINT, sampled
from tests.pages.test_pad import PHONE
from tests.pages.test_reading import serious
from tests.web.server import HTTP, Server, wait_for_bots


def begin(page: Page, game: str) -> None:
    page.goto(f"/along/{game}")
    page.wait_for_selector("body.interactive")
    page.fill("[name=name][data-seat='1']", "Ann")
    page.click("#along-setup .main-button")


def touch(page: Page, element: str) -> None:
    page.wait_for_selector("#along-board[aria-busy=false]")
    page.locator(f"#along-board [id='{element}']").tap(force=True)


@pytest.mark.parametrize(
    ("locale", "first", "same"), [("en-GB", "at place 1 of the quarry", "Master"), ("de-DE", "auf Platz 1", "Meister")]
)
def test_a_match_is_entered_asked_about_and_replayed(
    locale: str, first: str, same: str, new_page: NewPage, server: Server
) -> None:
    wait_for_bots(server, "pyramido")
    page = new_page(locale=locale, bypass_csp=True, **PHONE)
    begin(page, "pyramido")
    expect(page.locator("#along-prompt")).to_contain_text(first)
    for piece in (17, 73, 8, 34, 16, 67, 61):  # the quarry and the tops of the stacks
        touch(page, f"up-piece-{piece}")
    touch(page, "up-piece-0")  # Ann begins
    expect(page.locator("#along-prompt")).to_contain_text("Ann: ")
    assert serious(page) == []
    page.click("#along-bot")
    expect(page.locator("#along-opinion")).to_contain_text(same)
    touch(page, "domino-17")
    touch(page, "cell-d5")
    page.wait_for_selector("#along-board[aria-busy=false]")
    page.locator("#along-moves button").first.tap()
    expect(page.locator("#along-log li")).to_have_count(1)
    expect(page.locator("#along-log li")).to_contain_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(page.locator("#along-log li")).to_have_count(1)
    page.locator("#along-log button").tap()  # back to the moment of that move
    expect(page.locator("#along-live")).to_be_visible()
    page.click("#along-bot")
    expect(page.locator("#along-opinion")).to_contain_text(same)
    page.click("#along-live")
    page.wait_for_selector("#along-board[aria-busy=false]")
    if locale == "de-DE":  # the coach reviews the one move
        page.locator("#along-study button[name=then]").tap()
        page.wait_for_url(re.compile(r"/t/.+/review"))
        page.wait_for_selector("body.interactive")
        expect(page.locator("#decision")).to_contain_text("Zug 1, Ann: ")
        return
    page.locator("#along-study button").first.tap()
    page.wait_for_url(re.compile(r"/t/"))
    page.wait_for_selector("body.interactive")
    expect(page.locator("#board")).to_contain_text("Ann")


def test_moves_come_by_keyboard_and_are_taken_back(page: Page) -> None:
    begin(page, "pyramidis")
    for _turn in range(2):  # made, taken back, and made again
        page.locator("#along-board [id='a4']").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#along-board[aria-busy=false]")
        if page.locator("#along-moves button").count():
            page.locator("#along-moves button").first.click()
        expect(page.locator("#along-log li")).to_have_count(1)
        if _turn == 0:
            page.click("#along-back")
            expect(page.locator("#along-log li")).to_have_count(0)


MATCHES = {  # between bots, and of random moves at tables of more players with options
    "pyramidis": ("en-GB", Table(benben.find("pyramidis"), 4, {"blockade": "yes"}).match(3)),
    "pyramido": ("de-DE", sampled("pyramido")),
    "pyramids": ("en-GB", sampled("pyramids")),
    "terra_pyramides": ("de-DE", Table(benben.find("terra_pyramides"), 3, {"mode": "task-2"}).match(3)),
}
EYES = 1  # the first seat, whose hidden pieces are entered


class Scribe:
    """Somebody who touches a whole match on the page beside a real table."""

    def __init__(self, page: Page, first: Position) -> None:
        self.page, self.game = page, first.game
        self.table = RealTable.begin(first.game, first.players, EYES - 1, **first.options)

    def begin(self, names: list[str]) -> None:
        page, table = self.page, self.table.position
        page.goto(f"/along/{self.game.name}")
        page.wait_for_selector("body.interactive")
        page.check(f"[name=players][value='{table.players}']", force=True)
        for seat, name in enumerate(names):
            page.fill(f"[name=name][data-seat='{seat + 1}']", name)
        for option, value in table.options.items():
            page.select_option(f"[data-option='{option}']", value)
        if not self.game.open:
            page.select_option("#along-eyes", str(EYES))
        page.locator("#along-setup .main-button").tap()

    def enter(self, entry: str) -> None:
        if entry.startswith(f"{PIECE} "):
            entry = self._shown(int(entry.removeprefix(f"{PIECE} ")))
            self._touch(f"up-{entry.replace(' ', '-')}")
        elif entry.startswith("seen "):
            self.page.locator("#along-moves button").nth(int(entry.removeprefix("seen "))).tap()
        else:
            self._move(entry)
        self.table = self.table.enter(entry)
        assert self._kept() == list(self.table.entries)

    def _shown(self, piece: int) -> str:
        """The button of this piece, or of one that is equal to it."""
        draws, question = draws_of(self.game), self.table.question
        assert draws is not None
        assert question.place is not None
        say = draws.shuffles[question.place[0]].say
        shown = sorted(question.pieces, key=lambda one: one != piece)
        return f"{PIECE} {next(one for one in shown if say(one) == say(piece))}"

    def _move(self, move: str) -> None:
        """Element by element, the inner one of two; from the list what the picture does not show."""
        path = self.table.choices()[move]
        for element in path:
            if any(inner.startswith(f"{element}-") for inner in path):
                continue
            if len(self._kept()) > len(self.table.entries):
                return
            if self.page.locator(f"#along-board [id='{element}'].can").count():
                self._touch(element)
        if len(self._kept()) == len(self.table.entries):
            self.page.locator("#along-moves button").get_by_text(move, exact=True).tap()

    def _touch(self, element: str) -> None:
        point = self.page.evaluate(POINT.replace("#board", "#along-board"), element)
        assert point, element
        self.page.touchscreen.tap(*point)

    def _kept(self) -> list[str]:
        """The entries that the page keeps, once the last touch is answered."""
        self.page.wait_for_selector("#along-board[aria-busy=false]")
        kept: list[str] = self.page.evaluate(f"JSON.parse(localStorage['along-{self.game.name}']).entries")
        return kept


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_is_entered_as_it_happens_replayed_and_reviewed(
    game: str, new_page: NewPage, server: Server
) -> None:
    wait_for_bots(server, game)
    locale, match = MATCHES[game]
    page = new_page(locale=locale, **PHONE)
    names = [f"Player{seat}" for seat in range(match[0].players)]
    scribe = Scribe(page, match[0])
    scribe.begin(names)
    for entry in followed(match, EYES - 1).table.entries:
        scribe.enter(entry)
    points = ", ".join(f"{name} {score}" for name, score in zip(names, match[-1].score, strict=True))
    expect(page.locator("#along-prompt")).to_contain_text(points)
    expect(page.locator("#along-log li")).to_have_count(len(match) - 1)
    text = unquote(page.get_attribute("#along-record", "href") or "").partition(",")[2]
    assert benben.verify(text) == scribe.table.position
    assert benben.verify(text).winners == match[-1].winners

    own = [number for number, position in enumerate(match[:-1]) if position.actor == EYES - 1]
    page.locator("#along-log button").nth(own[len(own) // 2]).tap()
    expect(page.locator("#along-live")).to_be_visible()
    page.locator("#along-bot").tap()
    expect(page.locator("#along-opinion")).to_contain_text({"en-GB": "Master", "de-DE": "Meister"}[locale])
    page.locator("#along-live").tap()

    page.locator("#along-study button").first.tap()
    page.wait_for_url(re.compile(r"/t/"))
    page.wait_for_selector("body.interactive")
    assert page.get_attribute("#replay-at", "max") == str(len(match) - 1)
    page.go_back()
    page.locator("#along-study button[name=then]").tap()
    page.wait_for_url(re.compile(r"/t/.+/review"))
    page.wait_for_selector("body.interactive", timeout=300_000)
    expect(page.locator("#decision")).to_contain_text("Player")
    expect(page.locator("#board svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


OPENING = [f"piece {n}" for n in (40, 41, 42, 43, 44, 0, 0)]


def test_the_route_knows_only_what_was_entered(server: Server) -> None:
    def answer(**body: object) -> tuple[int, dict[str, object]]:
        got = HTTP.post(f"{server.url}/api/v1/along/pyramids", json={"players": 2, "eyes": 1, **body})
        return got.status_code, got.json()

    status, first = answer(entries=OPENING)
    assert status == 200
    record = str(first["record"])
    assert "deal cards: 40 - 41 42 43 44\n" in record
    assert benben.verify(record).view(0).state.record["held"][0, 0, 0] == 41
    after = answer(entries=OPENING, enter="anubis")[1]
    assert after["entries"] == [*OPENING, "anubis"]
    assert answer(entries=OPENING, enter="horus")[1]["error"]["rule"] == "PYR-6"  # type: ignore[index]
    assert answer(entries=["piece 40", "piece 40"])[0] == 422
    assert answer(entries=[*OPENING, "anubis"], bot="novice")[0] == 422, "the other player's card was never entered"
    wait_for_bots(server, "pyramids")
    opinion = answer(entries=OPENING, bot="novice")[1]["opinion"]
    assert opinion["move"] in {choice["move"] for choice in first["choices"]}  # type: ignore[index, attr-defined]
    study = HTTP.post(f"{server.url}/study", data={"record": record}, follow_redirects=False)
    table = study.headers["location"].partition("?")[0]
    shown = HTTP.get(f"{server.url}/api/v1{table.replace('/t/', '/matches/')}").json()
    assert "seed" not in shown
    assert HTTP.get(f"{server.url}/along/chess", headers={"accept": "text/html"}).status_code == 422
