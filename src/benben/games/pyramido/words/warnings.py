"""What is dangerous about a legal move, said to its player before it is made."""

from __future__ import annotations

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.core.kit.grid import EVERYWHERE, neighbours
from benben.games.pyramido.picture.element_ids import cell_id
from benben.games.pyramido.rules.finish import can_finish
from benben.games.pyramido.rules.layers import BELOW, empty_cells, places
from benben.games.pyramido.rules.moves import FAMILIES, LAY_ON, ends
from benben.games.pyramido.rules.state import Board, cards_left
from benben.games.pyramido.words import _

IN_A_TURN = 2  # cells that cards fill in a turn (PDO-12)


def warn(s: Board, move: int) -> Line | None:
    """PDO-12: a hole that no domino fills, where there was none before."""
    if move not in LAY_ON:
        return None
    _quarry, turn, place = FAMILIES.decode(move)[1]
    laid = s.occupied[s.turn] | sum(1 << end for end in ends(turn, place))
    if _finishes(s, s.turn, laid, 0) or not _finishes(s, s.turn, s.occupied[s.turn], 0):
        return None
    message = _("This leaves a hole that no domino fills: you could lose.")
    if cards_left(s, s.turn) >= IN_A_TURN and _finishes(s, s.turn, laid, IN_A_TURN):
        message = _("This leaves a hole that no domino fills: it would cost you two cards and a turn.")
    return Line(message, _holes(s, laid), s.turn, rule="PDO-12")


@remembered_part("stage", rows=("rows", "columns"))
def _finishes(s: Board, seat: int, occupied: int, spare: int) -> bool:
    return bool(can_finish(s, seat, occupied, spare))


def _holes(s: Board, laid: int) -> tuple[str, ...]:
    """Single empty cells without an empty neighbour."""
    free = empty_cells(s, s.turn) & ~laid
    near = neighbours(free, BELOW, EVERYWHERE, EVERYWHERE)
    return tuple(cell_id(s, s.turn, place) for place in places(free & ~near))
