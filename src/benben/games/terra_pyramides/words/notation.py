"""Moves of Terra Pyramides as text and back: `lay e5`, `row down`, `e5-f7`, `build f7 blue`, `draw 3`."""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.kit.notation import Names, Notation, Spelling, Word
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
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _, reasons

_SHORT_AXES = {"-": 0, "h": 0, "|": 1, "v": 1, "\\": 2, "/": 3}


# Names on the board. What is no such place has a reason.


def _field(name: str) -> int:
    if name not in FIELD_INDEX:
        _must_be_a_cell(name)
        raise IllegalMove(reasons.no_tile_field(name))
    return FIELD_INDEX[name]


def _site(name: str, rule: int = 11) -> int:
    if name not in SITE_INDEX:
        _must_be_a_cell(name)
        raise IllegalMove(reasons.no_site(name, rule))
    return SITE_INDEX[name]


def _must_be_a_cell(name: str) -> None:
    if name not in SITE_INDEX and name not in FIELD_INDEX and name not in TABLES.oases:
        raise MalformedMove(_("The board has no field “{name}”.", name=name))


def _number(verb: str, most: int) -> Word:
    """A number from 1 on; `verb` is the word before it."""

    def read(s: Board, text: str) -> int:
        if not re.fullmatch(r"[1-9]", text) or int(text) > most:
            text = f"{verb} {text}"
            raise MalformedMove(_("“{text}” must end with a number from 1 to {most}.", text=text, most=most))
        return int(text) - 1

    return Word(r"\S+", lambda s, value: str(value + 1), read)


# Moves for which a reason says why fields and sites do not go together


def _write_lay(s: Board, field: int, site: int) -> str:
    several = len(TABLES.lay_sites(field)) > 1
    return f"lay {FIELDS[field]}-{SITES[site]}" if several else f"lay {FIELDS[field]}"


def _read_lay(s: Board, where: str) -> int | None:
    """A field, and the site that the stairs face if there is a choice."""
    name, _dash, towards = where.replace(" ", "").replace(">", "-").partition("-")
    if not name:
        return None
    field = _field(name)
    sites = TABLES.lay_sites(field)
    if towards:
        if _site(towards) not in sites:
            raise IllegalMove(reasons.not_beside(field, _site(towards)))
        return moves.LAY.find(field, _site(towards))
    if len(sites) > 1:
        message = _(
            "{field} touches several building sites. Add the one that the stairs face, for example lay {field}-{site}.",
            field=name,
            site=SITES[sites[0]],
        )
        raise MalformedMove(message)
    return moves.LAY.find(field, sites[0])


def _read_way(s: Board, start: str, end: str) -> int:
    field, site = _field(start), _site(end)
    way = moves.MOVE.find(field, site)
    if way is None:
        raise IllegalMove(reasons.not_in_line(field, site))
    return way


def _read_found(s: Board, name: str, colour: str) -> int | None:
    site, paint = _site(name), COLOURS.index(colour)
    if paint == WHITE:
        raise IllegalMove(reasons.no_white_pyramid(site))
    return moves.FOUND.find(site, paint)


_COLOUR = Names(COLOURS)
_WAY = re.compile(r"([a-z]\d{1,2}) ?[->] ?([a-z]\d{1,2})")
NOTATION = Notation(
    moves.FAMILIES,
    {
        moves.LAY: Spelling(_write_lay, re.compile(r"lay((?: .*)?)"), _read_lay),
        moves.ROW: "row {axis}",
        moves.STOCK: "stock {field}",
        moves.MOVE: Spelling(lambda s, field, site: f"{FIELDS[field]}-{SITES[site]}", _WAY, _read_way),
        moves.RETURN: "return {field}",
        moves.BACK: "back {site}",
        moves.FOUND: Spelling(
            lambda s, site, colour: f"build {SITES[site]} {COLOURS[colour]}",
            re.compile(rf"build (\S+) ({_COLOUR.pattern})"),
            _read_found,
        ),
        moves.RAISE: "build {site}",
        moves.PAY: "pay {colour}",
        moves.HIRE: "buy worker {site:bought}",
        moves.BUY: "buy stone",
        moves.SWAP: ("swap {one:colour} {other:colour}", "swap {other:colour} {one:colour}"),
        moves.DRAW: "draw {stack:draw}",
        moves.LOOK: "search {stack:search}",
        moves.TAKE: "take {above:take}",
        moves.SOME_TILE: "take ?",
        moves.END: "end",
    },
    axis=Names(AXES, _SHORT_AXES),
    field=Word(r"\S+", lambda s, field: FIELDS[field], lambda s, name: _field(name)),
    site=Word(r"\S+", lambda s, site: SITES[site], lambda s, name: _site(name)),
    bought=Word(r"\S+", lambda s, site: SITES[site], lambda s, name: _site(name, rule=18)),
    colour=_COLOUR,
    draw=_number("draw", STACKS),
    search=_number("search", STACKS),
    take=_number("take", STACK_SIZE),
    otherwise=lambda text: _(
        "“{text}” is not a move. Moves look like: lay e5, row down, e5-f7, return e5, build f7 blue, pay red, "
        "buy worker f7, buy stone, back f7, swap red blue, draw 3, search 3, take 2, end.",
        text=text,
    ),
)
write, read = NOTATION.write, NOTATION.read
