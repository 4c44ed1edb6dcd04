"""Pyramidis (Roland Siegers, 1991): a race of stacks for 2 or 4 players, without chance and hidden information."""

from __future__ import annotations

from collections.abc import Mapping

from benben.core.game import Advice, Face, Game, Option, Rules
from benben.core.text import Message, texts
from benben.games.pyramidis import advice, asking, lesson, notation, picture, reasons, rules, sowing, text
from benben.games.pyramidis.components import MOVE_LIMIT, NAMES
from benben.games.pyramidis.state import Board

_ = texts(__package__)


def _forbids(players: int, options: Mapping[str, str]) -> Message | None:
    if int(options["first"]) > players:
        return _("With {players} players, the option “first” must be a number from 1 to {players}.", players=players)
    if players == 4 and options["colours"] != "red-yellow":
        return _("The option “colours” is only for two players; four players use all colours.")
    return None


def _seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    if players == 4:
        return NAMES
    return NAMES[0::2] if options["colours"] == "red-yellow" else NAMES[1::2]


GAME = Game(
    name="pyramidis",
    package=__name__,
    title="Pyramidis",
    summary=_("Move your stacks round the cross. The first to bring five pyramids home wins."),
    version=1,
    rule_ids=tuple(f"PDS-{number}" for number in range(1, 18)),
    players=(2, 4),
    state=Board,
    moves=rules.MOVES,
    most_legal=rules.MOST_LEGAL,
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
    forbids=_forbids,
    rules=Rules.without_secrets(
        deal=rules.deal,
        actor=rules.actor,
        legal=rules.legal,
        play=rules.play,
        score=rules.score,
        winners=rules.winners,
    ),
    advice=Advice(evaluate=advice.evaluate, levels=advice.LEVELS),
    face=Face(
        write=notation.write,
        read=notation.read,
        why=reasons.why,
        text=text.draw,
        picture=picture.picture,
        path=sowing.path,
        aim=sowing.aim,
        ghost=sowing.ghost,
        tell=notation.tell,
        tally=notation.tally,
        seats=_seats,
        ask=asking.ask,
        lesson=lesson.LESSON,
    ),
)
