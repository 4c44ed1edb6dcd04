"""Texts for moves and scores of Pyramidis: notation (`c4`, `a4:3`), narration, breakdown of the points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from benben.core.cache import remembered_part
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Line
from benben.core.text import texts
from benben.games.pyramidis import reasons
from benben.games.pyramidis.components import COLOURS, FIELDS, HOME_TO_WIN, INDEX, MOST_TAKEN, NAMES, START
from benben.games.pyramidis.rules import colour_of, is_over, lift, origin, seat_of, sow, steps_to_go
from benben.games.pyramidis.state import NO_COLOUR, Board

_ = texts(__package__)

_MOVE = re.compile(r"([a-h][1-8])(?::(\d+))?")


def write(s: Board, move: int) -> str:
    """The field; for the own start field, with the number taken."""
    if move < len(FIELDS):
        return FIELDS[move]
    return f"{FIELDS[START[s.turn]]}:{move - len(FIELDS) + 1}"


def read(s: Board, text: str) -> int:
    """Raises IllegalMove for a number that no move can have."""
    found = _MOVE.fullmatch(text.lower())
    if found is None or found[1] not in INDEX:
        raise MalformedMove(
            _(
                "“{text}” is not a move: type a field, like c4, or a number from your start field, like a4:3.",
                text=text[:40],
            )
        )
    field, taken = INDEX[found[1]], found[2]
    if taken is None:
        return field
    if field != START[s.turn]:
        raise IllegalMove(reasons.only_from_own_start(s, field))
    if not 1 <= int(taken[:4]) <= MOST_TAKEN:
        raise IllegalMove(reasons.one_to_five(field))
    return len(FIELDS) + int(taken) - 1


@dataclass(frozen=True)
class Step:
    """One stop of a sowing: the pyramids dropped there, bottom first, and whether they came home."""

    field: int
    pieces: tuple[int, ...]
    home: bool


@remembered_part(*(Board.dtype.names or ()))
def trace(before: Board, move: int) -> tuple[Step, ...]:
    """The stops of a move, computed with the rules."""
    s = before.copy()
    field = origin(s, move)
    left = s.height[field] if move < len(FIELDS) else move - len(FIELDS) + 1
    hand = lift(s, field, left)
    steps = []
    while left > 0:
        height, home = list(s.height), list(s.home)
        field, hand, left = sow(s, field, hand, left)
        came_home = tuple(colour for colour in range(COLOURS) for _n in range(s.home[colour] - home[colour]))
        if came_home:
            steps.append(Step(int(field), came_home, True))
        elif s.height[field] > height[field]:
            steps.append(Step(int(field), ((s.stack[field] >> 4 * height[field]) & 15,), False))
    return tuple(steps)


def tell(before: Board, move: int, after: Board) -> list[Line]:
    mover, steps = before.turn, trace(before, move)
    start = FIELDS[origin(before, move)]
    fields = [FIELDS[step.field] for step in steps]
    seat = seat_of(before, mover)
    lines = [
        Line(
            _(
                "{colour} moves {field}: {fields}.",
                colour=NAMES[mover],
                field=write(before, move),
                fields=", ".join(fields),
            ),
            (start, *fields),
            seat,
        )
    ]
    for colour in range(COLOURS):
        came = after.home[colour] - before.home[colour]
        if came:
            message = _(
                "{colour} brings {n} home: {home} of {goal}.",
                colour=NAMES[colour],
                n=came,
                home=after.home[colour],
                goal=HOME_TO_WIN,
            )
            lines.append(
                Line(
                    message,
                    (home_id(colour),),
                    seat_of(before, colour),
                    came,
                    "PDS-13" if colour == mover else "PDS-14",
                )
            )
    if is_over(after):
        lines.append(_ending(after))
    else:
        step = COLOURS // before.players
        colour = (mover + step) % COLOURS
        while colour != after.turn:
            lines.append(
                Line(
                    _("{colour} controls no stack and passes.", colour=NAMES[colour]),
                    (),
                    seat_of(before, colour),
                    None,
                    "PDS-11",
                )
            )
            colour = (colour + step) % COLOURS
    return lines


def _ending(s: Board) -> Line:
    if s.winner == NO_COLOUR:
        return Line(
            _(
                "The limit of {moves} moves is reached: the most pyramids home win; in a tie, the fewest steps to go.",
                moves=s.moves,
            ),
            rule="PDS-17",
        )
    seat = seat_of(s, s.winner)
    if s.home[s.winner] >= HOME_TO_WIN:
        return Line(
            _("{colour} has five pyramids home and wins.", colour=NAMES[s.winner]),
            (home_id(s.winner),),
            seat,
            None,
            "PDS-15",
        )
    return Line(
        _("{colour} covers an opponent’s only stack and wins.", colour=NAMES[s.winner]), (), seat, None, "PDS-16"
    )


@remembered_part("stack", "height")
def steps_left(s: Board, colour: int) -> int:
    """As `steps_to_go`, for people."""
    return int(steps_to_go(s, colour))


def tally(s: Board) -> list[Line]:
    lines = []
    for seat in range(s.players):
        colour = colour_of(s, seat)
        message = _(
            "Pyramids home: {home}; steps to go for the others: {steps}.",
            home=s.home[colour],
            steps=steps_left(s, colour),
        )
        lines.append(Line(message, (home_id(colour),), seat, s.home[colour], "PDS-15"))
    return lines


def home_id(colour: int) -> str:
    """The id of the element with a colour's pyramids at home."""
    return f"home-{('red', 'green', 'yellow', 'blue')[colour]}"
