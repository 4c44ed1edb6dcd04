"""Narration of the moves of Pyramids."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.game import Line
from benben.core.kit.events import Event, events_of
from benben.core.kit.seats import winning_seats
from benben.core.text import Message
from benben.games.pyramids.box.components import EITHER, ROUNDS
from benben.games.pyramids.picture.element_ids import (
    card_id,
    hand_id,
    obelisk_id,
    pair_id,
    pyramid_id,
    tile_id,
    tomb_id,
)
from benben.games.pyramids.rules.deal import ROUND_BEGAN
from benben.games.pyramids.rules.hands import assume_kept, hand
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.play import BUILT, GOT_LAST_TILE, OPENED_TOMBS, TOOK_LAST_PAIR, play
from benben.games.pyramids.rules.pyramid_spots import INDEX, LEVEL
from benben.games.pyramids.rules.score import winners
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import TOMB, UNKNOWN, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, card_name


def tell(before: Necropolis, move: int, after: Necropolis) -> list[Line]:
    world = before.copy()
    assume_kept(world)  # the events are the same for any card that a view does not know
    events = events_of(play, world, BURY(0) if move == A_CARD_BURIED else move)[0]
    lines = _decided(before, move, after)
    for event, values in events:
        lines += _HAPPENED[event](after, *values)
    return lines


def _say(seat: int, rule: str, message: Message, *cells: str, **values: object) -> list[Line]:
    """A line about a seat, the {player} of the message."""
    return [Line(message.fill(player=SEATS[seat], **values), cells, seat, rule=rule)]


def _pair(s: Necropolis) -> dict[str, Message]:
    """The names of the pair just taken."""
    left, right = hand(s, s.turn)[-2:]
    return {"left": card_name(left), "right": card_name(right)}


# What was decided


def _took_tile(before: Necropolis, tile: int, after: Necropolis) -> list[Line]:
    message = _("{player} takes {god}, tile {tile}.")
    return _say(before.turn, "PYR-9", message, tile_id(tile), god=GOD_NAMES[tile - 1], tile=tile)


def _took_pair(before: Necropolis, pair: int, after: Necropolis) -> list[Line]:
    message = _("{player} takes pair {pair}: {left}, and {right}.")
    return _say(before.turn, "PYR-10", message, pair_id(pair), hand_id(before.turn), pair=pair + 1, **_pair(after))


def _raised(before: Necropolis, slot: int, after: Necropolis) -> list[Line]:
    seat, message = before.turn, _("{player} builds into the obelisk: {card}.")
    return _say(seat, "PYR-17", message, obelisk_id(seat), card=card_name(after.obelisk[seat, before.levels[seat]]))


def _buried(before: Necropolis, slot: int, after: Necropolis) -> list[Line]:
    card = hand(before, before.turn)[slot]
    if card == UNKNOWN:
        return _buried_unseen(before, after)
    message = _("{player} puts a card into the tomb: {card}.")
    return _say(before.turn, "PYR-18", message, tomb_id(before.turn), card=card_name(card))


def _buried_unseen(before: Necropolis, after: Necropolis) -> list[Line]:
    return _say(before.turn, "PYR-18", _("{player} puts a card into the tomb."), tomb_id(before.turn))


def _built_none(before: Necropolis, after: Necropolis) -> list[Line]:
    if before.phase == TOMB:
        return _say(before.turn, "PYR-11", _("{player} builds no card into the tomb."))
    if allowed(before) == EITHER:
        return _say(before.turn, "PYR-11", _("{player} builds no other card."))
    return _say(before.turn, "PYR-11", _("{player} builds no card into the obelisk."))


def _kept(before: Necropolis, slot: int, after: Necropolis) -> list[Line]:
    gone = next(card for card, gone in enumerate(after.discarded) if gone and not before.discarded[card])
    message = _("{player} keeps a card and discards {card}.")
    return _say(before.turn, "PYR-13", message, hand_id(before.turn), card=card_name(gone))


_decided: Callable[..., list[Line]] = FAMILIES.dispatch(
    {
        TAKE_TILE: _took_tile,
        TAKE_PAIR: _took_pair,
        BUILD: lambda before, slot, spot, after: [],  # told by BUILT
        RAISE: _raised,
        BURY: _buried,
        A_CARD_BURIED: _buried_unseen,
        NONE: _built_none,
        KEEP_CARD: _kept,
    }
)

# What happened


def _built(after: Necropolis, seat: int, place: int) -> list[Line]:
    message = _("{player} builds into the pyramid, level {level}, place {index}: {card}.")
    card = after.pyramid[seat, place]
    level, index = int(LEVEL[place]) + 1, int(INDEX[place]) + 1
    return _say(seat, "PYR-15", message, card_id(card), level=level, index=index, card=card_name(card))


def _got_last_tile(after: Necropolis, seat: int, tile: int) -> list[Line]:
    return _say(seat, "PYR-9", _("{player} gets the last tile, {god}."), tile_id(tile), god=GOD_NAMES[tile - 1])


def _took_last_pair(after: Necropolis, seat: int) -> list[Line]:
    cards = map(card_id, hand(after, seat)[-2:])
    return _say(seat, "PYR-10", _("{player} takes the last pair: {left}, and {right}."), *cards, **_pair(after))


def _round_began(after: Necropolis) -> list[Line]:
    message = _("Round {round} of {rounds} begins. {player} is the start player.")
    pairs = map(pair_id, range(after.players))
    lines = _say(after.start, "PYR-13", message, *pairs, round=after.round, rounds=ROUNDS)
    if after.aside:
        message = _("{god} is out in this round.", god=GOD_NAMES[after.aside - 1])
        lines.append(Line(message, (tile_id(after.aside),), rule="PYR-6"))
    return lines


def _opened_tombs(after: Necropolis) -> list[Line]:
    message = _("All players discard their hands and open their tombs.")
    lines = [Line(message, tuple(map(tomb_id, range(after.players))), rule="PYR-25")]
    for seat in winning_seats(winners, after):
        lines += _say(seat, "PYR-25", _("{player} has the most points."), pyramid_id(seat))
    return lines


_HAPPENED: dict[Event, Callable[..., list[Line]]] = {
    BUILT: _built,
    GOT_LAST_TILE: _got_last_tile,
    TOOK_LAST_PAIR: _took_last_pair,
    ROUND_BEGAN: _round_began,
    OPENED_TOMBS: _opened_tombs,
}
