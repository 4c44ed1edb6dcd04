"""Compiled code: cached between processes, keyed by the sources, and not needed at all."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import benben
from benben.core import kernels
from benben.core.kernels import Kernel, cache_folder, can_compile, inlined, kernel, specialise
from benben.games import pyramidis

COUNT_COMPILATIONS = """
import benben
game = benben.find("pyramidis")
engine = game.warm()
benben.perft(benben.new("pyramidis"), 3)
misses = sum(sum(function.stats.cache_misses.values()) for function in engine.functions.values())
hits = sum(sum(function.stats.cache_hits.values()) for function in engine.functions.values())
print(misses, hits)
"""


def run(program: str, **environment: str) -> str:
    variables = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=variables
    ).stdout


@pytest.mark.skipif(not can_compile(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, second = (run(COUNT_COMPILATIONS, BENBEN_CACHE=str(tmp_path)).split() for _ in range(2))
    assert int(first[0]) > 5
    assert int(first[1]) == 0
    assert int(second[0]) == 0
    assert int(second[1]) > 5


def test_importing_is_quick_and_leaves_numba_alone() -> None:
    """The bound of 0.4 s is measured in bench/; here only that nothing heavy is loaded."""
    loaded = run("import sys, benben; benben.new('pyramidis').play('a4:2'); print('numba' in sys.modules)")
    assert loaded.strip() == "False"


def test_without_the_compiler_everything_works() -> None:
    program = (
        "import sys, benben\n"
        "batch = benben.batch('pyramidis', 3)\n"
        "while not batch.done.all(): batch.play(batch.random_moves())\n"
        "print(batch.shares.sum(), 'numba' in sys.modules)"
    )
    assert run(program, NUMBA_DISABLE_JIT="1").split() == ["3.0", "False"]


def test_the_cache_is_keyed_by_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path / "cache"))
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "rules.py").write_text("a = 1")
    cache_folder.cache_clear()
    first = cache_folder("game", frozenset([sources]))
    (sources / "rules.py").write_text("a = 2")
    cache_folder.cache_clear()
    second = cache_folder("game", frozenset([sources]))
    (sources / "cards.json").write_text("[]")
    cache_folder.cache_clear()
    third = cache_folder("game", frozenset([sources]))
    assert len({first, second, third}) == 3
    cache_folder.cache_clear()


def test_the_sources_are_the_rooms_that_kernels_can_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel embeds tables of rooms that have no kernel: the cache must not outlive a change of them."""
    asked: list[frozenset[Path]] = []

    def folder_for(label: str, folders: frozenset[Path]) -> Path:
        asked.append(folders)
        return cache_folder(label, folders)

    monkeypatch.setattr(kernels, "cache_folder", folder_for)
    benben.find("pyramidis").specialise({}, compiled=True)
    home = Path(pyramidis.__file__).parent
    assert asked[0] >= {home, home / "box", home / "rules", home / "advice"}
    assert asked[0].isdisjoint({home / "words", home / "picture"})  # else a new picture would compile the rules again


def test_old_versions_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path))
    old, recent = tmp_path / "game-old", tmp_path / "game-recent"
    for folder in (old, recent):
        (folder / "inside").mkdir(parents=True)
        (folder / "inside" / "code.nbc").write_bytes(b"")
    os.utime(old, (time.time() - 60 * 24 * 3600,) * 2)
    cache_folder.cache_clear()
    cache_folder("game", frozenset([tmp_path / "game-recent" / "inside"]))
    assert not old.exists()
    assert recent.exists()
    cache_folder.cache_clear()


def _mixed(numbers: Any) -> int:
    """Too long for the compiler to inline it of its own accord."""
    n = 0
    for k in range(len(numbers)):
        n = (n * 31 ^ numbers[k] >> 3) & 0xFFFF
    for k in range(0, len(numbers), 2):
        n = (n * 37 ^ numbers[k] << 2) & 0xFFFF
    for k in range(0, len(numbers), 3):
        n = (n * 41 ^ numbers[k] % 7) & 0xFFFF
    for k in range(1, len(numbers)):
        n = (n * 43 ^ numbers[k] * numbers[k - 1]) & 0xFFFF
    for k in range(1, len(numbers), 2):
        n = (n * 47 ^ numbers[k] + numbers[k - 1]) & 0xFFFF
    for k in range(len(numbers) - 1, -1, -1):
        n = (n * 53 ^ numbers[k] // 5) & 0xFFFF
    return n


def _mixed_too(numbers: Any) -> int:
    raise NotImplementedError


called = kernel(_mixed)
_mixed_too.__code__ = _mixed.__code__  # the same function again, so that one can be marked and the other not
inside = inlined(_mixed_too)


@kernel
def calls(numbers: Any) -> int:
    return called(numbers) + called(numbers[1:]) + called(numbers[2:])


@kernel
def has_inside(numbers: Any) -> int:
    return inside(numbers) + inside(numbers[1:]) + inside(numbers[2:])


@pytest.mark.skipif(not can_compile(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_inlined_kernels_are_no_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path))
    functions: dict[str, Kernel] = {"calls": calls, "has_inside": has_inside}
    engine: dict[str, Any] = specialise(functions, {}, "test-inlined", True, "benben.core")
    numbers = np.arange(10, 40)
    assert engine["calls"](numbers) == engine["has_inside"](numbers) == calls(numbers) == has_inside(numbers)
    (calling,), (containing,) = (engine[name].inspect_asm().values() for name in functions)
    function = re.compile(r"^(?!.*NumbaEnv)\S*mixed\S*:$", re.MULTILINE)  # a label in the machine code
    assert function.search(calling)
    assert not function.search(containing)
