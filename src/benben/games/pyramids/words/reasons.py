"""Why a move of Pyramids is illegal."""

from __future__ import annotations

from benben.core.errors import Reason
from benben.games.pyramids.box.components import A_TOMB, AN_OBELISK, EITHER, NOTHING, TILES
from benben.games.pyramids.picture.element_ids import (
    card_id,
    hand_id,
    obelisk_id,
    pair_id,
    pyramid_id,
    tile_id,
    tomb_id,
)
from benben.games.pyramids.rules import legal, moves
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.pyramid_spots import ABOVE, INDEX, LEFT, LEVEL, RIGHT, SPOTS, WIDTHS, place_at
from benben.games.pyramids.rules.state import KEEP, OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, SLOTS, permits
from benben.games.pyramids.words.text_board import task

_RULES = {TILE: "PYR-9", PAIR: "PYR-10", PYRAMID: "PYR-11", OBELISK: "PYR-11", TOMB: "PYR-11", KEEP: "PYR-13"}


def why(s: Necropolis, move: int) -> Reason:
    if move < moves.TAKE_PAIR:
        return _tile(s, move - moves.TAKE_TILE + 1) if s.phase == TILE else _not_now(s)
    if move < moves.BUILD:
        return _pair(s, move - moves.TAKE_PAIR) if s.phase == PAIR else _not_now(s)
    if move < moves.RAISE:
        slot, spot = divmod(move - moves.BUILD, SPOTS)
        if s.phase != PYRAMID:
            return _pyramid_over(s) if s.phase in (OBELISK, TOMB) else _not_now(s)
        return _spot(s, spot) if slot < hand_size(s, s.turn) else no_such_card(s, slot)
    if move < moves.BURY:
        return _extra(s, OBELISK, move - moves.RAISE)
    if move < moves.NONE:
        return _extra(s, TOMB, move - moves.BURY)
    if move == moves.NONE and s.phase == PYRAMID:
        message = _("You must add one card to your pyramid each round.")
        return Reason("pyramids.pyramid-is-a-must", "PYR-11", message, (pyramid_id(s.turn),))
    return _not_now(s)


def _not_now(s: Necropolis) -> Reason:
    return Reason("pyramids.not-now", _RULES[s.phase], _("You cannot do that now. {task}", task=task(s)))


def _tile(s: Necropolis, tile: int) -> Reason:
    god = GOD_NAMES[tile - 1]
    if tile > TILES[s.players]:
        message = _("{god} stays in the box with {players} players.", god=god, players=s.players)
        return Reason("pyramids.tile-in-box", "PYR-5", message)
    if tile == s.aside:
        return Reason("pyramids.tile-aside", "PYR-6", _("{god} is out in this round.", god=god), (tile_id(tile),))
    owner = next(seat for seat in range(s.players) if s.tile[seat] == tile)
    message = _("{player} has already taken {god}.", player=SEATS[owner], god=god)
    return Reason("pyramids.tile-taken", "PYR-9", message, (tile_id(tile),))


def _pair(s: Necropolis, pair: int) -> Reason:
    if pair >= s.players:
        message = _("There are only {pairs} pairs, one for each player.", pairs=s.players)
        return Reason("pyramids.no-such-pair", "PYR-8", message)
    message = _("Pair {pair} is already taken.", pair=pair + 1)
    return Reason("pyramids.pair-taken", "PYR-10", message, (pair_id(pair),))


def no_such_card(s: Necropolis, slot: int) -> Reason:
    size = hand_size(s, s.turn)
    message = _("There is no card {slot} in your hand. Number of cards: {size}.", size=size, slot=SLOTS[slot])
    return Reason("pyramids.no-such-card", "PYR-11", message, (hand_id(s.turn),))


def _pyramid_over(s: Necropolis) -> Reason:
    message = _("You build exactly one card into the pyramid each round, and you have done that.")
    return Reason("pyramids.one-pyramid-card", "PYR-11", message, (pyramid_id(s.turn),))


def _spot(s: Necropolis, spot: int) -> Reason:
    """Why a card cannot go to this spot."""
    seat, filled = s.turn, s.filled[s.turn]
    if spot in (LEFT, RIGHT):
        if filled == 0:
            message = _("For the first card of the pyramid, type “base” instead of left or right.")
            return Reason("pyramids.first-card", "PYR-15", message, (pyramid_id(seat),))
        cells = tuple(card_id(s.pyramid[seat, place]) for place in range(WIDTHS[0]))
        return Reason("pyramids.base-full", "PYR-15", _("The base is full: it has four cards."), cells)
    place = spot - ABOVE + WIDTHS[0]
    level, index = int(LEVEL[place]), int(INDEX[place])
    if filled >> place & 1:
        message = _("There is already a card on level {level}, place {index}.", index=index + 1, level=level + 1)
        return Reason("pyramids.place-taken", "PYR-15", message, (card_id(s.pyramid[seat, place]),))
    below = [place_at(level - 1, index), place_at(level - 1, index + 1)]
    if any(not filled >> under & 1 for under in below):
        message = _(
            "A card above the base must rest on two cards; below place {index} of level {level} one is missing.",
            index=index + 1,
            level=level + 1,
        )
        cells = tuple(card_id(s.pyramid[seat, under]) for under in below if filled >> under & 1)
        return Reason("pyramids.not-supported", "PYR-15", message, cells or (pyramid_id(seat),))
    message = _("A level must not have gaps: build beside a card of level {level}.", level=level + 1)
    mine = [place_at(level, other) for other in range(WIDTHS[level])]
    cells = tuple(card_id(s.pyramid[seat, other]) for other in mine if filled >> other & 1)
    return Reason("pyramids.gap", "PYR-15", message, cells)


def _extra(s: Necropolis, edifice: int, slot: int) -> Reason:
    """Why a card cannot go into the obelisk or tomb."""
    if s.phase not in (PYRAMID, OBELISK, TOMB):
        return _not_now(s)
    god, allowed = GOD_NAMES[s.tile[s.turn] - 1], legal.allowed(s)
    cells = (tile_id(s.tile[s.turn]), (obelisk_id if edifice == OBELISK else tomb_id)(s.turn))
    if allowed in (NOTHING, A_TOMB if edifice == OBELISK else AN_OBELISK):
        message = _("{god} allows: {permits}.", god=god, permits=permits(s.players, s.tile[s.turn]))
        return Reason("pyramids.not-allowed", "PYR-5", message, cells)
    if s.phase == PYRAMID:
        return Reason("pyramids.pyramid-first", "PYR-11", _("Build the pyramid card first."), (pyramid_id(s.turn),))
    if edifice == OBELISK and s.phase == TOMB:
        message = _("It is too late for the obelisk: it comes before the tomb, and gets at most one card per round.")
        return Reason("pyramids.obelisk-done", "PYR-11", message, (obelisk_id(s.turn),))
    if edifice == TOMB and s.phase == OBELISK and allowed != EITHER:
        message = _("The obelisk comes before the tomb: build a card into it, or build none.")
        return Reason("pyramids.obelisk-first", "PYR-11", message, (obelisk_id(s.turn),))
    return no_such_card(s, slot)
