"""Pyramids (IELLO, 2017): draft gods and cards to build three edifices. 2 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.game import Advice, Face, Game, Rules
from benben.core.text import texts
from benben.games.pyramids import (
    advice,
    asking,
    lesson,
    notation,
    picture,
    reasons,
    rules,
    scoring,
    secrets,
    tally,
    text,
    touch,
)
from benben.games.pyramids.components import CARDS, DECK, TILES
from benben.games.pyramids.state import Necropolis

_ = texts(__package__)


def _shuffles(players: int, options: Mapping[str, str]) -> dict[str, int]:
    """PYR-7: the cards and the start player. PYR-6: with two players, the first tile to be out."""
    shuffles = {"cards": CARDS, "start": players}
    return shuffles | {"tile": int(TILES[players])} if players == 2 else shuffles


GAME = Game(
    name="pyramids",
    package=__name__,
    title="Pyramids",
    summary=_("Choose gods and cards, build a pyramid, an obelisk and a tomb, and connect stones of the same colour."),
    version=1,
    rule_ids=tuple(f"PYR-{number}" for number in range(1, 26)),
    players=(2, 3, 4, 5),
    state=Necropolis,
    moves=rules.MOVES,
    most_legal=rules.MOST_LEGAL,
    longest=rules.LONGEST,
    shuffles=_shuffles,
    box=DECK.box,
    rules=Rules(
        deal=rules.deal,
        actor=rules.actor,
        legal=rules.legal,
        play=rules.play,
        score=scoring.score,
        winners=scoring.winners,
        veil=secrets.veil,
        imagine=secrets.imagine,
        seen=secrets.seen,
        reveals=secrets.reveals,
    ),
    advice=Advice(
        evaluate=advice.evaluate,
        weigh=advice.weigh,
        exploration=advice.EXPLORATION,
        widening=advice.WIDENING,
        levels=advice.LEVELS,
    ),
    face=Face(
        write=notation.write,
        read=notation.read,
        why=reasons.why,
        text=text.draw,
        picture=picture.picture,
        path=touch.path,
        aim=touch.aim,
        ghost=picture.ghost,
        tell=notation.tell,
        tally=tally.tally,
        seats=notation.seats,
        ask=asking.ask,
        lesson=lesson.LESSON,
    ),
)
