"""Why a move of Pyramidis is illegal, or a table impossible."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.errors import Reason
from benben.core.text import Message
from benben.games.pyramidis.box.components import FIELDS, MOST_TAKEN, START
from benben.games.pyramidis.rules.moves import MOVE_STACK, origin
from benben.games.pyramidis.rules.state import Board, piece_at
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES


def why(s: Board, move: int) -> Reason:
    field = origin(s, move)
    name = FIELDS[field]
    if s.height[field] == 0:
        return Reason("pyramidis.empty", "PDS-6", _("There is no pyramid on {field}.", field=name), (name,))
    owner = piece_at(s.stack[field], s.height[field] - 1)
    if owner != s.turn:
        message = _(
            "{owner} owns the top pyramid on {field}: only {owner} moves this stack.", owner=NAMES[owner], field=name
        )
        return Reason("pyramidis.not-yours", "PDS-6", message, (name,))
    if move in MOVE_STACK:
        message = _(
            "From your start field you take 1 to 5 pyramids. Add the number, for example {field}:1.", field=name
        )
        return Reason("pyramidis.how-many", "PDS-7", message, (name,))
    message = _("There are only {height} pyramids on {field}.", height=s.height[field], field=name)
    return Reason("pyramidis.too-many", "PDS-7", message, (name,))


def not_a_part(s: Board, field: int) -> Reason:
    """Why no part of the stack on this field, which is not the own start field, can be taken."""
    if s.height[field] == 0 or piece_at(s.stack[field], s.height[field] - 1) != s.turn:
        return why(s, field)
    message = _(
        "Only on your own start field, {start}, can you take a part of the stack; elsewhere you move the whole stack.",
        start=FIELDS[START[s.turn]],
    )
    return Reason("pyramidis.whole-stack", "PDS-7", message, (FIELDS[field],))


def one_to_five(field: int) -> Reason:
    return Reason(
        "pyramidis.one-to-five",
        "PDS-7",
        _("From the start field you take 1 to {most} pyramids.", most=MOST_TAKEN),
        (FIELDS[field],),
    )


def forbids(players: int, options: Mapping[str, str]) -> Message | None:
    """Why a table cannot be set up with these options."""
    if int(options["first"]) > players:
        return _("With {players} players, the option “first” must be a number from 1 to {players}.", players=players)
    if players == 4 and options["colours"] != "red-yellow":
        return _("The option “colours” is only for two players; four players use all colours.")
    return None
