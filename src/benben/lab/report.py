"""A run as one self-contained web page. It holds nothing but what follows from the games: no times, no machine."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from html import escape
from itertools import islice
from math import exp
from pathlib import Path
from typing import Any

from benben.core.position import Position
from benben.lab import plots
from benben.lab.calibration import Calibration, Judgements, tenths
from benben.lab.games import Played, replayed
from benben.lab.learning import Learning
from benben.lab.plans import SHARES, Comparison, RunPlan, Series, Simulation, Tournament, Tuning
from benben.lab.run import Run, settings_of
from benben.lab.statistics import SequentialTest, Standing, Z, wilson

SAMPLE = 200  # games that are played through again for what is not stored: choices, touched places

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #2b2115; background: #f7f0e4 }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
h1, h2 {{ font-family: Georgia, serif }}
pre, figure {{ background: #fff9ec; border: 1px solid #d9c9a5; border-radius: 8px; margin: 1rem 0; padding: 1rem }}
pre {{ overflow-x: auto; font-size: 13px }}
figure > svg {{ width: 100%; height: auto }}
figcaption {{ color: #6b5a3c; font-size: 14px; padding: 0 .5rem }}
</style>
<h1>{title}</h1>
<p><strong>{verdict}</strong></p>
{body}
<h2>Settings</h2>
<pre>{settings}</pre>
<p>Every game has a number and can be replayed: <code>benben lab replay RUN NUMBER</code>.</p>
</html>
"""


def write_report(run: Run, file: Path) -> None:
    """Write the page of a run."""
    plan, games = run.plan, list(run.games())
    first, _newline, _rest = plan.summary().partition("\n")
    verdict, table = (first, "") if isinstance(plan, Comparison) else (f"{len(games)} games", plan.summary())
    title = f"{plan.contest.declared.title}: {plan.name}"
    file.write_text(_page(title, verdict, table, _figures(plan, games), settings_of(plan)), "utf-8")


def write_learning_report(learning: Learning, file: Path) -> None:
    """Write the page of a learning: the losses of each fit, and what the tests said."""
    rounds = learning.rounds()
    figures = [
        (
            plots.curve([made.unfitted, *(unseen for _learned, unseen in made.losses)], made.name, "passes"),
            "Cross-entropy on the games that were not learned from. The pass with the least loss was taken.",
        )
        for made in rounds
    ]
    title, settings = f"{learning.settings.contest.declared.title}: learn", asdict(learning.settings)
    file.write_text(_page(title, f"Rounds: {len(rounds)}", learning.summary(), figures, settings), "utf-8")


def _page(title: str, verdict: str, table: str, figures: list[tuple[str, str]], settings: dict[str, Any]) -> str:
    drawn = "\n".join(f"<figure>{svg}<figcaption>{escape(said)}</figcaption></figure>" for svg, said in figures)
    body = (f"<pre>{escape(table)}</pre>\n" if table else "") + drawn
    given = escape(json.dumps(settings, indent=1))
    return PAGE.format(title=escape(title), verdict=escape(verdict), body=body, settings=given)


def _figures(plan: RunPlan, games: list[Played]) -> list[tuple[str, str]]:
    if not games:
        return []
    if isinstance(plan, Comparison):
        return _of_test(plan, games)
    if isinstance(plan, Tournament):
        rated = {rating.name: (rating.value, *rating.interval) for rating in plan.ratings()}
        return [(plots.intervals(rated, "Ratings", "OpenSkill", None), "Plackett–Luce, 95 % intervals.")]
    if isinstance(plan, Series):
        return [_shares(plan.standings, 1 / len(plan.seats))]
    if isinstance(plan, Calibration):
        return _of_calibration(plan)
    if isinstance(plan, Tuning):
        return [
            (
                plots.curve([exp(step[place]) for step in plan.logs], name, "steps"),
                "Relative to its value at the start.",
            )
            for place, name in enumerate(plan.constants)
        ]
    assert isinstance(plan, Simulation)
    return _of_simulation(plan, games)


def _of_calibration(plan: Calibration) -> list[tuple[str, str]]:
    found = []
    for title, said in plan.variants().items():
        rows = [(row.said, row.had, Z * row.error) for row in tenths(Judgements.of(plan.played, said))]
        text = "By tenths of the chance of the seat to act; 95 % intervals, positions of one game counted together."
        found.append((plots.reliability(rows, f"{plan.judge}, {title}"), text))
    return found


