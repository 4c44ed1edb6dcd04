"""Plans of runs: which games come next, and what the results so far say.

A plan is made from its settings alone. It gets every finished game once, in the order of the numbers, and says from
that which games come next; so a resumed run goes on where it was, and a run on many machines plays the same games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import exp
from typing import ClassVar

from benben.core.errors import BadOptions
from benben.core.text import texts
from benben.lab.games import Contest, Pairing, Played, fill_seats, hashed_number, rotations
from benben.lab.measures import worth_table, worths
from benben.lab.statistics import HIGHER, LOWER, Mean, Rating, SequentialTest, Standing, ratings, table

_ = texts(__package__)

SHARES, MARGINS = "shares", "margins"
TYPICAL_MARGIN = 10.0  # points; the spread of a group's margin that the test begins with


@dataclass
class RunPlan:
    """Base of all plans. The fields that are given are the settings of the run."""

    name: ClassVar[str]

    contest: Contest

    @property
    def bots(self) -> tuple[str, ...]:
        """All bots that take part."""
        raise NotImplementedError

    @property
    def games(self) -> int:
        """The number of games; at most, where the plan can end early."""
        raise NotImplementedError

    def upcoming(self) -> Iterator[Pairing]:
        """The games after those that were added, in order; none when the run is complete."""
        raise NotImplementedError

    def add(self, played: Played) -> None:
        """Take in the result of the next game."""
        raise NotImplementedError

    def summary(self) -> str:
        """The result so far, as text."""
        raise NotImplementedError


@dataclass
class Series(RunPlan):
    """Bots on fixed places round the table; each deal is played in every rotation of the seats."""

    name = "match"

    seats: Sequence[str]
    length: int
    standings: list[Standing] = field(init=False)
    played: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.seats = tuple(self.seats)
        self.standings = [Standing(name) for name in self.seats]

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.seats))

    @property
    def games(self) -> int:
        return self.length

    def upcoming(self) -> Iterator[Pairing]:
        for number in range(self.played, self.length):
            deal, shift = divmod(number, len(self.seats))
            yield Pairing(number, deal, rotations(self.seats)[shift])

    def add(self, played: Played) -> None:
        shift = played.number % len(self.seats)
        for seat in range(len(self.seats)):
            standing = self.standings[(seat + shift) % len(self.seats)]
            standing.games += 1
            standing.points += played.points[seat]
            standing.wins += played.share(seat)
        self.played += 1

    def summary(self) -> str:
        return table(self.standings)


@dataclass
class Comparison(RunPlan):
    """Is bot `first` better than `second`? A sequential test over groups of games.

    In a group `first` sits once on each seat of the same deal, against `second` on all the others. The test decides
    between a mean of at most `low` and one of at least `high`; None stands for an even match, and for five points of a
    hundred (or one point of margin) more.
    """

    name = "test"

    first: str
    second: str
    players: int = 2
    on: str = SHARES
    low: float | None = None
    high: float | None = None
    error: float = 0.05
    most: int = 20_000
    test: SequentialTest = field(init=False)
    standing: Standing = field(init=False)
    shares: Mean = field(default_factory=Mean, init=False)  # of groups
    _group: list[float] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        even, step, typical = (1 / self.players, 0.05, 0.35) if self.on == SHARES else (0.0, 1.0, TYPICAL_MARGIN)
        self.low = even if self.low is None else self.low
        self.high = self.low + step if self.high is None else self.high
        if not self.low < self.high or self.on not in (SHARES, MARGINS):
            raise BadOptions(_("The test needs a lower and a higher bound, on shares or margins."))
        self.test = SequentialTest(self.low, self.high, typical, self.error)
        self.standing = Standing(self.first)

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.first, self.second)

    @property
    def games(self) -> int:
        return self.most - self.most % self.players

    def upcoming(self) -> Iterator[Pairing]:
        if self.test.verdict is not None and not self._group:
            return
        for number in range(self.standing.games, self.games):
            deal, seat = divmod(number, self.players)
            bots = [self.second] * self.players
            bots[seat] = self.first
            yield Pairing(number, deal, tuple(bots))

    def add(self, played: Played) -> None:
        seat = played.number % self.players
        self.standing.games += 1
        self.standing.wins += played.share(seat)
        self.standing.points += played.points[seat]
        self._group.append(played.share(seat) if self.on == SHARES else played.margin(seat))
        if len(self._group) == self.players:
            self.test.add(sum(self._group) / self.players)
            self._group.clear()

    def summary(self) -> str:
        """The verdict, what was seen, what was tested, and why it ended."""
        groups, is_full = self.test.groups, self.standing.games >= self.games
        others = f"{self.players - 1} × {self.second}" if self.players > 2 else self.second
        verdicts = {HIGHER: "is better than", LOWER: "is not better than", None: "is not decided against"}
        half, games = self._value(1.96 * groups.error), self.standing.games
        ends = "as many games as allowed" if is_full else "no decision yet"
        end = f"the evidence reached its bound of ±{self.test.bound:.2f}" if self.test.verdict else ends
        return (
            f"{self.first} {verdicts[self.test.verdict]} {others}: {self._value(groups.mean)} ± {half} "
            f"({self.on}, {games} games on {groups.n} deals, seats swapped). "
            f"Sequential test of at least {self._value(self.high)} against at most {self._value(self.low)}, "
            f"errors {self.error:.0%}: evidence {self.test.ratio:+.2f}; {end}."
        )

    def _value(self, number: float | None) -> str:
        assert number is not None
        return f"{number:.1%}" if self.on == SHARES else f"{number:.1f} points"


ROUND_ROBIN, SWISS = "round-robin", "swiss"


@dataclass
class Tournament(RunPlan):
    """All bots against all others, or in rounds against those with a similar score (Swiss).

    A pairing is played in every rotation of the seats, on the same deal. In a Swiss tournament `rounds` counts the
    rounds; in a round robin it counts how often each group meets.
    """

    name = "tournament"

    entrants: Sequence[str]
    players: int = 2
    system: str = ROUND_ROBIN
    rounds: int = 10
    standings: dict[str, Standing] = field(init=False)
    results: list[tuple[tuple[str, ...], tuple[int, ...]]] = field(default_factory=list, init=False)
    _met: dict[frozenset[str], int] = field(default_factory=dict, init=False)
    _block: list[Pairing] = field(default_factory=list, init=False)  # games of the current round that are left
    _round: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.entrants = tuple(dict.fromkeys(self.entrants))
        if not 2 <= self.players <= len(self.entrants) or self.system not in (ROUND_ROBIN, SWISS):
            raise BadOptions(_("A tournament needs at least as many different bots as seats."))
        self.standings = {name: Standing(name) for name in self.entrants}
        self._block = self._next_round()

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(self.entrants)

    @property
    def games(self) -> int:
        return self.rounds * len(self._groups()) * self.players

    def upcoming(self) -> Iterator[Pairing]:
        """The rest of the current round: the next one depends on its results."""
        return iter(tuple(self._block))

    def add(self, played: Played) -> None:
        best = max(played.points)
        for seat, name in enumerate(played.bots):
            standing = self.standings[name]
            standing.games += 1
            standing.wins += played.share(seat)
            standing.points += played.points[seat]
        order = sorted(set(played.points), reverse=True) if best else [0]
        ranks = tuple(
            0 if seat in played.winners else 1 + order.index(points) for seat, points in enumerate(played.points)
        )
        self.results.append((played.bots, ranks))
        del self._block[0]
        if not self._block:
            self._block = self._next_round()

    def _next_round(self) -> list[Pairing]:
        if self._round == self.rounds:
            return []
        number = len(self.results)
        block: list[Pairing] = []
        for group in self._groups():
            self._met[frozenset(group)] = self._met.get(frozenset(group), 0) + 1
            deal = number + len(block)
            block += [Pairing(deal + shift, deal, bots) for shift, bots in enumerate(rotations(group))]
        self._round += 1
        return block

    def _groups(self) -> list[tuple[str, ...]]:
        """The pairings of a round. Swiss: neighbours in the standings that have met least; a rest has a bye."""
        if self.system == ROUND_ROBIN:
            return list(combinations(self.entrants, self.players))
        left = sorted(self.entrants, key=lambda name: -self.standings[name].rate)
        groups = []
        while len(left) >= self.players:
            near = combinations(left[1 : 2 * self.players], self.players - 1)
            group = min(((left[0], *others) for others in near), key=lambda names: self._met.get(frozenset(names), 0))
            groups.append(group)
            left = [name for name in left if name not in group]
        return groups

    def ratings(self) -> list[Rating]:
        return ratings(self.bots, self.results)

    def summary(self) -> str:
        lines = [table(self.standings.values()), "", f"{'bot':16} {'rating':>7}  {'95 % interval':>15}"]
        for rating in self.ratings():
            low, high = rating.interval
            lines.append(f"{rating.name:16} {rating.value:7.1f}  {f'{low:.1f} – {high:.1f}':>15}")
        return "\n".join(lines)


@dataclass
class Simulation(RunPlan):
    """Games of one bot against itself, with each of these numbers of players in turn: how does the game play?"""

    name = "simulate"

    bot: str
    tables: Sequence[int] = (2,)
    length: int = 1_000
    played: list[Played] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.tables = tuple(self.tables)
        for players in self.tables:
            self.contest.declared.check_options(players, self.contest.options)

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot,)

    @property
    def games(self) -> int:
        return self.length

    def upcoming(self) -> Iterator[Pairing]:
        for number in range(len(self.played), self.length):
            deal, table = divmod(number, len(self.tables))
            yield Pairing(number, deal, fill_seats([self.bot], self.tables[table]))

    def add(self, played: Played) -> None:
        self.played.append(played)

    def summary(self) -> str:
        won = "solved" if set(self.tables) == {1} else "first seat wins"
        lines = [f"{'players':>7} {'games':>7} {'moves':>13} {'points':>13} {won:>22}"]
        for players in self.tables:
            moves, points, first = Mean(), Mean(), Standing("first")
            for played in self.played:
                if len(played.bots) == players:
                    moves.add(len(played.moves))
                    first.games += 1
                    first.wins += played.share(0)
                    for each in played.points:
                        points.add(each)
            low, high = first.interval
            lines.append(
                f"{players:7} {first.games:7} {f'{moves.mean:.1f} ± {moves.error:.1f}':>13} "
                f"{f'{points.mean:.1f} ± {points.error:.1f}':>13} {f'{first.rate:.1%} ({low:.1%} – {high:.1%})':>22}"
            )
        return "\n".join(lines)


@dataclass
class Tuning(RunPlan):
    """Better values for named constants, by SPSA: each step plays two nearby settings against each other.

    A constant is a setting of the search (`exploration`, `widening`, `horizon`) or a number of the game's advice
    (`advice.evaluation.NEAR`). All change in proportion to their present value, so their units do not matter. A number
    of the advice is compiled in: each step then waits for the compiler.
    """

    name = "tune"

    bot: str
    constants: dict[str, float]  # with the values to begin with
    steps: int = 50
    deals: int = 4  # in a step; each is played with both seatings
    reach: float = 0.2  # how far the settings of the first step are from the present one
    rate: float = 0.3  # how much the first steps change
    logs: list[list[float]] = field(default_factory=list, init=False)  # after each step: logarithm of value / beginning
    _shares: list[float] = field(default_factory=list, init=False)  # of the first setting, in this step

    def __post_init__(self) -> None:
        if not self.constants or not all(self.constants.values()):
            raise BadOptions(_("Tuning needs constants that are not zero."))
        self.logs.append([0.0] * len(self.constants))

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.named(self.values()),)

    @property
    def games(self) -> int:
        return 2 * self.steps * self.deals

    def values(self) -> dict[str, float]:
        """The constants as they are now."""
        now = self.logs[-1]
        return {name: value * exp(log) for (name, value), log in zip(self.constants.items(), now, strict=True)}

    def named(self, values: dict[str, float]) -> str:
        """The bot with these values."""
        searching = "".join(f":{name}={value:.6g}" for name, value in values.items() if "." not in name)
        advised = ",".join(f"{name}={value:.6g}" for name, value in values.items() if "." in name)
        return f"{self.bot}{searching}{'@' if advised else ''}{advised}"

    def _signs(self) -> list[int]:
        """The direction of this step for each constant, at random."""
        step = len(self.logs)
        return [1 if hashed_number(self.contest.seed, step, place) & 1 else -1 for place in range(len(self.constants))]

    def _width(self) -> float:
        return float(self.reach / len(self.logs) ** 0.101)  # the exponents that Spall recommends

    def upcoming(self) -> Iterator[Pairing]:
        done = len(self.logs) - 1
        if done == self.steps:
            return
        up, down = (
            self.named({
                name: value * exp(side * sign * self._width())
                for (name, value), sign in zip(self.values().items(), self._signs(), strict=True)
            })
            for side in (1, -1)
        )  # fmt: skip
        for place in range(len(self._shares), 2 * self.deals):
            number = 2 * self.deals * done + place
            yield Pairing(number, number // 2, (up, down) if place % 2 == 0 else (down, up))

    def add(self, played: Played) -> None:
        self._shares.append(played.share(len(self._shares) % 2))
        if len(self._shares) == 2 * self.deals:
            ahead = 2 * sum(self._shares) / len(self._shares) - 1
            step = self.rate * ahead / (1 + len(self.logs) / 10) ** 0.602
            self.logs.append([log + step * sign for log, sign in zip(self.logs[-1], self._signs(), strict=True)])
            self._shares.clear()

    def summary(self) -> str:
        lines = [f"{'constant':40} {'before':>10} {'now':>10}   after {len(self.logs) - 1} steps"]
        for name, value in self.values().items():
            lines.append(f"{name:40} {self.constants[name]:10.4g} {value:10.4g}")
        new, old = self.named(self.values()), self.named(self.constants)
        return "\n".join([*lines, "", f"Is it better? benben lab test {self.contest.game} {new} {old}"])


@dataclass
class SelfPlay(Simulation):
    """Games of one bot against itself, for learning: with random moves in between, and with what the bot said."""

    name = "self-play"

    errors: float = 0.1

    def upcoming(self) -> Iterator[Pairing]:
        return (replace(pairing, errors=self.errors) for pairing in super().upcoming())


@dataclass
class Balance(Simulation):
    """The same games, and what is worth how much in them: by the rows of the score pad and the measures of the game."""

    name = "balance"

    def summary(self) -> str:
        parts = [super().summary()]
        for players in self.tables:
            games = [played for played in self.played if len(played.bots) == players]
            for title, rows in worths(self.contest, games).items():
                parts.append(f"{players} player{'s' * (players > 1)}. {title}\n{worth_table(rows)}")
        return "\n\n".join(parts)
