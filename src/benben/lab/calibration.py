"""Are the chances that a bot says those that come true? Positions of self-play, judged, against how the games ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.bots.calibration import DECIDED, FILE, ChanceMap, bent, log_odds
from benben.bots.levels import calibration_of, kind_of, named
from benben.core.errors import BadOptions
from benben.core.text import texts
from benben.lab.games import Judged, Pairing, Played, fill_seats
from benben.lab.plans import RunPlan
from benben.lab.statistics import Mean

_ = texts(__package__)

Numbers = NDArray[np.float64]
TENTHS = 10
STEPS = 40  # of Newton's method at most
LEAST_SLOPE = -0.9  # of a map: with -1, different chances would become the same
OTHERS, LIFT = -2, -1  # the last terms of the fit, after the slopes
SHRINK = 0.1  # evidence against large weights, in games: the positions of a game are one observation
DIGITS = 4


@dataclass
class Calibration(RunPlan):
    """Games of one bot against itself; a judge says the chances at `each` positions of every game (0: at all)."""

    name = "calibrate"

    bot: str
    judge: str
    players: int = 2
    length: int = 1_000
    each: int = 0
    played: list[Played] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        game = self.contest.declared
        if game.together(self.players, game.check_options(self.players, self.contest.options)):
            raise BadOptions(_("Chances are calibrated for matches in which players compete."))

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot, self.judge)

    @property
    def games(self) -> int:
        return self.length

    def upcoming(self) -> Iterator[Pairing]:
        for number in range(len(self.played), self.length):
            yield Pairing(number, number, fill_seats([self.bot], self.players), self.judge, self.each)

    def add(self, played: Played) -> None:
        self.played.append(played)

    def chance_map(self) -> ChanceMap | None:
        """The map that the judge uses today."""
        return calibration_of(self.contest.declared, self.players, named(*self._judge()))

    def _judge(self) -> tuple[Any, int, str]:
        return self.contest.declared, self.players, self.judge

    def variants(self) -> dict[str, Callable[[Judged], tuple[float, ...]]]:
        """The judge's chances before and, if it has one, after calibration."""
        found: dict[str, Callable[[Judged], tuple[float, ...]]] = {"before calibration": lambda judged: judged.chances}
        mapped = self.chance_map()
        if mapped is not None:
            found["calibrated"] = lambda judged: mapped(judged.chances, judged.actor) if judged.chances else ()
        return found

    def summary(self) -> str:
        parts = [f"{self.judge} on games of {self.bot}, {self.players} players."]
        for title, said in self.variants().items():
            judgements = Judgements.of(self.played, said)
            parts.append(f"{title.capitalize()}\n{tenths_table(tenths(judgements))}")
        if not self.each:
            parts.append(str(luck_of(self.played)))
        return "\n\n".join(parts)


@dataclass(frozen=True)
class Judgements:
    """Chances said and shares of victory had, for positions of many games."""

    chances: Numbers  # [position, seat]
    shares: Numbers  # [position, seat]
    actor: NDArray[np.int64]
    game: NDArray[np.int64]  # the place of its game: positions of one game have the same end

    @classmethod
    def of(cls, games: Iterable[Played], said: Callable[[Judged], tuple[float, ...]]) -> Judgements:
        rows = [
            (chances, [played.share(seat) for seat in range(len(played.bots))], judged.actor, place)
            for place, played in enumerate(games)
            for judged in played.judged
            if (chances := said(judged))
        ]
        chances, shares, actor, game = zip(*rows, strict=True) if rows else ((), (), (), ())
        return cls(
            np.array(chances, float), np.array(shares, float), np.array(actor, np.int64), np.array(game, np.int64)
        )

    @property
    def own(self) -> tuple[Numbers, Numbers]:
        """Said and had by the seat to act."""
        rows = np.arange(len(self.actor))
        return self.chances[rows, self.actor], self.shares[rows, self.actor]


@dataclass(frozen=True)
class Tenth:
    """Positions in which the seat to act was given a chance between two tenths."""

    low: float
    count: int
    said: float  # mean
    had: float  # mean
    error: float  # standard error of the difference; positions of one game count as one observation

    @property
    def difference(self) -> float:
        return self.had - self.said


def tenths(judgements: Judgements) -> list[Tenth]:
    """Chances said and victories had, by tenths of the chance said. Empty tenths are left out."""
    if not len(judgements.actor):
        return []
    said, had = judgements.own
    place = np.minimum(TENTHS - 1, (said * TENTHS).astype(np.int64))
    found = []
    for tenth in range(TENTHS):
        chosen = place == tenth
        count = int(chosen.sum())
        if count:
            apart = had[chosen] - said[chosen]
            by_game = np.bincount(judgements.game[chosen], apart - apart.mean())
            error = float(np.sqrt((by_game**2).sum()) / count)
            found.append(Tenth(tenth / TENTHS, count, float(said[chosen].mean()), float(had[chosen].mean()), error))
    return found


def tenths_table(rows: list[Tenth]) -> str:
    lines = [f"  {'chance':>11} {'positions':>9} {'said':>7} {'had':>7} {'difference':>16}"]
    for row in rows:
        between = f"{row.low:.0%} – {row.low + 1 / TENTHS:.0%}"
        apart = f"{row.difference:+.1%} ± {row.error:.1%}"
        lines.append(f"  {between:>11} {row.count:9} {row.said:7.1%} {row.had:7.1%} {apart:>16}")
    return "\n".join(lines)


