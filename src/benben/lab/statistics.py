"""Statistics of results: shares of victory with intervals, the sequential test, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt

Z = 1.96  # of a 95 % interval


def wilson(wins: float, games: int, z: float = Z) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate."""
    if games == 0:
        return 0.0, 1.0
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z * sqrt(rate * (1 - rate) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Standing:
    """The results of one bot."""

    name: str
    games: int = 0
    wins: float = 0.0  # a shared win counts as a fraction
    points: int = 0

    @property
    def rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


def table(standings: Iterable[Standing]) -> str:
    """The standings as text, best first."""
    lines = [f"{'bot':16} {'games':>6} {'wins':>8}  {'rate':>6}  {'95 % interval':>17} {'points':>8}"]
    for standing in sorted(standings, key=lambda standing: -standing.rate):
        low, high = standing.interval
        mean = standing.points / max(1, standing.games)
        lines.append(
            f"{standing.name:16} {standing.games:6} {standing.wins:8.1f}  {standing.rate:6.1%}  "
            f"{f'{low:.1%} – {high:.1%}':>17} {mean:8.1f}"
        )
    return "\n".join(lines)


@dataclass
class Mean:
    """A mean with its standard error, added up one number at a time."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        self.n += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """Of one number, unbiased."""
        return max(0.0, (self.squares - self.total * self.mean) / (self.n - 1)) if self.n > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.n) if self.n else 0.0


PRIOR = 2  # groups that the variance begins with, so that it is never zero

HIGHER, LOWER = "higher", "lower"


class SequentialTest:
    """The generalised sequential probability ratio test (GSPRT) of a mean: is it `high` rather than `low`?

    Each number stands for a group of games on one deal with all seatings, so that the luck of the deal is inside the
    group and not between groups. The log-likelihood ratio is that of a normal distribution with the variance observed
    so far (Van den Bergh's approximation). The variance begins with PRIOR groups of `typical` spread: otherwise a bot
    that loses every game would have no variance, and the ratio no value.
    """

    def __init__(self, low: float, high: float, typical: float, error: float = 0.05) -> None:
        assert low < high, "the hypotheses must differ"
        self.low, self.high, self.typical = low, high, typical
        self.bound = log((1 - error) / error)
        self.groups = Mean()

    def add(self, number: float) -> None:
        self.groups.add(number)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of `high` against `low`."""
        groups = self.groups
        deviations = groups.squares - groups.total * groups.mean + PRIOR * self.typical**2
        variance = deviations / (groups.n + PRIOR)
        return groups.n * (self.high - self.low) * (2 * groups.mean - self.low - self.high) / (2 * variance)

    @property
    def verdict(self) -> str | None:
        """HIGHER, LOWER, or None while the evidence does not suffice."""
        if abs(self.ratio) < self.bound:
            return None
        return HIGHER if self.ratio > 0 else LOWER


@dataclass(frozen=True)
class Rating:
    """A bot's strength with its 95 % interval."""

    name: str
    value: float
    spread: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - Z * self.spread, self.value + Z * self.spread


def ratings(names: Sequence[str], results: Iterable[tuple[Sequence[str], Sequence[int]]]) -> list[Rating]:
    """OpenSkill ratings (Plackett–Luce), best first. A result is the bots by seat and their ranks, 0 for the winners.

    A bot that plays several seats of one game is rated by the first of them.
    """
    from benben.core.extras import needs

    with needs("lab"):
        from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = {name: model.rating(name=name) for name in names}
    for bots, ranks in results:
        once = dict(zip(reversed(bots), reversed(ranks), strict=True))
        if len(once) > 1:
            teams = model.rate([[found[name]] for name in once], ranks=[float(rank) for rank in once.values()])
            found |= {name: team[0] for name, team in zip(once, teams, strict=True)}
    rated = [Rating(name, rating.mu, rating.sigma) for name, rating in found.items()]
    return sorted(rated, key=lambda rating: -rating.value)
