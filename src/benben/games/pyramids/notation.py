"""Moves of Pyramids as text: notation and narration.

`khepri` takes that tile, `pair 2` that pair. Cards of the hand are a, b, c, beginning with the kept card:
`b left` builds b at the left end of the pyramid's base (`right`, and `base` for its first card), `b 2.1` on the first
place of level 2, counted from the base's left end. `obelisk a`, `tomb a`, `none`, `keep a`. Others see `tomb ?`.
"""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Line
from benben.core.text import Message, texts
from benben.games.pyramids import reasons, rules
from benben.games.pyramids.components import EITHER, GOD_NAMES, GODS, ROUNDS, SEATS, card_name
from benben.games.pyramids.hands import hand
from benben.games.pyramids.ids import card_id, hand_id, obelisk_id, pair_id, pyramid_id, spot_name, tile_id, tomb_id
from benben.games.pyramids.places import INDEX, LEVEL, PLACES, RIGHT, SPOTS
from benben.games.pyramids.scoring import winning_seats
from benben.games.pyramids.secrets import A_CARD_BURIED
from benben.games.pyramids.state import OVER, PYRAMID, TOMB, UNKNOWN, Necropolis
from benben.games.pyramids.text import SLOTS

_ = texts(__package__)

_SPOTS = {spot_name(spot): spot for spot in range(SPOTS)}
_NUMBERED = re.compile(r"(tile|god|pair) ([1-5])")
_BUILD = re.compile(r"(?:pyramid )?([abc]) (left|right|base|[234]\.[123])")
_OTHER = re.compile(r"(obelisk|tomb|keep) ([abc])")
_OTHERS = {"obelisk": rules.RAISE, "tomb": rules.BURY, "keep": rules.KEEP_CARD}


def write(s: Necropolis, move: int) -> str:
    if move == A_CARD_BURIED:
        return "tomb ?"
    if move < rules.TAKE_PAIR:
        return GODS[move - rules.TAKE_TILE]
    if move < rules.BUILD:
        return f"pair {move - rules.TAKE_PAIR + 1}"
    if move < rules.RAISE:
        slot, spot = divmod(move - rules.BUILD, SPOTS)
        return f"{SLOTS[slot]} {'base' if spot == RIGHT and s.filled[s.turn] == 0 else spot_name(spot)}"
    if move < rules.BURY:
        return f"obelisk {SLOTS[move - rules.RAISE]}"
    if move < rules.NONE:
        return f"tomb {SLOTS[move - rules.BURY]}"
    return "none" if move == rules.NONE else f"keep {SLOTS[move - rules.KEEP_CARD]}"


def read(s: Necropolis, text: str) -> int:
    """Raises IllegalMove for a third card where only two are possible."""
    words = " ".join(text.lower().split())
    if words in GODS:
        return rules.TAKE_TILE + GODS.index(words)
    if words == "none":
        return rules.NONE
    if found := _NUMBERED.fullmatch(words):
        return (rules.TAKE_PAIR if found[1] == "pair" else rules.TAKE_TILE) + int(found[2]) - 1
    if found := _BUILD.fullmatch(words):
        spot = RIGHT if found[2] == "base" and s.filled[s.turn] == 0 else _SPOTS.get(found[2])
        if spot is not None:
            return rules.BUILD + SLOTS.index(found[1]) * SPOTS + spot
        if found[2] == "base":
            raise MalformedMove(_("Add the end of the base, for example “{slot} left”.", slot=found[1]))
    if found := _OTHER.fullmatch(words):
        slot = SLOTS.index(found[2])
        if slot >= rules.SPARE:
            raise IllegalMove(reasons.no_such_card(s, slot))
        return _OTHERS[found[1]] + slot
    raise MalformedMove(
        _(
            "“{text}” is not a move. Type a god like khepri, a pair like “pair 2”, a card and its place like “b "
            "left” or “b 2.1”, or “obelisk a”, “tomb a”, “none” or “keep a”.",
            text=text[:40],
        )
    )


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
    if move == A_CARD_BURIED or rules.BURY <= move < rules.NONE:
        card = UNKNOWN if move == A_CARD_BURIED else hand(before, seat)[move - rules.BURY]
        if card == UNKNOWN:
            return Line(_("{player} puts a card into the tomb.", player=player), (tomb_id(seat),), seat, rule="PYR-18")
        message = _("{player} puts a card into the tomb: {card}.", player=player, card=card_name(card))
        return Line(message, (tomb_id(seat),), seat, rule="PYR-18")
    if move < rules.TAKE_PAIR:
        tile = move - rules.TAKE_TILE + 1
        message = _("{player} takes {god}, tile {tile}.", player=player, god=GOD_NAMES[tile - 1], tile=tile)
        return Line(message, (tile_id(tile),), seat, rule="PYR-9")
    if move < rules.BUILD:
        pair = move - rules.TAKE_PAIR
        message = _("{player} takes pair {pair}: {left}, and {right}.", player=player, pair=pair + 1, **_fresh(after))
        return Line(message, (pair_id(pair), hand_id(seat)), seat, rule="PYR-10")
    if move < rules.RAISE:
        place = next(place for place in range(PLACES) if _is_new(before, after, seat, place))
        message = _(
            "{player} builds into the pyramid, level {level}, place {index}: {card}.",
            player=player,
            level=int(LEVEL[place]) + 1,
            index=int(INDEX[place]) + 1,
            card=card_name(after.pyramid[seat, place]),
        )
        return Line(message, (card_id(after.pyramid[seat, place]),), seat, rule="PYR-15")
    if move < rules.BURY:
        card = after.obelisk[seat, after.levels[seat] - 1]
        message = _("{player} builds into the obelisk: {card}.", player=player, card=card_name(card))
        return Line(message, (obelisk_id(seat),), seat, rule="PYR-17")
    if move == rules.NONE:
        return Line(_nothing_built(before, player), (), seat, rule="PYR-11")
    card = next(card for card, gone in enumerate(after.discarded) if gone and not before.discarded[card])
    message = _("{player} keeps a card and discards {card}.", player=player, card=card_name(card))
    return Line(message, (hand_id(seat),), seat, rule="PYR-13")


def _nothing_built(before: Necropolis, player: Message) -> Message:
    if before.phase == TOMB:
        return _("{player} builds no card into the tomb.", player=player)
    if rules.allowed(before) == EITHER:
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


def seats(players: int, options: object) -> tuple[Message, ...]:
    return SEATS[:players]
