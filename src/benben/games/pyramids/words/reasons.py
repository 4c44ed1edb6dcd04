"""Why a move of Pyramids is illegal."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from benben.core.errors import Reason
from benben.core.kit.moves import Family
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
from benben.games.pyramids.rules import legal
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import FIRST, INDEX, LEFT, LEVEL, RIGHT, WIDTHS, place_above, place_at
from benben.games.pyramids.rules.state import OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, SLOTS, permits
from benben.games.pyramids.words.prompts import PROMPTS, task, wrong_step

_reason = PROMPTS.reason


def _tile(s: Necropolis, tile: int) -> Reason:
    god = GOD_NAMES[tile - 1]
    if tile > TILES[s.players]:
        message = _("{god} stays in the box with {players} players.", god=god, players=s.players)
        return _reason("tile-in-box", "PYR-5", message)
    if tile == s.aside:
        return _reason("tile-aside", "PYR-6", _("{god} is out in this round.", god=god), tile_id(tile))
    message = _("{player} has already taken {god}.", god=god, player=SEATS[list(s.tile).index(tile)])
    return _reason("tile-taken", "PYR-9", message, tile_id(tile))


def _pair(s: Necropolis, pair: int) -> Reason:
    if pair >= s.players:
        message = _("There are only {pairs} pairs, one for each player.", pairs=s.players)
        return _reason("no-such-pair", "PYR-8", message)
    return _reason("pair-taken", "PYR-10", _("Pair {pair} is already taken.", pair=pair + 1), pair_id(pair))


def _build(s: Necropolis, slot: int, spot: int) -> Reason:
    if s.phase in (OBELISK, TOMB):
        message = _("You build exactly one card into the pyramid each round, and you have done that.")
        return _reason("one-pyramid-card", "PYR-11", message, pyramid_id(s.turn))
    if s.phase != PYRAMID:
        return wrong_step(s)
    if slot >= hand_size(s, s.turn):
        return _no_such_card(s, slot)
    if spot not in (LEFT, RIGHT):
        return _above_base(s, place_above(spot))
    if s.filled[s.turn] == 0:
        message = _("For the first card of the pyramid, type “base” instead of left or right.")
        return _reason("first-card", "PYR-15", message, pyramid_id(s.turn))
    return _reason("base-full", "PYR-15", _("The base is full: it has four cards."), *_cards(s, range(WIDTHS[0])))


def _above_base(s: Necropolis, place: int) -> Reason:
    level, index = int(LEVEL[place]), int(INDEX[place])
    values = {"index": index + 1, "level": level + 1}
    below = (place_at(level - 1, index), place_at(level - 1, index + 1))
    if _cards(s, [place]):
        message = _("There is already a card on level {level}, place {index}.", **values)
        return _reason("place-taken", "PYR-15", message, *_cards(s, [place]))
    if len(_cards(s, below)) < len(below):
        message = _(
            "A card above the base must rest on two cards; below place {index} of level {level} one is missing.",
            **values,
        )
        return _reason("not-supported", "PYR-15", message, *(_cards(s, below) or [pyramid_id(s.turn)]))
    message = _("A level must not have gaps: build beside a card of level {level}.", level=level + 1)
    return _reason("gap", "PYR-15", message, *_cards(s, range(FIRST[level], FIRST[level] + WIDTHS[level])))


def _cards(s: Necropolis, places: Iterable[int]) -> list[str]:
    """The cards at these places of the pyramid, as element ids."""
    return [card_id(s.pyramid[s.turn, place]) for place in places if s.filled[s.turn] >> place & 1]


def _extra(s: Necropolis, edifice: int, slot: int) -> Reason:
    """Why a card cannot go into the obelisk or tomb."""
    if s.phase not in (PYRAMID, OBELISK, TOMB):
        return wrong_step(s)
    tile, allowed = s.tile[s.turn], legal.allowed(s)
    if allowed in (NOTHING, A_TOMB if edifice == OBELISK else AN_OBELISK):
        zone = obelisk_id(s.turn) if edifice == OBELISK else tomb_id(s.turn)
        message = _("{god} allows: {permits}.", god=GOD_NAMES[tile - 1], permits=permits(s.players, tile))
        return _reason("not-allowed", "PYR-5", message, tile_id(tile), zone)
    if s.phase == PYRAMID:
        return _reason("pyramid-first", "PYR-11", _("Build the pyramid card first."), pyramid_id(s.turn))
    if edifice == OBELISK and s.phase == TOMB:
        message = _("It is too late for the obelisk: it comes before the tomb, and gets at most one card per round.")
        return _reason("obelisk-done", "PYR-11", message, obelisk_id(s.turn))
    if edifice == TOMB and s.phase == OBELISK and allowed != EITHER:
        message = _("The obelisk comes before the tomb: build a card into it, or build none.")
        return _reason("obelisk-first", "PYR-11", message, obelisk_id(s.turn))
    return _no_such_card(s, slot)


def _no_such_card(s: Necropolis, slot: int) -> Reason:
    size = hand_size(s, s.turn)
    message = _("There is no card {slot} in your hand. Number of cards: {size}.", size=size, slot=SLOTS[slot])
    return _reason("no-such-card", "PYR-11", message, hand_id(s.turn))


def no_third_card(s: Necropolis, family: Family, slot: int) -> Reason:
    """Why the third card of the hand cannot go into the obelisk or tomb, or be kept.

    With three cards in hand the pyramid card is still to come, so there is no such move.
    """
    if slot >= hand_size(s, s.turn):
        return _no_such_card(s, slot)
    if family is KEEP_CARD:
        message = _("Keeping comes last: when all have built, each player keeps one card. {task}", task=task(s))
        return _reason("keep-last", "PYR-13", message, hand_id(s.turn))
    return _extra(s, OBELISK if family is RAISE else TOMB, slot)


def _none(s: Necropolis) -> Reason:
    message = _("You must add one card to your pyramid each round.")
    return _reason("pyramid-is-a-must", "PYR-11", message, pyramid_id(s.turn))


why: Callable[[Necropolis, int], Reason] = FAMILIES.dispatch(
    {
        TAKE_TILE: PROMPTS.only_in(TILE, why=_tile),
        TAKE_PAIR: PROMPTS.only_in(PAIR, why=_pair),
        BUILD: _build,
        RAISE: lambda s, slot: _extra(s, OBELISK, slot),
        BURY: lambda s, slot: _extra(s, TOMB, slot),
        NONE: PROMPTS.only_in(PYRAMID, why=_none),
        KEEP_CARD: lambda s, slot: wrong_step(s),
    }
)
