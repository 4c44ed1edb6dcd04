"""How soon one can begin."""

from __future__ import annotations

from bench import ours
from bench.timing import AtMost

FIRST_COMPILED_MOVE = """
import benben
benben.find("pyramidis").warm()
benben.new("pyramidis").play("a4:3")
"""

BENCHMARKS = [
    AtMost("import benben", lambda: ours.seconds_of("import benben"), target=0.4),
    AtMost("first compiled move, warm cache", lambda: ours.seconds_of(FIRST_COMPILED_MOVE), target=1.0),
]
