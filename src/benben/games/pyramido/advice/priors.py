"""Move ordering for Pyramido: kernels that estimate the gain of a move in points, cheap enough for every move.

A survey is four arrays: `view` and `label` by quarter, `areas` by number, `marks` by colour (the quarter under the
marker, 0 while it is in hand). A piece is what the move adds of one colour: a block, or a one-coloured domino.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benben.core.kernels import kernel
from benben.core.kit.bits import each_bit
from benben.core.kit.scratch import float_scratch, scratch
from benben.games.pyramido.advice.analysis import (
    AREA,
    AREA_JEWELS,
    AREA_LASTING,
    AROUND,
    MOST_AREAS,
    OPEN,
    corner_at,
    find_areas,
    lasts,
    paint,
    survey,
    turns_left,
)
from benben.games.pyramido.advice.evaluation import STUCK
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, JEWELS_OF, block_number, card_number
from benben.games.pyramido.rules.finish import can_finish
from benben.games.pyramido.rules.layers import WINDOW, block_at
from benben.games.pyramido.rules.moves import CARD_ON, LAY_ON, ends
from benben.games.pyramido.rules.score import QUARTER, VIEW
from benben.games.pyramido.rules.state import CARD, LAY, MARK, Board

# In points; a jewel in a marked area is 1.
MINOS = 0.5  # extra per jewel in the marked area with the fewest, which may not stay the poorest
GROWTH = 0.3  # expected jewels that an area gains per remaining turn
LOOSE = 0.4  # a jewel not yet connected to the marked area of its colour
IN_HAND = 0.5  # a jewel in an area whose marker is still in hand
MARKED = 0.8  # factor for a marker placed with turns remaining: a better area might have come
TOUCH = 0.05  # per adjacent quarter of the same colour
LASTING = np.array([0.4, 0.6, 0.5, 0.0])  # a jewel that no later layer hides, by stage …
TOGETHER = 0.05  # … plus this per other such jewel in its area
CARD_KEPT = np.array([6.0, 4.0, 2.0, 0.0])  # value of keeping a card, by stage: it brings a second marker later

NO_MARKER = 1e9  # minimum over no areas
CANNOT = -1e9

OWN, LAST, TOUCHES, IF_MARKED = range(4)  # of a piece: jewels, lasting jewels, touched quarters, gain from a marker
PIECE = 4
MOST_NEAR = 16
# What a block of a colour would touch: quarters, and areas with these jewels, one of them (1) or none the marked one.
BESIDE_QUARTERS, BESIDE_JEWELS, BESIDE_LASTING, BESIDE_HOME = range(4)
BESIDE = 4
SURROUNDINGS = BESIDE * COLOURS  # of a place, for each colour


@kernel
def fewest_jewels(label: Any, areas: Any, marks: Any) -> float:
    """The minimum number of jewels in a marked area."""
    fewest = NO_MARKER
    for colour in range(COLOURS):
        if marks[colour] > 0:
            fewest = min(fewest, areas[label[marks[colour]], AREA_JEWELS])
    return fewest


@kernel
def add_block(
    s: Board, seat: int, view: Any, label: Any, corner: int, number: int, piece: Any, near: Any, n: int
) -> int:
    """Add a block to a piece, and the areas of its colour that it touches to `near` (n entries, without duplicates)."""
    jewels = JEWELS_OF[number]
    shown = 1 + COLOUR_OF[number]
    for k in range(4):
        if jewels >> k & 1:
            piece[OWN] += 1.0
            piece[LAST] += lasts(s, seat, corner + QUARTER[k])
    for step in AROUND:
        if view[corner + step] >> 1 == shown:
            piece[TOUCHES] += 1.0
            area = label[corner + step]
            known = False
            for k in range(n):
                known = known or near[k] == area
            if not known:
                near[n] = area
                n += 1
    return n


@kernel
def clear(piece: Any) -> None:
    for k in range(PIECE):
        piece[k] = 0.0


@kernel
def promise_of_piece(
    s: Board, colour: int, piece: Any, near: Any, n: int, label: Any, areas: Any, marks: Any, fewest: float, left: int
) -> float:
    """Gain of a piece that joins the areas `near`, without a marker; sets `piece[IF_MARKED]` to the marker's gain."""
    home = label[marks[colour]] if marks[colour] > 0 else 0
    jewels = 0.0
    lasting = 0.0
    met = False
    for k in range(n):
        jewels += areas[near[k], AREA_JEWELS]
        lasting += areas[near[k], AREA_LASTING]
        met = met or near[k] == home
    return promise_of_joined(s, piece, jewels, lasting, met, home, areas, fewest, left)


