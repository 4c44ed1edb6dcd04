"""Screenshots of the pages: each game at the start, middle and end, the start page, the rules; wide, phone and dark.

`python -m checks.screenshots` (or `make pictures`) starts a server, writes docs/pictures/<game>-<moment>-<look>.jpg,
and prints how long a match page takes to become interactive.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import benben
from checks import ROOT
from checks.chromium import ARGUMENTS, program

LOOKS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
}
QUALITY = 70


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


def take(page: Page, name: str) -> None:
    page.wait_for_selector("body.interactive")
    page.wait_for_timeout(700)  # animations have finished
    page.screenshot(path=ROOT / "docs" / "pictures" / f"{name}.jpg", type="jpeg", quality=QUALITY)


def shoot(browser: Browser, address: str, game: str, look: str) -> None:
    page = browser.new_context(base_url=address, locale="en-GB", **LOOKS[look]).new_page()
    page.goto("/")
    page.click(f"#game-{game} .play-now button")
    page.wait_for_selector("body.interactive")
    page.wait_for_selector("#board .can", state="attached", timeout=60_000)
    if look == "wide":
        page.reload()
        page.wait_for_selector("body.interactive")
        print(f"{game}: usable after {page.evaluate('performance.now()') / 1000:.2f} s")
    take(page, f"{game}-start-{look}")

    page.goto("/study")
    page.fill("#record", (ROOT / "src" / "benben" / "games" / game / "sample.benben").read_text("utf-8"))
    page.click("#study .main-button")
    page.wait_for_selector("body.interactive")
    last = int(page.get_attribute("#replay-at", "max") or 0)
    study = page.url.partition("?")[0]
    page.goto(f"{study}?at={last}")
    take(page, f"{game}-end-{look}")

    page.goto(f"{study}?at={last // 2}")
    page.wait_for_selector("body.interactive")
    page.click(".more summary")
    page.click("#go-on button[value=bot]")
    page.wait_for_selector("#board .can", state="attached")
    take(page, f"{game}-middle-{look}")
    page.context.close()


def main() -> None:
    Path(ROOT / "docs" / "pictures").mkdir(exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        for game in benben.names():
            for look in LOOKS:
                shoot(browser, address, game, look)
        for look, wishes in LOOKS.items():
            page = browser.new_context(base_url=address, locale="en-GB", **wishes).new_page()
            page.goto("/")
            page.screenshot(path=ROOT / "docs" / "pictures" / f"home-{look}.jpg", type="jpeg", quality=QUALITY)
            page.goto("/rules/pyramidis#PDS-8")
            page.screenshot(path=ROOT / "docs" / "pictures" / f"rules-{look}.jpg", type="jpeg", quality=QUALITY)
        browser.close()


if __name__ == "__main__":
    main()
