"""Touch paths: the stack; on the own start field, then the number to take."""

from __future__ import annotations

from benben.core.kit.touch import Touch
from benben.games.pyramidis.box.components import FIELDS, START
from benben.games.pyramidis.rules.legal import legal
from benben.games.pyramidis.rules.moves import FAMILIES, MOVE_STACK, TAKE
from benben.games.pyramidis.words import _

TOUCH = Touch(
    FAMILIES,
    legal,
    {
        MOVE_STACK: lambda s, field: (FIELDS[field],),
        TAKE: lambda s, taken: (FIELDS[START[s.turn]], f"take-{taken}"),
    },
    hint=_("Touch a stack. On your start field, then touch the number to take."),
    direct={TAKE: lambda s, taken: f"take-{taken}"},
)
path, aim, direct = TOUCH.path, TOUCH.aim, TOUCH.direct
