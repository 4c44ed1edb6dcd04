"""Terra Pyramides, base version (Wolfgang Kramer and Michael Kiesling, 2023): lay a tile, activate a row, build.

2-4 players in competition, or 1-4 together on one of three tasks. Tiles in hand and stacks are hidden.
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
        return _("One player can only play a task: choose the mode task-1, task-2 or task-3.")
    return None


def _shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"tiles": TILES, "foundations": FOUNDATIONS, "start": players}


def _seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    if options["mode"] == "competitive":
        return SEAT_NAMES[:players]
    return tuple(_("Builder {n}", n=seat + 1) for seat in range(players))


GAME = Game(
    name="terra_pyramides",
    package=__name__,
    title="Terra Pyramides",
    summary=_("Lay tiles, activate rows and build pyramids. In competition, or together on a task."),
    version=1,
    rule_ids=tuple(f"TER-{number}" for number in range(1, 32)),
    players=(1, 2, 3, 4),  # one player: tasks only
    state=Board,
    moves=MOVES,
    most_legal=choices.MOST_LEGAL,
    longest=rules.LONGEST,
    options=(
        Option(
            "mode",
            _("Mode"),
            _("In competition, or together: four pyramids of 60; more than 275 points; pyramids of 35 in six colours."),
            MODES,
            (_("competition"), _("together: task 1"), _("together: task 2"), _("together: task 3")),
        ),
        Option(
            "symbols",
            _("Symbols"),
            _("A tile must go on the half of the board that belongs to its stack, or you pay 1 gold."),
        ),
        Option("open_stacks", _("Open stacks"), _("Four of the eight stacks are face up.")),
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
