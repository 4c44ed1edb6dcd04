"""What a network may know of a position of Pyramids: edifices, cards and tile of one seat, its leads in the tombs."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.bits import count_bits
from benben.core.kit.network import put
from benben.core.kit.scratch import scratch
from benben.games.pyramids.advice.card_values import fill_tombs, picks_before
from benben.games.pyramids.box.components import CELLS, COLOURS, GLYPH, MOST_PLAYERS, ROUNDS, STONES
from benben.games.pyramids.rules.hands import hand_index, hand_size
from benben.games.pyramids.rules.pyramid_spots import PLACES
from benben.games.pyramids.rules.score import highest
from benben.games.pyramids.rules.state import NO_CARD, OVER, PAIR, Necropolis

MOST_LEAD = 5  # leads are told apart up to this
MOST_CELLS = 10
PHASES = OVER
GLYPH_KINDS = 3

# First index of each group of inputs.
ROUND = 0  # [round]; and the fraction of the match that is left, as a number
LEFT = ROUND + ROUNDS + 1
PHASE = LEFT + 1  # [phase], of the seat that acts; one more for the others
LEVELS = PHASE + PHASES + 1  # [cards in the obelisk]
SCORING = LEVELS + ROUNDS + 1  # [levels with the best colour]
BUILT = SCORING + ROUNDS + 1  # [cards in the pyramid]
AREA = BUILT + ROUNDS + 1  # [cells of a colour in the pyramid], for each colour
LEAD = AREA + MOST_CELLS + 1  # [lead in stones in the tombs], for each colour
CLOSE_LATE = LEAD + 2 * MOST_LEAD + 1  # [the same lead], times the fraction of the match that is left
BURIED = CLOSE_LATE + 2 * MOST_LEAD + 1  # [cards in the tomb]
TILE = BURIED + ROUNDS + 1  # [tile]
PICKS = TILE + 6  # expected number of players who choose later
IN_HAND = PICKS + 1  # [cards in hand]
HAND_GLYPH = IN_HAND + 4  # [glyph], for each card in hand
HAND_FITS = HAND_GLYPH + GLYPH_KINDS  # stones in hand in the best colour of the obelisk, and in contested colours
OFFERS = HAND_FITS + 2  # pairs in the quarry, stones of them in the obelisk's colours and in contested ones
INPUTS = OFFERS + 3


@kernel
def describe(s: Necropolis, seat: int, inputs: Any, values: Any) -> int:
    left = (ROUNDS - s.round) / ROUNDS
    acting = s.turn == seat
    inputs[0] = ROUND + s.round
    inputs[1] = PHASE + (s.phase if acting else PHASES)
    inputs[2] = LEVELS + s.levels[seat]
    inputs[3] = SCORING + highest(s, seat)
    inputs[4] = BUILT + count_bits(int(s.filled[seat]))
    inputs[5] = BURIED + min(ROUNDS, s.holds[seat] - s.fresh[seat])
    inputs[6] = TILE + s.tile[seat]
    size = hand_size(s, seat)
    inputs[7] = IN_HAND + min(3, size)
    count = 8
    for k in range(count):
        values[k] = 1.0
    count = put(inputs, values, count, LEFT, left)
    count = put(inputs, values, count, PICKS, picks_before(s, seat))
    tombs = scratch(MOST_PLAYERS, COLOURS)
    fill_tombs(s, tombs)
    contested = 0  # bit set of the colours in which a stone or two decide
    for colour in range(COLOURS):
        best = 0
        for other in range(s.players):
            if other != seat:
                best = max(best, tombs[other, colour])
        lead = max(-MOST_LEAD, min(MOST_LEAD, tombs[seat, colour] - best))
        contested |= (-2 <= lead <= 1) << colour
        count = put(inputs, values, count, LEAD + MOST_LEAD + lead, 1.0)
        count = put(inputs, values, count, CLOSE_LATE + MOST_LEAD + lead, left)
        cells = 0
        for place in range(PLACES):
            cells += count_bits(int(CELLS[s.pyramid[seat, place], colour]))
        count = put(inputs, values, count, AREA + min(MOST_CELLS, cells), 1.0)
    tall = best_colours(s, seat)
    fits = 0
    fights = 0
    for slot in range(size):
        card = s.held[seat, hand_index(s, seat, slot)]
        if GLYPH[card] >= 0:
            count = put(inputs, values, count, HAND_GLYPH + GLYPH[card], 1.0)
        fits += suits(card, tall) > 0
        fights += suits(card, contested)
    count = put(inputs, values, count, HAND_FITS, float(fits))
    count = put(inputs, values, count, HAND_FITS + 1, float(fights))
    if s.phase <= PAIR and s.fresh[seat] == 0:
        count = describe_offers(s, tall, contested, inputs, values, count)
    return count


@kernel
def describe_offers(s: Necropolis, tall: int, contested: int, inputs: Any, values: Any, count: int) -> int:
    """What the quarry offers to a seat that may still take a pair."""
    pairs = 0
    fits = 0
    fights = 0
    for pair in range(s.players):
        if s.quarry[pair, 0] != NO_CARD:
            pairs += 1
            for k in range(2):
                fits += suits(s.quarry[pair, k], tall) > 0
                fights += suits(s.quarry[pair, k], contested)
    count = put(inputs, values, count, OFFERS, float(pairs))
    count = put(inputs, values, count, OFFERS + 1, 0.5 * fits)
    return put(inputs, values, count, OFFERS + 2, 0.25 * fights)


@kernel
def suits(card: int, colours: int) -> int:
    """The number of stones of a card in a set of colours."""
    found = 0
    for colour in range(COLOURS):
        if colours >> colour & 1:
            found += STONES[card, colour]
    return found


@kernel
def best_colours(s: Necropolis, seat: int) -> int:
    """Bit set of the colours that are on the most levels of the obelisk."""
    most = highest(s, seat)
    found = 0
    for colour in range(COLOURS):
        levels = 0
        for level in range(s.levels[seat]):
            levels += STONES[s.obelisk[seat, level], colour] > 0
        found |= (levels == most) << colour
    return found
