"""A hook of MkDocs: the pages of the games, pages that live outside docs/, links that lead out of it, and search
without a network.

The repository shows the same files, so links in docs/ point to ../examples, ../CONTRIBUTING.md and so on. The site has
no such files: it gets a copy of the pages it shows, and other links become plain text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benben.games import find, names

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = "notebooks/tour.ipynb"
COPIES = {"contributing.md": "CONTRIBUTING.md", "changes.md": "CHANGELOG.md", "speed.md": "bench/results.md"}
SHIM, OWN_SHIM = "https://unpkg.com/iframe-worker/shim", "offline-search.js"
LINK = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: Any) -> Any:
    """Put each game into the navigation where an entry says `{game}`, if it has that page."""
    for section in config.nav:
        for title, entries in section.items():
            if isinstance(entries, list):
                section[title] = [each for entry in entries for each in of_each_game(entry)]
    return config


def of_each_game(entry: Any) -> list[Any]:
    """The entries that stand for one entry of the navigation."""
    if not isinstance(entry, dict) or "{game}" not in next(iter(entry.values())):
        return [entry]
    [(title, page)] = entry.items()
    found = [(title.format(title=game.title), page.format(game=game.name)) for game in map(find, names())]
    return [{title: page} for title, page in found if (ROOT / "docs" / page).is_file()]


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside docs/."""
    from mkdocs.structure.files import File

    for page, source in COPIES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    files.append(File.generated(config, "tour.md", content=notebook_page(ROOT / NOTEBOOK)))
    return files


def notebook_page(file: Path) -> str:
    """The cells of a notebook as Markdown."""
    parts = [f"*This page is the notebook `{file.relative_to(ROOT)}`: run it to see what it draws.*"]
    for cell in json.loads(file.read_text("utf-8"))["cells"]:
        text = "".join(cell["source"])
        parts.append(f"```python\n{text}\n```" if cell["cell_type"] == "code" else text)
    return "\n\n".join([parts[1], parts[0], *parts[2:]]) + "\n"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Rewrite the links of a page that the site would not find."""
    source = COPIES.get(page.file.src_uri)
    home = (ROOT / source).parent if source else (ROOT / "docs" / page.file.src_uri).parent

    def rewritten(link: re.Match[str]) -> str:
        picture, said, target, anchor = link.groups()
        if re.match(r"[a-z]+:", target):
            return link[0]
        path = (home / target).resolve()
        elsewhere = {**COPIES, "tour.md": NOTEBOOK}
        shown = next((name for name, file in elsewhere.items() if path == ROOT / file), None)
        if shown is None and path.is_relative_to(ROOT / "docs") and path.is_file():
            shown = str(path.relative_to(ROOT / "docs"))
        if shown is None and path == ROOT / "docs" / "decisions":
            shown = "decisions/0001-kernels-over-records.md"
        if shown is None:
            return said  # only in the repository
        up = "../" * (len(Path(page.file.src_uri).parts) - 1)
        return f"{picture}[{said}]({up}{shown}{anchor or ''})"

    return LINK.sub(rewritten, markdown)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Load nothing from elsewhere: the theme would fetch the part that searches from the disk."""
    up = "../" * (len(Path(page.file.src_uri).parts) - 1)
    return output.replace(SHIM, f"{up}{OWN_SHIM}")


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """The same for the page that says that a page is missing."""
    return output.replace(SHIM, OWN_SHIM)
