"""The deal of the day in the browser: on a phone in German, on a wide screen in English."""

import json
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from playwright.sync_api import Page, expect

from benben.games import find, names
from benben.table.days import deal_of_day, midnight
from benben.table.deal_store import COUNTED, Attempt, DealStore
from benben.table.match import BOT, OPTIONS, PERSON, RESIGN, SIT, Match, MatchEvent, Occupant, TableOptions
from benben.table.store import Store
from tests.pages.conftest import NewPage
from tests.pages.test_reading import serious
from tests.web.appending import create
from tests.web.server import Server

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}
USUAL = find("pyramidis").usual_table()[1]
TODAY = datetime.fromtimestamp(time.time(), UTC).date()


def prepared(server: Server) -> None:
    """Pyramidis is played today and was played yesterday, and others have finished."""
    store = Store(server.settings["database"])
    deals = DealStore(store)
    for ago in (0, 1):
        day = TODAY - timedelta(days=ago)
        usual = deal_of_day(deals.secret(), day)
        deal = replace(usual, game="pyramidis", players=2, options=USUAL, level="club")
        deals.keep(deal)
        for name in ("Ann", "Ben"):
            match = attempt(f"{name}{day:%Y%m%d}", deal.id, deal.seed, name, midnight(day) + 1)
            create(store, match).result(timeout=20)
            deals.add(Attempt(match.id, deal.id, COUNTED, name))
    store.close()


def attempt(match_id: str, deal: str, seed: bytes, name: str, when: float) -> Match:
    """Somebody has begun and resigned."""
    match = Match.begin(match_id, find("pyramidis"), 2, USUAL, seed, when, (b"a", b"b"))
    match.apply(MatchEvent(1, OPTIONS, 0, when, text=TableOptions(deal=deal, counted=True).as_text()))
    match.apply(MatchEvent(2, SIT, 0, when, text=Occupant(PERSON, name).as_text()))
    match.apply(MatchEvent(3, SIT, 1, when, text=Occupant(BOT, "", "club").as_text()))
    match.apply(MatchEvent(4, RESIGN, 0, when))
    return match


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_day_on_a_phone_and_on_a_wide_screen(new_page: NewPage, server: Server) -> None:
    prepared(server)
    phone = new_page(viewport=PHONE, locale="de-DE", color_scheme="dark", bypass_csp=True)  # for axe
    phone.goto("/")
    today = phone.locator(".today a")
    expect(today).to_contain_text("Heute: Pyramidis")
    expect(today).to_contain_text("2 haben gespielt")
    today.click()
    phone.wait_for_selector("body.interactive")
    assert fits(phone)
    expect(phone.locator("main")).not_to_contain_text("Ann")
    expect(phone.locator(".day-proof code")).to_have_count(2)  # today, tomorrow
    phone.fill("#name", "Dora")
    phone.click(".day-play .main-button")
    phone.wait_for_selector("body.interactive")
    match = phone.url.rpartition("/")[2]
    phone.request.post(f"/api/v1/matches/{match}/resign")
    expect(phone.locator("#compare")).to_be_visible()
    expect(phone.locator("#rematch")).to_be_hidden()
    expect(phone.locator("#record")).to_be_hidden()
    phone.click("#compare")
    phone.wait_for_selector("body.interactive")
    assert fits(phone)
    expect(phone.locator(".results tbody tr")).to_have_count(3)
    expect(phone.locator(".mine-row")).to_contain_text("Dora")
    expect(phone.locator("#streak")).to_contain_text("Tage in Folge in diesem Browser: 1.")
    expect(phone.locator("#share-text")).to_contain_text(f"benben · Pyramidis · {TODAY}")
    wide = new_page(viewport=WIDE, bypass_csp=True)
    wide.goto(f"/day/{TODAY - timedelta(days=1)}")
    wide.wait_for_selector("body.interactive")
    expect(wide.locator("#verdict")).to_contain_text("✓ Checked in this browser")
    expect(wide.locator(".results tbody tr")).to_have_count(2)
    assert serious(phone) == serious(wide) == []
    wide.goto("/evening")
    wide.select_option("#tables", "3")
    wide.click("form .main-button")
    expect(wide.locator(".tables > li")).to_have_count(3)
    wide.locator(".tables form input[name=name]").first.fill("Emil")
    wide.locator(".tables form button").first.click()
    wide.wait_for_selector("body.interactive")
    wide.go_back()
    wide.reload()
    expect(wide.locator(".tables form")).to_have_count(1)  # the other seat of the own table
    assert fits(wide)
    assert serious(wide) == []


def test_the_page_of_a_day_recalls_the_last_result_in_the_same_game(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/day")
    page.wait_for_selector("body.interactive")
    expect(page.locator("#streak")).to_be_hidden()  # nothing was played in this browser
    data = json.loads(page.locator("#day-data").text_content() or "")
    today = date.fromisoformat(data["day"])
    other = next(name for name in names() if name != data["game"])

    def kept(game: str, place: int) -> dict[str, object]:
        return {"game": game, "title": find(game).title, "text": "6 : 2", "place": place, "of": 5, "symbols": ""}

    known = {
        str(today - timedelta(days=9)): kept(data["game"], 1),
        str(today - timedelta(days=3)): kept(data["game"], 2),
        str(today - timedelta(days=1)): kept(other, 3),
    }
    page.evaluate("(known) => localStorage.setItem('days', JSON.stringify(known))", known)
    page.reload()
    last, title = today - timedelta(days=3), find(data["game"]).title
    expect(page.locator("#streak")).to_have_text(
        f"Days in a row in this browser: 1. Your last result in this game, {last}: {title}, 6 : 2, place 2 of 5."
    )
    page.goto("/day?lang=de")
    expect(page.locator("#streak")).to_contain_text(f"in diesem Spiel, {last}: {title}, 6 : 2, Platz 2 von 5.")
