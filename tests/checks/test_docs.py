from pathlib import Path

import pytest

from checks.docs import findings


def found(root: Path, text: str) -> list[str]:
    (root / "docs").mkdir()
    (root / "docs/more.md").write_text("# Two words, one `name`\n", "utf-8")
    (root / "README.md").write_text(text, "utf-8")
    return list(findings(root))


@pytest.mark.parametrize(
    "text",
    [
        "[a](docs/more.md) ![b](docs/more.md 'title')",
        "[a](docs/more.md#two-words-one-name)",
        "# Here\n[a](#here)",
        "[a](https://example.org/nothing) [b](mailto:nobody@example.org)",
        "`[a](nowhere.md)`\n```\n[a](nowhere.md)\n```\n",
    ],
)
def test_good_links(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("\n[a](nowhere.md)", "README.md:2: nowhere.md does not exist"),
        ("[a]: nowhere.md\n", "README.md:1: nowhere.md does not exist"),
        ('<img src="none.svg">', "README.md:1: none.svg does not exist"),
        ("[a](docs/more.md#three)", "README.md:1: docs/more.md#three: no such heading"),
        ("[a](../x.md)", "README.md:1: ../x.md leads out of the project"),
    ],
)
def test_broken_links(tmp_path: Path, text: str, finding: str) -> None:
    assert found(tmp_path, text) == [finding]


def test_examples_of_a_page_share_their_names(tmp_path: Path) -> None:
    assert found(tmp_path, "```python\n>>> n = 2\n```\ntext\n```python\n>>> n + 1\n3\n```\n") == []


def test_an_example_that_does_not_hold(tmp_path: Path) -> None:
    [finding] = found(tmp_path, "\n```python\n>>> 1 + 1\n3\n```\n")
    assert finding.startswith("README.md:3: ")
    assert "Expected:\n    3\nGot:\n    2" in finding


def test_an_example_of_a_docstring_that_does_not_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/documented.py").write_text(
        'N = 2\n\n\ndef good() -> int:\n    """Two.\n\n    >>> N\n    2\n    """\n    return N\n\n\n'
        'def bad() -> int:\n    """Three.\n\n    >>> bad()\n    3\n    """\n    return N\n',
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path / "src")
    [finding] = findings(tmp_path)
    assert finding.startswith("src/documented.py:14: ")
    assert "Expected:\n    3\nGot:\n    2" in finding