def _shares(standings: list[Standing], even: float) -> tuple[str, str]:
    rows = {
        f"{standing.name} ({place})": (standing.rate, *standing.interval) for place, standing in enumerate(standings, 1)
    }
    return plots.intervals(
        rows, "Share of victories", "share", even
    ), "95 % intervals (Wilson); the line is an even match."


def _of_test(plan: Comparison, games: list[Played]) -> list[tuple[str, str]]:
    """The test once more, group by group."""
    assert plan.low is not None
    assert plan.high is not None
    test = SequentialTest(plan.low, plan.high, plan.test.typical, plan.error)
    ratios, means, band = [], [], []
    for first in range(0, len(games) - plan.players + 1, plan.players):
        group = games[first : first + plan.players]
        worth = [each.share(seat) if plan.on == SHARES else each.margin(seat) for seat, each in enumerate(group)]
        test.add(sum(worth) / plan.players)
        half = 1.96 * test.groups.error
        ratios.append(test.ratio)
        means.append(test.groups.mean)
        band.append((test.groups.mean - half, test.groups.mean + half))
    bounds = (-test.bound, test.bound)
    return [
        (
            plots.curve(ratios, "Evidence (log-likelihood ratio)", "deals", bounds=bounds),
            "The test ends at a dashed line.",
        ),
        (
            plots.curve(means, f"Mean of {plan.first}", "deals", band=band, bounds=(plan.low, plan.high)),
            f"{plan.on.capitalize()} with the 95 % interval; dashed: the two hypotheses.",
        ),
    ]


def _of_simulation(plan: Simulation, games: list[Played]) -> list[tuple[str, str]]:
    found = []
    for players in plan.tables:
        some = [played for played in games if len(played.bots) == players]
        if not some:
            continue
        said = f"{players} players, {len(some)} games of {plan.bot}."
        found += [
            (plots.histogram([len(played.moves) for played in some], "Length", "moves"), said),
            (
                plots.histogram([points for played in some for points in played.points], "Points", "points of a seat"),
                said,
            ),
            _seats(some, players),
            *_played_again(plan, some),
        ]
    return found


def _seats(games: list[Played], players: int) -> tuple[str, str]:
    rows = {}
    for seat in range(players):
        wins = sum(played.share(seat) for played in games)
        rows[f"seat {seat + 1}"] = (wins / len(games), *wilson(wins, len(games)))
    return plots.intervals(rows, "Who begins?", "share of victories", 1 / players), "By seat; the line is an even game."


def _played_again(plan: Simulation, games: list[Played]) -> list[tuple[str, str]]:
    """Choices by turn, and where hands go on the board: from the first games, played through once more."""
    choices: dict[int, list[int]] = {}
    touched: Counter[str] = Counter()
    last: Position | None = None
    for played in islice(games, SAMPLE):
        last = replayed(plan.contest, played)
        for before, after in zip(last.line()[:-1], last.line()[1:], strict=True):
            choices.setdefault(len(before.line()) - 1, []).append(len(before.legal_moves))
            if after.last_move is not None:
                touched.update(set(before.path(after.last_move)))
    assert last is not None
    branching = [sum(counts) / len(counts) for _ply, counts in sorted(choices.items())]
    few = f"Of the first {min(SAMPLE, len(games))} games."
    return [
        (plots.curve(branching, "Choices", "move of the match"), f"Legal moves, mean. {few}"),
        (heat_map(last, touched), f"Where moves are made: the paler, the rarer. {few}"),
    ]


def heat_map(position: Position, counts: Counter[str]) -> str:
    """The game's own picture; what is touched rarely fades."""
    prefix = f"heat-{position.players}-"  # a page has a picture for each number of players, and ids are of the page
    most = max(counts.values())
    rules = [
        f"#{prefix}{name} {{ opacity: {0.15 + 0.85 * count / most:.2f} }}" for name, count in sorted(counts.items())
    ]
    svg = position.view(None).svg(prefix=prefix, wide=True)
    return svg.replace("</svg>", f"<style>{' '.join(rules)}</style></svg>", 1)
