"""Terra Pyramides, base version (Wolfgang Kramer and Michael Kiesling, 2023): lay a tile, activate its row, build.

2-4 players against each other, or 1-4 together on one of three tasks. Tiles in hand and stacks are secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.game import Advice, Face, Game, Option, Rules
from benben.core.text import Message, texts
from benben.games.terra_pyramides import (
    advice,
    asking,
    choices,
    ghosts,
    lesson,
    notation,
    picture,
    promise,
    reasons,
    rules,
    secrets,
    story,
    text,
    touch,
    turns,
)
from benben.games.terra_pyramides.components import BOARD, FOUNDATIONS, SEAT_NAMES, TILES
from benben.games.terra_pyramides.moves import MOVES
from benben.games.terra_pyramides.state import Board

_ = texts(__package__)

MODES = ("competitive", "task-1", "task-2", "task-3")


def _forbids(players: int, options: Mapping[str, str]) -> Message | None:
    if players == 1 and options["mode"] == "competitive":
        return _("Alone you play a task: choose the mode task-1, task-2 or task-3.")
    return None


def _shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"tiles": TILES, "foundations": FOUNDATIONS, "start": players}


def _seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    if options["mode"] == "competitive":
        return SEAT_NAMES[:players]
    return tuple(_("Builder {n}", n=seat + 1) for seat in range(players))


GAME = Game(
    name="terra_pyramides",
    title="Terra Pyramides",
    summary=_("Lay a tile, activate its row, and let pyramids grow. Against each other, or together on a task."),
    version=1,
    rule_ids=tuple(f"TER-{number}" for number in range(1, 32)),
    players=(1, 2, 3, 4),  # alone only on a task
    state=Board,
    moves=MOVES,
    most_legal=choices.MOST_LEGAL,
    longest=rules.LONGEST,
    options=(
        Option(
            "mode",
            _("Mode"),
            _("Against each other, or together: four pyramids of 60; more than 275 points; six colours of 35."),
            MODES,
            (_("against each other"), _("together: task 1"), _("together: task 2"), _("together: task 3")),
        ),
        Option(
            "symbols", _("Symbols"), _("A tile belongs on the side of the stack that it came from, or costs 1 gold.")
        ),
        Option("open_stacks", _("Open stacks"), _("Four of the eight stacks lie face up.")),
    ),
    forbids=_forbids,
    shuffles=_shuffles,
    box=BOARD.box,
    rules=Rules(
        deal=rules.deal,
        actor=rules.actor,
        legal=choices.legal,
        play=turns.play,
        score=rules.score,
        winners=rules.winners,
        veil=secrets.veil,
        imagine=secrets.imagine,
        seen=secrets.seen,
        reveals=secrets.reveals,
    ),
    face=Face(
        write=notation.write,
        read=notation.read,
        why=reasons.why,
        text=text.draw,
        picture=picture.picture,
        path=touch.path,
        aim=touch.aim,
        ghost=ghosts.ghost,
        tell=story.tell,
        tally=story.tally,
        seats=_seats,
        ask=asking.ask,
        lesson=lesson.LESSON,
    ),
    advice=Advice(
        evaluate=advice.evaluate,
        weigh=promise.weigh,
        prefer=promise.prefer,
        quiet=advice.quiet,
        judge_quiet=advice.judge_quiet,
        horizon=14,
        exploration=0.04,
        widening=1.2,
        levels=advice.LEVELS,
    ),
)
