"""Rule id check: every rule is on both rule pages and has a test, and every mentioned id exists.

A game in `src/benben/games/<game>/` has the pages `docs/rules/<game>.{en,de}.md`. Each rule appears there once, as a
paragraph or list item that begins with its id in bold: `**PDS-8** The pieces taken are …`. Other mentions on the
page are not bold. A test names the rule it proves: `@pytest.mark.rule("PDS-8")`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from benben.core.rule_pages import rule_ids
from checks import ROOT, report

LANGUAGES = ("en", "de")


def findings(root: Path) -> Iterator[str]:
    """Problems in the project at `root`, one line each."""
    known: set[str] = set()
    proved = dict(ids_in_tests(root))
    for folder in sorted((root / "src/benben/games").iterdir()):
        if (folder / "__init__.py").exists():
            ids, wrong = read_pages(root, folder.name)
            known |= ids
            yield from wrong
            for rule in in_order(ids - proved.keys()):
                yield f"tests: no test proves {rule}"
    for rule in in_order(proved.keys() - known):
        yield f"{proved[rule]}: {rule} is on no rule page"
    yield from unknown_in_sources(root, known)


def read_pages(root: Path, game: str) -> tuple[set[str], list[str]]:
    """The rule ids of a game, and the problems of its pages."""
    wrong = []
    ids: dict[str, list[str]] = {}
    for language in LANGUAGES:
        page = root / f"docs/rules/{game}.{language}.md"
        if page.exists():
            ids[language] = list(rule_ids(page))
            wrong += [f"{page.relative_to(root)}: {problem}" for problem in miscounted(ids[language])]
        else:
            wrong.append(f"{page.relative_to(root)}: missing")
    everywhere = {rule for page_ids in ids.values() for rule in page_ids}
    for language, page_ids in ids.items():
        wrong += [f"docs/rules/{game}.{language}.md: lacks {rule}" for rule in in_order(everywhere - set(page_ids))]
    return everywhere, wrong


def miscounted(ids: list[str]) -> Iterator[str]:
    """Problems of the numbering: a page numbers its rules 1 to N, each once, with one prefix."""
    if not ids:
        yield "no rules"
        return
    prefix = ids[0].partition("-")[0]
    expected = {f"{prefix}-{number}" for number in range(1, len(ids) + 1)}
    for rule in in_order(set(ids) - expected):
        yield f"{rule} is out of sequence: {len(ids)} rules are numbered {prefix}-1 to {prefix}-{len(ids)}"
    for rule in in_order(rule for rule in set(ids) if ids.count(rule) > 1):
        yield f"{rule} appears more than once"


def ids_in_tests(root: Path) -> Iterator[tuple[str, str]]:
    """Each id in a `pytest.mark.rule(…)` call, and its location."""
    for file in sorted((root / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value, f"{file.relative_to(root)}:{argument.lineno}"


def unknown_in_sources(root: Path, known: set[str]) -> Iterator[str]:
    """Rule ids in the sources that are on no rule page."""
    prefixes = sorted({rule.partition("-")[0] for rule in known})
    if not prefixes:
        return
    mention = re.compile(rf"\b(?:{'|'.join(prefixes)})-\d+\b")
    for file in sorted((root / "src/benben").rglob("*.py")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for rule in mention.findall(line):
                if rule not in known:
                    yield f"{file.relative_to(root)}:{number}: {rule} is on no rule page"


def in_order(ids: Iterable[str]) -> list[str]:
    """Sorted numerically: PDS-9 before PDS-10."""
    return sorted(ids, key=lambda rule: (rule.partition("-")[0], int("0" + "".join(filter(str.isdigit, rule)))))


if __name__ == "__main__":
    sys.exit(report(findings(ROOT)))
