"""Moves of Pyramido as text.

2 d5-e5          take the domino on quarry place 2; its left block goes on d5, its right one on e5
mark d5          the marker goes on this block of the new domino
red d5 nw        lay a card on this block, red side up, its jewel in the upper left quarter
no card
stack 3          refill from this stack
fill c2 red nw   PDO-12: a card on an empty cell
"""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.games.pyramido.box.components import HALVES, QUARRY, QUARTERS, STACKS, WORDS
from benben.games.pyramido.rules.layers import empty_places, lowest
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, MARKS, NO_CARD, REFILLS, SIDES, lay_move
from benben.games.pyramido.rules.state import FILL, Board
from benben.games.pyramido.words import _, reasons
from benben.games.pyramido.words.names import cell_name, lay_name, place_of

_CELL = r"([a-jyz]-?\d\d?(?:\.5)?)"
_COLOUR = f"({'|'.join(WORDS)})"
_QUARTER = f"({'|'.join(QUARTERS)})"
_LAY = re.compile(rf"(\d) ?{_CELL} ?- ?{_CELL}")
_MARK = re.compile(rf"mark (?:{_COLOUR} )?{_CELL}")
_CARD = re.compile(rf"(?:card )?{_COLOUR} {_CELL} {_QUARTER}")
_STACK = re.compile(r"stack (\d)")
_FILL = re.compile(rf"fill {_CELL} {_COLOUR} {_QUARTER}")


def write(s: Board, move: int) -> str:
    if move < MARKS:
        return lay_name(s, move)
    if move < NO_CARD:
        return f"mark {_new_cell(s, move - MARKS)}"
    if move < CARDS_ON:
        return "no card"
    if move < REFILLS:
        half, side = divmod(move - CARDS_ON, SIDES)
        return f"{WORDS[side >> 2]} {_new_cell(s, half)} {QUARTERS[side & 3]}"
    if move < FILLS:
        return f"stack {move - REFILLS + 1}"
    side = move - FILLS
    return f"fill {_cell_to_fill(s)} {WORDS[side >> 2]} {QUARTERS[side & 3]}"


def read(s: Board, text: str) -> int:
    """Raises IllegalMove if the text is well-formed but names a cell or stack that no move can have."""
    words = " ".join(text.lower().split())
    if words == "no card":
        return NO_CARD
    if found := _LAY.fullmatch(words):
        return _read_lay(s, int(found[1]), found[2], found[3])
    if found := _MARK.fullmatch(words):
        half = _half_on(s, found[2])
        if found[1] and WORDS.index(found[1]) != reasons.colour_of_half(s, half):
            raise IllegalMove(reasons.wrong_colour(s, half, WORDS.index(found[1])))
        return MARKS + half
    if found := _CARD.fullmatch(words):
        return CARDS_ON + _half_on(s, found[2]) * SIDES + _side(found[1], found[3])
    if found := _STACK.fullmatch(words):
        if not 1 <= int(found[1]) <= STACKS:
            raise IllegalMove(reasons.four_stacks())
        return REFILLS + int(found[1]) - 1
    if found := _FILL.fullmatch(words):
        if s.phase != FILL:
            raise IllegalMove(reasons.wrong_step(s))
        if found[1] != _cell_to_fill(s):
            raise IllegalMove(reasons.fill_first(s, _cell_to_fill(s)))
        return FILLS + _side(found[2], found[3])
    raise MalformedMove(
        _(
            "“{text}” is not a move. Moves look like: 2 d5-e5, mark d5, red d5 nw, no card, stack 3, fill c2 red nw.",
            text=text[:40],
        )
    )


def _read_lay(s: Board, quarried: int, left: str, right: str) -> int:
    if not 1 <= quarried <= QUARRY:
        raise IllegalMove(reasons.three_places())
    if ".5" in left + right:
        raise IllegalMove(reasons.half_offset(s))
    cells = place_of(s, s.turn, left), place_of(s, s.turn, right)
    if cells[0] is None or cells[1] is None:
        raise IllegalMove(reasons.out_of_reach(s, left if cells[0] is None else right))
    move = lay_move(s, quarried - 1, cells[0], cells[1])
    if move is None:
        raise IllegalMove(reasons.not_neighbours(s, left, right))
    return move


def _side(colour: str, quarter: str) -> int:
    return 4 * WORDS.index(colour) + QUARTERS.index(quarter)


def _has_new(s: Board) -> bool:
    return bool(s.new[0])


def _new_cell(s: Board, half: int) -> str:
    return cell_name(s, s.turn, s.new[half]) if _has_new(s) else HALVES[half]


def _half_on(s: Board, cell: str) -> int:
    """The block of the new domino on this cell."""
    if not _has_new(s):
        raise IllegalMove(reasons.wrong_step(s))
    for half in range(2):
        if cell == _new_cell(s, half):
            return half
    raise IllegalMove(reasons.not_new(s, cell))


def _cell_to_fill(s: Board) -> str:
    if s.phase != FILL:
        return "-"
    return cell_name(s, s.turn, lowest(empty_places(s, s.turn)))
