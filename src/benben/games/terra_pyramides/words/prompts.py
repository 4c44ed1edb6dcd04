"""Prompts of Terra Pyramides: what the seat to act must do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benben.core.kit.prompts import Prompt, Prompts
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import MOST_GOLD, MOST_STONES, SITES, TABLES
from benben.games.terra_pyramides.picture.element_ids import stack_id
from benben.games.terra_pyramides.rules import moves, state
from benben.games.terra_pyramides.rules.legal import bound_to, extras, most_gold
from benben.games.terra_pyramides.rules.state import EXCHANGE, Board, player, stones
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import seat_name

_STAIRS_TURN = max(np.diff(TABLES.lay_from)) > 1  # on this board, stairs may have a choice of sites


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


def _ending(s: Board) -> Message:
    """TER-20, TER-21: first reduce gold and stones to the limits, then draw."""
    gold, held = s.gold[player(s)], stones(s, player(s))
    if gold > most_gold(s):
        return _("You may keep {most} gold and have {gold}: buy a worker or a white stone.", most=MOST_GOLD, gold=gold)
    if held > MOST_STONES:
        text = _("You may keep {most} stones and have {n}: exchange two for a white one, or use some.")
        if s.phase == EXCHANGE:
            text = _("You may keep {most} stones and have {n}: exchange two more.")
        return text.fill(most=MOST_STONES, n=held)
    if not any(s.height):
        return _("Build and buy if you like, then end your turn.")
    if gold > MOST_GOLD:
        return _("You have 5 gold: pay 1 gold to search a stack, or buy something first.")
    return _("Draw a tile from a stack, or search a stack for 1 gold.") if gold else _("Draw a tile from a stack.")


def _short_ending(s: Board) -> Message:
    gold, held = s.gold[player(s)], stones(s, player(s))
    if gold > most_gold(s):
        return _("Too much gold: buy something")
    if held > MOST_STONES:
        return _("Too many stones: exchange two")
    if not any(s.height):
        return _("End your turn")
    if gold > MOST_GOLD:
        return _("Search a stack, or buy")
    return _("Draw a tile, or search") if gold else _("Draw a tile")


def _after_ending(s: Board) -> Message | None:
    too_much = s.gold[player(s)] > most_gold(s) or stones(s, player(s)) > MOST_STONES
    return _last_step(s) if too_much else None


def _after_worker(s: Board) -> Message:
    is_last = s.waiting & (s.waiting - 1) == 0
    return _last_step(s) if is_last else _("Then move the next worker.")


def _last_step(s: Board) -> Message:
    return _("Then draw a tile for your next turn.") if any(s.height) else _("Then your turn ends.")


def _or_build(task: Message | Callable[[Board], Message]) -> Callable[[Board], Message]:
    """TER-15: add a reminder if something can be built now."""

    def now(s: Board) -> Message:
        message, site = task(s) if callable(task) else task, can_build(s)
        return message if site is None else _("{task} You may build on {site} first.", task=message, site=site)

    return now


def can_build(s: Board) -> str | None:
    """The first site where the seat to act can build now."""
    room = np.empty(moves.MOST_LEGAL, np.int64)
    for move in map(int, room[: extras(s, room, 0)]):
        if move in moves.FOUND or move in moves.RAISE:
            return SITES[moves.FAMILIES.decode(move)[1][0]]
    return None


def _turn(what: Message) -> Callable[[Board], Message]:
    """The status: whose turn it is, which one, and what to do."""

    def status(s: Board) -> Message:
        turn = s.turns // (1 if s.task else s.players) + 1
        return _("{name}, turn {turn}: {what}.", name=seat_name(s, s.turn), turn=turn, what=what)

    return status


PROMPTS = Prompts(
    "terra_pyramides",
    {
        state.LAY: Prompt(
            now=_or_build(_laying),
            then=_("Then choose a row through it."),
            status=_turn(_("lay your tile")),
            code="lay-first",
            rule="TER-8",
            wrong=_("First lay your tile. Then choose a row through it."),
            short=_("Lay your tile"),
        ),
        state.ROW: Prompt(
            now=_or_build(_("Choose a row through your tile. You get everything it shows.")),
            then=_("Then move its workers, if it shows any."),
            status=_turn(_("choose a row")),
            short=_("Choose a row"),
        ),
        state.STOCK: Prompt(
            now=lambda s: _(
                "You have too few workers for this row: choose the tiles that get one ({n} left).", n=s.to_stock
            ),
            then=_("Then move its workers, if it shows any."),
            status=_turn(_("choose which tiles get your workers")),
            code="stock-first",
            rule="TER-9",
            wrong=_("You have too few workers: first choose the tiles of the row that get one."),
            cells=lambda s: TABLES.rows[s.row - 1],
            short=lambda s: _("Tiles for your workers: {n} left", n=s.to_stock),
        ),
        state.MOVE: Prompt(
            now=_or_build(_("Move a worker along laid tiles onto a building site, or take it back.")),
            then=_after_worker,
            status=_turn(_("move your workers")),
            short=_("Move a worker"),
        ),
        state.FINISH: Prompt(
            now=_or_build(_ending), then=_after_ending, status=_turn(_("draw a tile")), short=_short_ending
        ),
        state.PAY: Prompt(
            now=_("Choose a stone to pay for the new pyramid."),
            then=_("Then your turn goes on."),
            status=_turn(_("choose the stone that pays")),
            code="pay-first",
            rule="TER-16",
            wrong=lambda s: _("First choose a stone to pay for the pyramid on {site}.", site=SITES[s.building - 1]),
            cells=lambda s: (SITES[s.building - 1],),
            short=_("Choose a stone to pay"),
        ),
        state.EXCHANGE: Prompt(
            now=_ending,
            then=_after_ending,
            status=_turn(_("bring your stones down to seven, then draw")),
            code="after-exchange",
            rule="TER-20",
            wrong=_("After an exchange you can no longer buy, build or take workers back: draw a tile."),
            short=_short_ending,
        ),
        state.PICK: Prompt(
            now=_("Choose a tile from the stack for your next turn."),
            status=_turn(_("take a tile from the stack")),
            code="take-first",
            rule="TER-21",
            wrong=_("First take a tile from the stack that you are searching."),
            cells=lambda s: (stack_id(s.looking - 1),),
            short=_("Choose a tile"),
        ),
    },
)
ask = PROMPTS.ask
