"""The documentation site: complete, searchable, and independent of any network."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from checks.chromium import ARGUMENTS
from tests.pages.conftest import chromium

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"<(?:script|link|img|iframe)[^>]*?(?:src|href)=\"?(https?:[^\" >]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        assert LOADED.findall(page.read_text("utf-8")) == [], page


def test_the_reference_shows_docstrings(site: Path) -> None:
    positions = (site / "reference" / "positions.html").read_text("utf-8")
    assert "The position after a legal move, given as a Move, a number or notation." in positions
    assert "A mask without any legal move means" in (site / "reference" / "environments.html").read_text("utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield browser
        browser.close()


def test_search_from_the_disk(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.context.set_offline(True)
    page.goto((site / "reference" / "index.html").as_uri())
    page.locator("[data-md-component=search-query]").click(force=True)
    page.keyboard.type("blockade")  # real keys: the theme searches on keyup
    page.locator(".md-search-result__link").first.wait_for(state="attached", timeout=60_000)
    found = [link.get_attribute("href") or "" for link in page.locator(".md-search-result__link").all()]
    assert any("rules/pyramidis.en" in link for link in found), found
    page.close()
