"""Previews of moves."""

from __future__ import annotations

from benben.core.game import Look
from benben.core.svg import group, tag, text
from benben.games.pyramidis.box.components import NEXT, TOWER
from benben.games.pyramidis.picture.last_move import LastMove, sowing
from benben.games.pyramidis.picture.layout import CELL, corner, foot
from benben.games.pyramidis.picture.pieces import STEP, pyramid
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words.narration import trace


def ghost(s: Board, move: int, look: Look) -> str:
    """Preview of a move: each piece where it would land, numbered in order, and an arch over each jumped tower."""
    steps, before = trace(s, move), int(origin(s, move))
    heights = {step.field: s.height[step.field] for step in steps}
    parts = sowing(LastMove(before, steps))
    landed = 0
    for step in steps:
        parts += [_arch(field) for field in _jumped(s, before, step.field)]
        before = step.field
        x, y = foot(step.field)
        for piece in step.pieces:
            landed += 1
            level = 0 if step.home else min(heights[step.field], TOWER)
            parts.append(pyramid(x, y - level * STEP, piece, whole=True))
            heights[step.field] += 0 if step.home else 1
        parts += _order(landed, len(step.pieces), step.field)
    return group(parts, class_="ghost")


def _jumped(s: Board, start: int, end: int) -> list[int]:
    """The towers jumped between two stops (PDS-9)."""
    fields, field = [], int(NEXT[s.turn, start])
    while field != end:
        if s.towers >> field & 1:
            fields.append(field)
        field = int(NEXT[s.turn, field])
    return fields


def _arch(field: int) -> str:
    """An arch over a tower, from one side of its field to the other."""
    x, y = corner(field)
    return tag("path", d=f"M{x - 4} {y + 16} Q{x + CELL / 2} {y - 60} {x + CELL + 4} {y + 16}", class_="jump")


def _order(last: int, count: int, field: int) -> list[str]:
    """A label with the numbers of the pieces that land on a field, in sowing order."""
    x, y = corner(field)
    said = str(last) if count == 1 else f"{last - count + 1}-{last}"
    wide = 18.0 + 14 * len(said)
    return [
        tag("rect", x=x + 4, y=y + 4, width=wide, height=32, rx=12, class_="way-end"),
        text(said, x + 4 + wide / 2, y + 29, class_="order", text_anchor="middle"),
    ]
