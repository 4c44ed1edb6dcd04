"""Chances that come true: the map, its fit, the run that measures it, and the luck of reveals."""

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import benben
from benben.bots.altered import AlteredBot
from benben.bots.bot import GreedyBot, JudgingBot
from benben.bots.calibration import ChanceMap, bent, chance_map, chance_maps, log_odds
from benben.bots.duel import DuelBot
from benben.bots.levels import named, uncalibrated
from benben.bots.luck import luck
from benben.bots.search import SearchBot
from benben.core.errors import BadOptions
from benben.core.position import start
from benben.lab.calibration import Calibration, Judgements, fit, luck_of, tenths, write_map
from benben.lab.games import Contest, Judged, Played
from benben.lab.pool import Here
from benben.lab.report import write_report
from benben.lab.run import Run
from benben.testing.matches import Table

FLAT = (0.0,) * len(bent(0.5))


def logistic(odds: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.float64]:
    return 1 / (1 + np.exp(-odds))


def boasting(count: int, seats: int) -> Judgements:
    """Positions in which the seat to act says more than its chance, the more the further from even."""
    rng = np.random.default_rng(5)
    odds = rng.normal(0, 1.2, (count, seats))
    true = np.exp(odds) / np.exp(odds).sum(1, keepdims=True)
    actor = rng.integers(seats, size=count)
    louder = np.exp(1.4 * odds + 0.3 * (np.arange(seats) == actor[:, None]))
    shares = (np.arange(seats) == [[rng.choice(seats, p=row)] for row in true]).astype(float)
    return Judgements(louder / louder.sum(1, keepdims=True), shares, actor, np.arange(count))


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_finds_what_a_bot_boasts(seats: int) -> None:
    heard = boasting(6_000, seats)
    assert max(abs(row.difference) for row in tenths(heard)) > 0.06
    mapped = ChanceMap("search", 1, seats, **fit(heard))
    chances = [mapped(row, actor) for row, actor in zip(heard.chances.tolist(), heard.actor.tolist(), strict=True)]
    after = tenths(Judgements(np.array(chances), heard.shares, heard.actor, heard.game))
    assert all(abs(row.difference) < 3 * row.error + 0.01 for row in after)
    assert sum(row.count for row in after) == 6_000


def test_positions_of_one_game_are_one_observation() -> None:
    """Ten copies of each position do not make the table more certain."""
    once = boasting(500, 2)
    rows = np.repeat(np.arange(500), 10)
    again = Judgements(once.chances[rows], once.shares[rows], once.actor[rows], once.game[rows])
    for few, many in zip(tenths(once), tenths(again), strict=True):
        assert many.count == 10 * few.count
        assert many.error == pytest.approx(few.error)


def test_a_map_keeps_order_and_sum() -> None:
    bent_map = ChanceMap("greedy", 0, 2, tuple(0.5 - 0.14 * place for place in range(len(FLAT))), -0.2, 0.0)
    said = [place / 1000 for place in range(1, 1000)]
    new = [bent_map((chance, 1 - chance), 0) for chance in said]
    assert all(before[0] < after[0] for before, after in pairwise(new))
    assert all(sum(chances) == pytest.approx(1) for chances in new)
    assert [sum(bent(chance)) for chance in said] == pytest.approx([log_odds(chance) for chance in said])


def test_a_flat_map_a_sure_bot_and_a_silent_one() -> None:
    flat = ChanceMap("search", 1, 3, FLAT, 0.0, 0.0)
    assert flat((0.2, 0.3, 0.5), 1) == pytest.approx((0.2, 0.3, 0.5))
    lifted = ChanceMap("search", 1, 3, FLAT, 0.4, 0.0)
    assert lifted((0.2, 0.3, 0.5), 1)[1] > 0.35
    assert lifted((1.0, 0.0, 0.0), 1) == (1.0, 0.0, 0.0)
    assert lifted((), 1) == ()


def test_a_map_changes_what_is_said_and_not_what_is_played() -> None:
    game = benben.find("pyramidis")
    mapped = ChanceMap("", 0, 2, (-0.5,) * len(FLAT), 0.3, 0.0)
    position = benben.new("pyramidis").play("a4:2").play("h4:3")
    for name in ("greedy", "search:40i", "duel:200i"):
        plain, other = (uncalibrated(named(game, 2, name)) for _bot in range(2))
        assert isinstance(other, JudgingBot)
        other.chance_map = mapped
        found, said = (bot.think(position.view(position.actor), 3) for bot in (plain, other))
        assert (found.move, found.visits, found.line) == (said.move, said.visits, said.line)
        assert said.chances == pytest.approx(mapped(found.chances, position.actor or 0))
        assert said.chances != found.chances


@pytest.mark.parametrize("game", benben.names())
def test_the_maps_of_a_game(game: str) -> None:
    for mapped in chance_maps(benben.find(game)):
        assert min(mapped.slopes) > -1
        nearest = chance_map(benben.find(game), mapped.players, mapped.kind, mapped.effort)
        assert nearest == mapped
        near_even = mapped([1 / mapped.players] * mapped.players, 0)
        assert all(0.5 / mapped.players < chance < 1.5 / mapped.players for chance in near_even)
        if mapped.effort:
            assert chance_map(benben.find(game), mapped.players, mapped.kind, 1000 * mapped.effort) != mapped
            assert chance_map(benben.find(game), mapped.players, mapped.kind, None) is None
    assert chance_map(benben.find(game), 99, "search", 1) is None


