"""The points and the winners of Pyramidis."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.seats import keep_best
from benben.games.pyramidis.box.components import STEPS
from benben.games.pyramidis.rules.moves import FIELDS
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, colour_of, piece_at


@kernel
def steps_to_go(s: Board, colour: int) -> int:
    """PDS-17: summed over the pyramids of a colour that are not home."""
    steps = 0
    for field in range(FIELDS):
        for level in range(s.height[field]):
            if piece_at(s.stack[field], level) == colour:
                steps += STEPS[colour, field]
    return steps


@kernel
def score(s: Board, out: Any) -> None:
    """The points are the pyramids at home."""
    for seat in range(s.players):
        out[seat] = s.home[colour_of(s, seat)]


@kernel
def winners(s: Board, out: Any) -> None:
    """PDS-15, PDS-16: an immediate win; at the limit (PDS-17) most home, then fewest steps to go, then shared."""
    for seat in range(s.players):
        colour = colour_of(s, seat)
        if s.winner == NO_COLOUR:
            out[seat] = 10_000 * s.home[colour] + 9_999 - steps_to_go(s, colour)
        else:
            out[seat] = 1 if colour == s.winner else 0
    keep_best(out, s.players)
