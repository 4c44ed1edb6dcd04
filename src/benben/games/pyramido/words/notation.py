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

from benben.core.errors import IllegalMove
from benben.core.kit.notation import Names, Notation, Spelling, Word
from benben.games.pyramido.box.components import HALVES, QUARRY, QUARTERS, STACKS, WORDS
from benben.games.pyramido.rules.layers import place_to_fill
from benben.games.pyramido.rules.moves import (
    CARD_ON,
    FAMILIES,
    FILL_WITH,
    LAY_ON,
    MARK_ON,
    NO_CARD,
    REFILL_FROM,
    lay_move,
)
from benben.games.pyramido.rules.state import CARD, FILL, LAY, REFILL, Board
from benben.games.pyramido.words import _, reasons
from benben.games.pyramido.words.names import cell_name, lay_name, place_of
from benben.games.pyramido.words.prompts import wrong_step

_CELL = r"[a-jyz]-?\d\d?(?:\.5)?"
_LAY = re.compile(rf"(\d) ?({_CELL}) ?- ?({_CELL})")
_MARK = re.compile(rf"mark (?:({'|'.join(WORDS)}) )?({_CELL})")


def _read_lay(s: Board, number: str, left: str, right: str) -> int:
    if s.phase != LAY:
        raise IllegalMove(wrong_step(s))
    if not 1 <= int(number) <= QUARRY:
        raise IllegalMove(reasons.three_places())
    if ".5" in left + right:
        raise IllegalMove(reasons.half_offset(s))
    places = place_of(s, s.turn, left), place_of(s, s.turn, right)
    if places[0] is None or places[1] is None:
        raise IllegalMove(reasons.out_of_reach(s, left if places[0] is None else right))
    move = lay_move(s, int(number) - 1, places[0], places[1])
    if move is None:
        raise IllegalMove(reasons.not_neighbours(left, right))
    return move


def _new_cell(s: Board, half: int) -> str:
    return cell_name(s, s.turn, s.new[half]) if s.new[0] else HALVES[half]


def _half_on(s: Board, cell: str, rule: str) -> int:
    """The block of the new domino on this cell. `rule` asks for a new block."""
    if not s.new[0]:
        raise IllegalMove(wrong_step(s))
    for half in range(2):
        if cell == _new_cell(s, half):
            return half
    raise IllegalMove(reasons.not_new(s, cell, rule))


def _read_mark(s: Board, colour: str | None, cell: str) -> int:
    half = _half_on(s, cell, "PDO-8")
    if colour is not None:
        reasons.check_colour(s, half, WORDS.index(colour))
    return MARK_ON(half)


def _read_covered(s: Board, cell: str) -> int:
    if s.phase not in (CARD, REFILL):
        raise IllegalMove(wrong_step(s))
    if s.phase == REFILL and cell not in (_new_cell(s, 0), _new_cell(s, 1)):
        raise IllegalMove(reasons.no_card_now(s))
    return _half_on(s, cell, "PDO-9")


def _cell_to_fill(s: Board, _none: None = None) -> str:
    return cell_name(s, s.turn, place_to_fill(s, s.turn)) if s.phase == FILL else "-"


def _check_filled(s: Board, cell: str) -> None:
    if s.phase != FILL:
        raise IllegalMove(wrong_step(s))
    if cell != _cell_to_fill(s):
        raise IllegalMove(reasons.fill_first(_cell_to_fill(s)))


def _read_pile(s: Board, number: str) -> int:
    if not 1 <= int(number) <= STACKS:
        raise IllegalMove(reasons.four_stacks())
    return int(number) - 1


NOTATION = Notation(
    FAMILIES,
    {
        LAY_ON: Spelling(lay_name, _LAY, _read_lay),
        MARK_ON: Spelling(lambda s, half: f"mark {_new_cell(s, half)}", _MARK, _read_mark),
        NO_CARD: "no card",
        CARD_ON: "[card ]{colour} {half} {quarter}",
        REFILL_FROM: "stack {pile}",
        FILL_WITH: "fill {cell} {colour} {quarter}",
    },
    half=Word(_CELL, _new_cell, _read_covered),
    cell=Word(_CELL, _cell_to_fill, _check_filled),
    colour=Names(WORDS),
    quarter=Names(QUARTERS),
    pile=Word(r"\d", lambda s, pile: str(pile + 1), _read_pile),
    otherwise=lambda text: _(
        "“{text}” is not a move. Moves look like: 2 d5-e5, mark d5, red d5 nw, no card, stack 3, fill c2 red nw.",
        text=text,
    ),
)
write, read = NOTATION.write, NOTATION.read