@kernel
def promise_of_joined(
    s: Board, piece: Any, joined: float, lasting: float, met: bool, home: int, areas: Any, fewest: float, left: int
) -> float:
    """The same, from the jewels of the joined areas, the lasting ones, and whether the marked area `home` is one of
    them."""
    jewels = piece[OWN] + joined
    promise = TOUCH * piece[TOUCHES] + piece[LAST] * (LASTING[s.stage] + TOGETHER * lasting)
    piece[IF_MARKED] = CANNOT
    if home > 0 and met:
        gain = jewels - areas[home, AREA_JEWELS]
        promise += gain
        if areas[home, AREA_JEWELS] <= fewest:
            promise += MINOS * gain
    elif home > 0:
        promise += LOOSE * piece[OWN] if left > 0 else 0.0
    else:
        unmarked = IN_HAND * jewels if left > 0 else 0.0
        piece[IF_MARKED] = promise_of_marker(jewels, fewest, left) - unmarked
        promise += unmarked
    return float(promise)


@kernel
def promise_of_marker(jewels: float, fewest: float, left: int) -> float:
    """Gain of a marker on an area with this many jewels, including the change of the Minos bonus."""
    grown = jewels + GROWTH * left
    bonus = grown if fewest == NO_MARKER else min(0.0, grown - fewest)
    return (jewels + MINOS * bonus) * (MARKED if left > 0 else 1.0)


@kernel
def look_around(
    s: Board, seat: int, place: int, view: Any, label: Any, areas: Any, marks: Any, beside: Any, lasting: Any
) -> None:
    """Fill in what a block on this place would touch, for all colours, and the chance of its quarters to last."""
    corner = corner_at(s.stage, place)
    for k in range(4):
        lasting[place, k] = lasts(s, seat, corner + QUARTER[k])
    near = scratch(MOST_NEAR)
    n = 0
    for step in AROUND:
        shown = view[corner + step]
        if shown <= OPEN:
            continue
        colour = (shown >> 1) - 1
        area = label[corner + step]
        first = BESIDE * colour
        beside[place, first + BESIDE_QUARTERS] += 1.0
        known = False
        for k in range(n):
            known = known or near[k] == area
        if not known:
            near[n] = area
            n += 1
            beside[place, first + BESIDE_JEWELS] += areas[area, AREA_JEWELS]
            beside[place, first + BESIDE_LASTING] += areas[area, AREA_LASTING]
            if marks[colour] > 0 and label[marks[colour]] == area:
                beside[place, first + BESIDE_HOME] = 1.0


@kernel
def promise_of_block(
    s: Board,
    place: int,
    number: int,
    label: Any,
    areas: Any,
    marks: Any,
    fewest: float,
    left: int,
    beside: Any,
    lasting: Any,
    piece: Any,
) -> float:
    """`promise_of_piece` for a single block, from what `look_around` found."""
    colour = COLOUR_OF[number]
    jewels = JEWELS_OF[number]
    first = BESIDE * colour
    clear(piece)
    piece[TOUCHES] = beside[place, first + BESIDE_QUARTERS]
    for k in range(4):
        if jewels >> k & 1:
            piece[OWN] += 1.0
            piece[LAST] += lasting[place, k]
    home = label[marks[colour]] if marks[colour] > 0 else 0
    joined, joined_lasting = beside[place, first + BESIDE_JEWELS], beside[place, first + BESIDE_LASTING]
    met = beside[place, first + BESIDE_HOME] > 0.0
    return float(promise_of_joined(s, piece, joined, joined_lasting, met, home, areas, fewest, left))


