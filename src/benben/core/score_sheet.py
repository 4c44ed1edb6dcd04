"""The score sheet of a game for the table at home: rows, limits, tie-breaks, as data that a page evaluates.

A game declares its sheets in `words/score_sheet.py` as `SHEETS`. A player enters numbers; everything else follows by
formulas. A formula is an int, the name of a row, the name of a section (the sum of its points), or a tuple of an
operation and formulas:

    ("sum", a, …)  ("min", a, …)  ("max", a, …)     blank rows are left out; of nothing: 0
    ("count", a, …)                                 how many of the rows are filled in
    ("minus", a, b)  ("times", a, b)                blank is 0
    ("at-least", a, b)  ("at-most", a, b)           1 or 0
    ("all", a, …)                                   1 if none is 0
    ("table", (n0, n1, …), a)                       the a-th number; beyond the end: the last one
    ("everyone", a)                                 the sum over all columns
    ("alone", a)                                    1 for the only column with the most, if that is not 0
    ("players",)                                    the number of players

`web/static/sheet_score.js` evaluates them. The rules of scoring stay in the kernels: a test fills sheets from finished
matches and compares totals, winners and starters with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benben.core.text import Message

OPERATIONS = {  # and the number of their formulas; 0: any
    "sum": 0, "min": 0, "max": 0, "count": 0, "minus": 2, "times": 2, "at-least": 2, "at-most": 2, "all": 0,
    "everyone": 1, "alone": 1, "players": 0,
}  # fmt: skip

Formula = Any  # int | str | tuple[Any, ...]: mypy knows no useful recursive type for JSON-like data


@dataclass(frozen=True)
class Row:
    """A row of a sheet. Without `value` it is entered: a number from 0 to `most`, or a tick."""

    name: str
    title: Message
    rule: str
    most: Formula = 0
    why: Message | None = None  # why no more than `most`
    value: Formula | None = None  # a row that follows from others
    points: Formula | None = None  # what it brings; None: its value; 0 for a row that only breaks ties
    tick: bool = False  # yes or no, not a number
    single: bool = False  # of ticks: at most one in the row
    limit_rule: str = ""  # of `most`, where it is another rule
    swatch: str = ""  # a colour of the palette, beside the title


@dataclass(frozen=True)
class Section:
    """Rows that belong together: a stage, or an edifice. In formulas its name is the sum of its points."""

    name: str
    title: Message
    rows: tuple[Row, ...]
    total: Message | None = None  # the title of its sum, where players note one
    needs: int = 0  # entries that each player must have before the sheet is finished
    rule: str = ""  # of `needs`
    help: Message | None = None  # what to enter
    begins: str = ""  # the rule by which the fewest points here begin the next section


@dataclass(frozen=True)
class Check:
    """A condition on every column: an entry that breaks it is refused."""

    holds: Formula
    why: Message
    rule: str


@dataclass(frozen=True)
class Key:
    """A comparison that finds the winners, among those who are still equal. Those after the total break ties."""

    of: Formula | None  # None: the total
    title: Message
    rule: str
    fewest: bool = False


@dataclass(frozen=True)
class ScoreSheet:
    """One sheet. A game has several where its variants are scored differently."""

    name: str
    players: tuple[int, ...]
    sections: tuple[Section, ...]
    keys: tuple[Key, ...]  # in order; those who are equal in all of them share the victory
    title: Message | None = None  # of the variant, where there are several sheets
    checks: tuple[Check, ...] = ()
    out: str = ""  # the row of a tick for somebody who cannot win any more …
    out_rule: str = ""  # … by this rule; the last one who is not out wins
    goal: Formula | None = None  # one column for all players together: 1 when the task is solved
    goal_rule: str = ""
    first: Message | None = None  # the question for the player who began, where that matters later
    next_first: str = ""  # the rule by which the next player begins the next match

    def __post_init__(self) -> None:
        """Raises ValueError for a formula that no page could evaluate."""
        names = [row.name for row in self.rows] + [section.name for section in self.sections]
        if len(set(names)) < len(names):
            raise ValueError(f"sheet {self.name}: rows and sections need different names")
        for row in self.rows:
            for formula in (row.most, row.value, row.points):
                _check(formula, names)
        for formula in (*(key.of for key in self.keys), *(check.holds for check in self.checks), self.goal):
            _check(formula, names)
        _check(self.out or None, names)

    @property
    def rows(self) -> Iterator[Row]:
        """All rows, in order."""
        for section in self.sections:
            yield from section.rows

    def in_language(self, locale: str) -> dict[str, Any]:
        """The sheet as a page gets it."""

        def said(message: Message | None) -> str:
            return message.say(locale) if message else ""

        def row(one: Row) -> dict[str, Any]:
            made: dict[str, Any] = {"name": one.name, "title": said(one.title), "rule": one.rule, "swatch": one.swatch}
            if one.value is None:
                made |= {"most": 1 if one.tick else one.most, "why": said(one.why), "tick": one.tick}
                made |= {"single": one.single, "limitRule": one.limit_rule or one.rule}
            return made | {"value": one.value, "points": one.points}

        return {
            "name": self.name,
            "title": said(self.title),
            "players": self.players,
            "sections": [
                {
                    "name": section.name,
                    "title": said(section.title),
                    "rows": [row(one) for one in section.rows],
                    "total": said(section.total),
                    "needs": section.needs,
                    "rule": section.rule,
                    "help": said(section.help),
                    "begins": section.begins,
                }
                for section in self.sections
            ],
            "keys": [
                {"of": key.of, "title": said(key.title), "rule": key.rule, "fewest": key.fewest} for key in self.keys
            ],
            "checks": [{"holds": check.holds, "why": said(check.why), "rule": check.rule} for check in self.checks],
            "out": self.out,
            "outRule": self.out_rule,
            "goal": self.goal,
            "goalRule": self.goal_rule,
            "first": said(self.first),
            "nextFirst": self.next_first,
        }


def _check(formula: Formula | None, names: list[str]) -> None:
    if formula is None or isinstance(formula, int):
        return
    if isinstance(formula, str):
        if formula not in names:
            raise ValueError(f"no row or section {formula}")
        return
    operation, *parts = formula
    if operation == "table" and len(parts) == 2 and all(isinstance(number, int) for number in parts[0]):
        parts = parts[1:]
    elif operation not in OPERATIONS or OPERATIONS[operation] not in (0, len(parts)):
        raise ValueError(f"{formula} is not a formula")
    for part in parts:
        _check(part, names)
