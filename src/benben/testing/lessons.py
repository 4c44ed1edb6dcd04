"""Guided first games, walked through on every way that their learner can take."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benben.core.game import Game
from benben.core.lesson import Goal, Lesson, Step, accepted
from benben.core.position import Position, start
from benben.core.text import LOCALES, Message

MOST_POSITIONS = 1_000  # after any number of moves: more freedom than this cannot be tested


def walk(game: Game, lesson: Lesson) -> Iterator[tuple[int, list[Position]]]:
    """After each number of moves all positions that the lesson can have come to; asserts that it goes on from each."""
    players, options = game.usual_table()
    positions = [start(game, players, lesson.seed, **options)]
    yield 0, positions
    for ply, planned in enumerate(lesson.plan):
        after: dict[Position, None] = {}
        for position in positions:
            assert not position.is_over, f"the match ends after {ply} moves, before the lesson does"
            after.update(dict.fromkeys(_after(position, planned, lesson.seat)))
        positions = list(after)
        assert len(positions) <= MOST_POSITIONS, f"after {ply + 1} moves there are {len(positions)} positions"
        yield ply + 1, positions
    assert not any(position.is_over for position in positions), "the learner cannot play on after the lesson"


def _after(position: Position, planned: Step | str, learner: int) -> list[Position]:
    if isinstance(planned, str):
        assert planned in position.legal_moves, f"{planned!r} is not possible here:\n{position}"
        return [position.play(planned)]
    assert position.actor == learner, f"the learner has a task, but seat {position.actor} acts:\n{position}"
    return [position.play(move) for move in _accepted(planned, position.view(learner))]


def _accepted(step: Step, view: Position) -> list[int]:
    """The moves that the step accepts, which must be some, the same in every world that fits the view."""
    moves = accepted(step, view)
    assert moves, f"no legal move does it: {step.touch[0]}\n{view}"
    for chance in range(1, 4):
        assert accepted(step, view, chance) == moves, "what is accepted tells a secret"
    longest = max(len(view.path(move)) for move in moves)
    assert 1 <= len(step.touch) <= longest, f"{len(step.touch)} texts for {longest} touches: {step.touch[0]}"
    return moves


def check_lesson(game: Game, least: int = 1, most: int = 8) -> None:
    """Whatever the learner does, each goal can be reached and the match is not over; all texts are in all languages and
    point at what is in the picture. `least` and `most`: the number of goals."""
    lesson = game.face.lesson
    assert lesson is not None
    assert least <= len(lesson.goals) <= most, f"there are {len(lesson.goals)} goals"
    assert len({goal.name for goal in lesson.goals}) == len(lesson.goals), "two goals have one name"
    _translated(lesson.welcome)
    for goal in lesson.goals:
        _check_goal(game, goal)
    reached = 0
    for ply, positions in walk(game, lesson):
        now = lesson.reached(ply)
        if ply == len(lesson.opening) or now > reached:
            goal_cells = lesson.goals[now - 1].cells if now else lesson.cells
            for position in positions:
                _check_cells(position.view(lesson.seat), goal_cells(position.view(lesson.seat).state, lesson.seat))
        assert now - reached in (0, 1)
        reached = now
    assert reached == len(lesson.goals)


def _check_goal(game: Game, goal: Goal) -> None:
    steps = [step for step in goal.steps if isinstance(step, Step)]
    assert isinstance(goal.steps[0], Step), f"{goal.name} does not begin with a decision of the learner"
    assert isinstance(goal.steps[-1], Step), f"{goal.name} does not end with a decision of the learner"
    for text in (goal.task, goal.learned, *(text for step in steps for text in step.touch)):
        _translated(text)
    assert goal.rule in ("", *game.rule_ids), f"{goal.name} names a rule that does not exist: {goal.rule}"


def _check_cells(view: Position, cells: tuple[str, ...]) -> None:
    shown = set(re.findall(r'\sid="([^"]+)"', view.svg()))
    assert set(cells) <= shown, f"{set(cells) - shown} are not in the picture"


def _translated(message: Message) -> None:
    said = [message.say(locale) for locale in LOCALES]
    assert all(said)
    assert len(set(said)) == len(said), f"not translated: {message}"
