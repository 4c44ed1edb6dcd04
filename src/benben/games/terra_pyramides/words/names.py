"""Names of colours, seats, boards and tiles."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.cache import remembered
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import EYE, STONE, UNKNOWN, WORKER
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _

COLOUR_NAMES = (_("white"), _("blue"), _("grey"), _("red"), _("green"), _("yellow"), _("purple"))

SEAT_NAMES = (
    _("Turquoise"),
    _("Brown"),
    _("Black"),
    _("Rose"),
)  # our names: player colours must differ from stone colours


def board_name(s: Board, who: int) -> Message:
    return _("Together") if s.task else SEAT_NAMES[who]


def seat_name(s: Board, seat: int) -> Message:
    return _("Builder {n}", n=seat + 1) if s.task else SEAT_NAMES[seat]


@remembered
def tile_words(tile: int) -> Message:
    """A tile's symbols in words."""
    if tile == UNKNOWN:
        return _("a hidden tile")
    colour = COLOUR_NAMES[tile & STONE]
    if tile & STONE and tile & WORKER:
        return _("{colour} stone and worker", colour=colour)
    if tile & STONE and tile & EYE:
        return _("{colour} stone and eye", colour=colour)
    if tile & STONE:
        return _("{colour} stone", colour=colour)
    if tile & WORKER and tile & EYE:
        return _("worker and eye")
    return _("worker") if tile & WORKER else _("eye")


def seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    if options["mode"] == "competitive":
        return SEAT_NAMES[:players]
    return tuple(_("Builder {n}", n=seat + 1) for seat in range(players))
