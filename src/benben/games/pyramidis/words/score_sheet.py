"""The score sheet of Pyramidis: pyramids at home, and who has won a match of a series."""

from __future__ import annotations

from benben.core.score_sheet import Check, Key, Row, ScoreSheet, Section
from benben.games.pyramidis.box.components import COLOURS, HOME_TO_WIN, PIECES, STEPS
from benben.games.pyramidis.rules.moves import FIELDS
from benben.games.pyramidis.words import _

FARTHEST = max(int(STEPS[colour, field]) for colour in range(COLOURS) for field in range(FIELDS))

SHEETS = (
    ScoreSheet(
        "standard",
        players=(2, 4),
        sections=(
            Section(
                "match",
                _("The match"),
                (
                    Row(
                        "home",
                        _("Pyramids home"),
                        "PDS-15",
                        PIECES,
                        _("Each player has eight pyramids."),
                        limit_rule="PDS-5",
                    ),
                    Row("won", _("Won at once"), "PDS-16", tick=True, single=True, points=0),
                    Row(
                        "steps",
                        _("Steps to go"),
                        "PDS-17",
                        PIECES * FARTHEST,
                        _("A pyramid is never more than {n} fields from its goal.", n=FARTHEST),
                        points=0,
                    ),
                ),
                needs=1,
                rule="PDS-15",
                help=_(
                    "Five at home win. Tick “won at once” after a blockade, or if two players have five: the first. "
                    "Steps to go break a tie at the limit of moves."
                ),
            ),
        ),
        keys=(
            Key(("sum", "won"), _("won at once"), "PDS-16"),
            Key(None, _("most pyramids home"), "PDS-15"),
            Key("steps", _("fewest steps to go"), "PDS-17", fewest=True),
        ),
        checks=(
            Check(
                (
                    "at-most",
                    ("everyone", ("at-least", "home", HOME_TO_WIN)),
                    ("sum", 1, ("times", COLOURS, ("everyone", "won"))),
                ),
                _("The first with five at home has won. If one sowing brought two players there, tick first who won."),
                "PDS-15",
            ),
        ),
        first=_("Who began?"),
        next_first="PDS-5",
    ),
)