@dataclass(frozen=True)
class Luck:
    """The change of the chances when something hidden is shown."""

    reveals: int
    change: Mean  # of the chance of the seat that showed it; each number is the sum of one game
    results: Mean  # share of victory of the first seat
    without: Mean  # the same, less its luck: the sum of the changes of its chance over all reveals

    def __str__(self) -> str:
        if not self.reveals:
            return "Nothing hidden was shown."
        games = self.change.n / self.reveals  # sums of games become means of reveals
        ratio = self.without.variance / self.results.variance if self.results.variance else 0.0
        return (
            f"{self.reveals} reveals: mean change of the chance of the seat that reveals "
            f"{self.change.mean * games:+.3%} ± {self.change.error * games:.3%}.\n"
            f"Variance of the results {self.results.variance:.3f}; less the luck of the reveals "
            f"{self.without.variance:.3f}, {ratio:.2f} times as much."
        )


def luck_of(games: Sequence[Played]) -> Luck:
    """The luck of all reveals; the games must have been judged at every position."""
    found = Luck(sum(bool(judged.luck) for played in games for judged in played.judged), Mean(), Mean(), Mean())
    for played in games:
        lucky = [judged for judged in played.judged if judged.luck]
        found.change.add(sum(judged.luck[judged.actor] for judged in lucky))
        found.results.add(played.share(0))
        found.without.add(played.share(0) - sum(judged.luck[0] for judged in lucky))
    return found


def fit(judgements: Judgements) -> dict[str, Any]:
    """The slopes and the lift of the map under which the victories had are likeliest, among monotone ones.

    The likelihood is concave: Newton's method finds its maximum. Slopes below the least one are set to it, and the
    others are fitted again.
    """
    unsure = judgements.chances.max(1) <= 1 - DECIDED
    chances, actor, shares = judgements.chances[unsure], judgements.actor[unsure], judgements.shares[unsure]
    seats = np.arange(chances.shape[1])
    acts = (seats == actor[:, None])[:, :, None]
    rows = np.array([bent(chance) for chance in chances[np.arange(len(actor)), actor]])
    straight = np.array([[log_odds(chance) for chance in row] for row in chances])
    terms = np.concatenate([acts * rows[:, None, :], ~acts * straight[:, :, None], acts], 2)
    offset = np.log(np.maximum(chances, DECIDED))
    shrink = SHRINK * len(actor) / len(np.unique(judgements.game))
    weights, free = np.zeros(terms.shape[2]), np.ones(terms.shape[2], bool)
    free[OTHERS] = len(seats) > 2
    while True:
        fixed = offset + terms[:, :, ~free] @ weights[~free]
        weights[free] = _likeliest(fixed, terms[:, :, free], shares, shrink)
        low = free & (weights < LEAST_SLOPE)
        low[LIFT] = False
        if not low.any():
            break
        weights[low], free[low] = LEAST_SLOPE, False
    *slopes, others, lift = (round(float(weight), DIGITS) for weight in weights)
    return {"slopes": tuple(slopes), "lift": lift, "others": others}


def _likeliest(offset: Numbers, terms: Numbers, shares: Numbers, shrink: float) -> Numbers:
    """Weights of terms [position, seat, term] in a softmax over the seats, drawn towards zero."""
    weights = np.zeros(terms.shape[2])
    for _step in range(STEPS):
        scores = offset + terms @ weights
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        middle = (chances[:, :, None] * terms).sum(1, keepdims=True)
        slope = ((shares - chances * shares.sum(1, keepdims=True))[:, :, None] * terms).sum((0, 1))
        spread = (terms - middle).reshape(-1, len(weights))
        curve = (spread * chances.reshape(-1, 1)).T @ spread + shrink * np.eye(len(weights))
        step = np.linalg.solve(curve, slope - shrink * weights)
        weights += step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def write_map(plan: Calibration, folder: Path) -> Path:
    """Fit a map to the run and put it into the file of the game, in place of one for the same bot and seats."""
    game = plan.contest.declared
    file = folder.joinpath(*FILE)
    maps = json.loads(file.read_text("utf-8"))["maps"] if file.exists() else []
    kind, effort = kind_of(named(*plan._judge()))
    judgements = Judgements.of(plan.played, lambda judged: judged.chances)
    new = {
        "kind": kind, "effort": effort, "players": plan.players, **fit(judgements),
        "made": f"benben lab calibrate {game.name} --bot {plan.bot} --judge {plan.judge} --players {plan.players} "
        f"--games {plan.length} --each {plan.each} --seed {plan.contest.seed}",
        "positions": len(judgements.actor),
    }  # fmt: skip
    key = ("kind", "players", "effort")
    others = [each for each in maps if [each[name] for name in key] != [new[name] for name in key]]
    maps = sorted([*others, new], key=lambda each: [each[name] for name in key])
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = ",\n".join(json.dumps(each) for each in maps)
    file.write_text(f'{{"maps": [\n{rows}\n]}}\n', "utf-8")
    return file
