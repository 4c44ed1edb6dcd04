"""The cards by kind, to count one's own."""

from __future__ import annotations

from itertools import product

from benben.core.drawing.materials import at
from benben.core.kit.box_sheet import BoxSheet, Counted, Group
from benben.core.svg import Pen, group
from benben.games.pyramids.box.components import BOX, GLYPHS, LETTERS, PIECES, card_of
from benben.games.pyramids.picture.cards import printed, symbols
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import COLOUR_NAMES, EDIFICES, card_in_words

HALF = 46.0


def _draw(kind: str, look: Pen) -> str:
    return group([printed(card_of(kind), HALF, look)], transform=at(-HALF, -HALF))


def _groups() -> tuple[Group, ...]:
    small = ["".join(pair) for pair in product(LETTERS, repeat=2)]
    three = [
        Group(title.fill(colour=COLOUR_NAMES[colour]), tuple(form.format(LETTERS[colour], pair) for pair in small))
        for colour in range(len(LETTERS))
        for title, form in (
            (_("Three stones, tall one on the left: {colour}"), "{0} {1}"),
            (_("Three stones, tall one on the right: {colour}"), "{1} {0}"),
        )
    ]
    tall = [" ".join(pair) for pair in small]
    two = [
        Group(_("Two stones, {glyph}", glyph=EDIFICES[number]), tuple(f"{pair} {glyph}" for pair in tall))
        for number, glyph in enumerate(GLYPHS)
    ]
    return (*three, *two, Group(_("Two stones, no glyph"), tuple(tall)))


SHEET = BoxSheet(
    (Counted(PIECES, _("Cards"), _groups(), lambda kind: card_in_words(card_of(kind)), _draw),),
    _(
        "Sort your cards: those with three stones by the side and colour of the tall stone, those with two stones by "
        "their glyph. Then open a heap and touch each card as often as you have it."
    ),
    BOX,
    symbols,
)
