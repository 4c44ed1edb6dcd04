"""Guided first games, as a page gives them: at each decision of the learner the first step that fits and is new."""

from collections.abc import Iterable

from benben.testing import Match


def said(match: Match, seat: int) -> dict[str, int]:
    """The steps by name, in the order in which they come, with the number of the learner's decision (from 1)."""
    told: dict[str, int] = {}
    decisions = [position for position in match if position.actor == seat]
    for number, position in enumerate(decisions, 1):
        new = [step.name for step in position.view(seat).lesson() if step.name not in told]
        if new:
            told[new[0]] = number
    return told


def said_in_some(matches: Iterable[Match], seat: int) -> set[str]:
    return {name for match in matches for name in said(match, seat)}
