"""What players ask about Pyramido: which colours win, and what the markers are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benben.core.game import Measure
from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, NOTHING, STAGES
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES


def _colours(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    """The blocks of each colour in a finished pyramid."""
    end = states[-1]
    for seat in range(end.players):
        blocks = Counter(int(COLOUR_OF[block]) for block in end.block[seat] if block != NOTHING)
        for colour, count in blocks.items():
            yield seat, _("blocks in {colour}: {n}", colour=NAMES[colour], n=f"{count:2}")


def _markers(states: Sequence[Board]) -> Iterator[tuple[int, Message]]:
    end = states[-1]
    for seat in range(end.players):
        placed = sum(cell > 0 for stage in range(STAGES) for cell in end.mark[seat][stage])
        yield seat, _("{n} markers placed", n=f"{placed:2}")


MEASURES = (
    Measure("colours", _("Colours of the blocks"), _colours),
    Measure("markers", _("Markers in all stages"), _markers),
)
