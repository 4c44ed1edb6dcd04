"""Guided first games: followed to the end with pointer, finger and keyboard, left and continued, never stuck."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import benben
from tests.pages.conftest import NewPage
from tests.pages.learner import Learner
from tests.pages.player import Player
from tests.pages.test_layout import SCREENS
from tests.registered import games_with

GERMAN = {"locale": "de-DE"}

LEARNED = [game.name for game in games_with("words.lesson")]


def goals_of(game: str) -> int:
    lesson = benben.find(game).lesson
    assert lesson is not None
    return len(lesson.goals)


def check_told(told: list[dict[str, Any]], goals: int) -> None:
    """Every goal was set, reached and explained; the bubble hid nothing that it pointed at, and was read out."""
    notes = [guide for guide in told if guide["kind"] == "note"]
    assert len(notes) == goals + 1, "a welcome, and one for each goal"
    assert [guide["done"] for guide in notes] == list(range(goals + 1)), "progress is shown"
    assert len({guide["title"] for guide in told if guide["kind"] == "step"}) == goals
    for guide in told:
        assert guide["inside"], f"off the screen: {guide}"
        assert not guide["covers"], f"it hides what it points at: {guide}"
        assert guide["title"]
        assert guide["text"]


@pytest.mark.parametrize("screen", ["1440", "390"])
@pytest.mark.parametrize("game", LEARNED)
def test_a_guided_game_to_its_end(game: str, screen: str, new_page: NewPage) -> None:
    german = GERMAN if (game, screen) in (("terra_pyramides", "1440"), ("pyramids", "390")) else {}
    page = new_page(**SCREENS[screen], **german)
    learner = Learner(page, by="finger" if screen == "390" else "mouse")
    learner.begin(game)
    learner.finish()
    check_told(learner.told, goals_of(game))
    end = learner.told[-1]
    assert end["title"] == ("Jetzt kannst du spielen." if german else "You know how to play.")
    page.click("#guide-free")
    expect(page.locator("#guide")).to_be_hidden()
    assert not learner.wait_for_turn()["over"], "the match can be played on"
    learner.step()


@pytest.mark.parametrize("game", LEARNED)
def test_a_guided_game_by_keyboard_alone(game: str, page: Page) -> None:
    learner = Learner(page, by="keys")
    learner.begin(game)
    learner.finish()
    check_told(learner.told, goals_of(game))
    learner.press("guide-new")
    page.wait_for_load_state()
    Player(page).arrive()
    expect(page.locator("#seats")).to_contain_text("Casual player")
    expect(page.locator("#guide")).to_be_hidden()


def test_it_is_read_out(page: Page) -> None:
    learner = Learner(page)
    learner.begin("pyramido")
    expect(page.locator("#announce")).to_contain_text("jewels are points")
    learner.do_next()
    expect(page.locator("#announce")).to_have_text(re.compile(r"^Take the domino with the two red jewels\. This one"))


def test_it_goes_on_after_a_reload_and_from_the_start_page(page: Page) -> None:
    learner = Learner(page)
    learner.begin("pyramidis")
    while learner.guide()["done"] < 2:
        learner.do_next()
        learner.wait_for_guide()
    assert learner.guide()["kind"] == "note"
    page.reload()
    learner.arrive()
    assert learner.wait_for_guide()["title"] == "Done!", "not read yet"
    learner.do_next()
    told = learner.wait_for_guide()["title"]
    page.reload()
    learner.arrive()
    assert learner.wait_for_guide()["title"] == told
    page.goto("/")
    entry = page.locator("#game-pyramidis .learn a.main-button")
    expect(entry).to_have_text("Continue the guided game (2 of 7)")
    expect(page.locator("#game-pyramidis .play-now .main-button")).to_have_count(0)
    entry.click()
    learner.arrive()
    assert learner.wait_for_guide()["title"] == told
    learner.finish()
    page.goto("/")
    expect(page.locator("#my-tables .card")).to_have_count(1)
    expect(page.locator("#game-pyramidis .learn button")).to_have_text("New here? A guided first game")


def test_another_move_is_not_made(page: Page) -> None:
    """A domino on another cell is shown, but the guide says that it is not the goal, and so does the server."""
    learner = Learner(page)
    learner.begin("pyramido")
    while not learner.wait_for_guide()["title"].startswith("Lay the red domino"):
        learner.do_next()
    learner.do_next()
    learner.touch("cell-e4")
    expect(page.locator("#guide-text")).to_have_text("That is allowed, but it is not the goal. Put it back.")
    page.click("#confirm")
    expect(page.locator("#notice")).to_contain_text("That is allowed. But now: Lay the red domino under the first one")
    learner.wait_for_guide()
    before = page.get_attribute("#replay-at", "max")
    learner.touch("domino-32")
    expect(page.locator("#notice")).to_contain_text("Lay the red domino under the first one")
    assert page.get_attribute("#replay-at", "max") == before
    learner.finish()


def test_turns_that_are_skipped_are_not_watched(page: Page) -> None:
    """Pyramido leaves out forty moves: the page draws the last position and has all of them in its log."""
    learner = Learner(page)
    learner.begin("pyramido")
    while not learner.wait_for_guide()["text"].startswith("The card is a red block"):
        learner.do_next()
    page.evaluate(
        """() => { window.drawn = 0;
             const board = document.getElementById('board');
             new MutationObserver(() => window.drawn++).observe(board, { childList: true }); }"""
    )
    learner.do_next()
    learner.wait_for_guide()
    assert page.evaluate("window.drawn") <= 6
    moves = int(page.get_attribute("#replay-at", "max") or 0)
    assert moves == 56
    expect(page.locator("#log .entry.move")).to_have_count(moves)


def test_opponents_moves_in_a_lesson_are_seen_one_by_one(new_page: NewPage) -> None:
    page = new_page(pace="slow")
    learner = Learner(page)
    learner.begin("pyramids")
    while learner.guide()["done"] < 1:
        learner.do_next()
        learner.wait_for_guide()
    page.click("#guide-next")
    expect(page.locator("#guide-title")).to_have_text("Watch what happens now.")
    expect(page.locator("#replay-at")).to_have_attribute("max", "3")
    expect(page.locator("#replay-at")).to_have_attribute("max", "5")
    assert learner.wait_for_guide()["kind"] == "step"


def test_a_spectator_sees_no_guide(new_page: NewPage) -> None:
    page = new_page()
    Learner(page).begin("terra_pyramides")
    other = new_page()
    other.goto(page.url)
    Player(other).arrive()
    expect(other.locator("#guide")).to_be_hidden()
    expect(page.locator("#guide")).to_be_visible()
