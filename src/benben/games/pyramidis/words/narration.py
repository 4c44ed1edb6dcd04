"""Narration of the moves of Pyramidis."""

from __future__ import annotations

from dataclasses import dataclass

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.pyramidis.box.components import COLOURS, FIELDS, HOME_TO_WIN
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.rules.legal import is_over
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.play import lift, sow
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, seat_of
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.notation import write


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
