"""What players ask about Pyramidis: how many pyramids to send off at first, and how far the loser gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benben.core.game import Measure
from benben.core.text import Message
from benben.games.pyramidis.box.components import START
from benben.games.pyramidis.rules.state import Board, colour_of
from benben.games.pyramidis.words import _


def _first_moves(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    """How many pyramids leave the start field in a seat's first move from it."""
    begin = states[0]
    for seat in range(begin.players):
        start = START[colour_of(begin, seat)]
        left = next((begin.height[start] - s.height[start] for s in states if s.height[start] < begin.height[start]), 0)
        yield seat, _("{n} pyramids at first", n=left)


def _home(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    end = states[-1]
    for seat in range(end.players):
        yield seat, _("{n} pyramids at home", n=end.home[colour_of(end, seat)])


MEASURES = (
    Measure("first moves", _("Pyramids in the first move"), _first_moves),
    Measure("home", _("Pyramids at home in the end"), _home),
)
