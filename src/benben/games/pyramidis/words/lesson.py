"""The guided first game of Pyramidis: explanations at the decisions where they first matter."""

from __future__ import annotations

from benben.core.game import LessonStep
from benben.games.pyramidis.box.components import COURSES, FIELDS, GOAL, HOME_TO_WIN, MOST_TAKEN, START, STEPS, TOWER
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.rules.state import Board, colour_of, piece_at
from benben.games.pyramidis.words import _

_NEAR = 3  # steps from the goal


def _start(s: Board, seat: int) -> int:
    return int(START[colour_of(s, seat)])


def _on_start(s: Board, seat: int) -> bool:
    return bool(s.control[colour_of(s, seat)] >> _start(s, seat) & 1)


def _start_and_numbers(s: Board, seat: int) -> tuple[str, ...]:
    most = min(MOST_TAKEN, s.height[_start(s, seat)])
    return FIELDS[_start(s, seat)], *(f"take-{n}" for n in range(1, most + 1))


def _own(s: Board, seat: int) -> list[int]:
    """The fields of the stacks that the learner controls, without the start field."""
    mine = s.control[colour_of(s, seat)]
    return [field for field in range(len(FIELDS)) if mine >> field & 1 and field != _start(s, seat)]


def _mixed(s: Board, field: int) -> bool:
    return len({piece_at(s.stack[field], level) for level in range(s.height[field])}) > 1


def _names(fields: list[int]) -> tuple[str, ...]:
    return tuple(FIELDS[field] for field in fields)


def _with_passengers(s: Board, seat: int) -> list[int]:
    return [field for field in _own(s, seat) if _mixed(s, field)]


def _covered(s: Board, seat: int) -> list[int]:
    """The fields where another colour covers pyramids of the learner."""
    colour = colour_of(s, seat)
    return [
        field
        for field in range(len(FIELDS))
        if not s.control[colour] >> field & 1
        and any(piece_at(s.stack[field], level) == colour for level in range(s.height[field]))
    ]


def _towers(s: Board) -> list[int]:
    return [field for field in range(len(FIELDS)) if s.height[field] >= TOWER]


def _near_home(s: Board, seat: int) -> list[int]:
    colour = colour_of(s, seat)
    return [field for field in _own(s, seat) if FIELDS[field] in COURSES[colour] and STEPS[colour, field] <= _NEAR]


def _goal(s: Board, seat: int) -> str:
    return FIELDS[int(GOAL[colour_of(s, seat)])]


def _home(s: Board, seat: int) -> str:
    return home_id(int(colour_of(s, seat)))


LESSON = (
    LessonStep(
        "start",
        lambda s, seat: s.moves < s.players and _on_start(s, seat),
        _(
            "Your eight pyramids start on the square of your colour. The first player to bring five of them round "
            "the board to the circle wins. Touch the square, then the number of pyramids to take from the top."
        ),
        _start_and_numbers,
        "PDS-7",
    ),
    LessonStep(
        "sowing",
        lambda s, seat: s.moves >= s.players and bool(_own(s, seat)),
        _(
            "A moving stack drops one pyramid on each field: the bottom one on the next field, then one field "
            "further, and the top one last. So a high stack goes far, and a single pyramid goes only one field."
        ),
        lambda s, seat: _names(_own(s, seat)),
        "PDS-8",
    ),
    LessonStep(
        "course",
        lambda s, seat: s.moves >= 2 * s.players,
        _(
            "Arrows in your colour show your course: out on one side, back on the other, and home to the circle. The "
            "other player moves in the opposite direction, so you will meet."
        ),
        lambda s, seat: (FIELDS[_start(s, seat)], _goal(s, seat)),
        "PDS-2",
    ),
    LessonStep(
        "passengers",
        lambda s, seat: bool(_with_passengers(s, seat)),
        _(
            "The top pyramid of this stack is yours, so you move the whole stack, other colours included. Each "
            "pyramid in it takes you one field further, and your top pyramid goes furthest."
        ),
        lambda s, seat: _names(_with_passengers(s, seat)),
        "PDS-6",
    ),
    LessonStep(
        "covered",
        lambda s, seat: bool(_covered(s, seat)),
        _(
            "Here another colour covers your pyramid. You cannot move it until that player moves the stack or one of "
            "your pyramids lands on top. A stack with your pyramid on top is yours to move."
        ),
        lambda s, seat: _names(_covered(s, seat)),
        "PDS-6",
    ),
    LessonStep(
        "tower",
        lambda s, seat: s.moves >= 2 * s.players and bool(_towers(s)),
        _(
            "Five or more pyramids on one field are a tower, drawn with battlements. Nothing can land on a tower: "
            "every move jumps over it, and its field does not count. That can take you one field further."
        ),
        lambda s, seat: _names(_towers(s)),
        "PDS-9",
    ),
    LessonStep(
        "near-home",
        lambda s, seat: bool(_near_home(s, seat)),
        _(
            "You are close to your circle. When a move reaches it, all your own pyramids still in hand are home at "
            "once. So arrive with a stack, not one by one."
        ),
        lambda s, seat: (*_names(_near_home(s, seat)), _goal(s, seat)),
        "PDS-13",
    ),
    LessonStep(
        "home",
        lambda s, seat: s.home[colour_of(s, seat)] > 0,
        _(
            "These pyramids are home and stay there. You win with {n}, even if another player moves the last one in.",
            n=HOME_TO_WIN,
        ),
        lambda s, seat: (_home(s, seat),),
        "PDS-15",
    ),
)
