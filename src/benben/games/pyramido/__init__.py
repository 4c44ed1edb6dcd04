"""Pyramido (Ikhwan Kwon, 2023): dominoes in shrinking layers, areas of jewels scored from above. 2 to 4 players."""

from __future__ import annotations

from benben.core.game import Face, Game, Rules
from benben.games.pyramido.advice import ADVICE
from benben.games.pyramido.picture import drawing, ghosts, touch
from benben.games.pyramido.rules import deal, legal, moves, play, score, secrets
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words import _, lesson, names, narration, notation, points, prompts, reasons, text_board

GAME = Game(
    name="pyramido",
    package=__name__,
    title="Pyramido",
    summary=_("Build a pyramid of dominoes in four layers, and mark the areas with the most jewels."),
    version=1,
    rule_ids=tuple(f"PDO-{number}" for number in range(1, 19)),
    players=(2, 3, 4),
    state=Board,
    moves=moves.MOVES,
    most_legal=moves.MOST_LEGAL,
    longest=moves.LONGEST,
    shuffles=deal.shuffles,
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
