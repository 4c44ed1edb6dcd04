"""A decision judged from the view of its seat: the better move, what the played one lost, and whether it is a mistake
that a player of the chosen level can learn from."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benben.bots.ask import opinion
from benben.bots.levels import bot_of_level
from benben.coach.chances import Cancelled, Difference, chances, compare, is_duel, seed_of
from benben.core.errors import BadOptions
from benben.core.game import Game, Level
from benben.core.position import Position
from benben.core.text import texts

_ = texts(__package__)

FORCED, BEST, RIGHT, INEXACT, MISTAKE = "forced", "best", "right", "inexact", "mistake"
AVOIDED = 0.8  # the share of the next level's runs that must avoid a mistake
LEAST = 0.01  # a loss of less than one percentage point is no mistake
FULL = 100  # decisions of a match that get the whole effort; those of a longer one share it


@dataclass(frozen=True)
class Effort:
    """The amount of thinking in a review. All of it in iterations, so that every machine finds the same."""

    search: int = 3_000  # iterations for the best move of a decision
    worlds: int = 16  # the most in which it is compared with the played one …
    ahead: int = 300  # … with this many iterations for what follows each
    again: int = 1_200  # and once more with this many, in other worlds, before it is called a mistake
    runs: int = 10  # of the next level
    run: int = 400  # positions of each tree in such a run, at most …
    nodes: int = 20_000  # … or of alpha-beta, which is faster

    def shared_by(self, decisions: int) -> Effort:
        """For each of the decisions of a match: those of a long one together take no longer than `FULL`."""
        share = min(1.0, FULL / max(1, decisions))
        parts = ("search", "ahead", "again", "run", "nodes")
        return replace(self, **{part: max(1, round(share * getattr(self, part))) for part in parts})


@dataclass(frozen=True)
class Judgement:
    """The coach's opinion of one decision. Chances are those of the seats before it, with the best move."""

    chances: tuple[float, ...]
    best: int
    line: tuple[str, ...]  # the best move and what is expected to follow, as far as nothing hidden decides it
    verdict: str
    loss: float = 0.0  # in chances of the seat, of the played move against the best
    error: float = 0.0  # its standard error
    avoided: float | None = None  # share of the runs of the next level that play another move; None: not asked
    difference: Difference | None = None  # behind loss and error, where the moves were compared


def level_named(game: Game, name: str) -> Level:
    """BadOptions if the game has no such level."""
    levels = game.advice.levels if game.advice else ()
    for level in levels:
        if level.name == name:
            return level
    raise BadOptions(_("There is no such bot here."))


def next_level(game: Game, level: Level) -> Level:
    """The level that shows a player of this one what to learn: the next one; for the best, itself."""
    assert game.advice is not None
    levels = game.advice.levels
    return levels[min(levels.index(level) + 1, len(levels) - 1)]


def judge(view: Position, played: int, teacher: Level, effort: Effort, stop: threading.Event) -> Judgement:
    """Judge the move that the seat to act has played. Everything comes from its view: nothing hidden is asked."""
    thought = chances(view, effort.search, seed_of(view), stop)
    said = opinion(view, thought)
    found = Judgement(thought.chances, thought.move, tuple(map(str, said.line)), BEST)
    if len(view.legal_moves) == 1:
        return replace(found, verdict=FORCED)
    if thought.move == played:
        return found
    difference = compare(view, thought.move, played, effort.worlds, effort.ahead, stop)
    found = replace(found, loss=difference.mean, error=difference.error, difference=difference)
    if not difference.is_sure:
        return replace(found, verdict=RIGHT)
    if difference.mean < LEAST:
        return replace(found, verdict=INEXACT)
    avoided = share_avoiding(view, played, teacher, effort, stop)
    if avoided < AVOIDED:
        return replace(found, verdict=INEXACT, avoided=avoided)
    # In new worlds, so that the loss is not overstated because it was large enough to be looked at again.
    again = compare(view, thought.move, played, effort.worlds, effort.again, stop, "again")
    found = replace(found, loss=again.mean, error=again.error, avoided=avoided, difference=again)
    if not again.is_sure:
        return replace(found, verdict=RIGHT)
    return replace(found, verdict=MISTAKE if again.mean >= LEAST else INEXACT)


def share_avoiding(view: Position, played: int, level: Level, effort: Effort, stop: threading.Event) -> float:
    """The share of another move than the played one at a level, in short runs with seeds of their own."""
    avoided = 0
    for run, move in enumerate(runs_of(view, level, effort, stop)):
        avoided += move != played
        if run + 1 - avoided > (1 - AVOIDED) * effort.runs + 1e-9:
            return avoided / (run + 1)  # too few already
    return avoided / effort.runs


def runs_of(view: Position, level: Level, effort: Effort, stop: threading.Event) -> Iterator[int]:
    """The moves that a level plays, in short runs with seeds of their own."""
    most = effort.nodes if is_duel(view) else effort.run
    short = replace(level, effort=min(level.effort, most), seconds=None)
    for run in range(effort.runs):
        bot = bot_of_level(view.game, view.players, short)
        move = bot.think(view, seed_of(view, f"run {run}"), stop=stop).move
        if stop.is_set():
            raise Cancelled
        yield move
