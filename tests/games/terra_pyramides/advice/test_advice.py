"""What the bots know: chances that are chances, the same for the same view, and better for the seat that leads."""

import itertools
from typing import Any

import numpy as np
import pytest

import benben
from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.kernels import Kernel, can_compile
from benben.core.position import Position
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.advice import evaluation, priors
from benben.games.terra_pyramides.advice.analysis import is_taken, turns_left
from benben.games.terra_pyramides.advice.expected_points import foresee
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import LAY, player
from benben.testing import Table
from tests.games.terra_pyramides.drawn import board, kind, legal, position, put
from tests.golden.make import FOLDER

KERNELS: dict[str, Kernel] = {"evaluate": evaluation.evaluate, "weigh": priors.weigh}
TABLES = [
    Table(GAME, 2),
    Table(GAME, 3),
    Table(GAME, 4, {"symbols": "yes", "open_stacks": "yes"}),
    *(Table(GAME, 1, {"mode": f"task-{task}"}) for task in (1, 2, 3)),
]


def chances(now: Position) -> list[float]:
    out = np.zeros(now.players)
    evaluation.evaluate(board(now), out)
    return out.tolist()


def weights(now: Position) -> dict[str, float]:
    moves = np.array(now.legal_moves.numbers, np.int64)
    out = np.full(len(moves), np.nan)
    priors.weigh(board(now), moves, len(moves), out)
    return dict(zip([now.notation(move) for move in moves.tolist()], out.tolist(), strict=True))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_chances_and_weights_in_every_position(table: Table) -> None:
    compiled = GAME.specialise(KERNELS, compiled=can_compile())
    for now in table.match(5)[:-1:3]:
        before = board(now).record.tobytes()
        found, weight = chances(now), list(weights(now).values())
        assert board(now).record.tobytes() == before, "looking changes nothing"
        assert all(0 <= chance <= 1 for chance in found)
        assert board(now).task or sum(found) == pytest.approx(1)
        assert np.isfinite(weight).all()
        if can_compile():
            record, out, room = now.state.record[0], np.zeros(now.players), np.full(GAME.most_legal, np.nan)
            compiled["evaluate"](record, out)
            assert out.tolist() == pytest.approx(found)
            moves = np.array(now.legal_moves.numbers, np.int64)
            compiled["weigh"](record, moves, len(moves), room)
            assert room[: len(moves)].tolist() == pytest.approx(weight)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_seat_does_not_see_does_not_count(table: Table) -> None:
    """Same view, same seed, same iterations: same choice, whatever the hidden truth."""
    warm(GAME)
    bots = [named(GAME, table.players, name) for name in ("casual", "search:40i")]
    for now in table.match(6)[:-1:40]:
        assert now.actor is not None
        view = now.view(now.actor)
        for bot in bots:
            found = {bot.think(view.imagine(k).view(now.actor), 7).move for k in range(3)}
            assert found == {bot.think(view, 7).move}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_turns_are_counted(table: Table) -> None:
    """The rows that are still activated are those that `turns_left` says."""
    turns: dict[int, set[int]] = {}
    for now in reversed(table.match(7)[:-1]):
        s = board(now)
        if not is_taken(s):
            who = player(s)
            turns.setdefault(who, set()).add(s.turns)
            assert turns_left(s, who) == len(turns[who])


def test_at_the_end_points_are_points() -> None:
    """After the last turn of a seat its outlook is what it has."""
    seen = 0
    for seed in range(3):
        for now in Table(GAME, 2).match(seed)[:-1]:
            s = board(now)
            for seat in range(2):
                if turns_left(s, seat) == 0 and seat != s.turn:
                    assert evaluation.outlook(s, seat) == points_of(s, seat)
                    seen += 1
    assert seen


PLAIN: dict[str, Any] = {"e8": "+", "f8": "b+", "g8": "r"}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"f7": "3b5A1"}, {"f7": "3b4A1"}),
        ({"f7": "3b2A1"}, {"f7": "3b1A1"}),
        ({"f7": "3b2A3"}, {"f7": "3b2A1"}),
        ({"f7": "3b2A1", "held": "bb"}, {"f7": "3b2A1", "held": "rr"}),
        ({"f7": "3b2A1", "held": "w"}, {"f7": "3b2A1", "held": "r"}),
        ({"f7": "3b2A1", "gold": 3}, {"f7": "3b2A1"}),
    ],
    ids=["a tip", "a level", "workers", "stones of the colour", "a white stone", "gold"],
)
@pytest.mark.parametrize("task", [0, 1, 2, 3])
@pytest.mark.parametrize("turns", [8, 22])
def test_better_is_likelier_to_win(better: dict[str, Any], worse: dict[str, Any], task: int, turns: int) -> None:
    def chance(what: dict[str, Any]) -> float:
        cells = {name: cell for name, cell in what.items() if name not in ("held", "gold")}
        held, gold = what.get("held", ""), what.get("gold", 0)
        more: dict[str, Any] = {"players": 1} if task else {}
        drawing = put(**PLAIN, **cells)
        return chances(position(drawing, task=task, turns=turns, stones=[held], gold=[gold], hands=["+"], **more))[0]

    if task == 3 and better.get("f7") == "3b5A1":
        pytest.skip("there is no tip in task 3")
    assert chance(better) > chance(worse)


