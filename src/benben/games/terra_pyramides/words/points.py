"""Where the points of Terra Pyramides come from (TER-23, TER-24)."""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.terra_pyramides.box.components import COLOURS, POINTS, SITES, STONE_KINDS
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
        cells = tuple(f"stone-{who + 1}-{COLOURS[kind]}" for kind in range(STONE_KINDS) if s.stone[who, kind])
        lines.append(Line(_("Stones: {n}.", n=held), cells, seat, held, "TER-24"))
    if s.gold[who]:
        lines.append(Line(_("Gold: {n}.", n=s.gold[who]), (f"gold-{who + 1}",), seat, s.gold[who], "TER-24"))
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
            yield Line(message, (name,), seat, POINTS[level], "TER-23")
        else:
            yield Line(_("Foundation on {site}.", site=name), (name,), seat, s.foundation[site], "TER-23")
