"""The terms of the evaluation of Pyramids, named: for the coach, which says what the better move has more of."""

from __future__ import annotations

import numpy as np

from benben.core.game import Line
from benben.core.text import Message
from benben.games.pyramids.advice.card_values import (
    BURIES_BY,
    RAISES_BY,
    fill_gains,
    fill_hand,
    fill_tombs,
    lead,
    picks_before,
    tomb_glyphs,
)
from benben.games.pyramids.advice.edifice_values import LEADS, majority, obelisk_outlook
from benben.games.pyramids.advice.evaluation import BURIES, BURY_WORTH, FIRST_PICK, RAISES, seat_worth
from benben.games.pyramids.box.components import ALLOWS, COLOURS, GLYPH_POINTS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules.moves import HAND
from benben.games.pyramids.rules.score import glyphs, highest
from benben.games.pyramids.rules.state import OVER, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import COLOUR_NAMES
from benben.games.pyramids.words.points import stones_of_group

IN_POINTS = True
LESS: set[str] = set()  # terms of which less is better: none

NAMES = {
    "pyramid": Line(_("Expected points from the pyramid"), rule="PYR-19"),
    "obelisk": Line(_("Expected points from the obelisk"), rule="PYR-22"),
    "tomb": Line(_("Expected points from the tomb"), rule="PYR-23"),
    "glyphs": Line(_("Points for glyphs"), rule="PYR-24"),
    "order": Line(_("Expected points from choosing before others"), rule="PYR-10"),
    "cards": Line(_("Expected points from the cards in hand"), rule="PYR-11"),
}


def terms(better: Necropolis, worse: Necropolis, seat: int) -> dict[str, tuple[float, float, float]]:
    """By term: its amount in each of two states, and what the difference is worth to the seat, in points."""
    one, other = parts(better, seat), parts(worse, seat)
    return {name: (one[name], other[name], one[name] - other[name]) for name in NAMES}


def parts(s: Necropolis, seat: int) -> dict[str, float]:
    """The expected points of a seat by where they come from: together what `seat_worth` says."""
    tombs = np.zeros((MOST_PLAYERS, COLOURS), np.int64)
    fill_tombs(s, tombs)
    waits = _waits(s, seat)
    permit = int(ALLOWS[s.players, s.tile[seat]])
    raises, buries = RAISES * (ROUNDS - s.round), BURIES * (ROUNDS - s.round)
    if waits:
        raises += RAISES if s.tile[seat] == 0 else RAISES_BY[permit]
        buries += BURIES if s.tile[seat] == 0 else BURIES_BY[permit]
    majorities = np.zeros(LEADS)
    cards, gains = [0] * HAND, np.zeros((4, HAND))
    n = fill_hand(s, seat, cards)
    found = {
        "pyramid": float(fill_gains(s, seat, cards, n, False, tombs, raises, buries, majorities, gains)),
        "obelisk": float(obelisk_outlook(highest(s, seat), raises)),
        "tomb": BURY_WORTH * buries
        + sum(majority(lead(s, seat, colour, tombs), buries, majorities) for colour in range(COLOURS)),
        "glyphs": float(GLYPH_POINTS * (glyphs(s, seat) + tomb_glyphs(s, seat))),
        "order": FIRST_PICK * picks_before(s, seat) if waits else 0.0,
    }
    return found | {"cards": float(seat_worth(s, seat, tombs)) - sum(found.values())}


def details(s: Necropolis, seat: int) -> dict[str, dict[str, float]]:
    """The amounts of some terms by what they consist of: the pyramid and the tomb by colour, in stones."""
    tombs = np.zeros((MOST_PLAYERS, COLOURS), np.int64)
    fill_tombs(s, tombs)
    return {
        "pyramid": {str(colour): float(len(stones_of_group(s, seat, colour))) for colour in range(COLOURS)},
        "tomb": {str(colour): float(lead(s, seat, colour, tombs)) for colour in range(COLOURS)},
    }


def detail_in_words(_term: str, detail: str) -> Message:
    """A key of `details`."""
    return COLOUR_NAMES[int(detail)]


def points(s: Necropolis, seat: int) -> float:
    """The expected final points of a seat."""
    tombs = np.zeros((MOST_PLAYERS, COLOURS), np.int64)
    fill_tombs(s, tombs)
    return float(seat_worth(s, seat, tombs))


def _waits(s: Necropolis, seat: int) -> bool:
    """Whether the seat has neither taken a pair nor built in this round."""
    built = int(s.filled[seat]).bit_count() >= s.round
    return s.phase != OVER and not built and s.fresh[seat] == 0
