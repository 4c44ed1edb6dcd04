"""How a match ended for each seat, in a form that can be compared between tables with the same deal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import fmean

from benben.core.position import Position
from benben.table.match import Match

QUARTERS = 4


@dataclass(frozen=True)
class SeatOutcome:
    """The end of a match for one seat."""

    name: str  # of a person
    level: str  # of a bot
    points: int
    margin: int | None  # over the best other seat; None where nobody plays against each other
    won: bool
    resigned: bool
    quarters: tuple[int, ...]  # of the match: by how much the margin grew, or the points if there is none

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """The larger, the better."""
        return not self.resigned, self.won, self.margin or 0, self.points


def outcomes(match: Match) -> tuple[SeatOutcome, ...]:
    """By seat, of a match that is over."""
    line = match.position.line()
    moments = [line[round((len(line) - 1) * quarter / QUARTERS)] for quarter in range(QUARTERS + 1)]
    return tuple(_outcome(match, seat, [_lead(moment, seat) for moment in moments]) for seat in range(line[0].players))


def _outcome(match: Match, seat: int, leads: Sequence[int]) -> SeatOutcome:
    occupant = match.occupants[seat]
    return SeatOutcome(
        name=occupant.name,
        level=occupant.level,
        points=match.position.score[seat],
        margin=leads[-1] if _is_contest(match.position) else None,
        won=seat in match.winners,
        resigned=match.resigned == seat,
        quarters=tuple(after - before for before, after in pairwise(leads)),
    )


def _is_contest(position: Position) -> bool:
    return position.players > 1 and not position.game.together(position.players, position.options)


def _lead(position: Position, seat: int) -> int:
    """The points of a seat, less those of the best other one where they play against each other."""
    score = position.score
    if not _is_contest(position):
        return score[seat]
    return score[seat] - max(points for other, points in enumerate(score) if other != seat)


def as_text(found: Sequence[SeatOutcome]) -> str:
    return json.dumps([asdict(outcome) for outcome in found])


def from_text(text: str | None) -> tuple[SeatOutcome, ...] | None:
    if text is None:
        return None
    return tuple(SeatOutcome(**{**fields, "quarters": tuple(fields["quarters"])}) for fields in json.loads(text))


def places(found: Sequence[SeatOutcome]) -> list[int]:
    """The place of each among them; equals share a place."""
    ranks = [outcome.rank for outcome in found]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def differences(found: Sequence[SeatOutcome]) -> list[float]:
    """How much better each did than all of them on average: in margin, or in points if there is none."""
    values = [outcome.points if outcome.margin is None else outcome.margin for outcome in found]
    mean = fmean(values) if values else 0.0
    return [value - mean for value in values]
