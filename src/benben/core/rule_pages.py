"""The rules pages of the games: `docs/rules/<game>.<language>.md` in a checkout, `benben/rules/` as installed.

Each rule is a paragraph or list item that begins with its id in bold: `**PDS-8** The pieces taken are …`.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

_PACKAGE = Path(str(resources.files("benben")))
FOLDERS = (_PACKAGE / "rules", _PACKAGE.parents[1] / "docs" / "rules")
RULE = re.compile(r"^\s*(?:(?:[-*+]|\d+[.)])\s+)?\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


def rule_page(game: str, language: str) -> Path | None:
    """The page of a game in a language, if there is one."""
    pages = (folder / f"{game}.{language}.md" for folder in FOLDERS)
    return next((page for page in pages if page.is_file()), None)


def rule_ids(page: Path) -> tuple[str, ...]:
    """The ids of the rules on a page, in its order."""
    return tuple(RULE.findall(page.read_text("utf-8")))
