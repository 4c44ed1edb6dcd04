"""Screenshots of the pages, into docs/pictures: every game and the pages around the games.

On wide screens, a tablet and phones, light and dark, in English and German.

`python -m checks.screenshots [NAME...]` (or `make pictures`) starts a server, and writes the pictures whose names begin
with one of the names; without names all of them, and it deletes those that are no longer taken.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import benben
from benben.core.record import read
from checks import ROOT
from checks.chromium import ARGUMENTS, program

FOLDER = ROOT / "docs" / "pictures"
QUALITY = 60
WIDE, FULL, TABLET, PHONE = (1440, 900), (1920, 1080), (820, 1180), (390, 844)


@dataclass(frozen=True)
class Look:
    size: tuple[int, int]
    locale: str
    is_dark: bool = False

    @property
    def wishes(self) -> dict[str, Any]:
        """How the browser is opened."""
        by_finger = self.size in (TABLET, PHONE)
        return {
            "viewport": {"width": self.size[0], "height": self.size[1]},
            "locale": self.locale,
            "color_scheme": "dark" if self.is_dark else "light",
            "device_scale_factor": 2 if self.size == PHONE else 1,
            "has_touch": by_finger,
            "is_mobile": by_finger,
        }


LOOKS = {
    "wide": Look(WIDE, "en-GB"),
    "dark": Look(FULL, "de-DE", is_dark=True),
    "full": Look(FULL, "en-GB"),
    "tablet": Look(TABLET, "de-DE"),
    "phone": Look(PHONE, "en-GB"),
    "night": Look(PHONE, "de-DE", is_dark=True),
}


# What is on the picture: each function leads a page to it.


def start(page: Page, game: str) -> None:
    """A new match."""
    page.goto("/")
    page.click(f"#game-{game} .play-now button")
    page.wait_for_selector("#board .can", state="attached", timeout=120_000)


def middle(page: Page, game: str) -> None:
    """On the seat that is to act in the middle of the match that comes with the game."""
    match, last = study(page, game)
    form: dict[str, str | float | bool] = {"ply": last // 2, "others": "bot", "level": "novice"}
    page.goto(page.request.post(f"{match}/go-on", form=form, max_redirects=0).headers["location"])
    page.wait_for_selector("#board .can", state="attached", timeout=120_000)


def end(page: Page, game: str) -> None:
    """Its result."""
    match, last = study(page, game)
    page.goto(f"{match}?at={last}")
    page.wait_for_selector("body.interactive")
    page.click("#open-result")


def watched(page: Page, game: str) -> None:
    """Late in that match, as a spectator."""
    match, last = study(page, game)
    page.goto(f"{match}?at={last * 4 // 5}")


def review(page: Page, game: str) -> None:
    """The review of that match."""
    page.goto(f"{study(page, game)[0]}/review")
    page.wait_for_selector("#review:not([hidden])", timeout=180_000)


def join(page: Page, game: str) -> None:
    """What a guest sees who has been invited."""
    page.goto(f"/new/{game}")
    page.click("input[name=players][value='2'] + span")
    page.select_option("#seat-1", "link")
    page.fill("input[name=name-0]", "Ann")
    page.click("#setup .main-button")
    invitation = page.locator(".invitation .copy").first
    invitation.wait_for()
    address = invitation.get_attribute("data-copy") or ""
    page.context.clear_cookies()  # the guest is not the host
    page.goto(address)


def puzzle(page: Page, game: str) -> None:
    """The first puzzle of a game."""
    page.goto("/puzzles")
    page.click(f"#{game} .puzzle-solve >> nth=0")
    page.wait_for_selector("#board .can", state="attached", timeout=120_000)


def study(page: Page, game: str) -> tuple[str, int]:
    """The match that comes with the game, opened from its record: its address and the number of its moves."""
    record = (ROOT / "src" / "benben" / "games" / game / "sample.benben").read_text("utf-8")
    location = page.request.post("/study", form={"record": record}, max_redirects=0).headers["location"]
    return location.partition("?")[0], len(read(record).moves)


def at(address: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(address)

    return go


def of(game: str, scene: Callable[[Page, str], None]) -> Callable[[Page], None]:
    return lambda page: scene(page, game)


def pictures() -> dict[str, Callable[[Page], None]]:
    """What to take, by name; the last part of a name is its look."""
    found: dict[str, Callable[[Page], None]] = {}
    scenes = {
        middle: ("wide", "dark", "tablet", "phone"),
        end: ("wide", "night"),
        watched: ("full", "phone"),
        start: ("night",),
    }
    for game in benben.names():
        found |= {
            f"{game}-{scene.__name__}-{look}": of(game, scene) for scene, looks in scenes.items() for look in looks
        }
    return found | {
        "home-wide": at("/"),
        "home-night": at("/"),
        "rules-wide": at("/rules/pyramidis#PDS-8"),
        "rules-night": at("/rules/pyramids"),
        "join-tablet": of("pyramido", join),
        "join-phone": of("terra_pyramides", join),
        "review-wide": of("pyramidis", review),
        "puzzle-dark": of("pyramido", puzzle),
        "puzzle-phone": of("pyramidis", puzzle),
        "day-tablet": at("/day"),
        "pad-phone": at("/pad/terra_pyramides"),
        "referee-wide": at("/referee?q=may+I+move+onto+my+own+stones"),
    }


@contextmanager
def server() -> Iterator[str]:
    """A server with a temporary database; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benben.cli", "serve", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/benben.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the server did not start"
            yield found[0].rstrip("/")
        finally:
            process.terminate()
            process.wait()


def take(browser: Browser, address: str, name: str, scene: Callable[[Page], None]) -> None:
    look = LOOKS[name.rpartition("-")[2]]
    context = browser.new_context(base_url=address, reduced_motion="reduce", **look.wishes)
    page = context.new_page()
    scene(page)
    page.wait_for_selector("body.interactive, body.plain")
    page.wait_for_timeout(900)  # pictures for this stage have come
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    context.close()


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    all_of_them = pictures()
    chosen = {name: scene for name, scene in all_of_them.items() if not wanted or name.startswith(tuple(wanted))}
    for old in FOLDER.glob("*.jpg"):
        if old.stem not in all_of_them:
            old.unlink()
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        for name, scene in chosen.items():
            take(browser, address, name, scene)
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
