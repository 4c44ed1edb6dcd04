"""What is dangerous about a legal move, said to its player before it is made."""

from __future__ import annotations

import numpy as np

from benben.core.game import Line
from benben.core.kit.events import events_of
from benben.games.pyramidis.box.components import FIELDS
from benben.games.pyramidis.rules.legal import is_over, legal
from benben.games.pyramidis.rules.moves import MOST_LEGAL, origin
from benben.games.pyramidis.rules.play import play
from benben.games.pyramidis.rules.state import NO_COLOUR, Board, seat_of
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES


def warn(s: Board, move: int) -> Line | None:
    """PDS-15, PDS-16: the next player could win at once."""
    after = events_of(play, s, move)[1]
    if is_over(after) or after.turn == s.turn:
        return None
    room = np.empty(MOST_LEGAL, np.int64)
    for reply in room[: legal(after, room)].tolist():
        end = events_of(play, after, reply)[1]
        if end.winner not in (NO_COLOUR, s.turn):
            message = _("After this, {colour} could win at once.", colour=NAMES[after.turn])
            return Line(message, (FIELDS[origin(after, reply)],), seat_of(s, s.turn), rule="PDS-15")
    return None
