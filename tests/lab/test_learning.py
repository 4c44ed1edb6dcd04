"""Learning constants of an evaluation: what the fit finds, and a whole round that is resumed."""

from pathlib import Path

import numpy as np
import pytest

import benben
from benben.core.errors import BadOptions
from benben.lab.games import Contest, play
from benben.lab.learning import (
    Examples,
    Learning,
    Settings,
    examples_of,
    fit,
    named_constants,
    with_constants,
)
from benben.lab.plans import Simulation
from benben.lab.pool import Here
from benben.lab.report import write_learning_report
from benben.lab.run import BadRun

CONSTANTS = ("advice.evaluation.CONTROL", "advice.evaluation.TEMPO")
SMALL = Settings(Contest("pyramidis", seed=4), "greedy:0.1", CONSTANTS, rounds=1, games=10, each=3, rollouts=1, gate=2)


def test_the_fit_finds_what_the_constants_should_be() -> None:
    rng = np.random.default_rng(1)
    scores, slopes = rng.normal(0, 0.5, (8_000, 2)), rng.normal(0, 1, (8_000, 2, 2))
    true = scores + slopes @ [0.3, -0.2]
    first = rng.random(8_000) < 1 / (1 + np.exp(true[:, 1] - true[:, 0]))
    examples = Examples(scores, slopes, np.stack([first, ~first], 1).astype(float), np.arange(8_000))
    change, curve = fit(examples)
    assert change == pytest.approx([0.3, -0.2], abs=0.06)
    assert curve[-1][1] < curve[0][1]


def test_the_names_of_constants() -> None:
    assert set(CONSTANTS) < set(named_constants(benben.find("pyramidis")))
    present = {"advice.evaluation.TEMPO": 0.17, "advice.evaluation.NEAR": 0.011}
    assert with_constants("greedy", present, present) == "greedy"
    assert with_constants("greedy", present | {"advice.evaluation.TEMPO": 0.2}, present) == (
        "greedy@advice.evaluation.TEMPO=0.2"
    )


def test_examples_say_how_the_evaluation_depends_on_a_constant() -> None:
    """The seat to move is better off the more the tempo counts."""
    pairing = next(Simulation(SMALL.contest, SMALL.bot, [2], 1).upcoming())
    played = play(SMALL.contest, pairing)
    values = {"advice.evaluation.CONTROL": 0.25, "advice.evaluation.TEMPO": 0.17}
    found, again = (examples_of((SMALL, values, SMALL.bot, [played])) for _time in range(2))
    assert len(found) == SMALL.each
    for (scores, slopes, shares, number), other in zip(found, again, strict=True):
        assert np.exp(scores).sum() == pytest.approx(1)
        assert abs(slopes[0, 1] - slopes[1, 1]) == pytest.approx(0.17, abs=1e-4)  # log-odds that the tempo is worth
        assert sum(shares) == pytest.approx(1)
        assert number == 0
        assert (slopes == other[1]).all()
        assert shares == other[2]


def test_a_round_is_made_once(tmp_path: Path) -> None:
    said: list[str] = []
    learning = Learning.create(tmp_path / "run", SMALL)
    values = learning.carry_out(Here(), said.append)
    assert set(values) == set(CONSTANTS)
    assert said[0].startswith("Round 1: ")
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "run").rglob("*") if file.is_file()}
    assert {"fit.json", "examples.npz"} <= {file.name for file in kept}
    assert Learning.is_one(tmp_path / "run")
    again = Learning.open(tmp_path / "run")
    assert again.settings == SMALL
    assert again.carry_out(Here(), said.append) == values
    assert said[1] == said[0]
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    assert "advice.evaluation.TEMPO" in again.summary()
    write_learning_report(again, tmp_path / "report.html")
    assert "steps of Adam" in (tmp_path / "report.html").read_text("utf-8")


def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOptions):
        Learning.create(tmp_path / "run", Settings(SMALL.contest, "greedy", ()))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(BadRun):
        Learning.create(tmp_path / "full", SMALL)
