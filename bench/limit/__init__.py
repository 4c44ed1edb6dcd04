"""How fast the games could be: programs in C that play the same random games and nothing else.

`program` compiles one; the tables of the game are written for it from `benben.games`, so that its box exists once.
`tests/bench` compares lengths and points with our kernels.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benben.core.errors import listed
from benben.games import find
from bench.limit import boxes

FOLDER = Path(__file__).parent
COMPILER = ("cc", "-O3", "-march=native", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-psabi")
GAMES = tuple(boxes.TABLES)  # those that have a program
WITHOUT_MOVES = ("pyramids",)  # of these, the programs that draw a move without listing all
DEALS, GAMES_A_DEAL = 500, 200


@dataclass(frozen=True)
class Run:
    """What a program has printed: the timed games, then mean and variance over one more game of each deal."""

    moves: int
    seconds: float  # CPU time
    length: float
    length_variance: float
    points: float  # of all seats together
    points_variance: float


def has_compiler() -> bool:
    return shutil.which(COMPILER[0]) is not None


@cache
def _build_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="benben-limit-")


@cache
def program(game: str) -> Path:
    """The compiled program of a game."""
    folder = Path(_build_folder().name) / game
    folder.mkdir()
    (folder / "box.h").write_text(header(boxes.TABLES[game]()), "ascii")
    command = [*COMPILER, "-I", str(folder), "-o", str(folder / game), str(FOLDER / f"{game}.c")]
    subprocess.run(command, check=True)
    return folder / game


def run(game: str, players: int, deals: int = DEALS, games: int = GAMES_A_DEAL) -> Run:
    """Random games: the same ones every time."""
    command = [str(program(game)), str(players), str(deals), str(games)]
    moves, *numbers = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Run(int(moves), *map(float, numbers))


def rate(game: str, players: int) -> float | None:
    """Moves a second of CPU time; None if the game has no program, or the machine no compiler."""
    if game not in GAMES or not has_compiler():
        return None
    played = run(game, players)
    return played.moves / played.seconds


def header(tables: Mapping[str, Any]) -> str:
    """C declarations of numbers and of nested sequences of numbers."""
    return "".join(_declaration(name, value) for name, value in tables.items())


def _declaration(name: str, value: Any) -> str:
    if isinstance(value, int):
        return f"enum {{ {name} = {value} }};\n"
    sizes, inner = "", value
    while isinstance(inner, Sequence):
        sizes += f"[{len(inner)}]"
        inner = inner[0]
    kind = "int8_t" if _least(value) < 0 else "uint8_t"
    return f"static const {kind} {name}{sizes} = {_initialiser(value)};\n"


def _least(value: Any) -> int:
    return min(map(_least, value)) if isinstance(value, Sequence) else int(value)


def _initialiser(value: Any) -> str:
    return "{" + ", ".join(map(_initialiser, value)) + "}" if isinstance(value, Sequence) else str(int(value))


def what_it_is() -> str:
    """The limit in words, under a table of results."""
    titles = [find(name).title for name in WITHOUT_MOVES]
    return (
        "The limit is a program in C that plays the same random games and nothing else (`bench/limit`), for "
        f"{listed([find(name).title for name in GAMES])}; that of {listed(titles)} has no list of moves."
    )
