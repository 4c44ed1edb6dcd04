"""A guided first game of Pyramidis: what to see and to do, at the decisions where it first matters."""

from __future__ import annotations

from benben.core.game import Step
from benben.core.text import texts
from benben.games.pyramidis.components import COURSES, FIELDS, GOAL, HOME_TO_WIN, MOST_TAKEN, START, STEPS, TOWER
from benben.games.pyramidis.notation import home_id
from benben.games.pyramidis.rules import colour_of, piece_at
from benben.games.pyramidis.state import Board

_ = texts(__package__)

_NEAR = 3  # steps from the goal


def _start(s: Board, seat: int) -> int:
    return int(START[colour_of(s, seat)])


def _on_start(s: Board, seat: int) -> bool:
    return bool(s.control[colour_of(s, seat)] >> _start(s, seat) & 1)


def _start_and_numbers(s: Board, seat: int) -> tuple[str, ...]:
    most = min(MOST_TAKEN, s.height[_start(s, seat)])
    return FIELDS[_start(s, seat)], *(f"take-{n}" for n in range(1, most + 1))


def _own(s: Board, seat: int) -> list[int]:
    """The fields of the stacks that the learner moves, but for the start field."""
    mine = s.control[colour_of(s, seat)]
    return [field for field in range(len(FIELDS)) if mine >> field & 1 and field != _start(s, seat)]


def _mixed(s: Board, field: int) -> bool:
    return len({piece_at(s.stack[field], level) for level in range(s.height[field])}) > 1


def _names(fields: list[int]) -> tuple[str, ...]:
    return tuple(FIELDS[field] for field in fields)


def _with_passengers(s: Board, seat: int) -> list[int]:
    return [field for field in _own(s, seat) if _mixed(s, field)]


def _covered(s: Board, seat: int) -> list[int]:
    """Where pyramids of the learner stand under another one's."""
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
    Step(
        "start",
        lambda s, seat: s.moves < s.players and _on_start(s, seat),
        _(
            "Your eight pyramids wait on the square of your colour. Whoever first brings five of them round the board, "
            "to the circle, wins. Touch the square, then say how many you take from the top."
        ),
        _start_and_numbers,
        "PDS-7",
    ),
    Step(
        "sowing",
        lambda s, seat: s.moves >= s.players and bool(_own(s, seat)),
        _(
            "A stack travels like seeds that are sown: its lowest pyramid stays on the next field, the next one a "
            "field further, and the top one lands last. So a high stack goes far, and a single pyramid only one field."
        ),
        lambda s, seat: _names(_own(s, seat)),
        "PDS-8",
    ),
    Step(
        "course",
        lambda s, seat: s.moves >= 2 * s.players,
        _(
            "Arrows in your colour show your way: out on one side, back on the other, and home to the circle. The "
            "other player runs against you, so you will meet."
        ),
        lambda s, seat: (FIELDS[_start(s, seat)], _goal(s, seat)),
        "PDS-2",
    ),
    Step(
        "passengers",
        lambda s, seat: bool(_with_passengers(s, seat)),
        _(
            "The top pyramid of this stack is yours, so it obeys you: you move all of it, the other colour too. Each "
            "pyramid you carry makes it one field longer, and yours on top gets furthest."
        ),
        lambda s, seat: _names(_with_passengers(s, seat)),
        "PDS-6",
    ),
    Step(
        "covered",
        lambda s, seat: bool(_covered(s, seat)),
        _(
            "Here one of your pyramids stands under another colour: it must wait until that player moves the stack, or "
            "until one of yours lands on top. Landing on others makes their stacks yours."
        ),
        lambda s, seat: _names(_covered(s, seat)),
        "PDS-6",
    ),
    Step(
        "tower",
        lambda s, seat: s.moves >= 2 * s.players and bool(_towers(s)),
        _(
            "Five or more on one field are a tower, here with battlements. Nothing lands on a tower: everybody jumps "
            "over it, and the field is not counted. That can carry you a field further."
        ),
        lambda s, seat: _names(_towers(s)),
        "PDS-9",
    ),
    Step(
        "near-home",
        lambda s, seat: bool(_near_home(s, seat)),
        _(
            "You are close to your circle. When you reach it, all your own pyramids still in your hand are home at "
            "once. It pays to arrive with a stack, not one by one."
        ),
        lambda s, seat: (*_names(_near_home(s, seat)), _goal(s, seat)),
        "PDS-13",
    ),
    Step(
        "home",
        lambda s, seat: s.home[colour_of(s, seat)] > 0,
        _(
            "These are home for good. At {n} you have won, also if another player carries the last one in.",
            n=HOME_TO_WIN,
        ),
        lambda s, seat: (_home(s, seat),),
        "PDS-15",
    ),
)
