"""The board as text: for terminals, for screen readers, and to draw positions in tests.

Each field shows its stack, bottom to top, one letter a pyramid: r red, g green, y yellow, b blue. Empty: `.`, an
empty start square `[r]`, an empty goal circle `(r)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.game import Look
from benben.core.kit.seats import result, winning_seats
from benben.core.terminal import paint_letters
from benben.core.text import Message
from benben.games.pyramidis.box.components import FIELDS, GOAL, LETTERS, START
from benben.games.pyramidis.rules.deal import LIMIT_2, LIMIT_4
from benben.games.pyramidis.rules.legal import is_over
from benben.games.pyramidis.rules.score import winners
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at, put_piece
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES

_WIDTH = 9
_PAINTS = dict(zip(LETTERS, ("red", "green", "yellow", "blue"), strict=True)) | {".": "grey"}


class Stack(NamedTuple):
    """The pyramids on a field, as plain values."""

    field: int
    pieces: tuple[int, ...]  # their colours, the bottom one first
    tower: bool


def stacks_of(s: Board) -> list[Stack]:
    """One for each field, empty or not."""
    towers = s.towers
    return [
        Stack(field, _pieces(stack, height), towers >> field & 1 == 1)
        for field, (stack, height) in enumerate(zip(s.stack, s.height, strict=True))
    ]


@remembered
def _pieces(stack: int, height: int) -> tuple[int, ...]:
    return tuple(piece_at(stack, level) for level in range(height))


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
    return tuple([int(colour_of(s, seat)) for seat in range(s.players)])


def status(s: Board) -> Message:
    """Who is to move, or who has won."""
    if not is_over(s):
        return _("{colour} to move.", colour=NAMES[s.turn])
    return result(winning_seats(winners, s), [NAMES[colour] for colour in colours_of(s)])


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
    s.limit = LIMIT_2 if players == 2 else LIMIT_4
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
            put_piece(s, field, LETTERS.index(letter))
    return s


# For screen readers: the picture in words


def describe(s: Board, colours: tuple[int, ...], stacks: list[Stack], locale: str) -> str:
    """Every stack, bottom to top, and who controls it."""
    sentences = [_said_of_field(stack, colours, locale) for stack in stacks if stack.pieces]
    home = [
        _("{colour}: {home} of 5 home.", colour=NAMES[colour], home=s.home[colour]).say(locale) for colour in colours
    ]
    return " ".join(sentences + home)


@remembered
def _said_of_field(stack: Stack, colours: tuple[int, ...], locale: str) -> str:
    return field_in_words(stack, colours).say(locale)


def field_in_words(stack: Stack, colours: tuple[int, ...]) -> Message:
    field = stack.field
    if stack.pieces:
        return _stack_in_words(FIELDS[field], [NAMES[piece] for piece in stack.pieces], stack.tower)
    for colour in colours:
        if field in (START[colour], GOAL[colour]):
            if field == START[colour]:
                return _("{field}: empty, start of {colour}", field=FIELDS[field], colour=NAMES[colour])
            return _("{field}: empty, goal of {colour}", field=FIELDS[field], colour=NAMES[colour])
    return _("{field}: empty", field=FIELDS[field])


def _stack_in_words(field: str, pieces: list[Message], tower: bool) -> Message:
    if len(set(pieces)) == 1:
        words = _("{n} × {colour}", n=len(pieces), colour=pieces[0]) if len(pieces) > 1 else pieces[0]
    else:
        words = Message(
            __package__ or "",
            ", ".join(f"{{p{k}}}" for k in range(len(pieces))),
            tuple((f"p{k}", piece) for k, piece in enumerate(pieces)),
        )
    if tower:
        return _("{field}: tower, {pieces}; {owner} controls it.", field=field, pieces=words, owner=pieces[-1])
    return _("{field}: {pieces}; {owner} controls it.", field=field, pieces=words, owner=pieces[-1])
