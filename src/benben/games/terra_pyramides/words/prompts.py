"""Prompts of Terra Pyramides: what the seat to act must do."""

from __future__ import annotations

import numpy as np

from benben.core.game import Ask
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import MOST_GOLD, MOST_STONES, SITES, TABLES
from benben.games.terra_pyramides.rules.legal import bound_to, extras, most_gold
from benben.games.terra_pyramides.rules.moves import FOUND_AT, MOST_LEGAL, PAINTS, PAY_AT, RAISE_AT
from benben.games.terra_pyramides.rules.state import (
    EXCHANGE,
    LAST_WITH_EXTRAS,
    LAY,
    MOVE,
    PAY,
    PICK,
    ROW,
    STOCK,
    Board,
    player,
    stones,
)
from benben.games.terra_pyramides.words import _

_STAIRS_TURN = max(np.diff(TABLES.lay_from)) > 1  # on this board, stairs may have a choice of sites


def ask(s: Board) -> Ask:
    if s.phase == LAY:
        return _extra(s, Ask(_laying(s), _("Then choose a row through it.")))
    if s.phase == ROW:
        now = _("Choose a row through your tile. You get everything it shows.")
        return _extra(s, Ask(now, _("Then move its workers, if it shows any.")))
    if s.phase == STOCK:
        now = _("You have too few workers for this row: choose the tiles that get one ({n} left).", n=s.to_stock)
        return Ask(now, _("Then move its workers, if it shows any."))
    if s.phase == MOVE:
        now = _("Move a worker along laid tiles onto a building site, or take it back.")
        last = s.waiting & (s.waiting - 1) == 0
        return _extra(s, Ask(now, _last_step(s) if last else _("Then move the next worker.")))
    if s.phase == PAY:
        return Ask(_("Choose a stone to pay for the new pyramid."), _("Then your turn goes on."))
    if s.phase == PICK:
        return Ask(_("Choose a tile from the stack for your next turn."))
    return _ending(s)


def _laying(s: Board) -> Message:
    """TER-6, and TER-26 if that variant is on."""
    half = bound_to(s, player(s))
    if half >= 0 and s.gold[player(s)] > 0:
        if half:
            return _("Lay your tile on the scarab half, or for 1 gold on the sphinx half.")
        return _("Lay your tile on the sphinx half, or for 1 gold on the scarab half.")
    if half >= 0:
        return _("Lay your tile on the scarab half.") if half else _("Lay your tile on the sphinx half.")
    if _STAIRS_TURN:
        return _("Lay your tile on a free field, and choose the building site that its stairs face.")
    return _("Lay your tile on a free field.")


def _last_step(s: Board) -> Message:
    return _("Then draw a tile for your next turn.") if any(s.height) else _("Then your turn ends.")


def _extra(s: Board, asked: Ask) -> Ask:
    """TER-15: add a reminder if something can be built now."""
    site = _can_build(s)
    if site is None:
        return asked
    return Ask(_("{task} You may build on {site} first.", task=asked.now, site=site), asked.then)


def _can_build(s: Board) -> str | None:
    """The first site where the seat to act can build now."""
    if s.phase > LAST_WITH_EXTRAS:
        return None
    room = np.empty(MOST_LEGAL, np.int64)
    for move in map(int, room[: extras(s, room, 0)]):
        if FOUND_AT <= move < RAISE_AT:
            return SITES[(move - FOUND_AT) // PAINTS]
        if RAISE_AT <= move < PAY_AT:
            return SITES[move - RAISE_AT]
    return None


def _ending(s: Board) -> Ask:
    """TER-20, TER-21: first reduce gold and stones to the limits, then draw."""
    gold, held = s.gold[player(s)], stones(s, player(s))
    if gold > most_gold(s):
        now = _("You may keep {most} gold and have {gold}: buy a worker or a white stone.", most=MOST_GOLD, gold=gold)
        return _extra(s, Ask(now, _last_step(s)))
    if held > MOST_STONES:
        now = _(
            "You may keep {most} stones and have {n}: exchange two for a white one, or use some.",
            most=MOST_STONES,
            n=held,
        )
        if s.phase == EXCHANGE:
            now = _("You may keep {most} stones and have {n}: exchange two more.", most=MOST_STONES, n=held)
        return _extra(s, Ask(now, _last_step(s)))
    if not any(s.height):
        return _extra(s, Ask(_("Build and buy if you like, then end your turn.")))
    if gold > MOST_GOLD:
        return _extra(s, Ask(_("You have 5 gold: pay 1 gold to search a stack, or buy something first.")))
    if gold:
        return _extra(s, Ask(_("Draw a tile from a stack, or search a stack for 1 gold.")))
    return _extra(s, Ask(_("Draw a tile from a stack.")))
