"""Why a move is better: named terms that agree with the evaluation of the game, in both languages, with their rules."""

from importlib import import_module
from math import log
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import benben
from benben.coach.chances import Difference, Future
from benben.coach.reasons import Advantage, reasons, sentence
from benben.core.position import Position
from benben.games.pyramidis.advice import evaluation as pyramidis
from benben.games.pyramids.advice import evaluation as pyramids
from benben.games.pyramids.advice.card_values import fill_tombs
from benben.games.terra_pyramides.advice import analysis, yields
from benben.testing import Table, setups
from tests.registered import games_with

TABLES = [next(table for table in setups(game) if table.players == 2) for game in games_with("words.terms")]


def module_of(table: Table) -> ModuleType:
    return import_module(f"{table.game.package}.words.terms")


def state(position: Position) -> Any:
    return position.state


def pairs(table: Table, seed: int = 5) -> list[tuple[Position, Position]]:
    """Positions after the first and after the last of the legal moves, throughout a match."""
    found = []
    for before in table.match(seed)[:-1:7]:
        moves = before.legal_moves.numbers
        both = before.play(moves[0]), before.play(moves[-1])
        if len(moves) > 1 and not (both[0].is_over or both[1].is_over):
            found.append(both)
    assert len(found) >= 3
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_term_has_a_name_and_a_rule_of_the_game(table: Table) -> None:
    module = module_of(table)
    for one, other in pairs(table):
        for seat in range(table.players):
            told = module.terms(one.state, other.state, seat)
            assert set(told) <= set(module.NAMES)
            back = module.terms(other.state, one.state, seat)
            assert all(back[term][:2] == told[term][1::-1] for term in told)
            same = module.terms(one.state, one.state, seat)
            assert all(better == worse and not worth for better, worse, worth in same.values())
    assert all(line.rule in table.game.rule_ids for line in module.NAMES.values())


def test_the_terms_of_pyramidis_are_its_evaluation() -> None:
    """All of it but the tempo, which both seats' chances show as the same difference."""
    module = module_of(TABLES[0])
    for one, other in pairs(TABLES[0]):
        odds = []
        for position in (one, other):
            chances = np.zeros(2)
            pyramidis.evaluate(state(position), chances)
            odds.append(log(chances[0] / chances[1]))
        own, theirs = ([worth for *_a, worth in module.terms(one.state, other.state, seat).values()] for seat in (0, 1))
        assert sum(own) - sum(theirs) == pytest.approx(odds[0] - odds[1], abs=1e-9)


def test_the_terms_of_pyramids_are_its_expected_points() -> None:
    table = next(table for table in TABLES if table.game.name == "pyramids")
    for one, other in pairs(table):
        expected = []
        for s in (state(one), state(other)):
            tombs = np.zeros((5, 5), np.int64)
            fill_tombs(s, tombs)
            expected.append(pyramids.seat_worth(s, 1, tombs))
        told = module_of(table).terms(one.state, other.state, 1)
        assert sum(worth for *_a, worth in told.values()) == pytest.approx(expected[0] - expected[1])


def test_the_terms_of_terra_pyramides_are_its_units() -> None:
    table = next(table for table in TABLES if table.game.name == "terra_pyramides")
    for position, _other in pairs(table):
        s = state(position)
        goal = analysis.wanted(s, 0)
        plan, planned = [0] * analysis.MOST_PLANNED, [0] * 40
        count = analysis.make_plan(s, 0, goal, plan, planned)
        units = analysis.built(s, 0, planned) + yields.means(s, 0, goal, plan, count, planned)
        assert sum(worth for _amount, worth in module_of(table).units(s, 0).values()) == pytest.approx(units)


def test_the_worth_of_a_term_of_pyramido_is_what_the_network_expects() -> None:
    """A domino that opens sides and brings jewels: the terms that differ explain the sign of the difference."""
    table = next(table for table in TABLES if table.game.name == "pyramido")
    agree = []
    for seed in range(4):
        for one, other in pairs(table, seed):
            seat = one.before.actor if one.before else 0
            assert seat is not None
            told = module_of(table).terms(one.state, other.state, seat)
            both = [
                import_module("benben.games.pyramido.advice.evaluation").expected(p.state, seat) for p in (one, other)
            ]
            if abs(both[0] - both[1]) > 1:
                agree.append((sum(worth for *_a, worth in told.values()) > 0) == (both[0] > both[1]))
    assert len(agree) >= 5
    assert sum(agree) >= 0.8 * len(agree)


