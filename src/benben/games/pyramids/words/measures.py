"""What players ask about Pyramids: which god to take in which round, and how high an obelisk should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benben.core.game import Measure
from benben.core.text import Message
from benben.games.pyramids.rules.state import PAIR, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES


def _gods(states: Sequence[Necropolis]) -> Iterator[tuple[int, Message]]:
    seen = 0  # rounds whose tiles were counted
    for s in states:
        if s.phase == PAIR and s.round > seen:
            seen = s.round
            for seat in range(s.players):
                yield seat, _("round {n}: {god}", n=f"{s.round:2}", god=GOD_NAMES[s.tile[seat] - 1])


def _obelisks(states: Sequence[Necropolis]) -> Iterator[tuple[int, Message]]:
    end = states[-1]
    for seat in range(end.players):
        yield seat, _("obelisk of {n} cards", n=f"{end.levels[seat]:2}")


MEASURES = (
    Measure("gods", _("God tiles by round"), _gods),
    Measure("obelisks", _("Height of the obelisk"), _obelisks),
)
