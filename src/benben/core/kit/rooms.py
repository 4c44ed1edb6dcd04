"""The declaration of a game from its rooms: each part is found under the file name of its role.

The table `ROLES` names the file and the function of each part (CONTRIBUTING.md, The rooms of a game). A game declares
itself as `GAME = game_in(__name__, title=…, …)`; a game without rooms calls `Game` itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from benben.core.game import STANDARD_BOX, Advice, Face, Game, Option, Options, Rules
from benben.core.rule_pages import rule_ids, rule_page
from benben.core.state import State
from benben.core.text import Message

# Part -> file and name in it. A part in OPTIONAL may be missing, the file included.
ROLES = {
    "deal": ("rules.deal", "deal"),
    "shuffles": ("rules.deal", "shuffles"),
    "actor": ("rules.legal", "actor"),
    "legal": ("rules.legal", "legal"),
    "play": ("rules.play", "play"),
    "score": ("rules.score", "score"),
    "winners": ("rules.score", "winners"),
    "veil": ("rules.secrets", "veil"),
    "imagine": ("rules.secrets", "imagine"),
    "seen": ("rules.secrets", "seen"),
    "reveals": ("rules.secrets", "reveals"),
    "write": ("words.notation", "write"),
    "read": ("words.notation", "read"),
    "why": ("words.reasons", "why"),
    "forbids": ("words.reasons", "forbids"),
    "text": ("words.text_board", "draw"),
    "picture": ("picture.drawing", "picture"),
    "path": ("picture.touch", "path"),
    "aim": ("picture.touch", "aim"),
    "direct": ("picture.touch", "direct"),
    "decline": ("picture.touch", "decline"),
    "turns": ("picture.touch", "turns"),
    "ghost": ("picture.ghosts", "ghost"),
    "tell": ("words.narration", "tell"),
    "tally": ("words.points", "tally"),
    "seats": ("words.names", "seats"),
    "ask": ("words.prompts", "ask"),
    "status": ("words.text_board", "status"),
    "intent": ("words.intent", "intent"),
    "warn": ("words.warnings", "warn"),
    "destroys": ("words.warnings", "destroys"),
    "lesson": ("words.lesson", "LESSON"),
    "measures": ("words.measures", "MEASURES"),
    "sheets": ("words.score_sheet", "SHEETS"),
    "cover": ("picture.cover", "cover"),
    "advice": ("advice", "ADVICE"),
}
OPTIONAL = {
    "shuffles", "veil", "imagine", "seen", "reveals", "forbids", "status", "intent", "warn", "destroys", "direct",
    "turns", "decline", "lesson", "measures", "sheets", "cover", "advice",
}  # fmt: skip


def game_in(
    package: str,
    *,
    title: str,
    summary: Message,
    version: int,
    players: tuple[int, ...],
    options: tuple[Option, ...] = (),
    together: Callable[[int, Options], bool] = lambda players, options: False,
    minutes: int = 0,
    weight: int = 0,
    box: str = STANDARD_BOX,
) -> Game:
    """The game whose rooms are in `package`; its name is that of the package."""
    name = package.rpartition(".")[2]
    page = rule_page(name, "en")
    assert page is not None, f"{package}: docs/rules/{name}.en.md is missing"
    parts = {part: found for part in ROLES if (found := _part(package, part)) is not None}
    moves = import_module(f"{package}.rules.moves")
    advice: Advice | None = parts.get("advice")
    return Game(
        name=name,
        package=package,
        title=title,
        summary=summary,
        version=version,
        rule_ids=rule_ids(page),
        players=players,
        state=_state(import_module(f"{package}.rules.state")),
        moves=len(moves.FAMILIES),
        most_legal=moves.MOST_LEGAL,
        longest=moves.LONGEST,
        rules=Rules(**_only(parts, Rules)),
        face=Face(**_only(parts, Face)),
        options=options,
        together=together,
        advice=advice,
        minutes=minutes,
        weight=weight,
        box=box,
        **{part: parts[part] for part in ("forbids", "shuffles") if part in parts},
    )


def module_of(package: str, file: str) -> ModuleType | None:
    """A file of one of the rooms, `picture.laying`; None if the game does not have it."""
    is_there = find_spec(f"{package}.{file.partition('.')[0]}") and find_spec(f"{package}.{file}")
    return import_module(f"{package}.{file}") if is_there else None


def _part(package: str, part: str) -> Any:
    """The function or value of a part; None if it is optional and missing."""
    file, name = ROLES[part]
    found: Any = getattr(module_of(package, file), name, None)
    if found is None and part not in OPTIONAL:
        raise ImportError(f"{package} needs {name} in {file.replace('.', '/')}.py")
    return found


def _only(parts: dict[str, Any], kind: type[Rules] | type[Face]) -> dict[str, Any]:
    return {part.name: parts[part.name] for part in fields(kind) if part.name in parts}


def _state(module: ModuleType) -> type[State]:
    """The one State that the module declares."""
    states = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, State) and value.__module__ == module.__name__
    ]
    if len(states) != 1:
        raise ImportError(f"{module.__name__} must declare one State, not {len(states)}")
    return states[0]
