"""A benchmark is a row whatever is installed."""

import pytest

from bench.__main__ import cells
from bench.timing import Benchmark, measure


def missing() -> float:
    raise ModuleNotFoundError("No module named 'envpool'", name="envpool")


@pytest.mark.parametrize(("target", "met"), [(0.0, True), (2.0, False)])
def test_a_peer_that_cannot_be_imported_leaves_a_row_without_it(
    target: float, met: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    row = measure(Benchmark("Ours", lambda: 3.0, missing, "EnvPool", target), rounds=2)
    assert (row.ours, row.peer, row.ratio, row.met) == (3.0, None, None, met)
    assert cells(row)[2:4] == ("–", "–")
    assert "envpool" in capsys.readouterr().err


def test_a_peer_is_measured_beside_ours() -> None:
    row = measure(Benchmark("Ours", lambda: 3.0, lambda: 2.0, "peer", 1.0), rounds=2)
    assert (row.ratio, row.met) == (1.5, True)
