"""The set-up of Pyramidis."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.games.pyramidis.box import components
from benben.games.pyramidis.box.components import PIECES, START
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, colour_of, put_piece

LIMIT_2, LIMIT_4 = components.MOVE_LIMIT[2], components.MOVE_LIMIT[4]


@kernel
def deal(s: Board, players: int, options: Any, cards: Any) -> None:
    """PDS-5: each player stacks 8 pyramids on the start field."""
    s.players = players
    s.pair = options.colours
    s.blockade = options.blockade
    s.limit = LIMIT_2 if players == 2 else LIMIT_4
    s.winner = NO_COLOUR
    for seat in range(players):
        colour = colour_of(s, seat)
        field = START[colour]
        for _ in range(PIECES):
            put_piece(s, field, colour)
    s.turn = colour_of(s, options.first)
