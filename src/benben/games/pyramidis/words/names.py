"""The names of colours and seats."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.text import Message
from benben.games.pyramidis.words import _

NAMES = (_("Red"), _("Green"), _("Yellow"), _("Blue"))


def seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    """The display name of each seat: its colour."""
    if players == 4:
        return NAMES
    return NAMES[0::2] if options["colours"] == "red-yellow" else NAMES[1::2]
