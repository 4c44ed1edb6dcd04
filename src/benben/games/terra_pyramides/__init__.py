"""Terra Pyramides, base version (Wolfgang Kramer and Michael Kiesling, 2023): lay a tile, activate a row, build.

2-4 players in competition, or 1-4 together on one of three tasks. Tiles in hand and stacks are hidden.
"""

from __future__ import annotations

from benben.core.game import Face, Game, Option, Rules
from benben.games.terra_pyramides.advice import ADVICE
from benben.games.terra_pyramides.box.components import BOARD
from benben.games.terra_pyramides.picture import drawing, ghosts, touch
from benben.games.terra_pyramides.rules import deal, legal, moves, play, score, secrets
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import (
    _,
    lesson,
    names,
    narration,
    notation,
    points,
    prompts,
    reasons,
    text_board,
)

MODES = ("competitive", "task-1", "task-2", "task-3")

GAME = Game(
    name="terra_pyramides",
    package=__name__,
    title="Terra Pyramides",
    summary=_("Lay tiles, activate rows and build pyramids. In competition, or together on a task."),
    version=1,
    rule_ids=tuple(f"TER-{number}" for number in range(1, 32)),
    players=(1, 2, 3, 4),  # one player: tasks only
    state=Board,
    moves=moves.MOVES,
    most_legal=moves.MOST_LEGAL,
    longest=moves.LONGEST,
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
    forbids=reasons.forbids,
    shuffles=deal.shuffles,
    box=BOARD.box,
    rules=Rules(
        deal=deal.deal,
        actor=legal.actor,
        legal=legal.legal,
        play=play.play,
        score=score.score,
        winners=score.winners,
        veil=secrets.veil,
        imagine=secrets.imagine,
        seen=secrets.seen,
        reveals=secrets.reveals,
    ),
    face=Face(
        write=notation.write,
        read=notation.read,
        why=reasons.why,
        text=text_board.draw,
        picture=drawing.picture,
        path=touch.path,
        aim=touch.aim,
        ghost=ghosts.ghost,
        tell=narration.tell,
        tally=points.tally,
        seats=names.seats,
        ask=prompts.ask,
        lesson=lesson.LESSON,
    ),
    advice=ADVICE,
)
