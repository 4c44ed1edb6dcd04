"""The score sheets of Terra Pyramides: competition, and the three tasks.

Foundations are added up by their printed values, because our list of values is a reading (TER-3).
"""

from __future__ import annotations

from benben.core.score_sheet import Check, Formula, Key, Row, ScoreSheet, Section
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import (
    FIRST_LEVELS,
    FOUNDATION_LIST,
    FOURTH_LEVELS,
    MOST_GOLD,
    MOST_STONES,
    POINTS,
    SECOND_LEVELS,
    SITES,
    STONE_KINDS,
    TASK_NEEDS,
    TEAM_TIPS,
    THIRD_LEVELS,
    TIPS,
    TOP_LEVEL,
    WORKERS,
)
from benben.games.terra_pyramides.words import _

LEVELS = range(1, TOP_LEVEL + 1)
PYRAMIDS = tuple(f"pyramid-{POINTS[level]}" for level in LEVELS)
ALL_FIRST = FIRST_LEVELS * (STONE_KINDS - 1)
SUPPLY = (ALL_FIRST, SECOND_LEVELS, THIRD_LEVELS, FOURTH_LEVELS)
PRINTED_STONES, PRINTED_GOLD = 32, 24  # TER-3


def _pyramids(tips: int) -> Section:
    rows = tuple(
        Row(
            PYRAMIDS[level - 1],
            _("worth {points}", points=POINTS[level]),
            "TER-23",
            tips if level == TOP_LEVEL else SUPPLY[level - 1],
            _("There are no more pieces of this level.") if level < TOP_LEVEL else _("There are {n} tips.", n=tips),
            points=("times", POINTS[level], PYRAMIDS[level - 1]),
            limit_rule="TER-3",
        )
        for level in LEVELS
    )
    return Section(
        "pyramids", _("Pyramids"), rows, total=_("Points of the pyramids"), help=_("How many of each you have.")
    )


def _foundations() -> Section:
    most = max(FOUNDATION_LIST) * len(SITES)
    row = Row(
        "foundations",
        _("Values added up"),
        "TER-23",
        most,
        _(
            "There are {n} sites, and no foundation is worth more than {value}.",
            n=len(SITES),
            value=max(FOUNDATION_LIST),
        ),
        limit_rule="TER-3",
    )
    return Section(
        "foundations-all", _("Foundations"), (row,), help=_("Only foundations with your workers and without a pyramid.")
    )


def _resources(stones: int, gold: int, why: tuple[Message, Message], rule: str) -> Section:
    return Section(
        "resources",
        _("Resources"),
        (
            Row("stones", _("Stones"), "TER-24", stones, why[0], limit_rule=rule),
            Row("gold", _("Gold"), "TER-24", gold, why[1], limit_rule=rule),
        ),
    )


def _enough_pieces(level: int) -> Check:
    """Pieces are stacked: a pyramid needs one of every level up to its own (TER-17)."""
    built: Formula = ("everyone", ("sum", *PYRAMIDS[level - 1 :]))
    why = _(
        "The box has {n} pieces of level {level}, and every pyramid of that height or more has used one.",
        n=SUPPLY[level - 1],
        level=level,
    )
    return Check(("at-most", built, SUPPLY[level - 1]), why, "TER-17")


PIECES = tuple(_enough_pieces(level) for level in LEVELS if level < TOP_LEVEL)
ENOUGH_WORKERS = Check(
    (
        "at-most",
        ("sum", *PYRAMIDS),
        ("table", tuple(WORKERS.get(players, 0) for players in range(max(WORKERS) + 1)), ("players",)),
    ),
    _("Each of your pyramids needs one of your workers."),
    "TER-4",
)
END_OF_TURN = (
    _("At the end of a turn you have at most {n} stones.", n=MOST_STONES),
    _("At the end of a turn you have at most {n} gold.", n=MOST_GOLD),
)
IN_THE_BOX = (
    _("The box has {n} stones.", n=PRINTED_STONES),
    _("The box has {n} gold.", n=PRINTED_GOLD),
)
TASK_TITLES = (_("together: task 1"), _("together: task 2"), _("together: task 3"))
FOUR_OF_60 = ("at-least", PYRAMIDS[-1], TASK_NEEDS[1])
ENOUGH_POINTS = ("at-least", ("sum", "pyramids", "foundations-all", "resources"), TASK_NEEDS[2])
SIX_COLOURS = ("at-least", "colours", TASK_NEEDS[3])


def _task(number: int, goal: Formula) -> ScoreSheet:
    """Tasks 1 and 3 may be solved in the middle of a turn, when the limits of TER-20 do not hold yet."""
    loose = number != 2
    resources = _resources(
        PRINTED_STONES if loose else MOST_STONES,
        PRINTED_GOLD if loose else MOST_GOLD,
        IN_THE_BOX if loose else END_OF_TURN,
        "TER-3" if loose else "TER-20",
    )
    colours = Section(
        "task",
        _("The task"),
        (
            Row(
                "colours",
                _("Colours with a pyramid of 35"),
                "TER-31",
                STONE_KINDS - 1,
                _("Pyramids have six colours."),
                points=0,
                limit_rule="TER-16",
            ),
        ),
    )
    enough = Check(
        ("at-most", "colours", ("sum", f"pyramid-{POINTS[TOP_LEVEL - 1]}")),
        _("Enter the pyramids of 35 first: each has one colour."),
        "TER-31",
    )
    return ScoreSheet(
        f"task-{number}",
        players=(1, 2, 3, 4),
        sections=(_pyramids(TEAM_TIPS), _foundations(), resources, *((colours,) if number == 3 else ())),
        keys=(),
        title=TASK_TITLES[number - 1],
        checks=(*PIECES, *((enough,) if number == 3 else ())),
        goal=goal,
        goal_rule=f"TER-{28 + number}",
    )


SHEETS = (
    ScoreSheet(
        "competitive",
        players=(2, 3, 4),
        sections=(_pyramids(TIPS), _foundations(), _resources(MOST_STONES, MOST_GOLD, END_OF_TURN, "TER-20")),
        keys=(Key(None, _("most points"), "TER-25"),),
        title=_("competition"),
        checks=(*PIECES, ENOUGH_WORKERS),
    ),
    _task(1, FOUR_OF_60),
    _task(2, ENOUGH_POINTS),
    _task(3, SIX_COLOURS),
)
