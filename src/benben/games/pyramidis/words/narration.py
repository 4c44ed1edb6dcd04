"""Narration of the moves of Pyramidis."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.core.kit.events import Happening, events_of
from benben.games.pyramidis.box.components import FIELDS, HOME_TO_WIN
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.rules.legal import is_over
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.play import BLOCKED, CAME_HOME, DROPPED, PASSED, play
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, seat_of
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.notation import write


@dataclass(frozen=True)
class SowingStop:
    """One stop of a sowing: the pyramids dropped there, bottom first, and whether they came home."""

    field: int
    pieces: tuple[int, ...]
    home: bool


@remembered_part(*(Board.dtype.names or ()))
def events(before: Board, move: int) -> tuple[Happening, ...]:
    """What a move does, in order."""
    return tuple(events_of(play, before, move)[0])


def trace(before: Board, move: int) -> tuple[SowingStop, ...]:
    """The stops of a move."""
    steps: list[SowingStop] = []
    for event, values in events(before, move):
        if event not in (DROPPED, CAME_HOME):
            continue
        field, colour = values
        home = event is CAME_HOME
        if home and steps and steps[-1].field == field:  # PDS-13: several at once
            steps[-1] = SowingStop(field, (*steps[-1].pieces, colour), home)
        else:
            steps.append(SowingStop(field, (colour,), home))
    return tuple(steps)


def tell(before: Board, move: int, after: Board) -> list[Line]:
    mover, steps = before.turn, trace(before, move)
    fields = [FIELDS[step.field] for step in steps]
    message = _(
        "{colour} moves {field}: {fields}.", colour=NAMES[mover], field=write(before, move), fields=", ".join(fields)
    )
    lines = [Line(message, (FIELDS[origin(before, move)], *fields), seat_of(before, mover))]
    came = Counter(colour for step in steps if step.home for colour in step.pieces)
    lines += [_came_home(after, colour, came[colour], colour == mover) for colour in sorted(came)]
    happened = events(before, move)
    if is_over(after):
        return [*lines, _ending(after, any(event is BLOCKED for event, _values in happened))]
    return lines + [_passed(before, *values) for event, values in happened if event is PASSED]


def _came_home(after: Board, colour: int, came: int, by_itself: bool) -> Line:
    values = {"colour": NAMES[colour], "n": came, "home": after.home[colour]}
    if after.home[colour] > HOME_TO_WIN:
        message = _("{colour} brings {n} home: {home} in all.", **values)
    else:
        message = _("{colour} brings {n} home: {home} of {goal}.", goal=HOME_TO_WIN, **values)
    return Line(message, (home_id(colour),), seat_of(after, colour), came, "PDS-13" if by_itself else "PDS-14")


def _passed(s: Board, colour: int) -> Line:
    message = _("{colour} controls no stack and passes.", colour=NAMES[colour])
    return Line(message, (), seat_of(s, colour), None, "PDS-11")


def _ending(s: Board, by_blockade: bool) -> Line:
    if s.winner == NO_COLOUR:
        return Line(
            _(
                "The limit of {moves} moves is reached: the most pyramids home win; in a tie, the fewest steps to go.",
                moves=s.moves,
            ),
            rule="PDS-17",
        )
    seat = seat_of(s, s.winner)
    if not by_blockade:
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
