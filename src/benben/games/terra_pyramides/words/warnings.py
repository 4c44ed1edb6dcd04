"""What is lost by a legal move, said to its player before it is made."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benben.core.game import Line
from benben.games.terra_pyramides.box.components import FIELDS, SITES
from benben.games.terra_pyramides.rules import moves
from benben.games.terra_pyramides.rules.legal import legal
from benben.games.terra_pyramides.rules.state import FINISH, Board
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.prompts import can_build


def warn(s: Board, move: int) -> Line | None:
    family, fields = moves.FAMILIES.decode(move)
    return _WARNINGS[family](s, *fields) if family in _WARNINGS else None


def destroys(s: Board, move: int) -> bool:
    """TER-14: a worker leaves its building site."""
    return move in moves.BACK


def _taken_back(s: Board, site: int) -> Line:
    message = _("A worker leaves {site} and goes back to your supply.", site=SITES[site])
    return Line(message, (SITES[site],), s.turn, rule="TER-14")


def _sent_back(s: Board, field: int) -> Line | None:
    """The worker could go to a building site instead."""
    room = np.empty(moves.MOST_LEGAL, np.int64)
    for move in room[: legal(s, room)].tolist():
        family, fields = moves.FAMILIES.decode(move)
        if family is moves.MOVE and fields[0] == field:
            message = _("This worker could still move to {site}.", site=SITES[fields[1]])
            return Line(message, (FIELDS[field],), s.turn, rule="TER-11")
    return None


def _turn_ends(s: Board, *_stack: int) -> Line | None:
    """TER-15: although something can be built."""
    site = can_build(s) if s.phase == FINISH else None
    if site is None:
        return None
    return Line(_("You can still build on {site}.", site=site), (site,), s.turn, rule="TER-15")


_WARNINGS: dict[object, Callable[..., Line | None]] = {
    moves.BACK: _taken_back,
    moves.RETURN: _sent_back,
    moves.DRAW: _turn_ends,
    moves.LOOK: _turn_ends,
    moves.END: _turn_ends,
}
