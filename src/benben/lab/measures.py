"""The worth of things: how often seats that did or reached something have won, and with how many points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from benben.core.position import Position
from benben.lab.games import Contest, Played, replayed
from benben.lab.statistics import Mean


@dataclass
class Worth:
    """The result for all seats that did it at least once in a match."""

    shares: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)


Worths = dict[str, Worth]


def worths(contest: Contest, games: Iterable[Played]) -> dict[str, Worths]:
    """By title of a measure, and by what was measured. Each game is played through once more."""
    found: dict[str, Worths] = {}
    for played in games:
        end = replayed(contest, played)
        for title, rows in (("Points of winners and others, by row of the score pad", _rows(end)), *_measured(end)):
            worth = found.setdefault(title, defaultdict(Worth))
            for seat, thing, points in rows:
                worth[thing].shares.add(played.share(seat))
                worth[thing].points.add(points)
    return {title: dict(sorted(rows.items())) for title, rows in found.items() if rows}


def _measured(end: Position) -> Iterator[tuple[str, list[tuple[int, str, float]]]]:
    states = [position._plain for position in end.line()]
    for measure in end.game.face.measures:
        things = sorted({(seat, str(thing)) for seat, thing in measure.observe(states)})
        yield str(measure.title), [(seat, thing, end.score[seat]) for seat, thing in things]


def _rows(end: Position) -> list[tuple[int, str, float]]:
    """The points of each seat in each row of the score pad, winners and others apart."""
    points: dict[tuple[int, str], float] = defaultdict(float)
    for line in end.tally():
        if line.seat >= 0 and line.points is not None and line.row is not None:
            points[line.seat, str(line.row)] += line.points
    rows = {row for _seat, row in points}
    return [
        (seat, f"{row}, {'winners' if seat in end.winners else 'others'}", points[seat, row])
        for seat in range(end.players)
        for row in sorted(rows)
    ]


def worth_table(rows: Worths) -> str:
    lines = [f"  {'':44} {'seats':>7} {'win':>16} {'points':>14}"]
    for thing, worth in rows.items():
        share, points = worth.shares, worth.points
        lines.append(
            f"  {thing:44} {share.n:7} {f'{share.mean:.1%} ± {share.error:.1%}':>16} "
            f"{f'{points.mean:.1f} ± {points.error:.1f}':>14}"
        )
    return "\n".join(lines)
