"""Pyramido (Ikhwan Kwon, 2023): dominoes in shrinking layers, areas of jewels scored from above. 2 to 4 players."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.game import Advice, Face, Game, Rules
from benben.core.text import Message, texts
from benben.games.pyramido import (
    advice,
    asking,
    hidden,
    lesson,
    notation,
    picture,
    reasons,
    rules,
    telling,
    text,
    touch,
)
from benben.games.pyramido.components import DOMINOES, SEATS
from benben.games.pyramido.state import Board

_ = texts(__package__)


def _shuffles(players: int, options: Mapping[str, str]) -> Mapping[str, int]:
    return {"dominoes": DOMINOES, "seats": players}


def _seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    return SEATS[:players]


GAME = Game(
    name="pyramido",
    package=__name__,
    title="Pyramido",
    summary=_("Build a pyramid of dominoes in four layers, and mark the areas with the most jewels."),
    version=1,
    rule_ids=tuple(f"PDO-{number}" for number in range(1, 19)),
    players=(2, 3, 4),
    state=Board,
    moves=rules.MOVES,
    most_legal=rules.MOST_LEGAL,
    longest=rules.LONGEST,
    shuffles=_shuffles,
    rules=Rules(
        deal=rules.deal,
        actor=rules.actor,
        legal=rules.legal,
        play=rules.play,
        score=rules.score,
        winners=rules.winners,
        veil=hidden.veil,
        imagine=hidden.imagine,
        seen=hidden.seen,
        reveals=hidden.reveals,
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
        ghost=touch.ghost,
        tell=telling.tell,
        tally=telling.tally,
        seats=_seats,
        ask=asking.ask,
        lesson=lesson.LESSON,
    ),
)
