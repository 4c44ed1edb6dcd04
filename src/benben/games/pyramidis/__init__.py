"""Pyramidis (Roland Siegers, 1991): a race of stacks for 2 or 4 players, without chance and hidden information."""

from __future__ import annotations

from benben.core.game import Face, Game, Option, Rules
from benben.games.pyramidis.advice import ADVICE
from benben.games.pyramidis.box.components import MOVE_LIMIT
from benben.games.pyramidis.picture import drawing, ghosts, touch
from benben.games.pyramidis.rules import deal, legal, moves, play, score
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _, lesson, names, narration, notation, points, prompts, reasons, text_board

GAME = Game(
    name="pyramidis",
    package=__name__,
    title="Pyramidis",
    summary=_("Move your stacks round the cross. The first to bring five pyramids home wins."),
    version=1,
    rule_ids=tuple(f"PDS-{number}" for number in range(1, 18)),
    players=(2, 4),
    state=Board,
    moves=moves.MOVES,
    most_legal=moves.MOST_LEGAL,
    longest=max(MOVE_LIMIT.values()),
    options=(
        Option(
            "colours",
            _("Colours"),
            _("Two players: red and yellow play from the sides, green and blue from top and bottom."),
            ("red-yellow", "green-blue"),
            (_("red and yellow"), _("green and blue")),
        ),
        Option(
            "first", _("First to move"), _("The seat that begins. Change it from match to match."), ("1", "2", "3", "4")
        ),
        Option(
            "blockade", _("Blockade"), _("You win at once if you cover the only stack that an opponent still controls.")
        ),
    ),
    forbids=reasons.forbids,
    rules=Rules.without_secrets(
        deal=deal.deal,
        actor=legal.actor,
        legal=legal.legal,
        play=play.play,
        score=score.score,
        winners=score.winners,
    ),
    advice=ADVICE,
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
)
