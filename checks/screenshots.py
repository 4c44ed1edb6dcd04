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
from benben.core.game import Game
from benben.core.position import Move, Position
from benben.core.record import read, replay
from checks import ROOT
from checks.chromium import ARGUMENTS, program

FOLDER = ROOT / "docs" / "pictures"
QUALITY = 60
A_SERVER = 8  # pictures; a server lets one address open so many tables in a minute
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
    "telefon": Look(PHONE, "de-DE"),
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


def counted(page: Page, game: str) -> None:
    """Its points while they are counted up."""
    end(page, game)
    page.click("#watch-score")
    page.wait_for_selector("#board .marks-lit")
    page.wait_for_timeout(300)


def watched(page: Page, game: str) -> None:
    """Late in that match, as a spectator."""
    match, last = study(page, game)
    page.goto(f"{match}?at={last * 4 // 5}")


def full(page: Page, game: str) -> None:
    """A late position of a match of as many players as can be, on the seat that is to act."""
    record = crowded(game)
    form: dict[str, str | float | bool] = {"ply": len(read(record).moves) * 3 // 5, "others": "bot", "level": "novice"}
    page.goto(page.request.post(f"{opened(page, record)}/go-on", form=form, max_redirects=0).headers["location"])
    page.wait_for_selector("#board .can", state="attached", timeout=120_000)


def crowd(page: Page, game: str) -> None:
    """Late in such a match, as a spectator."""
    record = crowded(game)
    page.goto(f"{opened(page, record)}?at={len(read(record).moves) * 4 // 5}")


def crowd_end(page: Page, game: str) -> None:
    """The result of such a match."""
    record = crowded(game)
    page.goto(f"{opened(page, record)}?at={len(read(record).moves)}")
    page.wait_for_selector("body.interactive")
    page.click("#open-result")


def ghost(page: Page, game: str) -> None:
    """What a move would do, under the pointer."""
    start(page, game)
    page.wait_for_selector("body.interactive")
    for part in page.locator("#board .can").all():
        part.hover(force=True)
        page.wait_for_timeout(600)
        if page.locator("#board .ghost-layer").count() and page.locator("#gain").is_visible():
            return


def warned(page: Page, game: str) -> None:
    """A move that brings a danger, before it is confirmed."""
    match, last = study(page, game)
    line = replay(read(sample(game)), benben.find).line()
    dangers = ((ply, move) for ply, now in enumerate(line[:last]) for move in now.legal_moves if _warns(now, move))
    ply, move = next(dangers)
    form: dict[str, str | float | bool] = {"ply": ply, "others": "bot", "level": "novice"}
    page.goto(page.request.post(f"{match}/go-on", form=form, max_redirects=0).headers["location"])
    page.wait_for_selector("#board .can", state="attached", timeout=120_000)
    page.wait_for_selector("body.interactive")
    page.evaluate("document.getElementById('tab-text').click()")
    page.fill("#move", str(move))
    page.press("#move", "Enter")
    page.wait_for_selector("#bar-more .warning")
    page.evaluate("scrollTo(0, 0)")


def _warns(now: Position, move: Move) -> bool:
    assert now.actor is not None
    return now.view(now.actor).warning(move) is not None


def guided(page: Page, game: str) -> None:
    """The first task of its guided game."""
    page.goto("/")
    page.click(f"#game-{game} form[action^='/learn'] button")
    page.wait_for_selector("#guide:not([hidden])")
    page.click("#guide-next")


def invited(page: Page, game: str) -> None:
    """The invitation to a new match."""
    page.goto(f"/new/{game}")
    page.select_option("#seat-1", "link")
    page.click("#setup .main-button")
    page.wait_for_selector(".invitation .copy")


def enlarged(page: Page, game: str) -> None:
    """The board of one player alone."""
    crowd(page, game)
    page.wait_for_selector("body.interactive")
    page.wait_for_timeout(600)
    box = page.locator("#board [data-enlarge]").nth(1).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 6)


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


def sample(game: str) -> str:
    """The match that comes with a game, as a record."""
    return (ROOT / "src" / "benben" / "games" / game / "sample.benben").read_text("utf-8")


def crowded(game: str) -> str:
    """A match of as many players as can be, as a record."""
    return (ROOT / "tests" / "golden" / game / f"{game}-{benben.find(game).players[-1]}.benben").read_text("utf-8")


def study(page: Page, game: str) -> tuple[str, int]:
    """The match that comes with the game, opened from its record: its address and the number of its moves."""
    return opened(page, sample(game)), len(read(sample(game)).moves)


def opened(page: Page, record: str) -> str:
    """The address of a match that was played elsewhere."""
    location = page.request.post("/study", form={"record": record}, max_redirects=0).headers["location"]
    return location.partition("?")[0]


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
        full: ("wide", "phone"),
        crowd: ("wide",),
    }
    for game in benben.names():
        found |= {
            f"{game}-{scene.__name__}-{look}": of(game, scene) for scene, looks in scenes.items() for look in looks
        }
    # Scenes of which one game is enough: in turn, so that each game has some.
    once = {
        crowd_end: ("full", "telefon"),
        counted: ("wide", "night"),
        ghost: ("wide",),
        warned: ("wide", "phone"),
        guided: ("wide", "telefon"),
        invited: ("tablet",),
        enlarged: ("full",),
        join: ("tablet", "phone"),
        review: ("wide", "telefon"),
        puzzle: ("dark", "telefon"),
    }
    for number, (scene, looks) in enumerate(once.items()):
        able = games_for(scene)
        for k, look in enumerate(looks):
            game = able[(number + k) % len(able)]
            found[f"{scene.__name__.replace('_', '-')}-{look}"] = of(game, scene)
    rule_page, pad_page = benben.names()[0], benben.names()[-1]
    return found | {
        "home-wide": at("/"),
        "home-night": at("/"),
        "rules-wide": at(f"/rules/{rule_page}"),
        "rules-night": at(f"/rules/{rule_page}"),
        "day-wide": at("/day"),
        "day-tablet": at("/day"),
        "day-phone": at("/day"),
        "pad-phone": at(f"/pad/{pad_page}"),
        "referee-wide": at("/referee?q=may+I+move+onto+my+own+stones"),
    }


def games_for(scene: Callable[[Page, str], None]) -> list[str]:
    """The games that have what a scene shows."""
    has: dict[Callable[[Page, str], None], Callable[[Game], bool]] = {
        warned: lambda game: game.face.warn is not None,
        guided: lambda game: game.lesson is not None,
        review: lambda game: game.advice is not None,
        enlarged: lambda game: 'data-enlarge="' in benben.new(game.name).view(None).svg(wide=True),
    }
    fits: Callable[[Game], bool] = has.get(scene, lambda _game: True)
    return [name for name in benben.names() if fits(benben.find(name))]


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
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        names = list(chosen)
        for start_at in range(0, len(names), A_SERVER):
            with server() as address:
                for name in names[start_at : start_at + A_SERVER]:
                    take(browser, address, name, chosen[name])
                    print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
