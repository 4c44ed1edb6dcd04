"""A hint for the seat to act, from its view and nothing else: where to look, the move, and why it is better."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benben.bots.bot import Thought
from benben.bots.levels import bot_of_level
from benben.coach.chances import Cancelled, Difference, chances, compare, seed_of
from benben.coach.judging import Effort
from benben.coach.reasons import Advantage, reasons
from benben.core.position import Position

EFFORT = Effort(worlds=8)
MOST_SHOWN = 3  # elements among which the best one is hidden, where showing it alone would give the move away


@dataclass(frozen=True)
class Hint:
    """A hint in three steps: `look`, `move`, and the comparison with another move."""

    move: int
    look: tuple[str, ...]  # elements of the picture; more than one: the move begins with one of them
    other: int | None = None  # the move that it was compared with; None if there is no other
    is_better: bool = False  # by more than the error
    gain: float = 0.0  # in chances of the seat, over the other move
    error: float = 0.0  # its standard error
    reasons: tuple[Advantage, ...] = ()


def hint(view: Position, stop: threading.Event, effort: Effort = EFFORT) -> Hint:
    """The hint for the seat to act, which is the seat of the view. The same view gives the same hint.

    Cancelled if `stop` is set before the move is found; set later, the hint has no comparison.
    """
    thought = chances(view, effort.search, seed_of(view), stop)
    assert view.actor is not None
    found = Hint(thought.move, where_to_look(view, thought))
    for other in _others(view, thought):
        try:
            difference = compare(view, thought.move, other, effort.worlds, effort.ahead, stop)
        except Cancelled:
            break
        compared = _compared(found, other, difference, view.actor)
        if found.other is None or (compared.is_better, bool(compared.reasons)) > (found.is_better, bool(found.reasons)):
            found = compared
        if found.reasons:
            break
    return found


def _compared(found: Hint, other: int, difference: Difference, seat: int) -> Hint:
    return replace(
        found,
        other=other,
        is_better=difference.is_sure,
        gain=difference.mean,
        error=difference.error,
        reasons=reasons(difference, seat) if difference.is_sure else (),
    )


def _others(view: Position, thought: Thought) -> Iterator[int]:
    """The moves to compare with: the next best one, then the one that the weakest bot would play."""
    ranked = _ranked(view, thought)
    if len(ranked) < 2:
        return
    yield ranked[1]
    assert view.game.advice is not None
    novice = replace(view.game.advice.levels[0], seconds=None)
    told = bot_of_level(view.game, view.players, novice).think(view, seed_of(view, "novice")).move
    if told not in ranked[:2]:
        yield told


def _ranked(view: Position, thought: Thought) -> list[int]:
    """The legal moves, the most visited ones first."""
    ranked = sorted(view.legal_moves.numbers, key=lambda move: -thought.visits.get(move, 0))
    return sorted(ranked, key=lambda move: move != thought.move)


def _from_direct(path: tuple[str, ...], direct: str) -> tuple[str, ...]:
    """A path from the element on that alone says enough: what comes before it is no choice."""
    return path[path.index(direct) :] if direct in path else path


def where_to_look(view: Position, thought: Thought) -> tuple[str, ...]:
    """The first element of the move's path at which there is a choice; where that element leaves only this move, a few
    good ones beside it, so that the move is not given away."""
    moves = _ranked(view, thought)
    paths = [_from_direct(view.path(move), view.direct(move)) for move in moves]
    best, depth = paths[0], 0
    while depth + 1 < len(best) and len({path[depth] for path in paths}) == 1:
        depth += 1
        paths = [path for path in paths if len(path) > depth and path[:depth] == best[:depth]]
    if sum(path[: depth + 1] == best[: depth + 1] for path in paths) > 1:
        return (best[depth],)
    elements = list(dict.fromkeys(path[depth] for path in paths))
    return tuple(sorted(elements[:MOST_SHOWN]))
