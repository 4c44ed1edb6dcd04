"""What a network may know of a position of Pyramidis: every pyramid by its place, and the state of its stack."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.core.kit.tables import table
from benben.games.pyramidis.box.components import COLOURS, COURSES, FIELDS, HOME_TO_WIN, TOWER
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at

# Two players use the same 16 fields: both courses. A field is counted along the course of the seat.
COURSE = len(COURSES[0])
OTHER_ARMS = -1
ALONG = table(
    [[COURSES[colour].index(name) if name in COURSES[colour] else OTHER_ARMS for name in FIELDS] for colour in range(4)]
)

# What a pyramid is, in this order: alone; on top of its stack; under a top of its own colour, by pyramids above; under
# another colour's.
ALONE, ON_TOP, OWN_ABOVE, OTHER_ABOVE = 0, 1, 2, 5
MOST_OWN, MOST_OTHER = 3, 4  # pyramids above that are told apart
KINDS = OTHER_ABOVE + MOST_OTHER

PIECES = 0  # [of the other, field, kind]
HOME = PIECES + 2 * COURSE * KINDS  # [of the other, number at home]
HEIGHT = HOME + 2 * (HOME_TO_WIN + 1)  # [of the other, field, height]: of the stack that it controls
MOST_HEIGHT = TOWER
TO_MOVE = HEIGHT + 2 * COURSE * (MOST_HEIGHT - 1)
INPUTS = TO_MOVE + 1


@kernel
def describe(s: Board, seat: int, inputs: Any, values: Any) -> int:
    """For two players; with four the network says nothing."""
    if s.players == COLOURS:
        return 0
    own = colour_of(s, seat)
    count = 0
    for field in each_bit(s.control[0] | s.control[1] | s.control[2] | s.control[3]):
        place = ALONG[own, field]
        height = s.height[field]
        stack = s.stack[field]
        owner = piece_at(stack, height - 1)
        if height > 1:
            level = min(height, MOST_HEIGHT) - 2
            inputs[count] = HEIGHT + ((owner != own) * COURSE + place) * (MOST_HEIGHT - 1) + level
            count += 1
        for level in range(height):
            colour = piece_at(stack, level)
            above = height - 1 - level
            if above == 0:
                kind = ON_TOP if height > 1 else ALONE
            elif colour == owner:
                kind = OWN_ABOVE + min(above, MOST_OWN) - 1
            else:
                kind = OTHER_ABOVE + min(above, MOST_OTHER) - 1
            inputs[count] = PIECES + ((colour != own) * COURSE + place) * KINDS + kind
            count += 1
    other = own ^ 2
    inputs[count] = HOME + min(s.home[own], HOME_TO_WIN)
    inputs[count + 1] = HOME + HOME_TO_WIN + 1 + min(s.home[other], HOME_TO_WIN)
    count += 2
    if s.turn == own:
        inputs[count] = TO_MOVE
        count += 1
    for k in range(count):
        values[k] = 1.0
    return count
