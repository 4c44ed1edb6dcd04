"""What a move will do, said to the player before it is made."""

from __future__ import annotations

from benben.core.text import Message
from benben.games.pyramidis.box.components import FIELDS
from benben.games.pyramidis.rules.moves import origin
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.narration import trace


def intent(s: Board, move: int) -> Message:
    steps = trace(s, move)
    fields = ", ".join(FIELDS[step.field] for step in steps)
    if move < len(FIELDS):
        return _("Move the stack on {field}: {fields}.", field=FIELDS[origin(s, move)], fields=fields)
    return _("Take {n} from the start field: {fields}.", n=move - len(FIELDS) + 1, fields=fields)
