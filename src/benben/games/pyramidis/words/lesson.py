"""The guided first game of Pyramidis: red learns, yellow plays written moves."""

from __future__ import annotations

from benben.core.lesson import Goal, Lesson, Step, moves
from benben.games.pyramidis.box.components import FIELDS, GOAL, HOME_TO_WIN, INDEX, START
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at
from benben.games.pyramidis.words import _


def _own(s: Board, seat: int, field: str) -> int:
    """The learner's pyramids on a field."""
    colour, index = colour_of(s, seat), INDEX[field]
    return sum(piece_at(s.stack[index], level) == colour for level in range(s.height[index]))


def _controls(s: Board, seat: int, field: str) -> bool:
    return bool(s.control[colour_of(s, seat)] >> INDEX[field] & 1)


def _start(s: Board, seat: int) -> str:
    return FIELDS[int(START[colour_of(s, seat)])]


def _goal(s: Board, seat: int) -> str:
    return FIELDS[int(GOAL[colour_of(s, seat)])]


def _taken(before: Board, after: Board, seat: int) -> int:
    """The number of pyramids that a move took from the learner's start field."""
    start = _start(before, seat)
    return _own(before, seat, start) - _own(after, seat, start)


_TOUCH_STACK = _("Touch your tall stack on the start square.")

LESSON = Lesson(
    seed=0,
    welcome=_(
        "You are red. Your eight pyramids start on the square on the left, run right along the upper row and back "
        "along the lower row, and finish on the red circle. Bring {n} of them home before yellow does.",
        n=HOME_TO_WIN,
    ),
    cells=lambda s, seat: (_start(s, seat), _goal(s, seat)),
    goals=(
        Goal(
            "take",
            _("Take three pyramids from your start square."),
            (
                Step(
                    (_TOUCH_STACK, _("Touch 3.")),
                    lambda before, after, seat: _taken(before, after, seat) == 3,
                ),
            ),
            _(
                "They were dropped one by one, the bottom one on the next field, the top one furthest away. So a high "
                "stack goes far, and a single pyramid goes only one field."
            ),
            lambda s, seat: ("b4", "c4", "d4"),
            "PDS-8",
            moves("h4:2"),
        ),
        Goal(
            "stack",
            _("Put the pyramid from b4 on top of the one on c4."),
            (
                Step(
                    (_("A single pyramid goes one field: touch the one on b4."),),
                    lambda before, after, seat: (_own(after, seat, "b4"), _own(after, seat, "c4")) == (0, 2),
                ),
            ),
            _("Two pyramids on one field are a stack. They move together, and the upper one goes two fields."),
            lambda s, seat: ("c4",),
            "PDS-8",
            moves("f4"),
        ),
        Goal(
            "capture",
            _("Land on the yellow pyramid on e4."),
            (
                Step(
                    (_("Touch your pyramid on d4, right beside it."),),
                    lambda before, after, seat: _controls(after, seat, "e4") and _own(after, seat, "c4") == 2,
                ),
            ),
            _(
                "The top pyramid is red, so the whole stack is yours to move. Yellow cannot move the covered pyramid "
                "until it is on top again."
            ),
            lambda s, seat: ("e4",),
            "PDS-6",
            moves("h4:1"),
        ),
        Goal(
            "passengers",
            _("Move the stack in which yellow is your passenger."),
            (
                Step(
                    (_("Touch the stack on e4: it drops yellow first, and you go one field further."),),
                    lambda before, after, seat: _controls(after, seat, "g4"),
                ),
            ),
            _(
                "Passengers carry you: each one takes your top pyramid one field further. And for yellow this was a "
                "way back, because yellow runs in the other direction."
            ),
            lambda s, seat: ("f4", "g4"),
            "PDS-8",
            moves("f4"),
        ),
        Goal(
            "high-stack",
            _("Bring four of your pyramids together on c4."),
            (
                Step(
                    (_TOUCH_STACK, _("Touch 2: the second one lands on c4.")),
                    lambda before, after, seat: _taken(before, after, seat) == 2,
                ),
                "e4",
                Step(
                    (_("Touch the pyramid on b4: it is one field from c4."),),
                    lambda before, after, seat: (_own(after, seat, "b4"), _own(after, seat, "c4")) == (0, 4),
                ),
            ),
            _(
                "A stack of four goes four fields. But a high stack is also a prize: yellow stands right beside it. "
                "Watch what happens."
            ),
            lambda s, seat: ("c4", "d4"),
            "PDS-6",
            moves("d4"),
        ),
        Goal(
            "tower",
            _("Jump over the tower."),
            (
                Step(
                    (
                        _("Yellow has covered your stack: five are a tower now. Touch your start square."),
                        _("Touch 2: nothing lands on a tower, so the second one jumps over it to d4."),
                    ),
                    lambda before, after, seat: _taken(before, after, seat) == 2,
                ),
            ),
            _(
                "Five on one field are a tower. Nothing can land there: everybody jumps over it, and the field does "
                "not count. Only the owner of its top pyramid can move it."
            ),
            lambda s, seat: ("c4", "d4"),
            "PDS-9",
            later=moves("h4:5; a4:1; g4; d4; b4; g4; c4"),
        ),
        Goal(
            "home",
            _("Bring two pyramids home with one move."),
            (
                Step(
                    (_("Yellow carried two of yours to b5, beside the circle. Touch them."),),
                    lambda before, after, seat: (
                        after.home[colour_of(after, seat)] == before.home[colour_of(before, seat)] + 2
                    ),
                ),
            ),
            _(
                "All your own pyramids that reach the circle in one move are home at once: arrive with a stack. It "
                "does not matter who carries them: the first one came home when yellow moved. With {n} you win.",
                n=HOME_TO_WIN,
            ),
            lambda s, seat: (home_id(int(colour_of(s, seat))),),
            "PDS-13",
        ),
    ),
)
