"""A server, the lab and programs with the pieces of one's own box, as an owner starts them: with BENBEN_BOX."""

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from benben.core.kit.box_files import VARIABLE, checked, written
from benben.games.pyramids.box import components as pyramids
from benben.games.terra_pyramides.box import components as terra
from tests.web.server import open_table

CARDS = {"cards": ["b wr" if card == "b w tomb" else card for card in reversed(pyramids.BOX.entries["cards"])]}
TILES = {**terra.BOX.entries, "tiles": ["worker eye" if tile == "eye" else tile for tile in terra.BOX.entries["tiles"]]}
OWN: Mapping[str, Mapping[str, Sequence[str]]] = {"pyramids": CARDS, "terra_pyramides": TILES}
BOXES = {
    "pyramids": checked({"name": "mine", **CARDS}, pyramids.PIECES).name,
    "terra_pyramides": checked(
        {"name": "mine", **{name: list(part) for name, part in TILES.items()}}, *terra.PIECES
    ).name,
}
QUESTIONS = {"en": "what is the obelisk worth", "de": "Wie viele Arbeiter brauche ich zum Bauen einer Stufe"}
COMPILED_MATCHES = """
from benben.core.simulate import playouts
from benben.games import find
from benben.testing import Table
game = find("pyramids")
position = Table(game, 2).start(1)
assert game.warm().compiled
print(game.box, playouts(position, 100))
"""

REVIEW = """
import json, sys
import benben
from benben.coach.review import review
print(json.dumps([one.verdict for one in review(benben.verify(sys.stdin.read()), "novice").decisions]))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("box")
    for game, entries in OWN.items():
        (folder / f"{game}.json").write_text(written("mine", entries), "utf-8")
    patient = {"BENBEN_REQUESTS_PER_SECOND": "10000", "BENBEN_REQUEST_BURST": "10000", "BENBEN_WARM": "0"}
    return {**os.environ, **patient, VARIABLE: str(folder)}


@pytest.fixture(scope="module")
def address(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "benben.cli", "--lang", "en", "serve", "--port", "0"]
    with (folder / "log").open("w") as output:
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/club.sqlite3"], env=environment, stdout=output, stderr=output
        )
    try:
        deadline = time.monotonic() + 120
        while not (found := re.search(r"http://[\d.]+:\d+", (folder / "log").read_text())):
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline, (folder / "log").read_text()
            time.sleep(0.1)
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_there(address: str, language: str) -> None:
    """All that can be reached from the start page."""
    with httpx.Client(timeout=300, headers={"Accept-Language": language}) as http:
        seen, waiting = set[str](), ["/"]
        while waiting:
            path = waiting.pop()
            if path in seen or path.startswith(("/language/", "/static/", "/day/")):
                continue
            seen.add(path)
            answer = http.get(address + path, follow_redirects=True)
            assert answer.status_code == 200, path
            if "text/html" in answer.headers["Content-Type"]:
                links = re.findall(r'href="([^"#]+)', answer.text)
                waiting += [f"{link.path}?{link.query}" if link.query else link.path
                            for link in map(urlsplit, (urljoin(path, href.replace("&amp;", "&")) for href in links))
                            if not link.netloc]  # fmt: skip
    for game in OWN:
        assert {f"/rules/{game}", f"/pad/{game}", f"/along/{game}", f"/lay/{game}", f"/box/{game}"} <= seen
        assert not any(path.startswith(f"/puzzles/{game}/") for path in seen)


@pytest.mark.parametrize("game", OWN)
def test_the_rules_say_which_box_is_played_with(address: str, game: str) -> None:
    page = httpx.get(f"{address}/rules/{game}", timeout=120).text
    assert f"This server plays with the box “{BOXES[game]}”" in page
    assert '<figure class="rule-picture">' not in page
    other = httpx.get(f"{address}/rules/pyramidis", timeout=120).text
    assert "This server plays with the box" not in other
    assert '<figure class="rule-picture">' in other


@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", QUESTIONS)
def test_the_referee_answers_with_a_position_of_this_box(address: str, language: str) -> None:
    with httpx.Client(base_url=address, timeout=300, headers={"Accept-Language": language}) as http:
        page = http.get("/referee", params={"q": QUESTIONS[language]})
        assert page.status_code == 200
        example = re.search(r'action="(/referee/pyramids/[\w.-]+)"', http.get("/referee?q=PYR-11").text)
        assert example
        assert '<figure class="example"><svg' in http.get(example[1]).text
        table = http.post(example[1]).headers["location"]
        assert http.get(table).status_code == 200


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "level"), [("pyramids", "expert"), ("terra_pyramides", "club")])
def test_a_match_against_a_bot_names_the_box_and_is_reviewed(
    address: str, environment: dict[str, str], game: str, level: str
) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": level}]
    _shape, (ann, _bot) = open_table(address, game, seats=seats)
    deadline, chance = time.monotonic() + 400, random.Random(3)
    while not (now := ann.look())["over"]:
        assert time.monotonic() < deadline
        if now["choices"]:
            ann.play(chance.choice(now["choices"])["move"], now["number"]).raise_for_status()
        else:
            time.sleep(0.05)
    record = ann.get("/record").text
    assert f"\nbox: {BOXES[game]}\n" in record
    page = httpx.post(f"{address}/study", data={"record": record, "then": "review"}, follow_redirects=True, timeout=60)
    assert page.status_code == 200
    assert page.url.path.endswith("/review")
    done = subprocess.run(
        [sys.executable, "-c", REVIEW], input=record, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    verdicts = json.loads(done.stdout)
    assert len(verdicts) == len(re.findall(r"^\d+\. ", record, re.MULTILINE))
    assert set(verdicts) - {"forced"}, "some moves were a choice, and are judged"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", OWN)
def test_a_run_of_the_lab_names_the_box(environment: dict[str, str], game: str, tmp_path: Path) -> None:
    def lab(*arguments: str) -> str:
        command = [sys.executable, "-m", "benben.cli", "--lang", "en", "lab", *arguments]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    lab("simulate", game, "--bot", "search:20i", "--games", "4", "--jobs", "1", "--out", "run")
    assert f"\nbox: {BOXES[game]}\n" in lab("replay", "run", "3")
    assert json.loads((tmp_path / "run" / "settings.json").read_text())["box"] == BOXES[game]


@pytest.mark.timeout(600)
def test_compiled_and_plain_kernels_play_the_same_matches(environment: dict[str, str]) -> None:
    def run(**also: str) -> str:
        command = [sys.executable, "-c", COMPILED_MATCHES.replace(".compiled", f".compiled == {not also}")]
        done = subprocess.run(command, env=environment | also, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run() == run(NUMBA_DISABLE_JIT="1")
    assert run().startswith(BOXES["pyramids"])
