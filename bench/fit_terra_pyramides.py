"""Teach the network of one of Terra Pyramides' tasks (in `benben/games/terra_pyramides/advice/expected_points.json`).

`python -m bench.fit_terra_pyramides TASK [--rounds N] [--games N] [--iterations N]`

Learning by temporal differences. In a round the bot plays matches alone, with the network as it is. Then the network is
fitted to the matches of the last rounds: for the beginning of each turn it should have said what it said a turn later,
mixed with how the match ended in fact. So it learns from its own play, and what it liked without reason it plays, sees
fail, and likes no more. Every other match is played with a wider search, which finds more to like without reason.
`--fresh` forgets the present network and begins with matches of `evaluate`.

A round's matches are played by processes of their own: compiled code holds the weights as constants.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import replace
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from benben.bots.search import SearchBot
from benben.core.game import Game
from benben.core.kit.network import Networks
from benben.core.position import start
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.advice import expected_points, task_features
from benben.games.terra_pyramides.advice.analysis import stones_to, turns_left
from benben.games.terra_pyramides.box.components import NEEDS
from benben.games.terra_pyramides.rules.board_tables import SITES
from benben.games.terra_pyramides.rules.score import points_of, progress
from benben.games.terra_pyramides.rules.state import LAY, TEAM, Board, top_level
from bench.adam import Adam

Numbers = NDArray[np.float32]
Match = tuple[Numbers, float]  # what was seen at the beginning of each turn, and what became of it

FILE = Path(str(resources.files("benben.games.terra_pyramides.advice"))) / "expected_points.json"
TASKS = (1, 2, 3)
HIDDEN = (64, 32)
WIDER = 2.0
KEPT = 6_000  # matches: older ones were played by a bot that knew less
TRUST_IN_THE_END = 0.8  # how much of a target is the match, rather than what the network says a turn later
SCALE = 30.0  # points that count as one while fitting
PASSES, BATCH, RATE = 3, 512, 6e-4
DECAY = 3e-3
ALMOST, SOLVED, A_TURN_SAVED = 280.0, 300.0, 2.0
DIGITS = 5


# Playing


def play(task: int, games: int, iterations: int, seed: int, fresh: bool) -> list[Match]:
    assert GAME.advice is not None
    advice = replace(GAME.advice, judge_quiet=None) if fresh else GAME.advice
    game = replace(GAME, advice=advice, box=f"{GAME.box}-fresh") if fresh else GAME
    bots = [
        SearchBot(
            iterations=iterations,
            trees=1,
            horizon=advice.horizon,
            exploration=advice.exploration,
            widening=wider * advice.widening,
        )
        for wider in (1.0, WIDER)
    ]
    return [play_one(game, task, bots[number % 2], np.random.default_rng([seed, number])) for number in range(games)]


def play_one(game: Game, task: int, bot: SearchBot, rng: np.random.Generator) -> Match:
    position = start(game, 1, rng.bytes(32), mode=f"task-{task}")
    seen = []
    turn = -1
    while position.actor is not None:
        view = position.view(position.actor)
        state = cast(Board, view.state)
        if state.phase == LAY and state.turns != turn:
            turn = state.turns
            seen.append(np.zeros(task_features.FEATURES, np.float32))
            task_features.describe(state, seen[-1])
        position = position.play(bot.think(view, int(rng.integers(1 << 32))).move)
    return np.array(seen), worth(cast(Board, position.state))


def worth(s: Board) -> float:
    """What a match came to, in points. Tasks 1 and 3: what the pyramids cost, of `ALMOST`; or `SOLVED`, and the sooner
    the better."""
    if s.task == 2:
        return float(points_of(s, TEAM))
    if progress(s) >= NEEDS[s.task]:
        return SOLVED + A_TURN_SAVED * turns_left(s, TEAM)
    levels = sorted(((int(s.level[site]), int(s.colour[site])) for site in range(SITES)), reverse=True)
    counted: list[int] = []
    colours: set[int] = set()
    for level, colour in levels:
        if s.task == 1 or colour not in colours:
            counted.append(level)
            colours.add(colour)
    cost = sum(stones_to(level) + 2 * level for level in counted[: NEEDS[s.task]])
    top = top_level(s)
    return float(ALMOST * cost / (NEEDS[s.task] * (stones_to(top) + 2 * top)))


# Fitting


class Network:
    """The layers of one task, each with its bias as the last row, and Adam, which fits them. Inputs are brought to one
    scale while fitting."""

    def __init__(self, layers: list[Numbers]) -> None:
        self.layers = layers

    @classmethod
    def new(cls, rng: np.random.Generator) -> Network:
        sizes = (task_features.FEATURES, *HIDDEN, 1)
        layers = [rng.normal(0, np.sqrt(2 / rows), (rows + 1, columns)) for rows, columns in pairwise(sizes)]
        return cls([layer.astype(np.float32) for layer in layers])

    @classmethod
    def read(cls, task: int) -> Network:
        networks, which = expected_points.NETWORKS, TASKS.index(task)
        assert networks.rows_before is not None
        assert networks.bias_before is not None
        first = np.vstack([networks.rows_before[which], networks.bias_before[which]])
        second = np.vstack([networks.rows[which], networks.bias[which]])[:, 1:]  # without the linear unit: the bias
        last = np.append(networks.head[which, 1:], networks.bias[which, 0])[:, None]
        return cls([first, second, last])

    def write(self, task: int) -> None:
        """Write the weights of this task; those of the others stay."""
        networks, which = Networks.from_text(FILE.read_text("utf-8")), TASKS.index(task)
        assert networks.rows_before is not None
        assert networks.bias_before is not None
        first, second, last = map(rounded, self.layers)
        networks.rows_before[which], networks.bias_before[which] = first[:-1], first[-1]
        networks.rows[which, :, 1:], networks.bias[which, 1:] = second[:-1], second[-1]
        networks.bias[which, 0], networks.head[which, 1:] = last[-1, 0], last[:-1, 0]
        FILE.write_text(networks.as_text(), "utf-8")

    def say(self, seen: Numbers) -> Numbers:
        signal = seen
        for number, layer in enumerate(self.layers):
            signal = signal @ layer[:-1] + layer[-1]
            if number < len(self.layers) - 1:
                signal = np.maximum(signal, 0)
        return signal[:, 0]

    def fit(self, seen: Numbers, targets: Numbers, rng: np.random.Generator) -> None:
        middle, spread = seen.mean(0), np.maximum(seen.std(0), 1e-3)
        inputs = (seen - middle) / spread
        wanted = targets / SCALE
        self._fold(middle, spread, inwards=True)
        adam = Adam(self.layers)
        steps = PASSES * (len(seen) // BATCH)
        for step in range(1, steps + 1):
            some = rng.integers(len(seen), size=BATCH)
            rate = RATE * (1 - 0.95 * step / steps)
            changes = adam.changes(self._slopes(inputs[some], wanted[some]))
            for layer, change in zip(self.layers, changes, strict=True):
                change[:-1] += DECAY * layer[:-1]
                layer -= (rate * change).astype(np.float32)
        self._fold(middle, spread, inwards=False)

    def _slopes(self, inputs: Numbers, wanted: Numbers) -> list[Numbers]:
        signals = [inputs]
        for layer in self.layers[:-1]:
            signals.append(np.maximum(signals[-1] @ layer[:-1] + layer[-1], 0))
        error = (signals[-1] @ self.layers[-1][:-1] + self.layers[-1][-1] - wanted[:, None]) / len(inputs)
        slopes: list[Numbers] = []
        for layer, signal in zip(reversed(self.layers), reversed(signals)):
            slopes.insert(0, np.vstack([signal.T @ error, error.sum(0)]))
            error = (error @ layer[:-1].T) * (signal > 0)
        return slopes

    def _fold(self, middle: Numbers, spread: Numbers, *, inwards: bool) -> None:
        """From plain inputs and points to scaled ones, or back."""
        first, last = self.layers[0], self.layers[-1]
        if inwards:
            first[-1] += middle @ first[:-1]
            first[:-1] *= spread[:, None]
            last /= SCALE
        else:
            first[:-1] /= spread[:, None]
            first[-1] -= middle @ first[:-1]
            last *= SCALE


def rounded(layer: Numbers) -> Numbers:
    return np.array([[float(f"{number:.{DIGITS}g}") for number in row] for row in layer], np.float32)


def targets(matches: list[Match], teacher: Network | None) -> Numbers:
    """What the network should have said: from the end of each match backwards."""
    wanted = []
    for seen, points in matches:
        said = teacher.say(seen) if teacher else np.full(len(seen), points)
        target = points
        backwards = []
        for here in said[::-1]:
            backwards.append(target)
            target = TRUST_IN_THE_END * target + (1 - TRUST_IN_THE_END) * here
        wanted += backwards[::-1]
    return np.array(wanted, np.float32)


# Rounds


def play_apart(task: int, games: int, iterations: int, seed: int, fresh: bool) -> list[Match]:
    """Matches of as many processes as there are cores."""
    jobs = min(games, os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for job in range(jobs):
            words = [str(task), "--play", f"{folder}/{job}.npz", "--games", str(-(-games // jobs))]
            words += [
                "--iterations",
                str(iterations),
                "--seed",
                str(jobs * seed + job),
                *(["--fresh"] if fresh else []),
            ]
            running.append(subprocess.Popen([sys.executable, "-m", "bench.fit_terra_pyramides", *words]))
        codes = [process.wait() for process in running]
        if any(codes):
            raise SystemExit("a process that plays has failed")
        return [match for job in range(jobs) for match in read_matches(Path(folder) / f"{job}.npz")]


def read_matches(file: Path) -> list[Match]:
    with np.load(file) as data:
        seen = np.split(data["seen"], np.cumsum(data["lengths"])[:-1])
        return list(zip(seen, data["points"].tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.fit_terra_pyramides", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("task", type=int, choices=(1, 2, 3))
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=400, help="a round")
    parser.add_argument("--iterations", type=int, default=300, help="of the search, a decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="begin without the present network")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.play:
        matches = play(args.task, args.games, args.iterations, args.seed, args.fresh)
        lengths = [len(seen) for seen, _ in matches]
        np.savez(
            args.play,
            seen=np.concatenate([seen for seen, _ in matches]),
            points=[points for _, points in matches],
            lengths=lengths,
        )
        return
    rng = np.random.default_rng(args.seed)
    net = Network.new(rng) if args.fresh else Network.read(args.task)
    kept: deque[Match] = deque(maxlen=KEPT)
    for number in range(args.rounds):
        fresh = args.fresh and number == 0
        began = time.monotonic()
        matches = play_apart(args.task, args.games, args.iterations, args.seed + number, fresh)
        kept.extend(matches)
        net.fit(np.concatenate([seen for seen, _ in kept]), targets(list(kept), None if fresh else net), rng)
        net.write(args.task)
        points = np.array([points for _, points in matches])
        solved = (points >= (NEEDS[2] if args.task == 2 else SOLVED)).mean()
        print(f"round {number + 1}: {points.mean():.1f}, {solved:.1%} solved, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
