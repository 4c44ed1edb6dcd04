"""What a move will do, said to the player before it is made."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.text import Message
from benben.games.pyramids.box.components import ALLOWS, TILES
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.legal import free_tiles
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import ABOVE, LEFT, LEVEL, RIGHT, WIDTHS
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import BUILDS, GOD_NAMES, PLACES_IN_ORDER, card_name


def _take_tile(s: Necropolis, tile: int) -> Message:
    values = {"god": GOD_NAMES[tile - 1], "builds": BUILDS[ALLOWS[s.players, tile]]}
    first, last = places_in_order(s, tile)
    if first == last:
        return _("{god}: {builds}. You act {place}.", **values, place=PLACES_IN_ORDER[first])
    spread = {"first": PLACES_IN_ORDER[first], "last": PLACES_IN_ORDER[last]}
    return _("{god}: {builds}. You act {first} at the earliest, {last} at the latest.", **values, **spread)


def places_in_order(s: Necropolis, tile: int) -> tuple[int, int]:
    """PYR-10: the first and the last place in the order of play that this tile can bring, counted from 0.

    Lower numbers act first; players without a tile may still take the lower ones that are free.
    """
    taken = [int(other) for other in s.tile[: s.players] if other]
    before = sum(other < tile for other in taken)
    undecided = s.players - len(taken) - 1
    free_below = sum(free_tiles(s) >> lower & 1 for lower in range(1, tile))
    free_above = sum(free_tiles(s) >> higher & 1 for higher in range(tile + 1, TILES[s.players] + 1))
    return before + max(0, undecided - free_above), before + min(undecided, free_below)


def _take_pair(s: Necropolis, pair: int) -> Message:
    left, right = (card_name(card) for card in s.quarry[pair])
    return _("Take pair {pair}: {left}, and {right}.", pair=pair + 1, left=left, right=right)


def _build(s: Necropolis, slot: int, spot: int) -> Message:
    level = 0 if spot in (LEFT, RIGHT) else int(LEVEL[spot - ABOVE + WIDTHS[0]])
    values = {"level": _("level {level}", level=level + 1), "card": _card(s, slot)}
    return _("Build into the pyramid, {level}: {card}.", **values)


def _card(s: Necropolis, slot: int) -> Message:
    return card_name(hand(s, s.turn)[slot])


intent: Callable[[Necropolis, int], Message] = FAMILIES.dispatch(
    {
        TAKE_TILE: _take_tile,
        TAKE_PAIR: _take_pair,
        BUILD: _build,
        RAISE: lambda s, slot: _("Build into the obelisk: {card}.", card=_card(s, slot)),
        BURY: lambda s, slot: _("Put into the tomb, face down: {card}.", card=_card(s, slot)),
        NONE: lambda s: _("Build no card."),
        KEEP_CARD: lambda s, slot: _("Keep {card}. The other card is discarded.", card=_card(s, slot)),
    }
)
