"""The speed of OpenSpiel's C++ games, in moves a second on one core.

A move is one decision of a player, as OpenSpiel counts them, forced moves and passes included: in backgammon an action
plays both dice and a double is two actions. A roll of the dice is no decision but part of the move before it, like
whatever follows a move of ours without a choice.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from bench.timing import one_core, rate


def spiel() -> Any:
    """OpenSpiel, which only a measurement needs."""
    import pyspiel

    return pyspiel


ROLLOUTS = 200  # from each position that is evaluated
SIMULATIONS = 2_000  # a search for one move
GAMES = 4_000  # random games behind a mean length: its standard error is below 1 %
MEMORY_MB = 1_000
EXPLORATION = 2.0


def rollouts_per_second(game_name: str) -> float:
    """Random rollouts from the opening.

    OpenSpiel's evaluator cannot be called from Python, but a search of two simulations is hardly more than that: it
    rolls out the opening, makes one random move, and rolls out what follows, all of it in C++.
    """
    game = spiel().load_game(game_name)
    searcher = bot(game, simulations=2, rollouts=ROLLOUTS)
    rng = random.Random(2)
    moves = ROLLOUTS * (2 * mean_length(game_name) - 1) + 1

    def work() -> float:
        searcher.step(opening(game, rng))
        return moves

    return rate(work)


def searched_per_second(game_name: str) -> float:
    """Moves simulated by a search for the first move: those inside the tree and those of one rollout a simulation."""
    game = spiel().load_game(game_name)
    searcher = bot(game, SIMULATIONS, rollouts=1)
    rng = random.Random(2)
    moves = SIMULATIONS * moves_a_simulation(game_name)

    def work() -> float:
        searcher.step(opening(game, rng))
        return moves

    return rate(work)


def bot(game: Any, simulations: int, rollouts: int) -> Any:
    evaluator = spiel().RandomRolloutEvaluator(rollouts, 1)
    return spiel().MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY_MB, False, 1, False)


def opening(game: Any, rng: random.Random) -> Any:
    """The first decision of a new match."""
    state = game.new_initial_state()
    while state.is_chance_node():
        roll(state, rng)
    return state


def random_length(state: Any, rng: random.Random) -> int:
    """Play to the end at random; the number of moves."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            roll(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def roll(state: Any, rng: random.Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


@cache
def mean_length(game_name: str) -> float:
    """How many moves a random game has."""
    game = spiel().load_game(game_name)
    rng = random.Random(1)
    return sum(random_length(opening(game, rng), rng) for _ in range(GAMES)) / GAMES


@cache
def moves_a_simulation(game_name: str) -> float:
    """How many moves a simulation of `searched_per_second` has, from the tree of such a search.

    A visit of a node is a move inside the tree (unless chance made it). Each node was rolled out once, at its first
    visit: we play one random game from it ourselves.
    """
    game = spiel().load_game(game_name)
    rng = random.Random(1)
    state = opening(game, rng)
    root = bot(game, SIMULATIONS, rollouts=1).mcts_search(state)
    moves = random_length(state.clone(), rng)
    unseen: list[tuple[Any, Any]] = [(child, state) for child in root.children]
    while unseen:
        node, before = unseen.pop()
        if node.explore_count:
            state = before.child(node.action)
            moves += int(node.explore_count) if node.player >= 0 else 0
            moves += random_length(state.clone(), rng)
            unseen += [(child, state) for child in node.children]
    return moves / int(root.explore_count)


def main() -> None:
    """The peers alone."""
    with one_core():
        for game_name in ("oware", "mancala", "backgammon"):
            print(f"{game_name:12}{mean_length(game_name):8.1f} moves a game", end="")
            print(f"{rollouts_per_second(game_name):14,.0f} moves/s in rollouts", end="")
            print(f"{searched_per_second(game_name):14,.0f} moves/s in search")


if __name__ == "__main__":
    main()
