"""The terms of the evaluation of Pyramidis, named: for the coach, which says what the better move has more of."""

from __future__ import annotations

from benben.core.game import Line
from benben.games.pyramidis.advice.evaluation import AT_START, BURIED, CONTROL, DEEPEST, LONE, STEP_COUNTS, less_steps
from benben.games.pyramidis.box.components import HOME_TO_WIN, START, STEPS
from benben.games.pyramidis.rules.moves import FIELDS
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at
from benben.games.pyramidis.words import _

IN_POINTS = False  # in log-odds
LESS = {"steps", "lone", "buried"}  # terms of which less is better

NAMES = {
    "steps": Line(_("Steps to go"), rule="PDS-13"),
    "stacks": Line(_("Stacks to move"), rule="PDS-6"),
    "lone": Line(_("Single pyramids"), rule="PDS-6"),
    "start": Line(_("Pyramids safe on the start field"), rule="PDS-7"),
    "buried": Line(_("Pyramids carried by others"), rule="PDS-6"),
}


def terms(better: Board, worse: Board, seat: int) -> dict[str, tuple[float, float, float]]:
    """By term: its amount in each of two states, and what the difference is worth to the seat."""
    one, other = _terms_of(better, seat), _terms_of(worse, seat)
    return {name: (one[name][0], other[name][0], one[name][1] - other[name][1]) for name in NAMES}


def _terms_of(s: Board, seat: int) -> dict[str, tuple[float, float]]:
    """By term: the amount and its worth."""
    colour = colour_of(s, seat)
    stacks = lone = start = buried = far = 0
    carried = 0.0
    near = [0] * STEP_COUNTS
    for field in range(FIELDS):
        pieces = [piece_at(s.stack[field], level) for level in range(s.height[field])]
        if pieces and pieces[-1] == colour:
            stacks += 1
            lone += len(pieces) == 1
        for level, piece in enumerate(pieces):
            if piece != colour:
                continue
            near[STEPS[colour, field]] += 1
            far |= 1 << int(STEPS[colour, field])
            start += field == START[colour]
            if pieces[-1] != colour:
                buried += 1
                carried += BURIED[min(DEEPEST, len(pieces) - 1 - level)]
    steps = sum(count * number for number, count in enumerate(near))
    return {
        "steps": (steps, less_steps(0.0, near, far, HOME_TO_WIN - s.home[colour])),
        "stacks": (stacks, CONTROL * stacks),
        "lone": (lone, LONE * lone),
        "start": (start, AT_START * start),
        "buried": (buried, carried),
    }
