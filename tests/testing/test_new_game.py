"""`benben new-game` writes a game that plays, passes all checks, and can be changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import benben
from benben.testing.new_game import new_game
from checks import ROOT, rule_ids, translations

NAME = "towers_of_ra"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with a new game."""
    folder = tmp_path_factory.mktemp("new") / "checkout"
    folder.mkdir()
    for part in ("src", "docs/rules", "checks", "bench", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    said = run(folder, "benben.cli", "new-game", NAME)
    assert f"src/benben/games/{NAME}/rules/play.py" in said
    return folder


def run(checkout: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{checkout}"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_passes_its_own_tests_and_the_suite(checkout: Path) -> None:
    files = (f"tests/games/{NAME}", "tests/test_conformance.py", "tests/test_golden.py")
    said = run(checkout, "pytest", "-p", "no:cacheprovider", "-k", NAME, *files)
    assert "passed" in said or "100%" in said


# Test files that take their games from the registry, as far as they need neither much time nor a server or a browser.
GENERIC = (
    "adapters/test_gymnasium.py",
    "adapters/test_observation.py",
    "adapters/test_open_spiel.py",
    "adapters/test_pettingzoo.py",
    "coach/test_points.py",
    "coach/test_puzzles.py",
    "coach/test_reasons.py",
    "core/test_position.py",
    "core/test_rule_pictures.py",
    "lab/test_runs.py",
    "pads/test_engine.py",
    "pads/test_sheets.py",
    "web/test_puzzles.py",
    "web/test_referee.py",
)


def test_the_tests_of_all_games_pass_with_it(checkout: Path) -> None:
    """Tests of a game by its name, and those that go through all games in one test."""
    chosen = f"{NAME} or playthrough or every_rule or start_page"
    run(checkout, "pytest", "-p", "no:cacheprovider", "-k", chosen, *(f"tests/{file}" for file in GENERIC))


def test_it_is_clean(checkout: Path) -> None:
    folders = (f"src/benben/games/{NAME}", f"tests/games/{NAME}")
    run(checkout, "ruff", "format", "--check", *folders)
    run(checkout, "ruff", "check", *folders)
    run(checkout, "mypy", *folders)
    imports = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert imports.returncode == 0, imports.stdout
    assert not [finding for finding in translations.findings(checkout) if NAME in finding]
    assert rule_ids.read_pages(checkout, NAME) == ({"TOW-1", "TOW-2", "TOW-3"}, [])


def test_bots_and_pages_know_it(checkout: Path) -> None:
    said = run(checkout, "benben.cli", "match", NAME, "--bots", "expert,random", "--games", "4")
    assert "expert" in said
    assert NAME in run(checkout, "benben.cli", "games")
    assert (checkout / f"src/benben/games/{NAME}/sample.benben").is_file()
    assert (checkout / f"tests/golden/{NAME}/perft.json").is_file()


def test_what_is_wrong_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(benben.BadOptions, match="no checkout"):
        new_game("fine", tmp_path)
    registry = tmp_path / "src/benben/games/__init__.py"
    registry.parent.mkdir(parents=True)
    registry.write_text("REGISTRY = {\n}\n")
    (registry.parent / "pyramidis").mkdir()
    for name, problem in (
        ("Upper", "small letters"),
        ("x", "small letters"),
        ("class", "small letters"),
        ("pyramidis", "already"),
    ):
        with pytest.raises(benben.BadOptions, match=problem):
            new_game(name, tmp_path)
    assert registry.read_text() == "REGISTRY = {\n}\n"
