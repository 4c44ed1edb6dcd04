"""The main path in Firefox: the start page, a match against a bot, a move, its end, the rules."""

from pathlib import Path

import benben
from tests.pages.conftest import is_meant
from tests.pages.firefox import opened
from tests.web.server import Server


def test_the_main_path_in_firefox(server: Server, tmp_path: Path) -> None:
    with opened(tmp_path / "profile") as page:
        page.visit(server.url)
        covers = page.wait_for("[...document.querySelectorAll('.cover svg')].map((one) => one.clientWidth)")
        assert len(covers) == len(benben.names())
        assert min(covers) > 200

        page.click("#game-pyramidis .play-now button")
        page.wait_for("document.body?.classList.contains('interactive')")
        page.touch("a4")
        page.touch("take-3")
        page.click("#confirm")
        page.wait_for("document.getElementById('log')?.innerText.includes('Red moves a4:3')")
        page.wait_for("document.querySelector('#board [id=\"d4-1\"]') !== null")
        page.wait_for("document.querySelector('#board .can') !== null")

        page.click(".more summary")
        page.click("#resign")
        page.wait_for("document.getElementById('outcome')?.innerText.includes('resigned')")

        page.visit(f"{server.url}/rules/pyramidis")
        pictures = page.ask("[...document.querySelectorAll('.rule-picture svg')].map((one) => one.clientWidth)")
        assert len(pictures) >= 5
        assert min(pictures) > 100
        drawn = "document.querySelector('.rule-picture use').getBoundingClientRect().width > 0"
        assert page.ask(drawn), "the shared definitions are found"
        assert [words for words in page.complaints if not is_meant(words)] == []
