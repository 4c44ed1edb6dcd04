"""What a move will do, said to the player before it is made."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, QUARTERS
from benben.games.pyramido.rules.layers import new_block, place_to_fill
from benben.games.pyramido.rules.moves import CARD_ON, FAMILIES, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM, ends
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, cell_name, domino_in_words


def _lay(s: Board, quarry: int, turn: int, place: int) -> Message:
    left, right = (cell_name(s, s.turn, end) for end in ends(turn, place))
    domino = domino_in_words(s.quarry[quarry])
    return _("Lay {domino} on {left} and {right}.", domino=domino, left=left, right=right)


def _mark(s: Board, half: int) -> Message:
    colour, cell = NAMES[COLOUR_OF[new_block(s, half)]], cell_name(s, s.turn, s.new[half])
    return _("Put the marker for {colour} on {cell}.", colour=colour, cell=cell)


def _cover(s: Board, half: int, colour: int, quarter: int) -> Message:
    cell = cell_name(s, s.turn, s.new[half])
    return _("Cover {cell} with a card: {card}.", cell=cell, card=_card(colour, quarter))


def _refill(s: Board, pile: int) -> Message:
    return _("Refill the quarry from stack {stack}. Its next domino is shown to all.", stack=pile + 1)


def _fill(s: Board, colour: int, quarter: int) -> Message:
    cell = cell_name(s, s.turn, place_to_fill(s, s.turn))
    return _("Fill {cell} with a card: {card}.", cell=cell, card=_card(colour, quarter))


def _card(colour: int, quarter: int) -> Message:
    return _("{colour}, jewel at {quarter}", colour=NAMES[colour], quarter=QUARTERS[quarter])


intent: Callable[[Board, int], Message] = FAMILIES.dispatch(
    {
        LAY_ON: _lay,
        MARK_ON: _mark,
        NO_CARD: lambda s: _("Lay no card."),
        CARD_ON: _cover,
        REFILL_FROM: _refill,
        FILL_WITH: _fill,
    }
)
