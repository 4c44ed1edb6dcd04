"""Prompts of Pyramido: what the seat to act must do."""

from __future__ import annotations

from benben.core.game import Ask
from benben.core.text import Message
from benben.games.pyramido.rules.layers import empty_places, lowest
from benben.games.pyramido.rules.play import TURNS, next_seat
from benben.games.pyramido.rules.state import CARD, LAY, MARK, REFILL, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import cell_name


def ask(s: Board) -> Ask:
    if s.phase == LAY:
        return Ask(_("Take a domino from the quarry and lay it on your pyramid."), _after_laying(s))
    if s.phase == MARK:
        return Ask(_("Choose which of the two new blocks gets its marker."), _after_marking(s))
    if s.phase == CARD:
        return Ask(_("Lay a card on a new block without a marker, or lay none."), _after_card())
    if s.phase == REFILL:
        return Ask(_("Refill the quarry from one of the two stacks behind the empty place."), _after_turn(s))
    return _filling(s)


def _after_laying(s: Board) -> Message:
    if s.cards[s.turn]:
        return _("Then place a marker and, if you like, a card.")
    return _("Then place a marker and refill the quarry.")


def _after_marking(s: Board) -> Message:
    return _("Then you may lay a card.") if s.cards[s.turn] else _after_card()


def _after_card() -> Message:
    return _("Then you refill the quarry.")


def _after_turn(s: Board) -> Message | None:
    """Announce the scoring if this is the last turn of the stage."""
    later = next_seat(s, s.turn)
    done = s.turns[later] + (1 if later == s.turn else 0)
    return _("Then this stage is scored.") if done == TURNS[s.stage] else None


def _filling(s: Board) -> Ask:
    """PDO-12: the first empty cell, then the other one."""
    places = empty_places(s, s.turn)
    cell = cell_name(s, s.turn, lowest(places))
    now = _("No domino fits: fill the empty cell {cell} with a card.", cell=cell)
    return Ask(now, _("Then fill the next empty cell.") if places & (places - 1) else _after_turn(s))
