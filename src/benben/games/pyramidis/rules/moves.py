"""The moves of Pyramidis: a stack by its field; from the own start field, the number of pyramids from the top."""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.core.kit.moves import Families
from benben.games.pyramidis.box import components
from benben.games.pyramidis.box.components import MOST_TAKEN, PIECES, START
from benben.games.pyramidis.rules.state import Board

FIELDS = len(components.FIELDS)

FAMILIES = Families()
MOVE_STACK = FAMILIES.family("move a stack", field=FIELDS)
TAKE = FAMILIES.family("take from the start field", taken=range(1, MOST_TAKEN + 1))

MOST_LEGAL = MOST_TAKEN + PIECES - 1  # five choices on the start field, and each other own pyramid on top of a stack
LONGEST = max(components.MOVE_LIMIT.values())


@kernel
def taken_by(s: Board, move: int) -> tuple[int, int]:
    """The field on which a move begins, and the number of pyramids that it takes."""
    if move in TAKE:
        return int(START[s.turn]), TAKE.taken(move)
    field = MOVE_STACK.field(move)
    return field, int(s.height[field])


def origin(s: Board, move: int) -> int:
    """The field on which a move begins."""
    return taken_by(s, move)[0]