@kernel
def promise_of_lay(
    s: Board,
    seat: int,
    move: int,
    view: Any,
    label: Any,
    areas: Any,
    marks: Any,
    fewest: float,
    beside: Any,
    lasting: Any,
    piece: Any,
    near: Any,
) -> float:
    """Gain of placing a domino, with the better of its two possible markers."""
    left = turns_left(s, seat) - 1
    quarry, turn, place = LAY_ON.fields(move)
    here, there = ends(turn, place)
    number = block_number(s.quarry[quarry], 0, turn)
    other_number = block_number(s.quarry[quarry], 1, turn)
    colour = COLOUR_OF[number]
    other = COLOUR_OF[other_number]
    if colour != other:
        promise = promise_of_block(s, here, number, label, areas, marks, fewest, left, beside, lasting, piece)
        marker = piece[IF_MARKED]
        promise += promise_of_block(s, there, other_number, label, areas, marks, fewest, left, beside, lasting, piece)
        marker = max(marker, piece[IF_MARKED])
    else:
        clear(piece)
        n = add_block(s, seat, view, label, corner_at(s.stage, here), number, piece, near, 0)
        n = add_block(s, seat, view, label, corner_at(s.stage, there), other_number, piece, near, n)
        promise = promise_of_piece(s, colour, piece, near, n, label, areas, marks, fewest, left)
        marker = piece[IF_MARKED]
    return promise + marker if marker > CANNOT else promise


@kernel
def promise_of_cards(
    s: Board, seat: int, moves: Any, n: int, view: Any, label: Any, areas: Any, marks: Any, out: Any
) -> None:
    """Gain of keeping the cards, and of each card minus the gain of the block that it hides."""
    piece = float_scratch(PIECE)
    near = scratch(MOST_NEAR)
    left = turns_left(s, seat)
    out[0] = CARD_KEPT[s.stage]
    surveyed = -1
    hidden = 0.0
    fewest = 0.0
    corner = 0
    number = 0
    for k in range(1, n):
        half, colour, quarter = CARD_ON.fields(int(moves[k]))
        if half != surveyed:  # survey without the hidden block
            if surveyed >= 0:
                paint(view, corner, number)
            surveyed = half
            number = block_at(s, seat, s.new[half])
            corner = corner_at(s.stage, s.new[half])
            for step in QUARTER:
                view[corner + step] = OPEN
            find_areas(s, seat, view, label, areas)
            fewest = fewest_jewels(label, areas, marks)
            clear(piece)
            m = add_block(s, seat, view, label, corner, number, piece, near, 0)
            hidden = promise_of_piece(s, COLOUR_OF[number], piece, near, m, label, areas, marks, fewest, left)
        clear(piece)
        m = add_block(s, seat, view, label, corner, card_number(colour, quarter), piece, near, 0)
        out[k] = promise_of_piece(s, colour, piece, near, m, label, areas, marks, fewest, left) - hidden
        if piece[IF_MARKED] > CANNOT:  # PDO-9: then it is marked
            out[k] += piece[IF_MARKED]


@kernel
def weigh(s: Board, moves: Any, n: int, out: Any) -> None:
    """The heuristic gain of each move in points, with a penalty if dominoes can no longer fill the layer."""
    for k in range(n):
        out[k] = 0.0
    if s.phase != LAY and s.phase != MARK and s.phase != CARD:
        return
    seat = s.turn
    view = scratch(VIEW)
    label = scratch(VIEW)
    areas = float_scratch(MOST_AREAS, AREA)
    marks = scratch(COLOURS)
    survey(s, seat, view, label, areas, marks)
    if s.phase == CARD:
        promise_of_cards(s, seat, moves, n, view, label, areas, marks, out)
        return
    fewest = fewest_jewels(label, areas, marks)
    if s.phase == MARK:
        for half in range(2):
            jewels = areas[label[corner_at(s.stage, s.new[half])], AREA_JEWELS]
            out[half] = promise_of_marker(jewels, fewest, turns_left(s, seat))
        return
    piece = float_scratch(PIECE)
    near = scratch(MOST_NEAR)
    known = scratch(2, WINDOW)  # by direction and place: 1 if dominoes can still fill the layer, -1 if not
    seen = 0  # bit set of the places whose surroundings are known
    beside = float_scratch(WINDOW, SURROUNDINGS)
    lasting = float_scratch(WINDOW, 4)
    for k in range(n):
        move = int(moves[k])
        way = LAY_ON.turn(move) & 1
        place = LAY_ON.place(move)
        if known[way, place] == 0:
            left, right = ends(way, place)
            for end in each_bit((1 << left | 1 << right) & ~seen):
                look_around(s, seat, end, view, label, areas, marks, beside, lasting)
            seen |= 1 << left | 1 << right
            known[way, place] = 1 if can_finish(s, seat, s.occupied[seat] | 1 << left | 1 << right, 0) else -1
        out[k] = promise_of_lay(s, seat, move, view, label, areas, marks, fewest, beside, lasting, piece, near)
        if known[way, place] < 0:
            out[k] -= STUCK