def test_a_task_is_said_as_it_is_found() -> None:
    """All win or lose together: the chances do not add up to one."""
    bot = GreedyBot()
    bot.chance_map = ChanceMap("greedy", 0, 1, FLAT, 0.0, 0.0)
    position = benben.new("terra_pyramides", players=1, mode="task-1")
    assert bot.think(position.view(0), 1) == bot.decide(position.view(0), 1)
    with pytest.raises(BadOptions):
        Calibration(Contest("terra_pyramides", {"mode": "task-1"}), "greedy", "greedy", players=1)


def test_a_calibration_run(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", Calibration(Contest("pyramidis", seed=3), "greedy", "duel:60i", 2, 6, each=8))
    run.carry_out(Here())
    read = Run.open(run.folder)
    assert isinstance(read.plan, Calibration)
    assert [len(played.judged) for played in read.games()] == [8] * 6
    assert read.plan.summary() == run.plan.summary()
    assert "difference" in read.plan.summary()
    write_report(read, tmp_path / "report.html")
    assert "chance said" in (tmp_path / "report.html").read_text("utf-8")
    for _again in range(2):  # a second fit takes the place of the first
        file = write_map(read.plan, tmp_path / "game")
    (made,) = json.loads(file.read_text("utf-8"))["maps"]
    assert (made["kind"], made["effort"], made["players"]) == ("duel", 60, 2)
    assert "--games 6 --each 8 --seed 3" in made["made"]


def test_luck_is_nothing_on_average() -> None:
    """Over the worlds that fit a view, whatever the evaluation is worth; and a single reveal is good or bad luck."""
    line = Table(benben.find("pyramids"), 2).match(8)
    before, move = next(
        (now, after.last_move)
        for now, after in pairwise(line[4:])
        if after.last_move and now.reveals(after.last_move) and abs(seen(now, after.last_move.number, 0)) > 0.02
    )
    assert move is not None
    found = [seen(before, move.number, seed) for seed in range(80)]
    error = np.std(found) / np.sqrt(len(found))
    assert np.std(found) > 0.01
    assert abs(np.mean(found)) < 4 * error


def seen(position: benben.Position, move: int, seed: int) -> float:
    """The luck of the seat to act when it plays this in an imagined world."""
    assert position.actor is not None
    view = position.view(position.actor)
    return luck(view, move, view.imagine(seed).play(move).view(position.actor), seed)[position.actor]


def test_the_luck_of_a_match_is_taken_from_its_result() -> None:
    """The first seat won what it was lucky in, and lost what it was not."""
    games = [
        Played(number, number, ("a", "b"), (1, 0), (won,), (), (Judged(0, 1, (), (0.3 - 0.6 * won, 0.6 * won - 0.3)),))
        for number, won in enumerate((0, 1, 0, 1))
    ]
    found = luck_of(games)
    assert found.reveals == 4
    assert found.change.mean == pytest.approx(0)
    assert found.without.variance < 0.2 * found.results.variance
    assert "0.16 times as much" in str(found)
    assert str(luck_of([])) == "Nothing hidden was shown."


def test_a_level_as_release_0_1_played_it() -> None:
    released = [named(benben.find(game), 2, "master@1") for game in ("pyramidis", "terra_pyramides")]
    duel, searching = (each.bot for each in released if isinstance(each, AlteredBot))
    assert isinstance(duel, DuelBot)
    assert (duel.nodes, duel.keeps, duel.finishes, duel.chance_map) == (100_000, False, False, None)
    assert isinstance(searching, SearchBot)
    assert (searching.iterations, searching.trees, searching.keeps) == (6_000, 1, False)
    assert searching.samples > 1000
    with pytest.raises(BadOptions):
        named(benben.find("pyramidis"), 2, "master@2")
    with pytest.raises(BadOptions):
        named(benben.find("pyramidis"), 2, "nobody@1")


RELEASED = {
    "pyramidis": [28, 29, 7, 12, 8, 28, 9, 11, 28, 12, 32, 32],
    "pyramido": [242, 672, 674, 725, 466, 672, 674, 725, 185, 674, 723, 356],
    "pyramids": [3, 2, 5, 19, 35, 19, 34, 36, 3, 0, 6, 18],
    "terra_pyramides": [39, 68, 358, 342, 796, 806, 40, 68, 339, 361, 745, 632],
}


@pytest.mark.parametrize("game", RELEASED)
def test_a_released_level_plays_the_same_moves_for_ever(game: str) -> None:
    """Whatever networks correct the evaluation today: the moves were noted before there were any."""
    declared = benben.find(game)
    position = start(declared, 2, sha256(b"released").digest())
    for number, move in enumerate(RELEASED[game]):
        assert named(declared, 2, "expert@1").think(position.view(position.actor), number).move == move
        position = position.play(move)
