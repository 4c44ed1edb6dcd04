"""What players ask about Terra Pyramides: which foundations and colours to build on, and when to finish a pyramid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benben.core.game import Measure
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import SITES
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES


def _pyramids(s: Board) -> Iterator[tuple[int, int]]:
    """The owner and the site of each pyramid."""
    for site in range(len(SITES)):
        if s.level[site] and s.owner[site]:
            yield s.owner[site] - 1, site


def _foundations(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    end = states[-1]
    for seat, site in _pyramids(end):
        yield seat, _("a pyramid on a foundation of {n}", n=end.foundation[site])


def _levels(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    end = states[-1]
    for seat, site in _pyramids(end):
        yield seat, _("{colour} pyramid of level {n}", colour=COLOUR_NAMES[end.colour[site]], n=end.level[site])


MEASURES = (
    Measure("foundations", _("Value of the foundation"), _foundations),
    Measure("levels", _("Pyramids by colour and level"), _levels),
)
