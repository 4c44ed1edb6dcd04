"""Box files: the pieces of a game as lists of entries. One comes with the game; an owner can count their own box.

A game's box declares its lists and loads them:

    CARDS = Pieces("cards", 105, "PYR-1", _in_usual_form)
    BOX = load("pyramids", Path(__file__).with_name("deck.json"), CARDS)
    BOX.entries["cards"]    # ("b wr", "rw b", …)

The environment variable BENBEN_BOX names a folder; `pyramids.json` in it is used instead of our file. A match record
names the box: `standard`, or the file's name with a hash of its pieces.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from benben.core.errors import BenbenError
from benben.core.game import STANDARD_BOX
from benben.core.text import Message, texts

_ = texts(__package__)

VARIABLE = "BENBEN_BOX"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")


class BadBox(BenbenError, ValueError):
    """A box file that cannot be played with."""

    code = "bad-box"


@dataclass(frozen=True)
class Pieces:
    """One list of a box file."""

    name: str  # in the file
    total: int  # as the rulebook prints it …
    rule: str  # … and our rule that says so
    usual: Callable[[str], str | Message]  # an entry in its usual form, or what is wrong with it


@dataclass(frozen=True)
class BoxContents:
    """The pieces that are played with."""

    name: str  # in match records
    entries: Mapping[str, tuple[str, ...]]  # by list


def own_file(game: str) -> Path | None:
    """The owner's file for a game, if there is one. BadBox if the folder is missing: it may be misspelt."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    if not Path(named).is_dir():
        raise BadBox(_("{variable} is {folder}, which is not a folder.", variable=VARIABLE, folder=named))
    file = Path(named) / f"{game}.json"
    return file if file.exists() else None


def load(game: str, ours: Path, *lists: Pieces) -> BoxContents:
    """The owner's box of a game, or ours. BadBox says what is wrong with it."""
    file = own_file(game) or ours
    try:
        box = read(file.read_text("utf-8"), *lists)
    except OSError as error:
        raise BadBox(_("{file} cannot be read: {error}.", file=file, error=error.strerror)) from error
    except BadBox as error:
        raise BadBox(_("{file}: {error}", file=file, error=error.message)) from error
    return BoxContents(STANDARD_BOX, box.entries) if file == ours else box


def read(content: str, *lists: Pieces) -> BoxContents:
    """A box from the text of its file, or BadBox."""
    try:
        data = json.loads(content)
    except ValueError as error:
        raise BadBox(_("This is not valid JSON: {error}.", error=error)) from error
    return checked(data, *lists)


def checked(data: Any, *lists: Pieces) -> BoxContents:
    """A box from the content of its file, or BadBox."""
    wanted = ["name", *(pieces.name for pieces in lists)]
    if not isinstance(data, dict) or set(wanted) - set(data):
        raise BadBox(_("A box file is a JSON object with: {names}.", names=", ".join(wanted)))
    name = data["name"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        message = _("The name must have at most 24 lower-case letters, digits and hyphens, not “{name}”.", name=name)
        raise BadBox(message)
    entries = {pieces.name: _entries(data[pieces.name], pieces) for pieces in lists}
    digest = sha256("\n".join(entry for part in entries.values() for entry in part).encode()).hexdigest()[:8]
    return BoxContents(f"{name}-{digest}", entries)


def _entries(given: object, pieces: Pieces) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise BadBox(_("“{name}” must be a list.", name=pieces.name))
    found = []
    for number, entry in enumerate(given, 1):
        usual = pieces.usual(" ".join(str(entry).lower().split()))
        if not isinstance(usual, str):
            values = {"name": pieces.name, "number": number, "entry": str(entry)[:40], "problem": usual}
            raise BadBox(_("“{name}”, entry {number}, “{entry}”: {problem}", **values))
        found.append(usual)
    check_total(len(found), pieces)
    return tuple(found)


def check_total(n: int, pieces: Pieces) -> None:
    """BadBox unless the list has as many pieces as the rulebook prints."""
    values = {"name": pieces.name, "n": n, "total": pieces.total, "rule": pieces.rule}
    if n < pieces.total:
        text = _("“{name}” has {n} entries. The rulebook prints {total} ({rule}): {missing} are missing.")
        raise BadBox(text.fill(**values, missing=pieces.total - n))
    if n > pieces.total:
        text = _("“{name}” has {n} entries. The rulebook prints {total} ({rule}): {more} are too many.")
        raise BadBox(text.fill(**values, more=n - pieces.total))


def written(name: str, entries: Mapping[str, Iterable[str]]) -> str:
    """The text of a box file."""
    return json.dumps({"name": name, **{part: list(pieces) for part, pieces in entries.items()}}, indent=1) + "\n"
