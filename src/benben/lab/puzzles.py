"""Mining puzzles: games of bots of mixed levels, and the decisions in them that have one clearly right move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from benben.bots.search import TREES
from benben.coach.judging import Effort
from benben.coach.puzzles import SURE, Collection, Puzzle, Standard, levels_of
from benben.core.errors import BadOptions
from benben.core.game import Game
from benben.core.text import texts
from benben.lab.games import Pairing, Played
from benben.lab.plans import RunPlan

_ = texts(__package__)

MOST = 120  # puzzles in the file of a game
EASY = 0.15  # of them at most are of the easiest grade
DEFAULT = Standard()


@dataclass
class Mining(RunPlan):
    """Games until enough puzzles are found. In each game bots of all levels but the best meet, without time limits."""

    name = "puzzles"
    EFFORT: ClassVar[dict[str, str]] = {
        "search": "iterations for the best move",
        "deeper": "times as many, at which it must still be the best",
        "worlds": "in which moves are compared",
        "ahead": "iterations for what follows a move in a world",
        "again": "iterations when the two best are compared in other worlds",
        "margin": "the least difference of the two best, in chances",
        "runs": "of each level",
        "positions": "of each tree in such a run, at most",
    }

    players: int = 2
    length: int = 1_000  # games at most
    wanted: int = 150
    each: int = 12  # decisions of each game
    search: int = DEFAULT.effort.search
    deeper: int = DEFAULT.deeper
    worlds: int = DEFAULT.effort.worlds
    ahead: int = DEFAULT.effort.ahead
    again: int = DEFAULT.effort.again
    margin: float = DEFAULT.margin
    runs: int = DEFAULT.effort.runs
    positions: int = DEFAULT.effort.run
    found: list[Puzzle] = field(default_factory=list, init=False)
    played: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self.contest.declared.advice is None:
            raise BadOptions(_("{game} has no bots.", game=self.contest.declared.title))

    @property
    def bots(self) -> tuple[str, ...]:
        return names_of_levels(self.contest.declared, self.players)

    @property
    def games(self) -> int:
        return self.length

    @property
    def standard(self) -> Standard:
        effort = Effort(self.search, self.worlds, self.ahead, self.again, self.runs, self.positions, self.positions)
        return Standard(effort, self.deeper, self.margin)

    def upcoming(self) -> Iterator[Pairing]:
        if len(self.found) >= self.wanted:
            return
        for number in range(self.played, self.length):
            chance = random.Random(f"{self.contest.seed} {number} bots")
            seats = tuple(chance.choice(self.bots) for _seat in range(self.players))
            yield Pairing(number, number, seats, each=self.each, puzzles=self.standard)

    def add(self, played: Played) -> None:
        self.played += 1
        known = {puzzle.id for puzzle in self.found}
        new = {puzzle.id: puzzle for puzzle in map(Puzzle.from_text, played.puzzles)}
        self.found += [puzzle for name, puzzle in new.items() if name not in known]

    def summary(self) -> str:
        grades = Counter(puzzle.grade for puzzle in self.found)
        lines = [f"  {level.name:<10} {grades[level.name]:5}" for level in levels_of(self.contest.declared)]
        return "\n".join([f"{len(self.found)} puzzles in {self.played} games, by grade:", *lines])

    def command(self, games: int) -> str:
        """That makes a run with these settings and this number of games."""
        contest = self.contest
        effort = " ".join(f"--{name} {getattr(self, name)}" for name in self.EFFORT)
        options = "".join(f" --option {name}={value}" for name, value in contest.options.items())
        return (
            f"benben lab puzzles {contest.game} --players {self.players} --games {games} "
            f"--wanted {self.wanted} --each {self.each} {effort}{options} --seed {contest.seed}"
        )


def names_of_levels(game: Game, players: int) -> tuple[str, ...]:
    """The levels below the best, as names of bots without a limit in seconds: they play the same on every machine."""
    names = []
    for level in levels_of(game)[:-1]:
        if not level.effort:
            names.append(f"greedy:{level.noise}")
        elif game.open and players == 2:
            names.append(f"duel:{level.effort}i")
        else:
            names.append(f"search:{TREES * level.effort}i")
    return tuple(names)


def collection(plan: Mining, most: int) -> Collection:
    """The puzzles of a run for a game: of each grade in turn, in the order in which they were found, those first whose
    move solves the fewest so far; few easy ones."""
    game = plan.contest.declared
    grades = [level.name for level in levels_of(game)]
    queues = {grade: [puzzle for puzzle in plan.found if puzzle.grade == grade] for grade in grades}
    easy = round(EASY * most)
    queues[grades[0]] = queues[grades[0]][:easy]
    chosen: list[Puzzle] = []
    solving: Counter[str] = Counter()
    while len(chosen) < most and any(queues.values()):
        for queue in queues.values():
            if queue and len(chosen) < most:
                rarest = min(queue, key=lambda puzzle: solving[puzzle.move])
                queue.remove(rarest)
                chosen.append(rarest)
                solving[rarest.move] += 1
    chosen.sort(key=lambda puzzle: grades.index(puzzle.grade))  # stable
    about = {
        "game": game.name, "rules": game.version, "box": game.box,
        "made": plan.command(plan.played), "errors": SURE,
        "grades": dict(Counter(puzzle.grade for puzzle in chosen)),
    }  # fmt: skip
    return Collection(about, tuple(chosen))
