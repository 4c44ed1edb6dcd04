"""The pictures on the rules page."""

from __future__ import annotations

from benben.core.drawing.panels import Zone
from benben.core.drawing.rule_pictures import RulePicture, Zones, sampled
from benben.core.game import Look
from benben.games.terra_pyramides.picture.layout import CELL, OWN_WIDE, in_panel, middle, plan
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _


def _fields(*names: str) -> Zones:
    """Fields and sites of the map."""

    def zones(s: Board, look: Look) -> list[Zone]:
        around = plan(s, look)
        side, corners = CELL * around.scale, [middle(name) for name in names]
        return [Zone(*around.on_map(x - CELL / 2, y - CELL / 2), side, side) for x, y in corners]

    return zones


def _map(s: Board, look: Look) -> list[Zone]:
    return [plan(s, look).map]


def _own_board(s: Board, look: Look) -> list[Zone]:
    return [in_panel(plan(s, look), look.seat, Zone(0, 0, OWN_WIDE.wide, OWN_WIDE.high))]


def _own_board_and_tray(s: Board, look: Look) -> list[Zone]:
    return [*_own_board(s, look), plan(s, look).tray[0]]


RULE_PICTURES = (
    RulePicture(
        "TER-1",
        _("The board after setting up: dashed squares are building sites, palms are oases."),
        sampled(0),
        _map,
        margin=22,
    ),
    RulePicture(
        "TER-7",
        _("The stairs of the new tile lead to the empty site below it: it gets a foundation."),
        sampled(53),
        _fields("f1", "j4"),
        ghost="lay h2",
        zoom=1.5,
    ),
    RulePicture(
        "TER-8",
        _("Four rows lead through the new tile. The rising one brings the most: gold, two stones and two workers."),
        sampled(46),
        _fields("c5", "j10"),
        ghost="row rising",
        seat=1,
        zoom=1.3,
    ),
    RulePicture(
        "TER-11",
        _(
            "The upper worker moves diagonally onto the first site in its way. "
            "Two workers of yours stand there already."
        ),
        sampled(47),
        _fields("d4", "i8"),
        ghost="h6-g5",
        seat=1,
        zoom=1.4,
    ),
    RulePicture(
        "TER-15",
        _("Three workers stand on this pyramid. It rises to the second level and is worth 10; one worker stays."),
        sampled(35),
        _fields("d5", "h8"),
        ghost="build f7",
        seat=1,
        zoom=1.5,
    ),
    RulePicture(
        "TER-20",
        _("Nine stones are two too many: you exchange two for a white one, and again two for a white one."),
        sampled(108),
        _own_board,
        seat=1,
    ),
    RulePicture(
        "TER-21",
        _("You have searched a stack. Only you see its tiles, and you take one of them."),
        sampled(5),
        _own_board_and_tray,
        seat=1,
    ),
    RulePicture(
        "TER-23",
        _("The end of a match. Turquoise has pyramids of 60, 35 and 10 and foundations of 3, 2, 2 and 1: 113 points."),
        sampled(212),
        _map,
        lit=("e4", "d6", "h3", "g10", "f2", "b5", "j4"),
        margin=22,
    ),
)
