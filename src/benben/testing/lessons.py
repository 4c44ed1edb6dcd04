"""Guided first games, as a page gives them: at each decision of the learner the first step that fits and is new."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.game import Game
from benben.testing.matches import Match


def steps_told(match: Match, seat: int) -> dict[str, int]:
    """The steps by name, in the order in which they come, with the number of the learner's decision (from 1)."""
    told: dict[str, int] = {}
    decisions = [position for position in match if position.actor == seat]
    for number, position in enumerate(decisions, 1):
        new = [step.name for step in position.view(seat).lesson() if step.name not in told]
        if new:
            told[new[0]] = number
    return told


def check_lesson(game: Game, matches: Sequence[Match], first: str | None = None) -> None:
    """Every step comes up in some of these matches for each seat; the first decision brings the first step.

    `first` names that step where it is not the first of the declaration.
    """
    steps = {step.name for step in game.face.lesson}
    for seat in range(matches[0][0].players):
        told = [steps_told(match, seat) for match in matches]
        missing = steps - {name for steps in told for name in steps}
        assert not missing, f"no match brings {missing} to seat {seat}"
        for steps_of_match in told:
            name, decision = next(iter(steps_of_match.items()))
            assert (name, decision) == (first or game.face.lesson[0].name, 1)