@pytest.mark.parametrize(
    ("name", "reason", "said"),
    [
        ("pyramido", Advantage("jewels", 0, 5, 2, 2.0, "1 5"), "above all: green lotus in stage 2"),
        ("pyramido", Advantage("points", 1, 5, 9, 4.0, "0"), "above all: Stage 1"),
        ("pyramids", Advantage("tomb", 0, 5, 2, 3.0, "2"), "above all: Red"),
        ("terra_pyramides", Advantage("stones", 0, 5, 2, 3.5, "6"), "above all: purple"),
    ],
)
def test_the_part_that_differs_most_is_named(name: str, reason: Advantage, said: str) -> None:
    game = benben.find(name)
    line = sentence(game, reason, 0, game.face.seats(2, game.check_options(2, {})))
    assert said in line.message.say("en")
    assert said not in line.message.say("de")


def test_the_part_of_a_reason_is_the_one_behind_its_difference() -> None:
    """Every named part belongs to its term, and the term differs in the direction of the part."""
    named = 0
    for table in TABLES[1:]:
        module = module_of(table)
        for seed in range(4):
            for one, other in pairs(table, seed):
                futures = ((Future(one, (0.6, 0.4)), Future(other, (0.4, 0.6))),)
                for reason in reasons(Difference(0.2, 0.0, futures), 0):
                    if not reason.detail:
                        continue
                    better, worse = (module.details(world.state, reason.seat)[reason.term] for world in (one, other))
                    gains = {key: better.get(key, 0.0) - worse.get(key, 0.0) for key in better | worse}
                    sign = 1 if reason.better > reason.worse else -1
                    assert sign * gains[reason.detail] == max(sign * gain for gain in gains.values()) > 0
                    assert module.detail_in_words(reason.term, reason.detail).say("en")
                    named += 1
    assert named >= 5


@pytest.mark.parametrize("language", ["en", "de"])
def test_reasons_are_sentences_in_both_languages(language: str) -> None:
    game = benben.find("pyramido")
    names = game.face.seats(2, {})
    told = [
        sentence(game, reason, 0, names)
        for reason in (
            Advantage("sides", 0, 5, 2.5, 2.14),
            Advantage("points", 0, 12, 9, 3),
            Advantage("sides", 1, 1, 4, 0.9),
            Advantage("won", 0),
        )
    ]
    assert [line.message.say(language) for line in told] == {
        "en": [
            "Open sides of marked areas: 5 instead of 2.5, worth about 2.1 points.",
            "Points of finished stages: 12 instead of 9.",
            f"Open sides of marked areas of {names[1]}: 1 instead of 4, worth about 0.9 points.",
            "This move wins the match at once.",
        ],
        "de": [
            "Offene Seiten markierter Bereiche: 5 statt 2,5, etwa 2,1 Punkte wert.",
            "Punkte beendeter Stufen: 12 statt 9.",
            f"Offene Seiten markierter Bereiche von {names[1].say('de')}: 1 statt 4, etwa 0,9 Punkte wert.",
            "Dieser Zug gewinnt die Partie sofort.",
        ],
    }[language]
    assert [line.rule for line in told] == ["PDO-13", "PDO-14", "PDO-13", ""]


def test_the_most_important_terms_are_told_first_and_small_ones_not_at_all() -> None:
    table = TABLES[0]
    found: list[Advantage] = []
    for one, other in pairs(table):
        futures = ((Future(one, (0.6, 0.4)), Future(other, (0.4, 0.6))),)
        told = reasons(Difference(0.2, 0.0, futures), 0)
        found += told
        assert len(told) <= 2
        assert [reason.worth for reason in told] == sorted((reason.worth for reason in told), reverse=True)
        assert all(reason.worth > 0 and reason.better != reason.worse for reason in told)
    assert {reason.seat for reason in found} == {0, 1}
