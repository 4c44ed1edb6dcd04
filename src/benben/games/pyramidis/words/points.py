"""Where the points of Pyramidis come from."""

from __future__ import annotations

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.rules.score import steps_to_go
from benben.games.pyramidis.rules.state import Board, colour_of
from benben.games.pyramidis.words import _


@remembered_part("stack", "height")
def steps_left(s: Board, colour: int) -> int:
    """As `steps_to_go`, for people."""
    return int(steps_to_go(s, colour))


def tally(s: Board) -> list[Line]:
    lines = []
    for seat in range(s.players):
        colour = colour_of(s, seat)
        message = _(
            "Pyramids home: {home}; steps to go for the others: {steps}.",
            home=s.home[colour],
            steps=steps_left(s, colour),
        )
        lines.append(Line(message, (home_id(colour),), seat, s.home[colour], "PDS-15", _("Pyramids home")))
    return lines
