"""The last move in the picture: its path over the board, and where each piece came from."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_of

from benben.core.cache import remembered
from benben.core.drawing.panels import rect
from benben.core.game import Look
from benben.core.svg import group, points, tag
from benben.games.pyramidis.box.components import FIELDS
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.picture.layout import Plan
from benben.games.pyramidis.rules.moves import origin, taken_by
from benben.games.pyramidis.rules.state import Board, piece_at
from benben.games.pyramidis.words.narration import SowingStop, trace


@dataclass(frozen=True)
class LastMove:
    """The last move: its origin, its stops, and the old element id of each moved piece by its new id."""

    origin: int = -1
    steps: tuple[SowingStop, ...] = ()
    came_from: dict[str, str] = field_of(default_factory=dict)


def last_move(look: Look) -> LastMove:
    if not isinstance(look.before, Board) or look.move is None:
        return LastMove()
    steps = trace(look.before, look.move)
    return LastMove(int(origin(look.before, look.move)), steps, _came_from(look.before, look.move, steps))


def _came_from(before: Board, move: int, steps: tuple[SowingStop, ...]) -> dict[str, str]:
    left, taken = taken_by(before, move)
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


def sowing(move: LastMove, around: Plan) -> list[str]:
    """The path of a move over the board."""
    if not move.steps:
        return []
    frames = [_frame(move.origin, "sown left", around), *(_frame(step.field, "sown", around) for step in move.steps)]
    way = [around.middle(move.origin), *(around.middle(step.field) for step in move.steps)]
    end = tag("circle", cx=way[-1][0], cy=way[-1][1], r=around.piece * 0.09, class_="way-end")
    return [group([*frames, tag("polyline", points=points(*way), class_="way"), end], pointer_events="none")]


@remembered
def _frame(field: int, kind: str, around: Plan) -> str:
    zone = around.fields[field]
    return rect(zone.inner(min(zone.wide, zone.high) * 0.05), 7, class_=kind)
