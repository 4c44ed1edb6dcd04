"""Honest timing: one core, taken in turns, best of several."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ROUNDS = 5  # how often each side gets its turn
SECONDS = 0.5  # how long a turn is, at least


@dataclass(frozen=True)
class Benchmark:
    """Our rate against a peer's, in the same unit: higher is better. A call of either measures once."""

    name: str
    ours: Callable[[], float]
    peer: Callable[[], float]
    peer_name: str
    target: float  # the least acceptable ours / peer
    unit: str = "moves/s"
    limit: Callable[[], float | None] | None = None  # what a program for this alone reaches; None without a compiler


@dataclass(frozen=True)
class AtMost:
    """Something of ours that has an upper limit instead of a peer: lower is better."""

    name: str
    ours: Callable[[], float]
    target: float  # the most acceptable value
    unit: str = "s"


@dataclass(frozen=True)
class Row:
    """What a benchmark came to."""

    name: str
    unit: str
    ours: float
    peer_name: str | None
    peer: float | None
    ratio: float | None
    target: str
    met: bool
    of_the_limit: float | None = None  # ours / limit


def measure(benchmark: Benchmark | AtMost, rounds: int = ROUNDS) -> Row:
    """Run a benchmark: ours, peer, limit, ours, peer, limit … on one core, and keep the best of each side."""
    with one_core():
        if isinstance(benchmark, AtMost):
            least = min(benchmark.ours() for _ in range(rounds))
            met = least <= benchmark.target
            return Row(benchmark.name, benchmark.unit, least, None, None, None, f"≤ {benchmark.target:g}", met)
        turns = [(benchmark.ours(), _peer(benchmark), _limit(benchmark)) for _ in range(rounds)]
    ours, peer, limit = (max(side) for side in zip(*turns, strict=True))
    ratio = ours / peer if peer else None
    met = (ratio or 0.0) >= benchmark.target  # without the peer, only what asks for nothing
    target, share = f"≥ {benchmark.target:g} x", ours / limit if limit else None
    return Row(benchmark.name, benchmark.unit, ours, benchmark.peer_name, peer or None, ratio, target, met, share)


def _peer(benchmark: Benchmark) -> float:
    """0: it cannot be imported, which shall not end the run."""
    try:
        return benchmark.peer()
    except ImportError as missing:
        print(f"{benchmark.name}: no {benchmark.peer_name} here ({missing})", file=sys.stderr)
        return 0.0


def _limit(benchmark: Benchmark) -> float:
    """0: not known."""
    return (benchmark.limit() or 0.0) if benchmark.limit else 0.0


def rate(work: Callable[[], float], seconds: float = SECONDS) -> float:
    """Units a second, where each call of `work` does some and returns how many. The first call only warms up."""
    work()
    done = 0.0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, where the system lets us say so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
