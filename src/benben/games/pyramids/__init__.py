"""Pyramids (IELLO, 2017): draft gods and cards to build three edifices. 2 to 5 players."""

from __future__ import annotations

from benben.core.game import Face, Game, Rules
from benben.games.pyramids.advice import ADVICE
from benben.games.pyramids.box.components import DECK
from benben.games.pyramids.picture import drawing, ghosts, touch
from benben.games.pyramids.rules import deal, legal, moves, play, score, secrets
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _, lesson, names, narration, notation, points, prompts, reasons, text_board

GAME = Game(
    name="pyramids",
    package=__name__,
    title="Pyramids",
    summary=_("Choose gods and cards, build a pyramid, an obelisk and a tomb, and connect stones of the same colour."),
    version=1,
    rule_ids=tuple(f"PYR-{number}" for number in range(1, 26)),
    players=(2, 3, 4, 5),
    state=Necropolis,
    moves=moves.MOVES,
    most_legal=moves.MOST_LEGAL,
    longest=moves.LONGEST,
    shuffles=deal.shuffles,
    box=DECK.box,
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
