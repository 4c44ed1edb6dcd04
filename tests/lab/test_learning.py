"""Learning a network that corrects an evaluation: the examples, the fit, and a whole learning that is resumed."""

from pathlib import Path

import numpy as np
import pytest

import benben
from benben.bots.levels import named
from benben.core.errors import BadOptions
from benben.core.kit.network import read
from benben.core.position import start
from benben.lab.examples import Examples, examples_of
from benben.lab.fitting import fit
from benben.lab.games import Contest, play
from benben.lab.learning import Learning, LearningSettings
from benben.lab.plans import SelfPlay
from benben.lab.pool import Here
from benben.lab.report import write_learning_report
from benben.lab.run import BadRun

PYRAMIDIS = Contest("pyramidis", seed=4)
SMALL = LearningSettings(PYRAMIDIS, "duel:60i", rounds=2, games=60, each=20, units=4, passes=6, gate=4)


def test_the_fit_finds_what_the_evaluation_misses() -> None:
    """An input that is worth half of what it would be in truth, and an evaluation that trusts itself too little."""
    rng = np.random.default_rng(1)
    n = 8_000
    scores = rng.normal(0, 0.5, (n, 2))
    values = rng.normal(0, 1, (n, 2))
    true = 1.5 * scores + 0.8 * values
    first = rng.random(n) < 1 / (1 + np.exp(true[:, 1] - true[:, 0]))
    shares = np.stack([first, ~first], 1).astype(np.float32)
    examples = Examples(
        scores.astype(np.float32), shares, shares, np.arange(n, dtype=np.int32),
        np.ones((n, 2), np.int32), np.zeros(2 * n, np.int32), values.ravel().astype(np.float32),
    )  # fmt: skip
    found = fit(examples, 1, 4, 40, 1.0, 1, ("pyramidis", (2,), {}))
    assert found.best < found.unfitted - 0.05
    assert found.network.trust == pytest.approx(1.5, abs=0.25)


def test_examples_are_what_the_search_said_and_what_came() -> None:
    plan = SelfPlay(PYRAMIDIS, "duel:60i", [2], 1)
    played = play(PYRAMIDIS, next(plan.upcoming()))
    assert played == play(PYRAMIDIS, next(plan.upcoming()))
    assert [one.ply for one in played.judged] == list(range(4, len(played.moves)))  # not the random opening
    found = examples_of((PYRAMIDIS, 1_000, [played]))
    assert found is not None
    said = {(one.actor, one.chances) for one in played.judged if one.chances}
    assert {tuple(np.float32(each) for each in chances) for _actor, chances in said} == {
        tuple(each) for each in found.said
    }
    assert (found.shares == [played.share(0), played.share(1)]).all()
    assert np.exp(found.scores).sum(1) == pytest.approx(1, abs=1e-5)
    assert found.dense(benben.find("pyramidis").advice.inputs).sum() == found.values.sum()  # type: ignore[union-attr]
    turned = found.chosen(np.arange(len(found.game))[::-1])
    assert (turned.chosen(np.arange(len(found.game))[::-1]).inputs == found.inputs).all()


def test_errors_make_games_differ() -> None:
    without = SelfPlay(PYRAMIDIS, "greedy", [2], 1, 0.0)
    often = SelfPlay(PYRAMIDIS, "greedy", [2], 1, 0.9)
    assert play(PYRAMIDIS, next(without.upcoming())).moves != play(PYRAMIDIS, next(often.upcoming())).moves


def test_a_learning_teaches_a_network_and_is_made_once(tmp_path: Path) -> None:
    said: list[str] = []
    learning = Learning.create(tmp_path / "run", SMALL)
    kept = learning.carry_out(Here(), said.append)
    rounds = learning.rounds()
    assert [made.name for made in rounds] == ["round-001", "round-002"]
    assert min(unseen for _learned, unseen in rounds[-1].losses) < rounds[-1].unfitted
    assert rounds[1].examples > rounds[0].examples  # those of both rounds
    made = {file: file.stat().st_mtime_ns for file in (tmp_path / "run").rglob("*") if file.is_file()}
    assert {"fit.json", "network.json", "examples.npz"} <= {file.name for file in made}
    assert Learning.is_one(tmp_path / "run")
    again = Learning.open(tmp_path / "run")
    assert again.settings == SMALL
    other = again.carry_out(Here(), said.append)
    assert (kept and kept.as_text()) == (other and other.as_text())
    assert said[4:] == said[:4]
    assert {file: file.stat().st_mtime_ns for file in made} == made
    assert SMALL.as_command() in again.log()
    write_learning_report(again, tmp_path / "report.html")
    assert "not learned from" in (tmp_path / "report.html").read_text("utf-8")

    file = tmp_path / "run" / "round-001" / "network.json"
    network = read(file)
    assert network.made["command"] == SMALL.as_command()
    game = benben.find("pyramidis")
    view = start(game, 2, bytes(32)).view(0)
    with_it, without = (named(game, 2, f"greedy@network={each}").think(view, 1) for each in (file, "none"))
    assert with_it.chances != without.chances


def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(BadRun):
        Learning.create(tmp_path / "full", SMALL)
    game = benben.find("pyramids")
    for name in ("greedy@network=", "greedy@network=/nowhere", f"greedy@network={_some_network(tmp_path)}"):
        with pytest.raises(BadOptions):
            named(game, 2, name)


def _some_network(folder: Path) -> Path:
    """Of another game."""
    found = fit(_one_example(), 3, 2, 1, 1.0, 1, ("pyramidis", (2,), {})).network
    (folder / "network.json").write_text(found.as_text(), "utf-8")
    return folder / "network.json"


def _one_example() -> Examples:
    half = np.full((20, 2), 0.5, np.float32)
    counts = np.ones((20, 2), np.int32)
    return Examples(
        np.log(half), half, half, np.arange(20, dtype=np.int32), counts, np.zeros(40, np.int32), np.ones(40, np.float32)
    )
