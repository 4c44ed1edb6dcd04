"""Previews of moves."""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.drawing.panels import Zone, label, rect
from benben.core.game import Look
from benben.core.svg import group, pen, tag
from benben.games.pyramidis.box.components import NEXT
from benben.games.pyramidis.picture.last_move import LastMove, sowing
from benben.games.pyramidis.picture.layout import Plan, plan
from benben.games.pyramidis.picture.pieces import pyramid
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words.narration import trace


def ghost(s: Board, move: int, look: Look) -> str:
    """Preview of a move: each piece where it would land, numbered in order, and an arch over each jumped tower."""
    around, ink = plan(s, look), pen(look)
    steps, before = trace(s, move), int(origin(s, move))
    heights = {step.field: s.height[step.field] for step in steps}
    parts = sowing(LastMove(before, steps), around)
    landed = 0
    for step in steps:
        parts += [_arch(around.fields[field]) for field in _jumped(s, before, step.field)]
        before = step.field
        x, y = around.foot(step.field)
        for piece in step.pieces:
            landed += 1
            level = 0 if step.home else heights[step.field]
            rise = level * around.step(step.field, level + 1)
            parts.append(pyramid(x, y - rise, piece, True, around.piece, ink))
            heights[step.field] += 0 if step.home else 1
        parts.append(_order(landed, len(step.pieces), around.fields[step.field], around))
    return group(parts, class_="ghost")


def _jumped(s: Board, start: int, end: int) -> list[int]:
    """The towers jumped between two stops (PDS-9)."""
    fields, field = [], int(NEXT[s.turn, start])
    while field != end:
        if s.towers >> field & 1:
            fields.append(field)
        field = int(NEXT[s.turn, field])
    return fields


@remembered
def _arch(zone: Zone) -> str:
    """An arch over a tower, from one side of its field to the other."""
    top = zone.y - zone.high * 0.6
    start = f"M{zone.x - 4:.1f} {zone.y + 16:.1f}"
    return tag(
        "path", d=f"{start}Q{zone.middle[0]:.1f} {top:.1f} {zone.right + 4:.1f} {zone.y + 16:.1f}", class_="jump"
    )


@remembered
def _order(last: int, count: int, zone: Zone, around: Plan) -> str:
    """A label with the numbers of the pieces that land on a field, in sowing order."""
    said, size = str(last) if count == 1 else f"{last - count + 1}-{last}", max(12.0, around.piece * 0.2)
    room = Zone(zone.x + 3, zone.y + 3, size * (0.9 + 0.6 * len(said)), size * 1.4)
    return rect(room, size * 0.6, class_="way-end") + label(said, room, size, class_="order")
