"""Where the points of Pyramido come from: the marked areas of each stage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.core.kit.grid import take_area
from benben.games.pyramido.box.components import COLOURS, STAGES, TURNS
from benben.games.pyramido.picture.element_ids import elements_seen, marker_id, seen_quarters, sheet_id
from benben.games.pyramido.rules.layers import layer
from benben.games.pyramido.rules.score import VIEW, WIDE, look_down, quarter_at
from benben.games.pyramido.rules.state import OVER, Board, has_lost
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, SEATS


@dataclass(frozen=True)
class Area:
    """A marked area."""

    colour: int
    quarters: tuple[int, ...]
    jewels: int


@remembered_part(rows=("block", "mark"))
def areas(s: Board, seat: int, stage: int) -> tuple[Area, ...]:
    """What the markers of a stage marked, on the layers up to it; of the stage being built as far as it is."""
    view, jewels, found = np.zeros((3, VIEW), np.int64)
    look_down(s, seat, stage + 1, view, jewels)
    marked = []
    for colour in range(COLOURS):
        cell = s.mark[seat, stage, colour] - 1
        if cell >= 0:
            area = found[: take_area(view, quarter_at(stage, cell), WIDE, found)]
            marked.append(Area(colour, tuple(area.tolist()), int(jewels[area].sum())))
    return tuple(marked)


def area_elements(s: Board, seat: int, stage: int, area: Area) -> tuple[str, ...]:
    """The quarters of an area that can still be seen, and its marker."""
    then, now = seen_quarters(s, seat, stage + 1), elements_seen(s, seat)
    return (*(then[quarter] for quarter in area.quarters if then[quarter] in now), marker_id(seat, area.colour))


def is_scored(s: Board, seat: int, stage: int) -> bool:
    """A seat that has lost gets no points for its unfinished layer."""
    return stage < s.stage and sum(1 for _cell in layer(s, seat, stage)) == 2 * TURNS[stage]


def stage_lines(s: Board, seat: int, stage: int) -> list[Line]:
    """Each marked area of a stage, and the Minos bonus, with their points."""
    marked = areas(s, seat, stage)
    lines = [
        Line(
            _(
                "Stage {stage}, {colour}: jewels {jewels}, quarters {quarters}.",
                stage=stage + 1,
                colour=NAMES[area.colour],
                jewels=area.jewels,
                quarters=len(area.quarters),
            ),
            area_elements(s, seat, stage, area),
            seat,
            area.jewels,
            "PDO-14",
            _("Stage {stage}", stage=stage + 1),
        )
        for area in marked
    ]
    if marked:
        least = min(marked, key=lambda area: area.jewels)
        message = _("Stage {stage}, Minos bonus: {colour} counts twice.", stage=stage + 1, colour=NAMES[least.colour])
        lines.append(
            Line(message, area_elements(s, seat, stage, least), seat, least.jewels, "PDO-15", _("Minos bonuses"))
        )
    return lines


def tally(s: Board) -> list[Line]:
    """By stage; for the current stage, the areas of its markers without points."""
    over = s.phase == OVER
    return [line for seat in range(s.players) for line in _tally_of(s, seat, over)]


@remembered_part("stage", "lost", rows=("block", "mark", "points"))
def _tally_of(s: Board, seat: int, over: bool) -> list[Line]:
    lines = []
    for stage in range(STAGES):
        if not is_scored(s, seat, stage):
            continue
        message = _("Stage {stage}: {points} points.", stage=stage + 1, points=s.points[seat, stage])
        lines.append(Line(message, (sheet_id(seat, stage),), seat, None, "PDO-14"))
        lines += stage_lines(s, seat, stage)
    if has_lost(s, seat):
        lines.append(Line(_("{seat} has lost.", seat=SEATS[seat]), (), seat, None, "PDO-12"))
    elif not over:
        lines += [Line(line.message, line.cells, seat, None, line.rule) for line in stage_lines(s, seat, s.stage)]
    return lines
