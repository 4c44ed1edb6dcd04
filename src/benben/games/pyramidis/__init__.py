"""Pyramidis (Roland Siegers, 1991): a race of stacks for 2 or 4 players, without chance and hidden information."""

from __future__ import annotations

from benben.core.game import Option
from benben.core.kit.rooms import game_in
from benben.games.pyramidis.words import _

GAME = game_in(
    __name__,
    title="Pyramidis",
    summary=_("Move your stacks round the cross. The first to bring five pyramids home wins."),
    minutes=30,
    weight=1,
    version=1,
    players=(2, 4),
    options=(
        Option(
            "colours",
            _("Colours"),
            _("Two players: red and yellow play from the sides, green and blue from top and bottom."),
            ("red-yellow", "green-blue"),
            (_("red and yellow"), _("green and blue")),
        ),
        Option(
            "first", _("First to move"), _("The seat that begins. Change it from match to match."), ("1", "2", "3", "4")
        ),
        Option(
            "blockade", _("Blockade"), _("You win at once if you cover the only stack that an opponent still controls.")
        ),
    ),
)
