"""Moves of Terra Pyramides as text and back: `lay e5`, `row down`, `e5-f7`, `build f7 blue`, `draw 3`."""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.text import Message
from benben.games.terra_pyramides.box.board import AXES, STACKS
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    FIELD_INDEX,
    FIELDS,
    SITE_INDEX,
    SITES,
    STACK_SIZE,
    TABLES,
    WHITE,
)
from benben.games.terra_pyramides.rules.moves import ACTIONS, NUMBERS, SOME_TILE, Action
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _, reasons

_WAY = re.compile(r"([a-z]\d{1,2})\s*[->]\s*([a-z]\d{1,2})")
_SHORT_AXES = {"-": "across", "|": "down", "\\": "falling", "/": "rising", "h": "across", "v": "down"}
_LONGEST = 40  # maximum length of a move


def write(s: Board, move: int) -> str:
    if move == SOME_TILE:
        return "take ?"
    action = ACTIONS[move]
    match action:
        case Action("lay", field, site):
            several = TABLES.lay_from[field + 1] - TABLES.lay_from[field] > 1
            return f"lay {FIELDS[field]}-{SITES[site]}" if several else f"lay {FIELDS[field]}"
        case Action("row", axis):
            return f"row {AXES[axis]}"
        case Action("stock" | "return", field):
            return f"{action.kind} {FIELDS[field]}"
        case Action("move", field, site):
            return f"{FIELDS[field]}-{SITES[site]}"
        case Action("back", site):
            return f"back {SITES[site]}"
        case Action("found", site, colour):
            return f"build {SITES[site]} {COLOURS[colour]}"
        case Action("raise", site):
            return f"build {SITES[site]}"
        case Action("pay", colour):
            return f"pay {COLOURS[colour]}"
        case Action("hire", site):
            return f"buy worker {SITES[site]}"
        case Action("buy"):
            return "buy stone"
        case Action("swap", one, other):
            return f"swap {COLOURS[one]} {COLOURS[other]}"
        case Action("draw", stack):
            return f"draw {stack + 1}"
        case Action("look", stack):
            return f"search {stack + 1}"
        case Action("take", above):
            return f"take {above + 1}"
    return "end"


def read(s: Board, text: str) -> int:
    """Raises IllegalMove if no move combines the named fields and sites."""
    words = text[:_LONGEST].lower().split()
    found = _WAY.fullmatch(" ".join(words))
    if found:
        return _worker_way(found[1], found[2])
    match words:
        case ["lay", *where]:
            return _lay("".join(where), text)
        case ["row", axis] if _SHORT_AXES.get(axis, axis) in AXES:
            return NUMBERS[Action("row", AXES.index(_SHORT_AXES.get(axis, axis)))]
        case ["stock" | "return" as kind, field]:
            return NUMBERS[Action(kind, _field(field))]
        case ["back", site]:
            return NUMBERS[Action("back", _site(site))]
        case ["build", site]:
            return NUMBERS[Action("raise", _site(site))]
        case ["build", site, colour] if colour in COLOURS:
            if colour == COLOURS[WHITE]:
                raise IllegalMove(reasons.no_white_pyramid(_site(site)))
            return NUMBERS[Action("found", _site(site), COLOURS.index(colour))]
        case ["pay", colour] if colour in COLOURS:
            return NUMBERS[Action("pay", COLOURS.index(colour))]
        case ["buy", "worker", site]:
            return NUMBERS[Action("hire", _site(site))]
        case ["buy", "stone"]:
            return NUMBERS[Action("buy")]
        case ["swap", one, other] if one in COLOURS and other in COLOURS:
            return NUMBERS[Action("swap", *sorted((COLOURS.index(one), COLOURS.index(other))))]
        case ["draw" | "search" as kind, number]:
            return NUMBERS[Action({"draw": "draw", "search": "look"}[kind], _number(number, STACKS, text))]
        case ["take", number]:
            return NUMBERS[Action("take", _number(number, STACK_SIZE, text))]
        case ["end"]:
            return NUMBERS[Action("end")]
    raise MalformedMove(_no_move(text))


def _no_move(text: str) -> Message:
    return _(
        "“{text}” is not a move. Moves look like: lay e5, row down, e5-f7, return e5, build f7 blue, pay red, "
        "buy worker f7, buy stone, back f7, swap red blue, draw 3, search 3, take 2, end.",
        text=text[:_LONGEST],
    )


def _number(text: str, most: int, whole: str) -> int:
    if not re.fullmatch(r"[1-9]", text) or int(text) > most:
        raise MalformedMove(_("“{text}” must end with a number from 1 to {most}.", text=whole[:_LONGEST], most=most))
    return int(text) - 1


def _field(name: str) -> int:
    if name in FIELD_INDEX:
        return FIELD_INDEX[name]
    _must_be_a_cell(name)
    raise IllegalMove(reasons.no_tile_field(name))


def _site(name: str) -> int:
    if name in SITE_INDEX:
        return SITE_INDEX[name]
    _must_be_a_cell(name)
    raise IllegalMove(reasons.no_site(name))


def _must_be_a_cell(name: str) -> None:
    if name not in SITE_INDEX and name not in FIELD_INDEX and name not in TABLES.oases:
        raise MalformedMove(_("The board has no field “{name}”.", name=name[:_LONGEST]))


def _lay(where: str, text: str) -> int:
    """A field, and the site that the stairs face if there is a choice."""
    name, _dash, towards = where.replace(">", "-").partition("-")
    if not name:
        raise MalformedMove(_no_move(text))
    field = _field(name)
    sites = [int(site) for site in TABLES.lay_site[TABLES.lay_from[field] : TABLES.lay_from[field + 1]]]
    if towards:
        if _site(towards) not in sites:
            raise IllegalMove(reasons.not_beside(field, _site(towards)))
        return NUMBERS[Action("lay", field, _site(towards))]
    if len(sites) > 1:
        raise MalformedMove(
            _(
                "{field} touches several building sites. Add the one that the stairs face, for example lay "
                "{field}-{site}.",
                field=name,
                site=SITES[sites[0]],
            )
        )
    return NUMBERS[Action("lay", field, sites[0])]


def _worker_way(start: str, end: str) -> int:
    field, site = _field(start), _site(end)
    if Action("move", field, site) not in NUMBERS:
        raise IllegalMove(reasons.not_in_line(field, site))
    return NUMBERS[Action("move", field, site)]
