"""The board as text: for terminals, for screen readers, and to draw positions in tests.

Each field shows its stack, bottom to top, one letter a pyramid: r red, g green, y yellow, b blue. Empty: `.`, an
empty start square `[r]`, an empty goal circle `(r)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.game import Look
from benben.core.terminal import paint_letters
from benben.core.text import Message, texts
from benben.games.pyramidis import rules
from benben.games.pyramidis.components import FIELDS, GOAL, LETTERS, NAMES, START, TOWER
from benben.games.pyramidis.state import Board

_ = texts(__package__)

_WIDTH = 9
_PAINTS = dict(zip(LETTERS, ("red", "green", "yellow", "blue"), strict=True)) | {".": "grey"}


class Stack(NamedTuple):
    """The pyramids on a field, as plain values."""

    field: int
    pieces: tuple[int, ...]  # their colours, the bottom one first
    tower: bool


def stacks_of(s: Board) -> list[Stack]:
    """One for each field, empty or not."""
    return [
        Stack(field, _pieces(stack, height), s.towers >> field & 1 == 1)
        for field, (stack, height) in enumerate(zip(s.stack, s.height, strict=True))
    ]


@remembered
def _pieces(stack: int, height: int) -> tuple[int, ...]:
    return tuple(rules.piece_at(stack, level) for level in range(height))


def stack_letters(s: Board, field: int) -> str:
    """The pyramids on a field, bottom to top."""
    return "".join(LETTERS[piece] for piece in _pieces(s.stack[field], s.height[field]))


def draw(s: Board, look: Look) -> str:
    colours = colours_of(s)
    cells = {FIELDS[stack.field]: _cell(stack, colours, look.colour) for stack in stacks_of(s)}
    rows = [_HEADER]
    for row in range(1, 9):
        line = "".join([cells.get(f"{column}{row}", _OUTSIDE) for column in "abcdefgh"])
        rows.append(f" {row}  {line.rstrip()}")
    home = ", ".join(f"{NAMES[colour].say(look.locale)} {s.home[colour]}" for colour in colours)
    rows.append(f"{status(s).say(look.locale)} {_('Home: {home}.', home=home).say(look.locale)}")
    return "\n".join(rows)


_HEADER = "    " + "".join(column.ljust(_WIDTH) for column in "abcdefgh").rstrip()
_OUTSIDE = " " * _WIDTH


def colours_of(s: Board) -> tuple[int, ...]:
    """By seat."""
    return tuple([int(rules.colour_of(s, seat)) for seat in range(s.players)])


def status(s: Board) -> Message:
    """Who is to move, or who has won."""
    if not rules.is_over(s):
        return _("{colour} to move.", colour=NAMES[s.turn])
    names = [NAMES[rules.colour_of(s, seat)] for seat in rules.winning_seats(s)]
    return _("{colour} has won.", colour=names[0]) if len(names) == 1 else _("The victory is shared.")


@remembered
def _cell(stack: Stack, colours: tuple[int, ...], painted: bool) -> str:
    letters = "".join(LETTERS[piece] for piece in stack.pieces) or _empty(stack.field, colours)
    return paint_letters(letters.ljust(_WIDTH), _PAINTS, painted)


def _empty(field: int, colours: tuple[int, ...]) -> str:
    for colour in colours:
        if field == START[colour]:
            return f"[{LETTERS[colour]}]"
        if field == GOAL[colour]:
            return f"({LETTERS[colour]})"
    return "."


def parse(
    drawing: str,
    turn: str = "r",
    home: Mapping[str, int] | None = None,
    players: int = 2,
    blockade: bool = False,
    moves: int = 0,
) -> Board:
    """A state from a drawing like that of `draw`, without its letters and numbers at the edge. The other way round
    than `draw`."""
    s = Board.blank()
    s.players, s.blockade, s.moves = players, int(blockade), moves
    s.pair = int(players == 2 and turn in "gb")
    s.limit = rules.LIMIT_2 if players == 2 else rules.LIMIT_4
    s.winner = -1
    s.turn = LETTERS.index(turn)
    for letter, pieces in (home or {}).items():
        s.home[LETTERS.index(letter)] = pieces
    cells = drawing.split()
    if len(cells) != len(FIELDS):
        raise ValueError(f"a board has {len(FIELDS)} fields, not {len(cells)}")
    for field, cell in enumerate(cells):
        if cell[0] in ".[(":
            continue
        for letter in cell:
            s.stack[field] |= LETTERS.index(letter) << (4 * s.height[field])
            s.height[field] += 1
        s.control[LETTERS.index(cell[-1])] |= 1 << field
        if s.height[field] >= TOWER:
            s.towers |= 1 << field
    return s
