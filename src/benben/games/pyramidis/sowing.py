"""Drawing moves of Pyramidis: the path of the last move, the preview of a move, the touch paths."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_of

from benben.core.errors import MalformedMove
from benben.core.game import Look
from benben.core.svg import group, points, tag, text
from benben.core.text import texts
from benben.games.pyramidis.art import CELL, STEP, corner, foot, middle, pyramid
from benben.games.pyramidis.components import FIELDS, INDEX, MOST_TAKEN, NEXT, START, TOWER
from benben.games.pyramidis.notation import Step, home_id, trace
from benben.games.pyramidis.rules import origin, piece_at
from benben.games.pyramidis.state import Board

_ = texts(__package__)


def path(s: Board, move: int) -> tuple[str, ...]:
    """The stack; on the own start field, then the number to take."""
    field = FIELDS[origin(s, move)]
    return (field,) if move < len(FIELDS) else (field, f"take-{move - len(FIELDS) + 1}")


def aim(s: Board, path: tuple[str, ...]) -> int:
    match path:
        case (field,) if field in INDEX:
            return INDEX[field]
        case (field, take) if field == FIELDS[START[s.turn]] and take in _TAKES:
            return len(FIELDS) + _TAKES.index(take)
    raise MalformedMove(_("Touch a stack. On your start field, then touch the number to take."))


_TAKES = [f"take-{n}" for n in range(1, MOST_TAKEN + 1)]


@dataclass(frozen=True)
class LastMove:
    """The last move: its origin, its stops, and the old element id of each moved piece by its new id."""

    origin: int = -1
    steps: tuple[Step, ...] = ()
    came_from: dict[str, str] = field_of(default_factory=dict)


def last_move(look: Look) -> LastMove:
    if not isinstance(look.before, Board) or look.move is None:
        return LastMove()
    steps = trace(look.before, look.move)
    return LastMove(int(origin(look.before, look.move)), steps, _came_from(look.before, look.move, steps))


def _came_from(before: Board, move: int, steps: tuple[Step, ...]) -> dict[str, str]:
    left = origin(before, move)
    taken = before.height[left] if move < len(FIELDS) else move - len(FIELDS) + 1
    hand = [
        (piece_at(before.stack[left], level), f"{FIELDS[left]}-{level + 1}")
        for level in range(before.height[left] - taken, before.height[left])
    ]
    heights, home = list(before.height), list(before.home)
    heights[left] -= taken
    moved = {}
    for step in steps:
        for piece in step.pieces:
            # the lowest of its colour in hand: pieces are sown from the bottom, and those coming home have one colour
            source = next(entry for entry in hand if entry[0] == piece)
            hand.remove(source)
            if step.home:
                home[piece] += 1
                moved[f"{home_id(piece)}-{home[piece]}"] = source[1]
            else:
                heights[step.field] += 1
                moved[f"{FIELDS[step.field]}-{heights[step.field]}"] = source[1]
    return moved


def sowing(move: LastMove) -> list[str]:
    """The path of a move over the board."""
    if not move.steps:
        return []
    frames = [_frame(move.origin, "sown left"), *(_frame(step.field, "sown") for step in move.steps)]
    way = [middle(move.origin), *(middle(step.field) for step in move.steps)]
    end = tag("circle", cx=way[-1][0], cy=way[-1][1], r=9, class_="way-end")
    return [*frames, tag("polyline", points=points(*way), class_="way"), end]


def _frame(field: int, kind: str) -> str:
    x, y = corner(field)
    return tag("rect", x=x + 6, y=y + 6, width=CELL - 12, height=CELL - 12, rx=7, class_=kind)


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
