"""What a move would do, in words and points, before it is made.

Told from the seat's own view: the move is played in worlds that fit it, and only what is the same in all of them is
said. So nothing hidden can be in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benben.bots.bot import functions, is_ready, rated
from benben.core.game import Line
from benben.core.kernels import can_compile
from benben.core.position import Move, Position
from benben.core.text import Message, texts
from benben.web.schemas import line_schema

_ = texts(__package__)

WORLDS = 12  # for a move that reveals something: what is the same in all of them by chance does not matter


@dataclass(frozen=True)
class _World:
    """What a move does in one world."""

    told: tuple[Line, ...]  # after the sentence about the move itself
    points: tuple[tuple[Message, int], ...]  # changes by row of the score pad
    changed: tuple[Line, ...]  # lines of the tally that are new or different and bring no points yet


def foresee(
    view: Position, move: Move, number: int, language: str, reword: Callable[[Message], Message], *, points: bool
) -> dict[str, Any]:
    """For the seat to act: what the move is, what follows, its danger, and the points it brings by scoring rule.

    `number` is the event that the move would answer; it seeds the worlds. Without `points` (a table for purists) only
    what is lost is said.
    """
    worlds = [_play(view.imagine(number), view, move)]
    reveals = view.imagine(number).reveals(move)
    if reveals:
        worlds += [_play(view.imagine(1_000_000 * other + number), view, move) for other in range(1, WORLDS)]
    intent = view.intent(move)
    said = intent.say(language) if intent is not None else move.notation
    sure = [line for line in worlds[0].told if all(line in world.told for world in worlds)]
    changed = [line for line in worlds[0].changed if all(line in world.changed for world in worlds)]
    gains = [gain for gain in worlds[0].points if all(gain in world.points for world in worlds)]
    lines = [line_schema(line, language, reword) for line in (*sure, *changed)]
    loses = view.destroys(move) or sum(gain for _row, gain in gains) < 0
    warning = view.warning(move) if points or loses else None
    return {
        "intent": said,
        "lines": [line for line in lines if line["text"] not in said] if points else [],
        "gains": [{"row": row.say(language), "points": gain} for row, gain in gains] if points or loses else [],
        "reveals": reveals,
        "loses": loses,
        "warning": line_schema(warning, language, reword) if warning is not None else None,
    }


def promises(view: Position, first: str, number: int) -> dict[str, float]:
    """For the seat to act: its chances after each move that begins with this element, by notation, as bots judge them.

    Never waits for the compiler: empty until the bots are compiled.
    """
    if view.game.advice is None or not is_ready(view.game):
        return {}
    moves, chances = rated(view, number, 1, functions(view.game, can_compile()))
    rates = dict(zip(moves.tolist(), chances.tolist(), strict=True))
    begun = [move for move in view.legal_moves if view.path(move)[:1] == (first,) and move.number in rates]
    return {str(move): round(rates[move.number], 6) for move in begun}


def _play(world: Position, view: Position, move: Move) -> _World:
    assert view.seat is not None
    after = world.play(move).view(view.seat)
    before = world.view(view.seat)
    mine = [line for line in before.tally() if line.seat == view.seat]
    then = [line for line in after.tally() if line.seat == view.seat]
    return _World(
        told=tuple(after.tell()[1:]),
        points=_difference(mine, then),
        changed=tuple(line for line in then if line.points is None and line not in mine),
    )


def _difference(before: list[Line], after: list[Line]) -> tuple[tuple[Message, int], ...]:
    """The change of points by row, without the rows that stay the same."""
    change: Counter[Message] = Counter()
    for lines, sign in ((after, 1), (before, -1)):
        for line in lines:
            change[line.row or _("Points")] += sign * (line.points or 0)
    return tuple((row, points) for row, points in change.items() if points)
