"""A table in a real browser. Every page is watched: an error in the console fails its test."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from checks.chromium import ARGUMENTS, PROGRAMS, program
from tests.web.server import Server, running

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

NewPage = Callable[..., Page]


def chromium(names: tuple[str, ...] = PROGRAMS) -> str:
    """The path of the browser; without one the test fails in CI and is skipped elsewhere."""
    if (found := program(names)) is not None:
        return found
    message = "no Chromium: `make browser` installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@contextmanager
def launched(names: tuple[str, ...] = PROGRAMS) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(names), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")  # while it is there, an event loop runs in this thread
def browser() -> Iterator[Browser]:
    with launched() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with running(f"sqlite:///{folder / 'benben.db'}", folder, warm=True) as started:
        yield started


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Another person with a browser of their own."""
    contexts = []
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not is_meant(message.text):
            complaints.append(message.text)

    def opened(pace: str = "instant", **wishes: Any) -> Page:
        wishes = {"viewport": WIDE, "locale": "en-GB", "base_url": server.url, "reduced_motion": "reduce", **wishes}
        context = browser.new_context(**wishes)
        prefs = f"""'{{"pace": "{pace}"}}'"""
        context.add_init_script(f"localStorage.getItem('prefs') ?? localStorage.setItem('prefs', {prefs})")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def is_meant(text: str) -> bool:
    """A browser reports every refusal, outage, killed server and blocked worker: tests provoke them."""
    provoked = (
        "status of 4",
        "status of 503",
        "ERR_CONNECTION_",
        "ERR_INCOMPLETE",
        "ERR_EMPTY",
        "blocked by Playwright",
    )
    return any(part in text for part in provoked)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
