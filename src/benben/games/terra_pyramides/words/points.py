"""Where the points of Terra Pyramides come from (TER-23, TER-24)."""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.terra_pyramides.box.components import POINTS, SITES
from benben.games.terra_pyramides.picture.element_ids import gold_id, stone_id
from benben.games.terra_pyramides.rules.state import Board, stones
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES
from benben.games.terra_pyramides.words.text_board import boards, task_line


def tally(s: Board) -> list[Line]:
    """Each seat's points; in a task every seat has the team's points, and a line shows the progress."""
    lines = [Line(task_line(s), ("task",), rule=f"TER-{28 + s.task}")] if s.task else []
    for seat in range(s.players):
        who = boards(s)[0] if s.task else seat
        lines += _tally_of(s, who, seat)
    return lines


@remembered_part("foundation", "level", "colour", "owner", rows=("stone", "gold"))
def _tally_of(s: Board, who: int, seat: int) -> list[Line]:
    lines = list(_tally_places(s, who, seat))
    held = stones(s, who)
    if held:
        cells = tuple(stone_id(who, kind) for kind, count in enumerate(s.stone[who]) if count)
        lines.append(Line(_("Stones: {n}.", n=held), cells, seat, held, "TER-24", _("Stones")))
    if s.gold[who]:
        message = _("Gold: {n}.", n=s.gold[who])
        lines.append(Line(message, (gold_id(who),), seat, s.gold[who], "TER-24", _("Gold")))
    return lines


def _tally_places(s: Board, who: int, seat: int) -> Iterator[Line]:
    for site, name in enumerate(SITES):
        if s.owner[site] != who + 1:
            continue
        level = s.level[site]
        if level:
            message = _(
                "Pyramid on {site}, {colour}, level {level}.",
                site=name,
                colour=COLOUR_NAMES[s.colour[site]],
                level=level,
            )
            yield Line(message, (name,), seat, POINTS[level], "TER-23", _("Pyramids"))
        else:
            message = _("Foundation on {site}.", site=name)
            yield Line(message, (name,), seat, s.foundation[site], "TER-23", _("Foundations"))
