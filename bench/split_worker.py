"""A process that finds out where the time of a search goes, with whatever checkout is on its path: see `bench.split`.

`record GAME ITERATIONS FILE`, in plain Python: search some positions of a match, and write down the states with which
the search calls each kernel. `time GAME BOT FILE`, compiled: the CPU time of each kernel on those states, and of the
whole search. It uses only what release 0.1 had too.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import benben
from benben.bots import bot as bots
from benben.bots.levels import named
from benben.core.contract import at, evaluate, imagine, judge_quiet, legal, prefer, weigh
from benben.core.game import Game
from benben.core.kernels import kernel
from benben.core.position import Position, Setup
from benben.core.rng import new_rng

POSITIONS = 8  # of a match
ADVICE = ("evaluate", "judge_quiet", "weigh", "prefer")
SECONDS = 0.5  # for each kernel


def positions(game: Game) -> list[Position]:
    """Views with a choice, evenly spread over a match of greedy bots."""
    position, found, number = benben.new(game.name, players=2, seed=bytes(32)), [], 0
    greedy = bots.GreedyBot()
    while position.actor is not None:
        view = position.view(position.actor)
        if len(view.legal_moves) > 1:
            found.append(view)
        position, number = position.play(greedy.think(view, number).move), number + 1
    return found[:: -(-len(found) // POSITIONS)]


# In plain Python


def record(game: Game, iterations: int, file: str) -> None:
    calls: dict[str, list[Any]] = {name: [] for name in (*ADVICE, "imagine")}

    def recording(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(s: Any, *rest: Any) -> Any:
            calls[name].append(np.array(s.record))
            return original(s, *rest)

        return call

    assert game.advice is not None
    kernels: dict[str, Any] = {name: recording(name, each) for name in ADVICE if (each := getattr(game.advice, name))}
    rules = replace(game.rules, imagine=recording("imagine", game.rules.imagine))
    other = replace(game, rules=rules, advice=replace(game.advice, **kernels), box="recording")
    made = 0
    for view in positions(game):
        bot = named(other, 2, f"search:{iterations}i")
        setup = Setup(other, view.players, view.options, None)
        made += bot.think(Position(setup, view.state.record, view.seat), 1).iterations
    states: dict[str, Any] = {name: np.concatenate(found) for name, found in calls.items() if found}
    np.savez(file, made=made, **states)


# Compiled


@kernel
def run_evaluate(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        evaluate(at(states, i), numbers)


@kernel
def run_judge_quiet(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        judge_quiet(at(states, i), numbers)


@kernel
def run_imagine(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        worlds[0] = states[i]
        imagine(at(worlds, 0), rng)


@kernel
def run_legal(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        legal(at(states, i), moves)


@kernel
def run_weigh(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        weigh(at(states, i), moves, legal(at(states, i), moves), numbers)


@kernel
def run_prefer(states: Any, worlds: Any, rng: Any, moves: Any, numbers: Any) -> None:
    for i in range(states.shape[0]):
        prefer(at(states, i), moves, legal(at(states, i), moves), rng)


FUNCTIONS = {each.__name__: each for each in (run_evaluate, run_judge_quiet, run_imagine, run_weigh, run_prefer)}
AFTER_LEGAL = ("weigh", "prefer")  # they need the legal moves, whose time is taken off


def times(game: Game, bot: str, file: str) -> dict[str, float]:
    """Microseconds an iteration: of each kernel, and of the whole."""
    bots.warm(game)
    recorded = np.load(file)
    kernels = game.specialise(FUNCTIONS | {"run_legal": run_legal}, True)
    found = {}
    for name in (*ADVICE, "imagine"):
        if name in recorded:
            states = recorded[name].view(game.state.dtype)  # a file keeps no alignment, and the compiler asks for it
            spent = seconds_a_pass(game, kernels[f"run_{name}"], states)
            spent -= seconds_a_pass(game, kernels["run_legal"], states) if name in AFTER_LEGAL else 0.0
            found[name] = 1e6 * spent / int(recorded["made"])
    return found | {"whole": whole(game, bot)}


def seconds_a_pass(game: Game, function: Callable[..., Any], states: Any) -> float:
    room = game.new_records(1), new_rng(1), game.move_room(), np.zeros(game.most_legal)
    function(states, *room)  # compiles it
    passes, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        function(states, *room)
        passes += 1
    return spent / passes


def whole(game: Game, bot: str) -> float:
    views = positions(game)
    made, start = 0, time.process_time()
    while (spent := time.process_time() - start) < 2 * SECONDS:
        made += sum(named(game, 2, bot).think(view, 1).iterations for view in views)
    return 1e6 * spent / made


def main(what: str, name: str, option: str, file: str) -> None:
    game = benben.find(name)
    if what == "record":
        record(game, int(option), file)
    else:
        print(json.dumps(times(game, option, file)))


if __name__ == "__main__":
    main(*sys.argv[1:])
