"""Two matches with the same deal, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from benben.coach.chances import seed_of
from benben.core.position import Move, Position


@dataclass(frozen=True)
class Choice:
    """A decision of a seat."""

    ply: int
    view: Position  # what the seat saw
    move: Move


@dataclass(frozen=True)
class TableComparison:
    """The decisions that the same seat had to make at both tables, from the same view."""

    shared: int  # decisions with a choice that came up at both tables
    differing: tuple[tuple[Choice, Choice], ...]  # those of them that were decided differently, in order

    @property
    def same(self) -> int:
        return self.shared - len(self.differing)


def compare(one: Position, other: Position, seat: int) -> TableComparison:
    """Compare what a seat did in two matches, given by their last positions. The same view may come up at different
    moments, when moves were made in another order."""
    theirs = {seed_of(choice.view): choice for choice in _choices(other, seat)}
    pairs = [(choice, theirs[key]) for choice in _choices(one, seat) if (key := seed_of(choice.view)) in theirs]
    return TableComparison(len(pairs), tuple(pair for pair in pairs if pair[0].move.number != pair[1].move.number))


def _choices(last: Position, seat: int) -> Iterator[Choice]:
    """The decisions of a seat that had more than one legal move."""
    for ply, (before, after) in enumerate(pairwise(last.line())):
        if before.actor == seat and after.last_move is not None and len(before.legal_moves) > 1:
            yield Choice(ply, before.view(seat), after.last_move)
