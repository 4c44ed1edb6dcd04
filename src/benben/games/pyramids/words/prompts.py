"""Prompts of Pyramids: what the seat to act must do."""

from __future__ import annotations

from functools import partial

from benben.core.kit.prompts import Prompt, Prompts
from benben.core.text import Message
from benben.games.pyramids.box.components import A_TOMB, AN_OBELISK, BOTH, EITHER, ROUNDS
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.legal import allowed
from benben.games.pyramids.rules.state import KEEP, OBELISK, PAIR, PYRAMID, TILE, TOMB, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import SEATS

_MAY = {
    A_TOMB: _("Then you may put a card into your tomb."),
    AN_OBELISK: _("Then you may build a card into your obelisk."),
    EITHER: _("Then you may build a card into your obelisk or your tomb."),
    BOTH: _("Then you may build a card into your obelisk, and one into your tomb."),
}


def _after_pyramid(s: Necropolis) -> Message | None:
    """PYR-11: what the tile allows, if a card is left."""
    return (_MAY.get(allowed(s)) if hand_size(s, s.turn) > 1 else None) or _end_of_round(s)


def _end_of_round(s: Necropolis) -> Message | None:
    """PYR-13: what happens to the cards left in hand when one more is built."""
    if hand_size(s, s.turn) < 2:
        return None
    if s.round == ROUNDS:
        return _("Cards left in hand are discarded: this is the last round.")
    return _("At the end of the round you keep one card for the next.")


def _at_the_obelisk(s: Necropolis) -> Message:
    if allowed(s) == EITHER:
        return _("Build a card into your obelisk or your tomb, or build none.")
    return _("Build a card into your obelisk, or build none.")


def _may_raise(s: Necropolis) -> Message:
    player = SEATS[s.turn]
    if allowed(s) == EITHER:
        return _("{player} may build a card into obelisk or tomb.", player=player)
    return _("{player} may build a card into the obelisk.", player=player)


_prompt = partial(Prompt, code="not-now")
PROMPTS = Prompts(
    "pyramids",
    {
        TILE: _prompt(
            now=_("Take a god tile. It determines what you may build and when it is your turn."),
            then=_("Then all players take two cards and build, the lowest number first."),
            status=lambda s: _("{player} takes a god tile.", player=SEATS[s.turn]),
            short=_("Take a god tile"),
            rule="PYR-9",
        ),
        PAIR: _prompt(
            now=_("Take a pair of cards."),
            then=_("Then build one of your cards into your pyramid."),
            status=lambda s: _("{player} takes a pair of cards.", player=SEATS[s.turn]),
            short=_("Take a pair of cards"),
            rule="PYR-10",
        ),
        PYRAMID: _prompt(
            now=_("Build one of your cards into your pyramid."),
            then=_after_pyramid,
            status=lambda s: _("{player} builds a card into the pyramid.", player=SEATS[s.turn]),
            short=_("A card into the pyramid"),
            rule="PYR-11",
        ),
        OBELISK: _prompt(
            now=_at_the_obelisk,
            then=lambda s: _MAY[A_TOMB] if allowed(s) == BOTH else _end_of_round(s),
            status=_may_raise,
            short=lambda s: _("Obelisk or tomb, or none") if allowed(s) == EITHER else _("Obelisk, or none"),
            rule="PYR-11",
        ),
        TOMB: _prompt(
            now=_("Put a card face down into your tomb, or put none."),
            then=_end_of_round,
            status=lambda s: _("{player} may build a card into the tomb.", player=SEATS[s.turn]),
            short=_("Tomb, or none"),
            rule="PYR-11",
        ),
        KEEP: _prompt(
            now=_("Choose the card to keep. You discard the other one."),
            then=_("Then the next round begins."),
            status=lambda s: _("{player} keeps one of two cards.", player=SEATS[s.turn]),
            short=_("Choose the card to keep"),
            rule="PYR-13",
        ),
    },
)
ask, task, wrong_step = PROMPTS.ask, PROMPTS.status, PROMPTS.wrong_step
