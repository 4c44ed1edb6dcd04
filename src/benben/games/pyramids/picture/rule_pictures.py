"""The pictures on the rules page."""

from __future__ import annotations

from benben.core.drawing.panels import Zone
from benben.core.drawing.rule_pictures import RulePicture, Zones, sampled
from benben.core.game import TALL_SIZE, Look
from benben.games.pyramids.picture.boxes import Box
from benben.games.pyramids.picture.layout import layout
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _


def _draft(s: Necropolis, look: Look) -> list[Zone]:
    around = layout(s, look)
    return [*around.tiles, *around.pairs]


def _own(s: Necropolis, look: Look) -> Box:
    return layout(s, look).boxes[look.seat]


def _hand(s: Necropolis, look: Look) -> list[Zone]:
    return [_own(s, look).hand]


def _pyramid(levels: int) -> Zones:
    """The lowest levels of the own pyramid."""

    def zones(s: Necropolis, look: Look) -> list[Zone]:
        box = _own(s, look)
        zone, high = box.pyramid, 2 * box.cell * levels
        return [Zone(zone.x, zone.foot - high, zone.wide, high)]

    return zones


def _obelisk(s: Necropolis, look: Look) -> list[Zone]:
    return [_own(s, look).obelisk]


def _tomb(s: Necropolis, look: Look) -> list[Zone]:
    return [_own(s, look).tomb]


RULE_PICTURES = (
    RulePicture(
        "PYR-2",
        _("A card with three stones, and two cards with two tall stones and a glyph."),
        sampled(11),
        _hand,
    ),
    RulePicture(
        "PYR-9",
        _("Memphis has taken Anubis and acts first. Horus is out of this round. Below the gods lie the two pairs."),
        sampled(1),
        _draft,
        size=TALL_SIZE,
        zoom=1.4,
    ),
    RulePicture(
        "PYR-15",
        _("The base has three cards. It may grow at both ends, or a card begins the second level on two of them."),
        sampled(28),
        _pyramid(2),
        ghost="a 2.1",
    ),
    RulePicture(
        "PYR-16",
        _("The new card rests on halves of two cards: so its stones touch the stones of both."),
        sampled(33),
        _pyramid(2),
        ghost="c 2.2",
    ),
    RulePicture("PYR-17", _("The obelisk grows by one card."), sampled(73), _obelisk, ghost="obelisk a"),
    RulePicture(
        "PYR-18",
        _("Your own tomb, as only you see it. The others see six backs."),
        sampled(58),
        _tomb,
    ),
    RulePicture(
        "PYR-19",
        _("The largest white group has five stones: 5 points, and 5 more because it is the largest of all."),
        sampled(74),
        _pyramid(4),
        lit=("stone-61-2", "stone-94-1", "stone-94-2", "stone-21-1", "stone-68-1"),
    ),
    RulePicture(
        "PYR-22",
        _("Yellow is on all four cards: 10 points. White, on three of them, gives nothing."),
        sampled(74),
        _obelisk,
        lit=("stone-22-1", "stone-80-2", "stone-17-3", "stone-90-1"),
    ),
)
