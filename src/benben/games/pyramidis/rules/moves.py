"""The numbers of the moves of Pyramidis.

A move is the field of the stack to move; from the own start field it is FIELDS + n - 1 for n pyramids from the top.
"""

from __future__ import annotations

from benben.core.kernels import kernel
from benben.games.pyramidis.box import components
from benben.games.pyramidis.box.components import MOST_TAKEN, PIECES, START
from benben.games.pyramidis.rules.state import Board

FIELDS = len(components.FIELDS)
MOVES = FIELDS + MOST_TAKEN
MOST_LEGAL = MOST_TAKEN + PIECES - 1  # five choices on the start field, and each other own pyramid on top of a stack


@kernel
def origin(s: Board, move: int) -> int:
    """The field on which a move begins."""
    return move if move < FIELDS else int(START[s.turn])