def test_a_lead_weighs_more_towards_the_end() -> None:
    early, late = (position(put(**PLAIN, f7="3b4A1", d6="2r2B1"), turns=turns) for turns in (6, 26))
    assert 0.5 < chances(early)[0] < chances(late)[0]


def test_a_match_that_is_even_looks_even() -> None:
    for seed, players in itertools.product(range(3), (2, 3, 4)):
        assert chances(Table(GAME, players).start(seed)) == pytest.approx([1 / players] * players, abs=0.15)


def test_putting_a_turn_off_is_no_rest() -> None:
    """Whatever is done before the tile is laid is in the same moment; the next turn is another."""
    moments = set()
    for before, after in itertools.pairwise(Table(GAME, 1, {"mode": "task-2"}).match(8)):
        if board(before).phase == board(after).phase == LAY and board(before).turns == board(after).turns:
            assert evaluation.quiet(board(before)) == evaluation.quiet(board(after))
        if board(after).phase == LAY:
            moments.add(evaluation.quiet(board(after)))
    assert len(moments) >= 27


def test_search_stops_at_the_end_of_a_turn() -> None:
    for now, after in itertools.pairwise(Table(GAME, 2).match(8)[:-1]):
        if evaluation.quiet(board(after)):
            kinds = {kind(move) for move in after.legal_moves.numbers}
            assert board(now).turns != board(after).turns or kinds & {"lay", "take"}


def test_building_looks_better_than_waiting() -> None:
    now = position(put(**PLAIN, f7="3b3A3"), stones=["bbbb"]).play("lay e7").play("row down")
    found = weights(now)
    assert found["build f7"] == max(found.values())


def test_greedy_beats_random() -> None:
    if can_compile():
        warm(GAME)
    games = 30 if can_compile() else 2
    assert benben.tournament(GAME.name, ["greedy", "random"], games)[0].wins >= 0.9 * games


@pytest.mark.skipif(not can_compile(), reason="too slow without the compiler")
def test_the_expert_beats_greedy() -> None:
    """By as much as a level should beat the one below: on shared deals, seats swapped."""
    warm(GAME)
    assert benben.tournament(GAME.name, ["expert", "greedy"], 48, seed=11)[0].wins >= 0.65 * 48


def foreseen(now: Position) -> float:
    out = np.zeros(now.players)
    evaluation.judge_quiet(board(now), out)
    return float(out[0])


def test_networks_are_asked_in_tasks_alone_and_the_same_compiled_or_not() -> None:
    compiled = GAME.specialise({"judge_quiet": evaluation.judge_quiet}, compiled=can_compile())
    tables = [Table(GAME, 2, {}), *(Table(GAME, 1, {"mode": f"task-{task}"}) for task in (1, 2, 3))]
    for table in tables:
        for now in table.match(4)[:-1]:
            if evaluation.quiet(board(now)):
                before = board(now).record.tobytes()
                found = foreseen(now)
                assert board(now).record.tobytes() == before, "looking changes nothing"
                assert (found == chances(now)[0]) is (now.players == 2)
                if can_compile():
                    out = np.zeros(now.players)
                    compiled["judge_quiet"](now.state.record[0], out)
                    assert out[0] == pytest.approx(found, rel=1e-3)


def test_at_the_end_of_task_2_every_point_counts() -> None:
    ends = [Table(GAME, 1, {"mode": "task-2"}).match(seed)[-1] for seed in range(6)]
    assert all(evaluation.quiet(board(end)) for end in ends)
    by_points = sorted(ends, key=lambda end: end.score[0])
    assert [foreseen(end) for end in by_points] == sorted(foreseen(end) for end in ends)
    assert foreseen(by_points[0]) < foreseen(by_points[-1])


@pytest.mark.parametrize("task", [1, 2, 3])
def test_the_networks_know_what_is_better(task: int) -> None:
    """In a match that somebody might play: more gold, and a level more, raise what they foresee."""
    end = benben.verify((FOLDER / GAME.name / f"task-{task}-solved.benben").read_text("utf-8"))
    richer, higher = [], []
    for now in end.line():
        s = board(now)
        if s.phase != LAY or not 5 <= s.turns < 20:
            continue
        s.gold[0] = 0
        before = foresee(s)
        s.gold[0] = 3
        richer.append(foresee(s) - before)
        before = foresee(s)
        site = next((site for site in range(len(s.level)) if 0 < s.level[site] < 4), None)
        if site is not None:
            s.level[site] += 1
            higher.append(foresee(s) - before)
    assert np.mean(richer) > 1, richer
    assert np.mean(higher) > 1, higher


@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_a_beaten_bot_leaves_its_workers_on_their_places_in_the_last_turn(level: str) -> None:
    """The end of a lost match is worth 0, and every decision before it a little more: that is no reason to go on."""
    places = {"f7": "3b1A1", "d6": "2r4B2"}
    last: dict[str, Any] = {"stones": ["", "rrbb"], "hands": ["+", ""], "stacks": [""] * 8, "gold": [0, 3], "turns": 27}
    now = position(put(**PLAIN, **places), **last)
    bot = named(GAME, 2, level)
    while not now.is_over:
        offered = legal(now, "back")
        thoughts = {now.notation(bot.think(now.view(0), seed).move) for seed in range(20)}
        assert not thoughts & offered
        now = now.play(min(thoughts))
    assert offered, "somebody could be taken back before the end"
    assert now.winners == (1,)
