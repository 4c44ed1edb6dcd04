"""Breakdown of the points (PYR-19 to PYR-24), with the stones that score."""

from __future__ import annotations

from benben.core.cache import remembered_part
from benben.core.game import Line
from benben.games.pyramids.box.components import (
    BONUS,
    BONUS_FROM,
    CELLS,
    COLOURS,
    DECK,
    GLYPH_POINTS,
    OBELISK,
    OBELISK_POINTS,
    PYRAMID,
    ROW,
    TOMB,
    TOMB_MAJORITY,
)
from benben.games.pyramids.picture.element_ids import glyph_id, stone_id, stone_ids
from benben.games.pyramids.rules import score
from benben.games.pyramids.rules.hands import tomb
from benben.games.pyramids.rules.pyramid_spots import CORNER, PLACES
from benben.games.pyramids.rules.state import NO_CARD, OVER, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import COLOUR_NAMES, EDIFICES, SEATS


def tally(s: Necropolis) -> list[Line]:
    lines = []
    for seat in range(s.players):
        lines += _built(s, seat)
        if s.phase == OVER:
            lines += _glyphs(seat, TOMB, tomb(s, seat))
    return lines + (_tombs(s) if s.phase == OVER else [])


@remembered_part(rows=("pyramid", "obelisk", "levels"))
def _built(s: Necropolis, seat: int) -> list[Line]:
    """What everybody sees."""
    glyphs = _glyphs(seat, PYRAMID, list(s.pyramid[seat])) + _glyphs(seat, OBELISK, list(s.obelisk[seat]))
    return _pyramid(s, seat) + _obelisk(s, seat) + glyphs


def stones_of_group(s: Necropolis, seat: int, colour: int) -> list[str]:
    """The stones of the colour's largest group, as element ids."""
    group = score.largest_group(s, seat, colour)
    return [
        stone_id(card, stone)
        for place in range(PLACES)
        if (card := s.pyramid[seat, place]) != NO_CARD
        for stone, foot in enumerate(feet(card))
        if group >> int(CORNER[place]) + foot & 1 and int(CELLS[card, colour]) >> foot & 1
    ]


def feet(card: int) -> list[int]:
    """The lowest cell of each stone, in the order of `Card.stones`."""
    return [
        column + ROW * height
        for column, colours in enumerate(DECK[card - 1].columns)
        for height in range(len(colours) - 1, -1, -1)
    ]


def _pyramid(s: Necropolis, seat: int) -> list[Line]:
    lines = []
    groups = [stones_of_group(s, seat, colour) for colour in range(COLOURS)]
    for colour, stones in enumerate(groups):
        if stones:
            message = _("Pyramid: largest group of {colour}, stones: {n}.", n=len(stones), colour=COLOUR_NAMES[colour])
            lines.append(Line(message, tuple(stones), seat, len(stones), "PYR-19", _("Groups in the pyramid")))
    most = max(groups, key=len)
    if most:
        message = _(
            "Pyramid: the largest group ({colour}) counts a second time.", colour=COLOUR_NAMES[groups.index(most)]
        )
        lines.append(Line(message, tuple(most), seat, len(most), "PYR-20", _("Largest group again")))
    if all(len(stones) >= BONUS_FROM for stones in groups):
        message = _("Pyramid: at least {n} of each colour.", n=BONUS_FROM)
        cells = tuple(stone for stones in groups for stone in stones)
        lines.append(Line(message, cells, seat, BONUS, "PYR-21", _("All colours")))
    return lines


def _obelisk(s: Necropolis, seat: int) -> list[Line]:
    levels = [score.obelisk_levels(s, seat, colour) for colour in range(COLOURS)]
    if max(levels) == 0:
        return []
    colour = levels.index(max(levels))
    message = _("Obelisk: levels with {colour}: {n}.", colour=COLOUR_NAMES[colour], n=max(levels))
    cards = list(s.obelisk[seat])[: s.levels[seat]]
    cells = tuple(stone for card in cards for stone in stone_ids(card, colour))
    return [Line(message, cells, seat, int(OBELISK_POINTS[max(levels)]), "PYR-22", _("Obelisk"))]


def _glyphs(seat: int, edifice: int, cards: list[int]) -> list[Line]:
    cells = tuple(glyph_id(card) for card in cards if card != NO_CARD and DECK[card - 1].glyph == edifice)
    if not cells:
        return []
    message = _("Glyphs: {n} in the {edifice}.", n=len(cells), edifice=EDIFICES[edifice])
    return [Line(message, cells, seat, GLYPH_POINTS * len(cells), "PYR-24", _("Glyphs"))]


def _tombs(s: Necropolis) -> list[Line]:
    lines = []
    for colour in range(COLOURS):
        name, winner = COLOUR_NAMES[colour], score.tomb_winner(s, colour)
        counts = ", ".join(str(score.tomb_stones(s, seat, colour)) for seat in range(s.players))
        if winner < 0:
            message = _("Tombs: a tie for {colour} ({counts}), nobody scores.", colour=name, counts=counts)
            lines.append(Line(message, rule="PYR-23"))
            continue
        message = _(
            "Tomb: {player} has the most stones of {colour} ({counts}).",
            player=SEATS[winner],
            colour=name,
            counts=counts,
        )
        cells = tuple(stone for card in tomb(s, winner) for stone in stone_ids(card, colour))
        lines.append(Line(message, cells, winner, TOMB_MAJORITY, "PYR-23", _("Tomb")))
    return lines
