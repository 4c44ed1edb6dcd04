"""Narration of the moves of Pyramids."""

from __future__ import annotations

from benben.core.game import Line
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
from benben.games.pyramids.rules import moves
from benben.games.pyramids.rules.hands import hand
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.pyramid_spots import INDEX, LEVEL, PLACES
from benben.games.pyramids.rules.score import winning_seats
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import OVER, PYRAMID, TOMB, UNKNOWN, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, card_name


def tell(before: Necropolis, move: int, after: Necropolis) -> list[Line]:
    lines = [_decision(before, move, after)]
    for seat in range(before.players):  # five players: the last one gets the remaining tile
        if seat != before.turn and not before.tile[seat] and after.tile[seat]:
            message = _("{player} gets the last tile, {god}.", player=SEATS[seat], god=GOD_NAMES[after.tile[seat] - 1])
            lines.append(Line(message, (tile_id(after.tile[seat]),), seat, rule="PYR-9"))
    if after.phase == PYRAMID and after.turn != before.turn:
        message = _("{player} takes the last pair: {left}, and {right}.", player=SEATS[after.turn], **_fresh(after))
        lines.append(Line(message, tuple(map(card_id, hand(after, after.turn)[-2:])), after.turn, rule="PYR-10"))
    if after.phase == OVER:
        lines += _ending(before, after)
    elif after.round != before.round:
        lines += _new_round(after)
    return lines


def _decision(before: Necropolis, move: int, after: Necropolis) -> Line:
    seat, player = before.turn, SEATS[before.turn]
    if move == A_CARD_BURIED or moves.BURY <= move < moves.NONE:
        card = UNKNOWN if move == A_CARD_BURIED else hand(before, seat)[move - moves.BURY]
        if card == UNKNOWN:
            return Line(_("{player} puts a card into the tomb.", player=player), (tomb_id(seat),), seat, rule="PYR-18")
        message = _("{player} puts a card into the tomb: {card}.", player=player, card=card_name(card))
        return Line(message, (tomb_id(seat),), seat, rule="PYR-18")
    if move < moves.TAKE_PAIR:
        tile = move - moves.TAKE_TILE + 1
        message = _("{player} takes {god}, tile {tile}.", player=player, god=GOD_NAMES[tile - 1], tile=tile)
        return Line(message, (tile_id(tile),), seat, rule="PYR-9")
    if move < moves.BUILD:
        pair = move - moves.TAKE_PAIR
        message = _("{player} takes pair {pair}: {left}, and {right}.", player=player, pair=pair + 1, **_fresh(after))
        return Line(message, (pair_id(pair), hand_id(seat)), seat, rule="PYR-10")
    if move < moves.RAISE:
        place = next(place for place in range(PLACES) if _is_new(before, after, seat, place))
        message = _(
            "{player} builds into the pyramid, level {level}, place {index}: {card}.",
            player=player,
            level=int(LEVEL[place]) + 1,
            index=int(INDEX[place]) + 1,
            card=card_name(after.pyramid[seat, place]),
        )
        return Line(message, (card_id(after.pyramid[seat, place]),), seat, rule="PYR-15")
    if move < moves.BURY:
        card = after.obelisk[seat, after.levels[seat] - 1]
        message = _("{player} builds into the obelisk: {card}.", player=player, card=card_name(card))
        return Line(message, (obelisk_id(seat),), seat, rule="PYR-17")
    if move == moves.NONE:
        return Line(_nothing_built(before, player), (), seat, rule="PYR-11")
    card = next(card for card, gone in enumerate(after.discarded) if gone and not before.discarded[card])
    message = _("{player} keeps a card and discards {card}.", player=player, card=card_name(card))
    return Line(message, (hand_id(seat),), seat, rule="PYR-13")


def _nothing_built(before: Necropolis, player: Message) -> Message:
    if before.phase == TOMB:
        return _("{player} builds no card into the tomb.", player=player)
    if allowed(before) == EITHER:
        return _("{player} builds no other card.", player=player)
    return _("{player} builds no card into the obelisk.", player=player)


def _is_new(before: Necropolis, after: Necropolis, seat: int, place: int) -> bool:
    return after.pyramid[seat, place] not in list(before.pyramid[seat])


def _fresh(s: Necropolis) -> dict[str, Message]:
    """The names of the pair just taken."""
    left, right = hand(s, s.turn)[-2:]
    return {"left": card_name(left), "right": card_name(right)}


def _new_round(s: Necropolis) -> list[Line]:
    player = SEATS[s.start]
    message = _(
        "Round {round} of {rounds} begins. {player} is the start player.", round=s.round, rounds=ROUNDS, player=player
    )
    lines = [Line(message, tuple(pair_id(pair) for pair in range(s.players)), s.start, rule="PYR-13")]
    if s.aside:
        message = _("{god} is out in this round.", god=GOD_NAMES[s.aside - 1])
        lines.append(Line(message, (tile_id(s.aside),), rule="PYR-6"))
    return lines


def _ending(before: Necropolis, after: Necropolis) -> list[Line]:
    lines = [
        Line(
            _("All players discard their hands and open their tombs."),
            tuple(map(tomb_id, range(after.players))),
            rule="PYR-25",
        )
    ]
    won = winning_seats(after)
    for seat in won:
        message = _("{player} has the most points.", player=SEATS[seat])
        lines.append(Line(message, (pyramid_id(seat),), seat, rule="PYR-25"))
    return lines
