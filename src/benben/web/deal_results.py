"""Results of matches with a shared deal, in words and symbols that tell no card and no move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benben.core.game import Game
from benben.core.text import Message, texts
from benben.games import find
from benben.table.deal_store import COUNTED, MASTER, Attempt, Deal
from benben.table.outcomes import SeatOutcome, places

_ = texts(__package__)

PLAYER = 0  # the seat of the person, on the deal of a day
STEPS = "▁▃▅▇"  # points of a quarter, where nobody plays against each other


@dataclass(frozen=True)
class ResultRow:
    """One line of a table of results."""

    attempt: Attempt
    outcome: SeatOutcome
    place: int | None  # None: not ranked
    is_mine: bool = False

    @property
    def symbols(self) -> str:
        return symbols(self.outcome)

    @property
    def margin(self) -> str:
        return signed(self.outcome.margin) if self.outcome.margin is not None else ""

    def schema(self) -> dict[str, Any]:
        outcome = self.outcome
        return {
            "match": self.attempt.match,
            "place": self.place,
            "name": outcome.name,
            "level": outcome.level,
            "points": outcome.points,
            "margin": outcome.margin,
            "won": outcome.won,
            "resigned": outcome.resigned,
            "quarters": list(outcome.quarters),
            "mine": self.is_mine,
        }


def ranked(deal: Deal, attempts: Sequence[Attempt], player: str | None) -> list[ResultRow]:
    """The counted attempts that ended in time, the best first."""
    timely = [
        (attempt, attempt.outcome[PLAYER])
        for attempt in attempts
        if attempt.kind == COUNTED and attempt.outcome and attempt.ended is not None and attempt.ended < deal.until
    ]
    found = places([outcome for _attempt, outcome in timely])
    rows = [
        ResultRow(attempt, outcome, place, player is not None and attempt.player == player)
        for (attempt, outcome), place in zip(timely, found, strict=True)
    ]
    return sorted(rows, key=lambda row: row.place or 0)


def master_row(attempts: Sequence[Attempt]) -> ResultRow | None:
    """The match that the server has played itself, once it is over."""
    done = [attempt for attempt in attempts if attempt.kind == MASTER and attempt.outcome]
    return ResultRow(done[0], done[0].outcome[PLAYER], None) if done and done[0].outcome else None


def symbols(outcome: SeatOutcome) -> str:
    """The course of a match, quarter by quarter: did the seat gain on the others, or how many points did it make?"""
    if outcome.margin is not None:
        return "".join("▲" if change > 0 else "▼" if change < 0 else "▬" for change in outcome.quarters)
    most = max(1, *outcome.quarters)
    return "".join(STEPS[max(0, points) * (len(STEPS) - 1) // most] for points in outcome.quarters)


def signed(number: float) -> str:
    """A difference, with a true minus sign."""
    text = f"{number:+.1f}" if number != round(number) else f"{round(number):+d}"
    return "±0" if round(number, 1) == 0 else text.replace("-", "−")


def table_title(deal: Deal, language: str) -> str:
    """The game, with what is unusual about the table."""
    game = find(deal.game)
    chosen = [(option, deal.options.get(option.name, option.values[0])) for option in game.options]
    labels = [option.label(value) for option, value in chosen if value != option.values[0]]
    return ", ".join([game.title, *(label.say(language) if isinstance(label, Message) else label for label in labels)])


def played_text(played: int) -> Message:
    """How many have played a deal."""
    if not played:
        return _("nobody has finished it yet")
    return _.plural("{n} has played", "{n} have played", played)


def level_title(game: Game, name: str) -> Message | str:
    levels = game.advice.levels if game.advice else ()
    return next((level.title for level in levels if level.name == name), name)


def result_text(outcome: SeatOutcome) -> Message:
    """Points, and what they were good for."""
    if outcome.resigned:
        return _("resigned")
    if outcome.margin is not None:
        return _("{points} points, {margin}", points=outcome.points, margin=signed(outcome.margin))
    solved = _("solved") if outcome.won else _("not solved")
    return _("{points} points, {solved}", points=outcome.points, solved=solved)


def share_text(deal: Deal, row: ResultRow, players: int, address: str, language: str) -> str:
    """What a player may send to friends who have not played yet."""
    title = f"benben · {table_title(deal, language)} · {deal.id}"
    place = _("place {place} of {n}", place=row.place, n=players).say(language)
    return "\n".join([title, f"{result_text(row.outcome).say(language)} · {place}", row.symbols, address])
