"""Terra Pyramides, base version (Wolfgang Kramer and Michael Kiesling, 2023): lay a tile, activate a row, build.

2-4 players in competition, or 1-4 together on one of three tasks. Tiles in hand and stacks are hidden.
"""

from __future__ import annotations

from benben.core.game import Option
from benben.core.kit.rooms import game_in
from benben.games.terra_pyramides.box.components import BOX_NAME
from benben.games.terra_pyramides.words import _

MODES = ("competitive", "task-1", "task-2", "task-3")

GAME = game_in(
    __name__,
    title="Terra Pyramides",
    summary=_("Lay tiles, activate rows and build pyramids. In competition, or together on a task."),
    minutes=60,
    weight=3,
    version=2,
    players=(1, 2, 3, 4),  # one player: tasks only
    options=(
        Option(
            "mode",
            _("Mode"),
            _("In competition, or together: four pyramids of 60; more than 275 points; pyramids of 35 in six colours."),
            MODES,
            (_("competition"), _("together: task 1"), _("together: task 2"), _("together: task 3")),
        ),
        Option(
            "symbols",
            _("Symbols"),
            _("A tile must go on the half of the board that belongs to its stack, or you pay 1 gold."),
        ),
        Option("open_stacks", _("Open stacks"), _("Four of the eight stacks are face up.")),
    ),
    together=lambda players, options: options["mode"] != MODES[0],
    box=BOX_NAME,
)
