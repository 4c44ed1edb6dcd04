"""The pictures on the rules page."""

from __future__ import annotations

from benben.core.drawing.panels import Zone
from benben.core.drawing.rule_pictures import RulePicture, Zones, sampled
from benben.core.game import TALL_SIZE, Look
from benben.games.pyramido.box.components import QUARTERS
from benben.games.pyramido.picture.layout import frame, plan
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _


def _quarry(s: Board, look: Look) -> list[Zone]:
    return [plan(s, look).quarry]


def _pyramid(border: float) -> Zones:
    """The own pyramid with the cells around it, as many as `border`."""

    def zones(s: Board, look: Look) -> list[Zone]:
        x, y, unit = frame(s, look.seat, plan(s, look).sites[look.seat], look.seat)
        rows, columns = s.rows[look.seat] + 2 * border, s.columns[look.seat] + 2 * border
        return [Zone(x - border * unit, y - border * unit, columns * unit, rows * unit)]

    return zones


def _quarters(*blocks: str) -> tuple[str, ...]:
    return tuple(f"{block}-{quarter}" for block in blocks for quarter in QUARTERS)


RULE_PICTURES = (
    RulePicture(
        "PDO-3",
        _("Four stacks behind, three places in front of them. You take from the places."),
        sampled(4),
        _quarry,
        size=TALL_SIZE,
        zoom=1.4,
    ),
    RulePicture(
        "PDO-5",
        _("The layer may still grow where cells are drawn. The new domino shares an edge with the first one."),
        sampled(11),
        _pyramid(1),
        ghost="3 c4-c5",
    ),
    RulePicture(
        "PDO-6",
        _("The second layer lies half a block further in: each of its blocks rests on four blocks."),
        sampled(67),
        _pyramid(0.2),
        ghost="3 a1-b1",
    ),
    RulePicture(
        "PDO-8",
        _("The new domino is red above and aqua below. Here the red block gets its marker."),
        sampled(12),
        _pyramid(0.6),
        ghost="mark c4",
    ),
    RulePicture(
        "PDO-9",
        _("Your new domino was red on d2. A green card lies there now: one more jewel for the green blocks beside it."),
        sampled(46),
        _pyramid(0.2),
        lit=("card-0-3",),
    ),
    RulePicture(
        "PDO-10",
        _("Place 3 is empty. Its new domino comes from stack 3 or 4, the two behind it."),
        sampled(7),
        _quarry,
        lit=("stack-3", "stack-4"),
        size=TALL_SIZE,
        zoom=1.4,
    ),
    RulePicture(
        "PDO-14",
        _("Four green blocks with the green marker are one area. It has five jewels: 5 points."),
        sampled(58),
        _pyramid(0.2),
        lit=(*_quarters("domino-81-left", "domino-79-left", "domino-25-left", "card-0-3"), "marker-0-green"),
    ),
)
