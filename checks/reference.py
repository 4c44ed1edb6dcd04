"""Reference check: every public name has a docstring and is on a page of docs/reference."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from checks import ROOT, report

FOLDER = ROOT / "docs" / "reference"
DIRECTIVE = re.compile(r"^::: ([\w.]+)$", re.MULTILINE)
ADAPTERS = ("gymnasium", "language", "observation", "open_spiel", "outcome", "pettingzoo", "vector")
COACH = ("chances", "hints", "judging", "points", "puzzles", "reasons", "review")
KIT = (
    "bits",
    "box_files",
    "box_sheet",
    "draws",
    "events",
    "grid",
    "laying",
    "moves",
    "network",
    "notation",
    "prompts",
    "rooms",
    "scratch",
    "seats",
    "tables",
    "touch",
)
MODULES = (
    *(f"benben.adapters.{name}" for name in ADAPTERS),
    *(f"benben.coach.{name}" for name in COACH),
    *(f"benben.core.kit.{name}" for name in KIT),
    "benben.core.game",
    "benben.core.state",
    "benben.testing",
)


def findings() -> Iterator[str]:
    """What is missing, one line each."""
    pages = [page.read_text("utf-8") for page in sorted(FOLDER.glob("*.md"))]
    documented = [located(path) for page in pages for path in DIRECTIVE.findall(page)]
    benben = import_module("benben")
    for name in benben.__all__:
        thing = getattr(benben, name)
        if isinstance(thing, (int, str)):
            continue
        if not any(thing is found or thing.__module__ == getattr(found, "__name__", "") for found in documented):
            yield f"benben.{name} is on no page of docs/reference"
        yield from undocumented(f"benben.{name}", thing)
    for name in MODULES:
        module = import_module(name)
        if not any(module is found for found in documented):
            yield f"{name} is on no page of docs/reference"
        for member, thing in public(module):
            yield from undocumented(f"{name}.{member}", thing)
    for name in listed("benben.core.kit"):
        if name not in MODULES:
            yield f"{name} is not in the reference"


def listed(package: str) -> list[str]:
    """The modules of a package."""
    return [f"{package}.{found.name}" for found in iter_modules(import_module(package).__path__) if not found.ispkg]


def located(path: str) -> Any:
    """The object at a dotted path."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        parent, _dot, name = path.rpartition(".")
        return getattr(located(parent), name)


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """Classes and functions that a module defines itself."""
    for name, thing in vars(module).items():
        is_own = getattr(thing, "__module__", None) == module.__name__
        if not name.startswith("_") and is_own and "<locals>" not in getattr(thing, "__qualname__", ""):
            yield name, thing


def undocumented(path: str, thing: Any) -> Iterator[str]:
    """A thing and its public methods and properties, as far as they have no docstring of their own."""
    if not callable(thing):
        return
    if not (thing.__doc__ or "").strip():
        yield f"{path} has no docstring"
    if not inspect.isclass(thing):
        return
    for name, member in vars(thing).items():
        is_field = name in getattr(thing, "__dataclass_fields__", {})  # one whose default is a function
        if not name.startswith("_") and not is_field and not isinstance(member, type) and is_described(member):
            inherited = any(hasattr(base, name) for base in thing.__mro__[1:])
            if not inherited and not (inspect.getdoc(member) or "").strip():
                yield f"{path}.{name} has no docstring"


def is_described(member: object) -> bool:
    """Whether a member of a class is a method or a property."""
    if inspect.isfunction(member):
        return member.__name__ != "<lambda>"
    return isinstance(member, (property, classmethod, staticmethod, cached_property))


if __name__ == "__main__":
    sys.exit(report(findings()))
