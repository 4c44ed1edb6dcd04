"""Narration of the moves of Pyramido."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benben.core.contract import NOBODY
from benben.core.game import Line
from benben.core.kit.events import Event, events_of
from benben.core.kit.seats import winning_seats
from benben.core.text import Message
from benben.games.pyramido.box.components import QUARTERS, STAGES, card_of
from benben.games.pyramido.picture.element_ids import block_id, card_id, domino_id, marker_id, sheet_id, stack_id
from benben.games.pyramido.rules import play
from benben.games.pyramido.rules.layers import new_block, place_to_fill
from benben.games.pyramido.rules.legal import empty_quarry_place
from benben.games.pyramido.rules.moves import CARD_ON, FAMILIES, FILL_WITH, LAY_ON, MARK_ON, NO_CARD, REFILL_FROM, ends
from benben.games.pyramido.rules.score import best_stage, total, winners
from benben.games.pyramido.rules.state import CARD, MARK, Board, cards_left, has_lost
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, SEATS, cell_name, domino_in_words
from benben.games.pyramido.words.points import stage_lines


def tell(before: Board, move: int, after: Board) -> list[Line]:
    lines = _moved(before, move, after)
    for event, values in events_of(play.play, before, move)[0]:
        lines += _HAPPENED[event](before, after, *values)
    return lines


def _told(seat: int, rule: str, message: Message, *cells: str) -> list[Line]:
    return [Line(message, cells, seat, None, rule)]


# The moves


def _laid(s: Board, quarry: int, turn: int, place: int, after: Board) -> list[Line]:
    domino, (left, right) = s.quarry[quarry], (cell_name(s, s.turn, end) for end in ends(turn, place))
    values = {"seat": SEATS[s.turn], "domino": domino_in_words(domino), "left": left, "right": right}
    message = _("{seat} lays the domino {domino} on {left}-{right}.", **values)
    return _told(s.turn, "PDO-4", message, domino_id(domino))


def _no_card(s: Board, after: Board) -> list[Line]:
    return _told(s.turn, "PDO-9", _("{seat} lays no card.", seat=SEATS[s.turn]))


def _card(s: Board, place: int, colour: int, quarter: int) -> dict[str, object]:
    cell = cell_name(s, s.turn, place)
    return {"seat": SEATS[s.turn], "cell": cell, "colour": NAMES[colour], "quarter": QUARTERS[quarter]}


def _covered(s: Board, half: int, colour: int, quarter: int, after: Board) -> list[Line]:
    values = _card(s, s.new[half], colour, quarter)
    message = _("{seat} covers {cell} with a card: {colour}, jewel at {quarter}.", **values)
    covered = block_id(s.turn, new_block(s, half))
    return _told(s.turn, "PDO-9", message, card_id(s.turn, card_of(colour)), covered)


def _filled(s: Board, colour: int, quarter: int, after: Board) -> list[Line]:
    values = _card(s, place_to_fill(s, s.turn), colour, quarter)
    message = _("{seat} fills {cell} with a card: {colour}, jewel at {quarter}.", **values)
    return _told(s.turn, "PDO-12", message, card_id(s.turn, card_of(colour)))


def _refilled(s: Board, pile: int, after: Board) -> list[Line]:
    domino = after.quarry[empty_quarry_place(s)]
    values = {"seat": SEATS[s.turn], "stack": pile + 1, "domino": domino_in_words(domino)}
    message = _("{seat} refills the quarry from stack {stack}: {domino}.", **values)
    return _told(s.turn, "PDO-10", message, domino_id(domino), stack_id(pile))


_moved: Callable[[Board, int, Board], list[Line]] = FAMILIES.dispatch(
    {
        LAY_ON: _laid,
        MARK_ON: lambda s, half, after: [],  # told as what happened
        NO_CARD: _no_card,
        CARD_ON: _covered,
        REFILL_FROM: _refilled,
        FILL_WITH: _filled,
    }
)

# What happened


def _marked(s: Board, after: Board, colour: int, place: int) -> list[Line]:
    values = {"seat": SEATS[s.turn], "colour": NAMES[colour], "cell": cell_name(after, s.turn, place)}
    chosen = _("{seat} puts the marker for {colour} on {cell}.", **values)
    forced = _("The marker for {colour} must go on {cell}.", **values)
    return _told(s.turn, _marker_rule(s), chosen if s.phase == MARK else forced, marker_id(s.turn, colour))


def _no_marker(s: Board, after: Board) -> list[Line]:
    on_card = _("No marker for the card: the marker of its colour is already placed.")
    on_domino = _("No marker: the markers of these colours are already placed.")
    return _told(s.turn, _marker_rule(s), on_card if s.phase == CARD else on_domino)


def _marker_rule(s: Board) -> str:
    return "PDO-9" if s.phase == CARD else "PDO-8"


def _no_cards(s: Board, after: Board) -> list[Line]:
    return _told(s.turn, "PDO-9", _("{seat} has no cards left.", seat=SEATS[s.turn]))


def _split(s: Board, after: Board, tallest: int, pile: int) -> list[Line]:
    values = {"stack": pile + 1, "other": tallest + 1, "n": after.height[pile]}
    message = _("Stack {stack} is empty and gets the lower half of stack {other}, {n} dominoes.", **values)
    return _told(NOBODY, "PDO-11", message, stack_id(pile), stack_id(tallest))


def _lost(s: Board, after: Board, seat: int) -> list[Line]:
    name = SEATS[seat]
    message = _("No domino fits for {seat}, who has too few cards to fill the layer: {seat} has lost.", seat=name)
    return _told(seat, "PDO-12", message)


def _must_fill(s: Board, after: Board, seat: int) -> list[Line]:
    message = _("No domino fits for {seat}, who must fill two cells with cards.", seat=SEATS[seat])
    return _told(seat, "PDO-12", message)


def _stage_scored(s: Board, after: Board, stage: int) -> list[Line]:
    lines = []
    for seat in _in_the_game(after):
        values = {"seat": SEATS[seat], "points": after.points[seat, stage], "stage": stage + 1}
        message = _("{seat}: {points} points in stage {stage}.", **values)
        lines += stage_lines(after, seat, stage) + _told(seat, "PDO-14", message, sheet_id(seat, stage))
    return lines


def _stage_begun(s: Board, after: Board, seat: int) -> list[Line]:
    values = {"seat": SEATS[seat], "stage": after.stage + 1}
    return _told(seat, "PDO-17", _("{seat} has the fewest points and begins stage {stage}.", **values))


def _ended(s: Board, after: Board) -> list[Line]:
    first, *others = winning_seats(winners, after)
    if after.stage < STAGES:
        return _told(first, "PDO-12", _("{seat} is the last one left and wins.", seat=SEATS[first]))
    if others:
        message = _("Points, cards and best stage are equal: the winners share the victory.")
        return _told(NOBODY, "PDO-18", message)
    return _told(first, "PDO-18", _won(after, first))


def _won(s: Board, winner: int) -> Message:
    """With what broke a tie."""
    values = {"seat": SEATS[winner], "points": total(s, winner)}
    equal = [seat for seat in _in_the_game(s) if seat != winner and total(s, seat) == total(s, winner)]
    if not equal:
        return _("{seat} wins with {points} points.", **values)
    if all(cards_left(s, seat) != cards_left(s, winner) for seat in equal):
        return _("{seat} wins the tie at {points} points with more cards in hand.", **values)
    best = best_stage(s, winner)
    return _("{seat} wins the tie at {points} points with the best stage: {best}.", best=best, **values)


def _in_the_game(s: Board) -> list[int]:
    return [seat for seat in range(s.players) if not has_lost(s, seat)]


_HAPPENED: Mapping[Event, Callable[..., list[Line]]] = {
    play.MARKED: _marked,
    play.NO_MARKER: _no_marker,
    play.NO_CARDS: _no_cards,
    play.STACK_SPLIT: _split,
    play.LOST: _lost,
    play.MUST_FILL: _must_fill,
    play.STAGE_SCORED: _stage_scored,
    play.STAGE_BEGUN: _stage_begun,
    play.ENDED: _ended,
}
