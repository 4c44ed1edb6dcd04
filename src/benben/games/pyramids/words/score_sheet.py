"""The score sheet of Pyramids: pyramid, obelisk, tomb, glyphs.

Limits come from what the rulebook prints, never from our list of cards: a box with other cards must not be refused.
"""

from __future__ import annotations

from benben.core.score_sheet import Check, Key, Row, ScoreSheet, Section
from benben.games.pyramids.box.components import (
    BONUS,
    BONUS_FROM,
    COLOURS,
    GLYPH_POINTS,
    GLYPHS,
    LETTERS,
    MOST_PLAYERS,
    OBELISK_POINTS,
    ROUNDS,
    TOMB_MAJORITY,
)
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import COLOUR_NAMES

MOST_STONES = 3  # on a card (PYR-1)
GROUPS = tuple(f"group-{letter}" for letter in LETTERS)
TOMBS = tuple(f"tomb-{letter}" for letter in LETTERS)
SWATCHES = ("blue", "white", "red", "green", "yellow")  # by colour
TEN_CARDS = _("Ten cards with at most three stones each.")

_pyramid = Section(
    "pyramid",
    _("Pyramid"),
    (
        *(
            Row(
                GROUPS[colour],
                COLOUR_NAMES[colour],
                "PYR-19",
                ROUNDS * MOST_STONES,
                TEN_CARDS,
                limit_rule="PYR-1",
                swatch=SWATCHES[colour],
            )
            for colour in range(COLOURS)
        ),
        Row("largest", _("Largest group again"), "PYR-20", value=("max", *GROUPS)),
        Row(
            "bonus",
            _("Bonus: all colours"),
            "PYR-21",
            value=("times", BONUS, ("all", *(("at-least", group, BONUS_FROM) for group in GROUPS))),
        ),
    ),
    total=_("Points of the pyramid"),
    needs=COLOURS,
    rule="PYR-19",
    help=_("The stones in the largest group of each colour. A tall stone is one stone."),
)

_obelisk = Section(
    "obelisk",
    _("Obelisk"),
    (
        Row(
            "levels",
            _("Levels with the best colour"),
            "PYR-22",
            ROUNDS,
            _("In ten rounds you lay at most ten cards there."),
            points=("table", tuple(int(OBELISK_POINTS[k]) for k in range(ROUNDS + 1)), "levels"),
            limit_rule="PYR-11",
        ),
    ),
    help=_("The cards that show the colour found on most of them."),
)

_tomb = Section(
    "tomb",
    _("Tomb"),
    tuple(
        Row(
            TOMBS[colour],
            COLOUR_NAMES[colour],
            "PYR-23",
            ROUNDS * MOST_STONES,
            TEN_CARDS,
            points=("times", TOMB_MAJORITY, ("alone", TOMBS[colour])),
            limit_rule="PYR-1",
            swatch=SWATCHES[colour],
        )
        for colour in range(COLOURS)
    ),
    total=_("Points of the tomb"),
    help=_("The stones of each colour in your tomb. The only one with the most gets 5 points."),
)

_glyphs = Section(
    "glyphs",
    _("Glyphs"),
    tuple(
        Row(
            f"glyph-{edifice}",
            title,
            "PYR-24",
            ROUNDS,
            _("An edifice has at most ten cards, and a card has one glyph."),
            points=("times", GLYPH_POINTS, f"glyph-{edifice}"),
        )
        for edifice, title in zip(GLYPHS, (_("in the pyramid"), _("in the obelisk"), _("in the tomb")), strict=True)
    ),
    total=_("Points of the glyphs"),
    help=_("Glyphs in the edifice that they show."),
)

SHEETS = (
    ScoreSheet(
        "standard",
        players=tuple(range(2, MOST_PLAYERS + 1)),
        sections=(_pyramid, _obelisk, _tomb, _glyphs),
        keys=(Key(None, _("most points"), "PYR-25"),),
        checks=(
            Check(("at-most", ("sum", *GROUPS), ROUNDS * MOST_STONES), TEN_CARDS, "PYR-1"),
            Check(("at-most", ("sum", *TOMBS), ROUNDS * MOST_STONES), TEN_CARDS, "PYR-1"),
        ),
    ),
)
