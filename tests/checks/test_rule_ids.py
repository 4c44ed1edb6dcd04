from pathlib import Path

import pytest

from checks.rule_ids import findings

ENGLISH = "# Race\n\n**RAC-1** Run.\n\n- **RAC-2** Stop. As RAC-1 says.\n"
GERMAN = "# Rennen\n\n**RAC-1** Lauf.\n\n1. **RAC-2** Halt.\n"
TESTS = """
import pytest

pytestmark = pytest.mark.rule("RAC-1")

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("RAC-2"))])
def test_stop(n): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one game and nothing wrong."""
    put(tmp_path, "src/benben/games/race/__init__.py", "# RAC-2, in UTF-8\n")
    put(tmp_path, "docs/rules/race.en.md", ENGLISH)
    put(tmp_path, "docs/rules/race.de.md", GERMAN)
    put(tmp_path, "tests/games/test_race.py", TESTS)
    return tmp_path


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, "utf-8")


def test_nothing_wrong(project: Path) -> None:
    assert list(findings(project)) == []


def test_a_page_is_missing(project: Path) -> None:
    (project / "docs/rules/race.de.md").unlink()
    assert list(findings(project)) == ["docs/rules/race.de.md: missing"]


def test_a_page_without_rules(project: Path) -> None:
    put(project, "docs/rules/race.de.md", "# Rennen\n")
    assert "docs/rules/race.de.md: no rules" in findings(project)


def test_pages_differ(project: Path) -> None:
    put(project, "docs/rules/race.de.md", "**RAC-1** Lauf.\n")
    assert list(findings(project)) == ["docs/rules/race.de.md: lacks RAC-2"]


def test_a_gap(project: Path) -> None:
    put(project, "docs/rules/race.en.md", ENGLISH.replace("**RAC-2**", "**RAC-3**"))
    finding = "RAC-3 is out of sequence: 2 rules are numbered RAC-1 to RAC-2"
    assert f"docs/rules/race.en.md: {finding}" in findings(project)


def test_a_rule_twice(project: Path) -> None:
    put(project, "docs/rules/race.en.md", ENGLISH + "\n**RAC-1** Run on.\n")
    assert list(findings(project)) == ["docs/rules/race.en.md: RAC-1 appears more than once"]


def test_a_rule_without_test(project: Path) -> None:
    put(project, "tests/games/test_race.py", '@pytest.mark.rule("RAC-2")\ndef test_run(): "RAC-1"\n')
    assert list(findings(project)) == ["tests: no test proves RAC-1"]


def test_several_rules_in_one_marker(project: Path) -> None:
    put(project, "tests/games/test_race.py", '@pytest.mark.rule("RAC-1", "RAC-2")\ndef test_both(): ...\n')
    assert list(findings(project)) == []


def test_a_test_names_an_unknown_rule(project: Path) -> None:
    put(project, "tests/games/test_more.py", '\n@pytest.mark.rule("RAC-9")\ndef test_more(): ...\n')
    assert list(findings(project)) == ["tests/games/test_more.py:2: RAC-9 is on no rule page"]


def test_a_source_names_an_unknown_rule(project: Path) -> None:
    put(project, "src/benben/games/race/reasons.py", 'A = "RAC-1"\nB = "RAC-11"\n')
    assert list(findings(project)) == ["src/benben/games/race/reasons.py:2: RAC-11 is on no rule page"]
