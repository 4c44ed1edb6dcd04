"""Prompts of Pyramids: what the seat to act must do."""

from __future__ import annotations

from benben.core.game import Ask
from benben.core.text import Message
from benben.games.pyramids.box.components import A_TOMB, AN_OBELISK, BOTH, EITHER, ROUNDS
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.state import KEEP, OBELISK, PAIR, PYRAMID, TILE, Necropolis
from benben.games.pyramids.words import _

_MAY = {
    A_TOMB: _("Then you may put a card into your tomb."),
    AN_OBELISK: _("Then you may build a card into your obelisk."),
    EITHER: _("Then you may build a card into your obelisk or your tomb."),
    BOTH: _("Then you may build a card into your obelisk, and one into your tomb."),
}


def ask(s: Necropolis) -> Ask:
    if s.phase == TILE:
        return Ask(
            _("Take a god tile. It determines what you may build and when it is your turn."),
            _("Then all players take two cards and build, the lowest number first."),
        )
    if s.phase == PAIR:
        return Ask(_("Take a pair of cards."), _("Then build one of your cards into your pyramid."))
    if s.phase == PYRAMID:
        return Ask(_("Build one of your cards into your pyramid."), _after_pyramid(s))
    if s.phase == OBELISK:
        return _at_the_obelisk(s)
    if s.phase == KEEP:
        return Ask(_("Choose the card to keep. You discard the other one."), _("Then the next round begins."))
    return Ask(_("Put a card face down into your tomb, or put none."), _end_of_round(s, hand_size(s, s.turn) - 1))


def _after_pyramid(s: Necropolis) -> Message | None:
    """PYR-11: what the tile allows, if a card is left."""
    left = hand_size(s, s.turn) - 1
    return (_MAY.get(allowed(s)) if left else None) or _end_of_round(s, left)


def _at_the_obelisk(s: Necropolis) -> Ask:
    left = hand_size(s, s.turn) - 1
    if allowed(s) == EITHER:
        return Ask(_("Build a card into your obelisk or your tomb, or build none."), _end_of_round(s, left))
    now = _("Build a card into your obelisk, or build none.")
    return Ask(now, _MAY[A_TOMB] if allowed(s) == BOTH else _end_of_round(s, left))


def _end_of_round(s: Necropolis, left: int) -> Message | None:
    """PYR-13: what happens to the cards left in hand."""
    if left < 1:
        return None
    if s.round == ROUNDS:
        return _("Cards left in hand are discarded: this is the last round.")
    return _("At the end of the round you keep one card for the next.")
