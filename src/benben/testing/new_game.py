"""`benben new-game NAME`: a small complete game in a checkout, to be changed into one's own.

Writes the rooms of the game, its tests, its rules pages and its line in the registry, then makes its golden files,
its sample match and its playthrough with the project's own commands.
"""

from __future__ import annotations

import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from benben.core.errors import BadOptions
from benben.core.rule_pages import rule_ids
from benben.core.text import texts

_ = texts(__package__)

# The words of the template that stand for the new game.
NAME, TITLE, PREFIX = "new_game", "New game", "NEW"
SUFFIX = ".txt"  # the template is text, so that nothing takes it for a game of this project
REGISTRY = Path("src/benben/games/__init__.py")


def new_game(name: str, checkout: Path) -> list[Path]:
    """Write the game; the files, relative to the checkout. Raises BadOptions, and then nothing is written."""
    _check(name, checkout)
    replaced = {NAME: name, TITLE: name.replace("_", " ").capitalize(), PREFIX: _prefix(name, checkout)}
    files = {_place(path, name): _filled(path.read_text("utf-8"), replaced) for path in _template()}
    for file, text in files.items():
        (checkout / file).parent.mkdir(parents=True, exist_ok=True)
        (checkout / file).write_text(text, "utf-8")
    _register(name, checkout)
    if find_spec("ruff"):
        _run(checkout, "ruff", "format", "--quiet", *map(str, (file for file in files if file.suffix == ".py")))
    _run(checkout, "tests.golden.make", name)
    _run(checkout, "checks.samples", name)
    if find_spec("pyspiel"):
        _run(checkout, "tests.adapters.make_playthroughs", name)
    return sorted(files)


def _check(name: str, checkout: Path) -> None:
    if not (checkout / REGISTRY).is_file():
        raise BadOptions(_("This is no checkout of benben: {file} is missing.", file=str(REGISTRY)))
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,31}", name) or keyword.iskeyword(name):
        raise BadOptions(_("A game is named in small letters, like “{example}”.", example=NAME))
    if (checkout / REGISTRY.parent / name).exists():
        raise BadOptions(_("There is a game “{name}” already.", name=name))


def _prefix(name: str, checkout: Path) -> str:
    """Letters for the ids of the rules that no other game has."""
    pages = (checkout / "docs/rules").glob("*.en.md")
    taken = {rule.partition("-")[0] for page in pages for rule in rule_ids(page)}
    letters = re.sub("[^a-z]", "", name).upper()
    choices = [letters[:3], *(letters[:2] + letter for letter in letters[3:]), letters]
    return next(choice for choice in choices if choice not in taken)


def _template() -> Iterator[Traversable]:
    folders = [resources.files(__package__) / "template"]
    while folders:
        for entry in folders.pop().iterdir():
            if entry.is_dir():
                folders.append(entry)
            elif entry.name.endswith(SUFFIX):
                yield entry


def _place(template: Traversable, name: str) -> Path:
    """The place of a file of the template in a checkout."""
    root = str(resources.files(__package__) / "template")
    kind, *rest = Path(str(template).removesuffix(SUFFIX)).relative_to(root).parts
    match kind:
        case "game":
            return REGISTRY.parent.joinpath(name, *rest)
        case "tests":
            return Path("tests/games", name, *rest)
    return Path("docs/rules", kind.replace("rules", name, 1))


def _filled(text: str, replaced: dict[str, str]) -> str:
    return re.sub("|".join(replaced), lambda found: replaced[found[0]], text)


def _register(name: str, checkout: Path) -> None:
    file = checkout / REGISTRY
    before, opening, rest = file.read_text("utf-8").partition("REGISTRY = {\n")
    games, closing, after = rest.partition("}\n")
    file.write_text(f'{before}{opening}{games}    "{name}": "benben.games.{name}",\n{closing}{after}', "utf-8")


def _run(checkout: Path, module: str, *arguments: str) -> None:
    """Run a module of the checkout, which knows the new game."""
    environment = {**os.environ, "PYTHONPATH": f"{checkout / 'src'}{os.pathsep}{checkout}"}
    subprocess.run([sys.executable, "-m", module, *arguments], cwd=checkout, env=environment, check=True)
