"""Documentation check: relative links in Markdown files resolve, and `>>>` examples print what is shown, in Markdown
files and in the docstrings of `src`."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from checks import ROOT, report

FENCED = re.compile(r"^( *)(```+|~~~+)(.*?)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+).+?\1")
LINK = re.compile(
    r"""\]\(\s*<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$|(?:src|href|srcset)=["']([^"']+)""", re.MULTILINE
)
HEADING = re.compile(r"^#+\s+(.+?)\s*#*$", re.MULTILINE)
ANCHOR = re.compile(r"""(?:id|name)=["']([^"']+)""")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def findings(root: Path) -> Iterator[str]:
    """Problems in the Markdown files below `root`, one line each."""
    for page in pages(root):
        text = page.read_text("utf-8")
        for line, target in links(text):
            if problem := broken(root, page, target):
                yield f"{page.relative_to(root)}:{line}: {problem}"
        for line, problem in failing_examples(page.name, text):
            yield f"{page.relative_to(root)}:{line}: {problem}"
    for file in sorted((root / "src").rglob("*.py")):
        for line, problem in failing_docstrings(file, root / "src"):
            yield f"{file.relative_to(root)}:{line}: {problem}"


def pages(root: Path) -> list[Path]:
    """The project's Markdown files, without hidden folders such as .venv."""
    found = root.rglob("*.md")
    return sorted(page for page in found if not any(part.startswith(".") for part in page.relative_to(root).parts))


def links(text: str) -> Iterator[tuple[int, str]]:
    """Line and target of each relative link."""
    text = FENCED.sub(blanked, text)
    text = CODE.sub(blanked, text)
    for match in LINK.finditer(text):
        target = match[1] or match[2] or match[3]
        if not ELSEWHERE.match(target):
            yield text.count("\n", 0, match.start(match.lastindex or 0)) + 1, unquote(target)


def broken(root: Path, page: Path, target: str) -> str | None:
    """The problem with a link, or None."""
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.is_relative_to(root.resolve()):
        return f"{target} leads out of the project"
    if not file.exists():
        return f"{target} does not exist"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text("utf-8")):
        return f"{target}: no such heading"
    return None


def anchors(text: str) -> set[str]:
    """The anchors of a page: its headings as GitHub slugs, and explicit ids."""
    text = FENCED.sub(blanked, text)
    found = set(ANCHOR.findall(text))
    for heading in HEADING.findall(text):
        words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        again = 0
        while (name := f"{slug}-{again}" if again else slug) in found:
            again += 1
        found.add(name)
    return found


def failing_examples(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Line and report of each block whose output differs. The blocks of a page share one namespace."""
    names: dict[str, Any] = {}
    for block in FENCED.finditer(text):
        first = text.count("\n", 0, block.start(4))
        if said := failures(name, block[4], first, names):
            yield first + 1, said


def failing_docstrings(file: Path, source: Path) -> Iterator[tuple[int, str]]:
    """Line and report of each docstring with an example that differs. It knows the names of its module."""
    text = file.read_text("utf-8")
    if ">>> " not in text:
        return
    path = file.relative_to(source).with_suffix("").parts
    module = import_module(".".join(path[:-1] if path[-1] == "__init__" else path))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ">>> " in (ast.get_docstring(node) or ""):
            line = node.body[0].lineno
            names = {**vars(module), path[0]: import_module(path[0])}
            if said := failures(module.__name__, ast.get_docstring(node) or "", line - 1, names):
                yield line, said


def failures(name: str, text: str, line: int, names: dict[str, Any]) -> str:
    """The report of the examples in a text whose output differs. They see the names and add theirs."""
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    example = doctest.DocTestParser().get_doctest(text, names, name, None, line)
    said: list[str] = []
    runner.run(example, out=said.append, clear_globs=False)
    names.update(example.globs)
    return "".join(said).strip()


def blanked(match: re.Match[str]) -> str:
    """The match replaced by its line breaks."""
    return "\n" * match[0].count("\n")


if __name__ == "__main__":
    sys.exit(report(findings(ROOT)))
