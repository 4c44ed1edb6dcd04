"""The board as text: for terminals, for screen readers, and to draw positions in tests.

Each field shows its stack, bottom to top, one letter a pyramid: r red, g green, y yellow, b blue. Empty: `.`, an
empty start square `[r]`, an empty goal circle `(r)`.
"""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.game import Look
from benben.core.terminal import paint_letters
from benben.core.text import Message, texts
from benben.games.pyramidis import rules
from benben.games.pyramidis.components import FIELDS, GOAL, INDEX, LETTERS, NAMES, START, TOWER
from benben.games.pyramidis.state import Board

_ = texts(__package__)

_WIDTH = 9
_PAINTS = dict(zip(LETTERS, ("red", "green", "yellow", "blue"), strict=True)) | {".": "grey"}


def stack_letters(s: Board, field: int) -> str:
    """The pyramids on a field, bottom to top."""
    return "".join(LETTERS[rules.piece_at(s.stack[field], level)] for level in range(s.height[field]))


def draw(s: Board, look: Look) -> str:
    rows = ["    " + "".join(column.ljust(_WIDTH) for column in "abcdefgh").rstrip()]
    for row in range(1, 9):
        cells = [_cell(s, INDEX[name]) if (name := f"{column}{row}") in INDEX else "" for column in "abcdefgh"]
        rows.append(
            f" {row}  " + "".join(paint_letters(cell.ljust(_WIDTH), _PAINTS, look.colour) for cell in cells).rstrip()
        )
    home = ", ".join(f"{NAMES[colour].say(look.locale)} {s.home[colour]}" for colour in _colours(s))
    rows.append(f"{status(s).say(look.locale)} {_('Home: {home}.', home=home).say(look.locale)}")
    return "\n".join(rows)


def _colours(s: Board) -> list[int]:
    return [rules.colour_of(s, seat) for seat in range(s.players)]


def status(s: Board) -> Message:
    """Who is to move, or who has won."""
    if not rules.is_over(s):
        return _("{colour} to move.", colour=NAMES[s.turn])
    names = [NAMES[rules.colour_of(s, seat)] for seat in rules.winning_seats(s)]
    return _("{colour} has won.", colour=names[0]) if len(names) == 1 else _("The victory is shared.")


def _cell(s: Board, field: int) -> str:
    if s.height[field]:
        return stack_letters(s, field)
    for colour in _colours(s):
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
