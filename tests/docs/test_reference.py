"""Every public name is documented."""

import shutil
from pathlib import Path

import pytest

from checks import reference


def test_every_public_name_is_documented() -> None:
    assert list(reference.findings()) == []


def test_a_name_without_a_docstring_is_found() -> None:
    class Plain:
        """Says something."""

        def silent(self) -> None:
            pass

    assert list(reference.undocumented("Plain", Plain)) == ["Plain.silent has no docstring"]
    assert list(reference.undocumented("f", lambda: None)) == ["f has no docstring"]


def test_a_module_of_coach_or_kit_without_a_page_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for page in reference.FOLDER.glob("*.md"):
        if page.name not in ("coach.md", "kit.md"):
            shutil.copy(page, tmp_path)
    monkeypatch.setattr(reference, "FOLDER", tmp_path)
    found = set(reference.findings())
    assert {f"benben.{name} is on no page of docs/reference" for name in ("coach.review", "core.kit.moves")} <= found
